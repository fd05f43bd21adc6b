// A double tap is one tap. A server on the same Wi-Fi has answered before the second one comes, so a request id
// alone does not hold it back: the form is a new one by then, or another button lies where it was, perhaps on
// the next page.
(function () {
  "use strict";

  var SAME_MS = 500; // the same form again, by whatever presses it
  var OTHER_MS = 350; // by a finger, whatever lies there now
  var NEAR_PX = 30;
  var KEPT = "companion:sent";
  var sent = null; // the last click that sent a form
  var isTouch = false;

  function pressable(event) {
    return event.target.closest ? event.target.closest("button, summary, a[href], label, input") : null;
  }

  function nameOf(form) {
    return form.id || form;
  }

  function isSecond(event, form) {
    var late = Date.now() - sent.at;
    var isNear = Math.abs(event.clientX - sent.x) < NEAR_PX && Math.abs(event.clientY - sent.y) < NEAR_PX;
    if (!isNear || late < 0) return false;
    return form && nameOf(form) === sent.form ? late < SAME_MS : isTouch && late < OTHER_MS;
  }

  // A browser may keep nothing: then only what happens on one page is known.
  function keep() {
    try {
      window.sessionStorage.setItem(KEPT, JSON.stringify({ at: sent.at, x: sent.x, y: sent.y }));
    } catch (error) {
      return;
    }
  }

  try {
    sent = JSON.parse(window.sessionStorage.getItem(KEPT));
  } catch (error) {
    sent = null;
  }

  document.addEventListener("pointerdown", function (event) {
    isTouch = event.pointerType === "touch";
  }, true);

  document.addEventListener("click", function (event) {
    var pressed = pressable(event);
    if (!pressed) return;
    var form = pressed.nodeName === "BUTTON" && pressed.type === "submit" ? pressed.form : null;
    if (sent && isSecond(event, form)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (form && form.checkValidity()) {
      sent = { at: Date.now(), x: event.clientX, y: event.clientY, form: nameOf(form) };
      keep();
    }
  }, true);
})();
