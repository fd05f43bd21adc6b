// Makes what stands on a page what a fetched fragment says, and leaves alone what belongs to the person: an opened
// fold, a typed value, a form on its way, a refusal that is being read. `companionMorph(old, fresh)`.
(function () {
  "use strict";

  function keyOf(node) {
    if (node.nodeType !== 1) return "";
    if (node.id) return node.nodeName + "#" + node.id;
    // A refusal belongs to the form before it and to no other.
    var before = node.classList.contains("said") && node.previousElementSibling;
    return before && before.id ? "said of " + before.id : "";
  }

  function fits(old, fresh) {
    return old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName && keyOf(old) === keyOf(fresh);
  }

  function morph(old, fresh) {
    if (old.nodeType !== 1) {
      if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
      return;
    }
    if (old.isEqualNode(fresh)) return;
    var kept = keptAttributes(old);
    Array.prototype.slice.call(old.attributes).forEach(function (one) {
      if (!fresh.hasAttribute(one.name) && kept.indexOf(one.name) < 0) old.removeAttribute(one.name);
    });
    Array.prototype.slice.call(fresh.attributes).forEach(function (one) {
      if (old.getAttribute(one.name) !== one.value && kept.indexOf(one.name) < 0) {
        old.setAttribute(one.name, one.value);
      }
    });
    if (old.nodeName === "TEXTAREA") {
      if (old.value === old.defaultValue && old.defaultValue !== fresh.defaultValue) {
        old.value = old.defaultValue = fresh.defaultValue;
      }
      return;
    }
    if (old.nodeName === "INPUT" && !isTouched(old)) {
      if (old.type === "radio" || old.type === "checkbox") old.checked = old.defaultChecked;
      else if (old.value !== old.defaultValue) old.value = old.defaultValue;
    }
    if (old.nodeName === "SELECT" && isTouched(old)) return;
    if (old.hasAttribute("data-keep")) return;
    morphChildren(old, fresh);
  }

  // What belongs to the person and not to the server: an opened fold, a typed value, a form on its way.
  function keptAttributes(element) {
    switch (element.nodeName) {
      case "DETAILS": return ["open"];
      case "DIALOG": return ["open"];
      case "FORM": return ["data-sent"];
      case "INPUT": return isTouched(element) ? ["value", "checked"] : [];
      default:
        // Its time runs from when it was opened; a class with less time left would end it too early.
        if (element.hasAttribute("data-hide-in")) return ["class", "data-hide-in"];
        return element.hasAttribute("data-keep") ? ["data-keep", "class", "hidden"] : [];
    }
  }

  function isTouched(field) {
    // A form that was sent and not answered keeps its request id: sent again, it must not happen twice.
    if (field.type === "hidden") return field.name === "id" && !!field.form && field.form.hasAttribute("data-sent");
    if (field.type === "radio" || field.type === "checkbox") return field.checked !== field.defaultChecked;
    if (field.nodeName === "SELECT") {
      return field === document.activeElement || Array.prototype.some.call(field.options, function (one) {
        return one.selected && !one.defaultSelected && one.index > 0;
      });
    }
    return field === document.activeElement || field.value !== field.defaultValue;
  }

  function morphChildren(old, fresh) {
    var at = old.firstChild;
    Array.prototype.slice.call(fresh.childNodes).forEach(function (wanted) {
      var match = findMatch(at, wanted);
      if (!match) {
        old.insertBefore(wanted, at);
      } else {
        if (match === at) at = at.nextSibling;
        else old.insertBefore(match, at);
        morph(match, wanted);
      }
    });
    while (at) {
      var next = at.nextSibling;
      if (!(at.nodeType === 1 && at.hasAttribute("data-keep"))) old.removeChild(at);
      at = next;
    }
  }

  // The old node that goes on as *wanted*: by its own name, else by the names within it, else by its place.
  function findMatch(at, wanted) {
    var keyed = keyOf(wanted);
    var within = wanted.nodeType === 1 && !keyed ? namesIn(wanted) : [];
    for (var one = at; one; one = one.nextSibling) {
      if (!fits(one, wanted)) {
        // What stands in between without a name of its own keeps its order.
        if (!keyed && !within.length && one.nodeType === 1 && !keyOf(one) && !namesIn(one).length) return null;
        continue;
      }
      if (keyed || wanted.nodeType !== 1) return one;
      var names = namesIn(one);
      if (within.length ? names.some(function (name) { return within.indexOf(name) >= 0; }) : !names.length) return one;
    }
    return null;
  }

  function namesIn(element) {
    return Array.prototype.map.call(element.querySelectorAll("[id]"), function (one) { return one.id; });
  }

  window.companionMorph = morph;
})();
