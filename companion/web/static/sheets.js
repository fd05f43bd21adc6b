// The fields of the rules follow the chosen rule sheet, but for those that somebody has changed.
(function () {
  "use strict";

  var sheets = document.querySelector("[data-sheets]");
  if (!sheets) return;
  var form = sheets.closest("form");
  var printed = JSON.parse(sheets.getAttribute("data-printed"));
  var shown = sets();

  sheets.addEventListener("change", function () {
    var now = sets();
    Object.keys(now).forEach(function (name) {
      var field = form.elements["o." + name];
      if (field && field.value === shown[name]) field.value = now[name];
    });
    shown = now;
    form.elements.rules_of.value = form.elements.sheet.value;
  });

  function sets() {
    var chosen = form.querySelector("input[name=sheet]:checked");
    return Object.assign({}, printed, chosen ? JSON.parse(chosen.getAttribute("data-sets")) : {});
  }
})();
