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

  document.addEventListener("companion:shown", dress);
  dress();
})();
