// Keeps open pages true: the page says which version it shows, the stream says which is the newest, and what
// is older is fetched until it is not. Nothing here is needed to play: without it every act is a plain form.
//
// In the page:  <body data-stream="URL" data-boot="WORD" data-unsent="what to say when a form was not sent">
//               <div data-shown="NUMBER.PASSING" data-fetch="URL of this fragment">  (any number of them)
//               <div data-shown data-fetch data-passing>  one that no entry changes, only what passes by
//               on it, for a hand that lies open on a shared device: data-hide-in="SECONDS" and
//               data-hidden="what stands there then"; data-covered where a hand lies face down
//               <div id="heard" data-rules="URL" data-rules-words="TEXT">  where notices are written; a refusal
//               links to the rules
// On the body:  class "reconnecting" while what is shown may be old; data-live "yes" or "no": whether the stream
//               speaks; data-signal for a second after a notice.
// Events for other scripts, on document: "companion:notice" (detail: the notice), "companion:shown" (detail:
// the fragment that changed).
(function () {
  "use strict";

  var SILENCE_MS = 7000; // the server speaks every 3 s
  var FETCH_MS = 5000;
  var STALE_MS = 1500; // a fragment may be this late before the page says so
  var NOTICE_MS = 6000;
  var READING_MS = 8000; // how long a refusal stands beside its button whatever else changes
  var HELLO_MS = 4000; // a server that is there says hello at once
  var PROBE_MS = 2500;
  var PROBES = 3;
  var body = document.body;
  var streamUrl = body.getAttribute("data-stream");
  if (!streamUrl || !window.EventSource || !window.fetch) return;

  var tab = Math.random().toString(36).slice(2, 12);
  var boot = body.getAttribute("data-boot") || "";
  var newest = [0, 0];
  var source = null;
  var heardAt = 0; // when the stream last spoke; 0: not since it was opened
  var triesToOpen = 0;
  var reopening = 0;
  var openedAt = 0;
  var wasLost = false;
  var loadedAt = Date.now();
  var fetching = new WeakMap(); // fragment -> {busy, tries, timer, since}

  // --- versions ---

  function shownBy(fragment) {
    var parts = (fragment.getAttribute("data-shown") || "").split(".");
    return parts.length === 2 ? [Number(parts[0]), Number(parts[1])] : [-1, -1];
  }

  function isOld(fragment) {
    var shown = shownBy(fragment);
    if (fragment.hasAttribute("data-old")) return true;
    return !((shown[0] >= newest[0] || fragment.hasAttribute("data-passing")) && shown[1] >= newest[1]);
  }

  function fragments() {
    return Array.prototype.slice.call(document.querySelectorAll("[data-shown][data-fetch]"));
  }

  function want(version, ofBoot) {
    if (ofBoot && ofBoot !== boot) {
      // The program started anew: its passing versions count from 0, so nothing shown can be compared.
      boot = ofBoot;
      newest = [0, 0];
      fragments().forEach(function (one) { one.setAttribute("data-old", ""); });
    }
    if (version) newest = [Math.max(newest[0], version[0]), Math.max(newest[1], version[1])];
    catchUp();
  }

  function catchUp() {
    fragments().forEach(function (one) { if (isOld(one)) fetchAnew(one); });
    showState();
  }

  function stateOf(fragment) {
    if (!fetching.has(fragment)) fetching.set(fragment, { busy: false, tries: 0, timer: 0, since: 0 });
    return fetching.get(fragment);
  }

  function fetchAnew(fragment) {
    var state = stateOf(fragment);
    if (!state.since) state.since = Date.now();
    if (state.busy || state.timer || isAway) return;
    state.busy = true;
    var before = hidings;
    var stop = window.AbortController ? new AbortController() : null;
    var late = window.setTimeout(function () {
      if (stop) stop.abort();
      done(false);
    }, FETCH_MS);
    var answered = false;

    function done(ok) {
      if (answered) return;
      answered = true;
      window.clearTimeout(late);
      state.busy = false;
      if (!fragment.isConnected) return;
      if (ok) {
        state.tries = 0;
        state.since = 0;
        if (isOld(fragment)) fetchAnew(fragment);
      } else {
        state.tries += 1;
        state.timer = window.setTimeout(function () {
          state.timer = 0;
          if (fragment.isConnected && isOld(fragment)) fetchAnew(fragment);
        }, Math.min(4000, 200 * Math.pow(2, state.tries)) * (0.75 + Math.random() / 2));
      }
      showState();
    }

    window.fetch(fragment.getAttribute("data-fetch"), {
      credentials: "same-origin",
      cache: "no-store",
      signal: stop ? stop.signal : undefined
    }).then(function (response) {
      if (response.redirected || [403, 404, 410].indexOf(response.status) >= 0) {
        startOver();
        throw new Error("put out");
      }
      if (!response.ok) throw new Error(String(response.status));
      return response.text();
    }).then(function (text) {
      whenFree(function () {
        // What was fetched before a hand was turned down may show it.
        var isLate = isAway || before !== hidings;
        if (!answered) done(!isLate && fragment.isConnected && swap(fragment, text));
      });
    }).catch(function () { done(false); });
  }

  // The device lost its place, or the table is gone: the page itself knows what to show then.
  function startOver() {
    if (Date.now() - loadedAt > 2000) window.location.reload();
  }

  function showState() {
    var now = Date.now();
    var late = fragments().some(function (one) {
      var state = fetching.get(one);
      return isOld(one) && state && state.since && now - state.since > STALE_MS;
    });
    // A page that was just loaded is true; it says nothing while its stream opens.
    var lost = !heardAt && (wasLost || now - loadedAt > 2000);
    body.classList.toggle("reconnecting", lost || late);
    body.setAttribute("data-live", heardAt && !late ? "yes" : "no");
  }

  // --- nothing moves under a finger ---

  // A button that is moved, replaced or pushed away between the touch and the click that comes of it gets no
  // click. So what would change the page waits until the finger is up and its click was dealt with. A form
  // that is pressed again as its answer comes in is sent once more as it was, under the same request id, and
  // happens once.
  var CLICK_MS = 350; // some browsers take so long to make a click of a touch
  var PRESS_MS = 2500; // a finger that rests, or that went up unnoticed
  var isPressed = false;
  var releasing = 0;
  var held = [];

  function whenFree(job) {
    if (isPressed) held.push(job);
    else job();
  }

  function releaseAfter(ms) {
    window.clearTimeout(releasing);
    releasing = window.setTimeout(release, ms);
  }

  function release() {
    isPressed = false;
    var jobs = held;
    held = [];
    jobs.forEach(function (job) { job(); });
  }

  document.addEventListener("pointerdown", function () {
    isPressed = true;
    releaseAfter(PRESS_MS);
  }, true);
  [["pointerup", CLICK_MS], ["pointercancel", 0], ["click", 0]].forEach(function (one) {
    document.addEventListener(one[0], function () { if (isPressed) releaseAfter(one[1]); }, true);
  });

  // --- putting a fetched fragment in place, without wiping what somebody is doing there ---

  function swap(fragment, text) {
    var holder = document.createElement("template");
    holder.innerHTML = text;
    var fresh = holder.content.querySelector("[data-shown]");
    if (!fresh) return false;
    if (fresh.hasAttribute("data-covered") || fragment.hasAttribute("data-hidden-now")) {
      lay(fragment, fresh);
      return true;
    }
    var active = document.activeElement;
    var told = Array.prototype.slice.call(fragment.querySelectorAll(".said[data-keep]"));
    window.companionMorph(fragment, fresh);
    told.forEach(function (slot) { keepTold(fragment, slot); });
    fragment.removeAttribute("data-old");
    watchHand(fragment);
    if (active && active !== document.activeElement && active.isConnected && fragment.contains(active)) {
      active.focus({ preventScroll: true });
    }
    if (window.htmx) window.htmx.process(fragment);
    document.dispatchEvent(new CustomEvent("companion:shown", { detail: fragment }));
    return true;
  }

  // A hand that is turned over keeps nothing of its other side.
  function lay(fragment, fresh) {
    fragment.parentNode.replaceChild(fresh, fragment);
    watchHand(fresh);
    if (window.htmx) window.htmx.process(fresh);
    document.dispatchEvent(new CustomEvent("companion:shown", { detail: fresh }));
    showState();
  }

  // --- a hand that lies open on a shared device until its time is up, whether the line lives or not ---

  var hideAt = 0; // when; 0: nothing lies open
  var hidings = 0; // how often a hand was turned down here
  var isAway = false; // the page was left; it may come back out of the browser's cache

  function watchHand(fragment) {
    if (fragment.hasAttribute("data-covered")) hideAt = 0;
    else if (fragment.hasAttribute("data-hide-in") && !hideAt) {
      hideAt = Date.now() + 1000 * Number(fragment.getAttribute("data-hide-in"));
      window.setTimeout(hideInTime, hideAt - Date.now() + 50);
    }
  }

  function hideInTime() {
    if (hideAt && Date.now() >= hideAt) hideHand();
  }

  // "20 seconds more" must not wipe a form that is half filled in: the page stays, only its time is longer.
  document.addEventListener("submit", function (event) {
    var form = event.target;
    var hand = form.hasAttribute("data-longer") && form.closest("[data-hide-in]");
    if (!hand) return;
    event.preventDefault();
    var body = "seat=" + encodeURIComponent(form.elements.seat.value);
    var headers = { "Content-Type": "application/x-www-form-urlencoded" };
    var asked = { method: "POST", credentials: "same-origin", redirect: "manual", headers: headers, body: body };
    window.fetch(form.action, asked).then(function (response) {
      if (!response.ok && response.type !== "opaqueredirect") throw new Error(String(response.status));
      if (!hideAt || !hand.isConnected) return;
      hideAt = Date.now() + 1000 * Number(form.getAttribute("data-longer"));
      window.setTimeout(hideInTime, hideAt - Date.now() + 50);
      runAnew(hand, /open-for-\d+/, "open-for-" + form.getAttribute("data-longer"));
      runAnew(hand.querySelector(".peek-bar"), /(longer )?last-\d+/, "longer last-" + form.getAttribute("data-longer"));
    }).catch(function () { form.submit(); });
  });

  function runAnew(element, old, fresh) {
    var name = element.getAttribute("class").replace(old, fresh);
    element.setAttribute("class", name.replace("open-hand", "").replace("peek-bar", ""));
    element.getBoundingClientRect(); // an animation starts anew only once it was seen to be gone
    element.setAttribute("class", name);
  }

  // A page that is left may come back out of the browser's cache: it takes nothing private along.
  function hideHand() {
    hideAt = 0;
    hidings += 1;
    Array.prototype.forEach.call(document.querySelectorAll("[data-hide-in]"), function (hand) {
      var words = document.createElement("h1");
      words.textContent = hand.getAttribute("data-hidden");
      hand.innerHTML = "";
      hand.appendChild(words);
      hand.className = "live hand cover";
      ["data-hide-in", "data-hidden"].forEach(function (name) { hand.removeAttribute(name); });
      hand.setAttribute("data-hidden-now", "");
      hand.setAttribute("data-old", "");
    });
    catchUp();
  }

  // A refusal whose form is gone by now: it stands on top, with its "allow anyway".
  function keepTold(fragment, slot) {
    var form = slot.previousElementSibling;
    var top = fragment.querySelector(".said-above");
    if (!top || slot === top || (slot.isConnected && form && !form.classList.contains("said"))) return;
    top.innerHTML = "";
    while (slot.firstChild) top.appendChild(slot.firstChild);
    if (slot.parentNode) slot.parentNode.removeChild(slot);
    keepForReading(top);
    if (top.scrollIntoView) top.scrollIntoView({ block: "nearest" });
  }

  function keepForReading(slot) {
    slot.setAttribute("data-keep", "");
    window.setTimeout(function () { slot.removeAttribute("data-keep"); }, READING_MS);
  }

  // --- the stream ---

  function open() {
    shut();
    if (document.visibilityState === "hidden") return;
    heardAt = 0;
    openedAt = Date.now();
    source = new EventSource(streamUrl + (streamUrl.indexOf("?") < 0 ? "?" : "&") + "tab=" + tab);
    ["hello", "update", "notice", "heartbeat"].forEach(function (name) {
      source.addEventListener(name, function (event) {
        if (event.target !== source) return;
        heard(name, JSON.parse(event.data));
      });
    });
    source.onerror = function (event) {
      if (event.target !== source) return;
      heardAt = 0;
      wasLost = true;
      showState();
      // A browser tries a cut line again by itself, but gives up for good when it is answered with an error.
      if (source.readyState === 2) reopenLater();
    };
    showState();
  }

  function shut() {
    window.clearTimeout(reopening);
    reopening = 0;
    if (source) source.close();
    source = null;
    heardAt = 0;
  }

  function reopenLater() {
    shut();
    showState();
    triesToOpen += 1;
    reopening = window.setTimeout(open, Math.min(8000, 500 * Math.pow(2, triesToOpen)) * (0.75 + Math.random() / 2));
  }

  function heard(name, told) {
    heardAt = Date.now();
    wasLost = false;
    triesToOpen = 0;
    want(told.version, told.boot);
    if (name === "notice") show(told);
  }

  function show(notice) {
    body.setAttribute("data-signal", notice.signal);
    window.setTimeout(function () { body.removeAttribute("data-signal"); }, 1000);
    if (notice.text) tell(notice.text, notice.signal, notice.refusal);
    document.dispatchEvent(new CustomEvent("companion:notice", { detail: notice }));
  }

  var telling = 0;

  function tell(text, signal, isRefusal) {
    var place = document.getElementById("heard");
    if (!place) return;
    window.clearTimeout(telling);
    place.textContent = text;
    if (isRefusal && place.hasAttribute("data-rules")) {
      var link = document.createElement("a");
      link.href = place.getAttribute("data-rules");
      link.textContent = place.getAttribute("data-rules-words");
      place.appendChild(link);
    }
    place.setAttribute("data-signal", signal);
    telling = window.setTimeout(function () {
      place.textContent = "";
      place.removeAttribute("data-signal");
    }, NOTICE_MS);
  }

  // A line that died silently never says so: whoever is quiet for too long is gone.
  window.setInterval(function () {
    hideInTime();
    if (document.visibilityState === "hidden") return;
    var silent = heardAt ? Date.now() - heardAt > SILENCE_MS : Date.now() - openedAt > HELLO_MS;
    if (source ? silent : !reopening) {
      wasLost = true;
      open();
    }
    if (wasLost && !heardAt) probe();
    catchUp();
  }, 1000);

  // After a silent hole a browser still sends on connections that are dead, one after the other. Asking several
  // times at once, and giving up soon, makes it drop them and find the line that works again.
  var probing = 0;

  function probe() {
    if (probing >= PROBES || !window.AbortController) return;
    probing += 1;
    var stop = new AbortController();
    var late = window.setTimeout(function () { stop.abort(); }, PROBE_MS);
    window.fetch("/healthz", { cache: "no-store", signal: stop.signal }).then(function (response) {
      if (response.ok && !heardAt && Date.now() - openedAt > 500) open();
    }).catch(function () {}).then(function () {
      window.clearTimeout(late);
      probing -= 1;
    });
  }

  // --- phones that sleep, come back, change networks ---

  document.addEventListener("visibilitychange", function () {
    if (document.visibilityState === "hidden") {
      shut(); // a browser has six connections for all its tabs
    } else {
      hideInTime();
      wasLost = true;
      open();
    }
  });
  window.addEventListener("pageshow", function (event) {
    isAway = false;
    if (!event.persisted) return;
    wasLost = true;
    open();
  });
  window.addEventListener("pagehide", function () {
    isAway = true;
    hideHand();
    shut();
  });
  window.addEventListener("online", open);

  // --- forms ---

  body.addEventListener("shown", function (event) {
    if (event.detail && event.detail.version) want(event.detail.version, "");
  });
  body.addEventListener("htmx:beforeRequest", function (event) {
    if (event.target.nodeName === "FORM") event.target.setAttribute("data-sent", "");
  });
  body.addEventListener("htmx:afterRequest", function (event) {
    var form = event.target;
    if (form.nodeName !== "FORM" || !event.detail.successful) return;
    // Answered "not stored yet": the act may still happen, so the id stays the one it has.
    if (event.detail.xhr.getResponseHeader("X-Unsent")) return;
    var slot = event.detail.target;
    whenFree(function () { spend(form, slot); });
  });
  body.addEventListener("htmx:beforeSwap", function (event) {
    var slot = event.detail.target;
    if (!isPressed || !slot || !slot.classList.contains("said")) return;
    event.detail.shouldSwap = false;
    whenFree(function () {
      slot.innerHTML = event.detail.serverResponse;
      if (window.htmx) window.htmx.process(slot);
      if (slot.textContent.trim()) keepForReading(slot);
    });
  });
  body.addEventListener("htmx:afterSwap", function (event) {
    var slot = event.detail.target;
    if (!slot || !slot.classList.contains("said") || !slot.textContent.trim()) return;
    keepForReading(slot);
  });

  // A form's request id is spent. A refusal keeps what was typed; an act that was done starts from empty.
  function spend(form, slot) {
    form.removeAttribute("data-sent");
    var id = form.querySelector('input[type="hidden"][name="id"]');
    if (id && form.isConnected) id.value = freshId();
    if (slot && !slot.textContent.trim()) {
      form.reset();
      var fold = form.closest("details");
      if (fold) {
        var isWithin = fold.contains(document.activeElement);
        fold.open = false;
        if (isWithin) fold.querySelector("summary").focus({ preventScroll: true }); // the keyboard goes on from there
      }
    }
    catchUp();
  }

  ["htmx:sendError", "htmx:timeout"].forEach(function (name) {
    body.addEventListener(name, function () { tell(body.getAttribute("data-unsent") || "", "refused"); });
  });

  function freshId() {
    // crypto.randomUUID is for secure pages only; getRandomValues is for all.
    var bytes = new Uint8Array(9);
    window.crypto.getRandomValues(bytes);
    return Array.prototype.map.call(bytes, function (one) { return ("0" + one.toString(16)).slice(-2); }).join("");
  }

  Array.prototype.forEach.call(document.querySelectorAll(".said"), function (slot) {
    if (slot.textContent.trim()) keepForReading(slot);
  });
  fragments().forEach(watchHand);
  open();
})();
