// Keys for one thumb: amounts are tapped on the page instead of the phone's keyboard, which hides half of it.
(function () {
  "use strict";

  var MOST_DIGITS = 9;
  document.documentElement.classList.add("js");

  // A pad is shown once its script runs, and the phone's own keyboard stays away from its field.
  function dress() {
    Array.prototype.forEach.call(document.querySelectorAll("[data-keypad][hidden]"), function (pad) {
      pad.hidden = false;
      var field = fieldOf(pad);
      if (field && window.matchMedia("(pointer: coarse)").matches) field.setAttribute("inputmode", "none");
    });
  }

  function fieldOf(pad) {
    return pad.parentElement.querySelector("input");
  }

  document.addEventListener("click", function (event) {
    var key = event.target.closest ? event.target.closest("[data-keypad] button") : null;
    if (!key) return;
    var field = fieldOf(key.closest("[data-keypad]"));
    var typed = field.value.replace(/[^0-9]/g, "");
    if (key.hasAttribute("data-add")) {
      typed = String(Number(typed || "0") + Number(key.getAttribute("data-add")));
    } else if (key.getAttribute("data-key") === "clear") {
      typed = "";
    } else if (key.getAttribute("data-key") === "back") {
      typed = typed.slice(0, -1);
    } else {
      typed = (typed + key.getAttribute("data-key")).replace(/^0+(?=[0-9])/, "");
    }
    if (typed.length <= MOST_DIGITS) field.value = typed;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // What is left in the hand, with each digit of an amount that is typed; written as the table writes money.
  function tellChange(line) {
    var field = line.closest("form").elements[line.getAttribute("data-spends")];
    var typed = field.value.replace(/[^0-9]/g, "") || line.getAttribute("data-pays");
    line.hidden = !typed;
    if (!typed) return;
    var after = Number(line.getAttribute("data-before")) - Number(typed);
    var strong = line.querySelector("strong");
    strong.textContent = money(after, line);
    strong.classList.toggle("short", after < 0);
  }

  function money(amount, line) {
    var sign = line.getAttribute("data-sign");
    var digits = String(Math.abs(amount)).replace(/\B(?=(\d{3})+$)/g, line.getAttribute("data-thousands"));
    var written = line.getAttribute("data-place") === "before" || !sign ? sign + digits : digits + "\u00a0" + sign;
    return (amount < 0 ? "\u2212" : "") + written;
  }

  function tellChanges() {
    Array.prototype.forEach.call(document.querySelectorAll("[data-spends]"), tellChange);
  }

  document.addEventListener("input", function (event) {
    var line = event.target.form && event.target.form.querySelector("[data-spends]");
    if (line && event.target.name === line.getAttribute("data-spends")) tellChange(line);
  });

  document.addEventListener("companion:shown", function () { dress(); tellChanges(); });
  dress();
  tellChanges();
})();
