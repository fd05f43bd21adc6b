"""A form as a browser without scripts sends it: what the page shows, and the one button that is pressed."""

from __future__ import annotations

from html.parser import HTMLParser


class PlainForm(HTMLParser):
    """The fields of the first form whose class list holds *wanted*, in their order."""

    def __init__(self, page: str, wanted: str) -> None:
        super().__init__()
        self.fields: list[tuple[str, str]] = []
        self.buttons: list[tuple[str, str]] = []
        self._wanted, self._inside, self._select = wanted, False, ""
        self._options: list[tuple[str, bool]] = []
        self.feed(page)

    def sent(self, button: str = "", value: str = "", **typed: str) -> dict[str, list[str]]:
        """What is posted when a button is pressed, by default one without a name, and these are typed."""
        assert not button or (button, value) in self.buttons, (button, value, self.buttons)
        form: dict[str, list[str]] = {}
        for name, shown in self.fields:
            form.setdefault(name, []).append(shown)
        form.update({name: [text] for name, text in typed.items()})
        if button:
            form.setdefault(button, []).append(value)
        return form

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = self._wanted in has.get("class", "").split()
        if not self._inside:
            return
        name, value = has.get("name", ""), has.get("value", "")
        if tag == "input" and name and (has.get("type") not in ("radio", "checkbox") or "checked" in has):
            self.fields.append((name, value))
        elif tag == "button" and has.get("type", "submit") == "submit":
            self.buttons.append((name, value))
        elif tag == "select":
            self._select, self._options = name, []
        elif tag == "option":
            self._options.append((value, "selected" in has))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False
        elif tag == "select" and self._inside:
            chosen = [value for value, selected in self._options if selected]
            self.fields.append((self._select, (chosen or [self._options[0][0]])[0]))
