// Seats in order: names are tapped in turn, places swapped by dragging one mark onto another or tapping both.
(function () {
  "use strict";

  var table = document.querySelector("[data-seating]");
  if (!table) return;
  var form = table.closest("form");
  var places = Array.prototype.slice.call(table.querySelectorAll("[data-place]"));
  var shapes = table.getAttribute("data-shapes").split(" | ");
  var status = form.querySelector("[data-moved]");
  var held = null; // the place that was tapped and waits for another one
  var drag = null;
  var dropped = false; // the click that ends a drag is no tap

  function nameOf(place) {
    return place.querySelector("input[name=name]");
  }

  function markOf(place) {
    return place.querySelector("select[name=mark]");
  }

  function handleOf(place) {
    return place.querySelector("[data-handle]");
  }

  function swap(one, other) {
    [nameOf, markOf].forEach(function (field) {
      var kept = field(one).value;
      field(one).value = field(other).value;
      field(other).value = kept;
    });
    status.textContent = table.getAttribute("data-swapped");
    show();
  }

  function hold(place) {
    if (held) handleOf(held).setAttribute("aria-pressed", "false");
    held = place;
    if (!place) return;
    handleOf(place).setAttribute("aria-pressed", "true");
    status.textContent = table.getAttribute("data-swapping");
  }

  function seated(name) {
    return places.filter(function (place) {
      return nameOf(place).value.trim() === name;
    })[0];
  }

  // The marks as the server will give them: the chosen ones, else that of the place, else the first free one.
  function show() {
    var marks = places.map(function (place) {
      return nameOf(place).value.trim() && markOf(place).value ? Number(markOf(place).value) : null;
    });
    var chosen = marks.slice();
    [true, false].forEach(function (own) {
      marks.forEach(function (mark, at) {
        for (var piece = 0; marks[at] === null && piece < shapes.length; piece += 1) {
          if ((!own || piece === at) && marks.indexOf(piece) < 0) marks[at] = piece;
        }
      });
    });
    places.forEach(function (place, at) {
      var drawn = handleOf(place).querySelector("svg");
      drawn.setAttribute("class", "mark tone-" + marks[at]);
      drawn.querySelector("path").setAttribute("d", shapes[marks[at]]);
      drawn.querySelector("text").setAttribute("y", { 2: 19.5, 9: 13 }[marks[at]] || 16.5);
      Array.prototype.forEach.call(markOf(place).options, function (option) {
        option.disabled = option.value !== "" && !option.selected && chosen.indexOf(Number(option.value)) >= 0;
      });
    });
    Array.prototype.forEach.call(form.querySelectorAll("button[name=add]"), function (chip) {
      chip.setAttribute("aria-pressed", seated(chip.value) ? "true" : "false");
    });
  }

  function seat(name) {
    var there = seated(name);
    var free = there || places.filter(function (place) {
      return !nameOf(place).value.trim();
    })[0];
    if (free) nameOf(free).value = there ? "" : name;
  }

  form.addEventListener("click", function (event) {
    var button = event.target.closest("button");
    if (!button) return;
    if (button.hasAttribute("data-handle")) {
      var place = button.closest("[data-place]");
      if (dropped && event.detail) return;
      if (held && held !== place) {
        swap(held, place);
        hold(null);
      } else {
        hold(held ? null : place);
      }
      return;
    }
    if (["add", "again", "earlier"].indexOf(button.name) < 0) return;
    event.preventDefault();
    if (button.name === "earlier") {
      var at = places.indexOf(button.closest("[data-place]"));
      swap(places[at], places[at - 1]);
      handleOf(places[at - 1]).focus();
    } else if (button.name === "add") {
      seat(button.value);
    } else {
      places.forEach(function (one) {
        nameOf(one).value = "";
      });
      Array.prototype.forEach.call(form.querySelectorAll("button[name=add]"), function (chip) {
        seat(chip.value);
      });
    }
    show();
  });

  table.addEventListener("pointerdown", function (event) {
    var handle = event.target.closest("[data-handle]");
    dropped = false;
    if (!handle || event.button) return;
    drag = { handle: handle, from: handle.closest("[data-place]"), x: event.clientX, y: event.clientY, over: null };
    handle.setPointerCapture(event.pointerId);
  });

  table.addEventListener("pointermove", function (event) {
    if (!drag) return;
    var right = event.clientX - drag.x;
    var down = event.clientY - drag.y;
    if (!dropped && Math.abs(right) + Math.abs(down) < 10) return;
    dropped = true;
    drag.handle.classList.add("dragged");
    drag.handle.style.transform = "translate(" + right + "px," + down + "px)";
    var under = document.elementFromPoint(event.clientX, event.clientY);
    aim(under ? under.closest("[data-place]") : null);
  });

  function aim(place) {
    if (drag.over) drag.over.classList.remove("aimed");
    drag.over = place === drag.from ? null : place;
    if (drag.over) drag.over.classList.add("aimed");
  }

  function letGo(event) {
    if (!drag) return;
    var over = event.type === "pointerup" ? drag.over : null;
    aim(null);
    drag.handle.classList.remove("dragged");
    drag.handle.style.transform = "";
    if (over) {
      hold(null);
      swap(drag.from, over);
    }
    drag = null;
  }
  table.addEventListener("pointerup", letGo);
  table.addEventListener("pointercancel", letGo);
  form.addEventListener("input", show);

  places.forEach(function (place) {
    handleOf(place).disabled = false;
    handleOf(place).setAttribute("aria-pressed", "false");
  });
  show();
})();
