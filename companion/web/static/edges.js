// Tells on the edge of the page that a turn began: on a phone its own player's, on the table screen anybody's.
//
// In the page:  <div data-turn="WHOSE"> in a fragment; empty where it is nobody's, on a phone also where it is
//               somebody else's
// On the body:  data-edge="turn" for a while
(function () {
  "use strict";

  var SHOWN_MS = 2500;
  var shown = turnNow();
  var ending = 0;

  document.addEventListener("companion:shown", function () {
    var now = turnNow();
    if (now === shown) return;
    shown = now;
    window.clearTimeout(ending);
    if (now) {
      document.body.setAttribute("data-edge", "turn");
      ending = window.setTimeout(clear, SHOWN_MS);
    } else {
      clear();
    }
  });

  function turnNow() {
    var marked = document.querySelector("[data-turn]");
    return marked ? marked.getAttribute("data-turn") : "";
  }

  function clear() {
    document.body.removeAttribute("data-edge");
  }
})();
