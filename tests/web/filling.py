"""People at their phones: a command is said by finding the form that sends it and filling it in."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

from companion.core.seats import Role
from companion.table.table import Table
from tests.web.house import House, Phone

_ENVELOPE = frozenset({"do", "by", "for", "override", "id"})
_MAY_BE_NAMED = frozenset({"number", "trade", "deed", "value", "from", "option", "source"})
"""What a form may say besides: a command may leave it out while there is but one."""


@dataclass
class Control:
    """Something to fill in. *values* None: whatever is typed. *many*: several of them; *times*: how often."""

    values: list[str] | None = None
    required: bool = False
    many: bool = False
    times: int = 0


@dataclass
class HtmlForm:
    """A form as a browser knows it."""

    action: str
    method: str
    hidden: dict[str, str] = field(default_factory=dict)
    controls: dict[str, Control] = field(default_factory=dict)

    @property
    def act(self) -> dict[str, Any] | None:
        """The command that it sends, as far as it is fixed."""
        return json.loads(self.hidden["act"]) if "act" in self.hidden else None


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[HtmlForm] = []
        self._form: HtmlForm | None = None
        self._select: Control | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        got = {key: value or "" for key, value in attrs}
        if tag == "form":
            self._form = HtmlForm(got.get("action", ""), got.get("method", "get"))
            self.forms.append(self._form)
        elif self._form is None:
            return
        elif tag == "option" and self._select is not None:
            assert self._select.values is not None
            self._select.values.append(got.get("value", ""))
        elif tag in ("input", "button", "select", "textarea") and got.get("name"):
            self._control(self._form, tag, got)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None

    def _control(self, form: HtmlForm, tag: str, got: Mapping[str, str]) -> None:
        name, kind = got["name"], got.get("type", "")
        if kind == "hidden":
            form.hidden[name] = got.get("value", "")
            return
        control = form.controls.setdefault(name, Control())
        control.required = control.required or "required" in got
        control.times += 1
        if tag == "select":
            control.values = control.values if control.times > 1 and control.values else []
            control.many = "multiple" in got
            self._select = control
        elif kind in ("radio", "checkbox") or tag == "button":
            if control.times == 1:
                control.values = []
            if control.values is not None:
                control.values.append(got.get("value", ""))
            control.many = kind == "checkbox"


def read_forms(html: str, named: str = "") -> list[HtmlForm]:
    """The forms of a page; only those that have the text *named* in them, which is quicker."""
    reader = _Reader()
    for part in html.split("<form ")[1:]:
        form = "<form " + part.partition("</form>")[0]
        if named in form:
            reader.feed(f"{form}</form>")
    return reader.forms


def fill(form: HtmlForm, said: Mapping[str, object]) -> list[tuple[str, str]] | None:
    """What a browser sends when *form* says the command *said*, None when it cannot."""
    act = form.act
    if act is None and form.method == "get" and form.action.rsplit("/", 2)[-2] == said["do"]:
        act = {}
    elif act is None or any(act.get(key) != said.get(key) for key in ("do", "by", "for")):
        return None
    wanted = {key: value for key, value in said.items() if key not in _ENVELOPE}
    if wanted.setdefault("source", "typed") == "typed":
        del wanted["source"]
    if act.get("source", "typed") != said.get("source", "typed"):
        return None  # the program would throw, or nobody
    fixed = {key: value for key, value in act.items() if key not in _ENVELOPE}
    filled: list[tuple[str, str]] = []
    if said.get("override"):
        if "override" not in form.controls:
            return None
        filled.append(("override", "1"))
    for key, value in wanted.items():
        known = key in fixed and fixed[key] == value
        if not known and not _fill_field(form, key, value, fixed.get(key), filled):
            return None
    if any(key not in wanted and key not in _MAY_BE_NAMED for key in fixed):
        return None
    named = {name for name, _ in filled}
    if any(control.required and name not in named for name, control in form.controls.items()):
        return None
    return [*form.hidden.items(), *filled]


def _fill_field(
    form: HtmlForm, path: str, value: object, fixed: object, filled: list[tuple[str, str]]
) -> bool:
    if fixed is not None and fixed == value:
        return True
    if isinstance(value, dict) and (fixed is None or isinstance(fixed, dict)):
        started = fixed if isinstance(fixed, dict) else {}
        if not any(name[2:].startswith(f"{path}.") for name in form.controls):
            return _fill_one(form, path, value, filled)
        if any(key not in value for key in started):
            return False
        return all(
            _fill_field(form, f"{path}.{key}", part, started.get(key), filled) for key, part in value.items()
        )
    return _fill_one(form, path, value, filled)


def _fill_one(form: HtmlForm, path: str, value: object, filled: list[tuple[str, str]]) -> bool:
    for kind in "ntdclw":
        control = form.controls.get(f"{kind}.{path}")
        texts = control and _texts(kind, value, control)
        if texts:
            filled += [(f"{kind}.{path}", text) for text in texts]
            return True
    return value in ([], {}) and f"l.{path}" in form.controls


def _texts(kind: str, value: object, control: Control) -> list[str] | None:
    """What is sent for one field, None when the control cannot say it."""
    match kind, value:
        case "n", int() if not isinstance(value, bool):
            texts = [str(value)]
        case "t", str():
            texts = [value]
        case "d", [*pips]:
            if control.values and "," in control.values[0]:
                texts = [",".join(str(one) for one in sorted(int(str(one)) for one in pips))]
            elif len(pips) > 1 and len(pips) != control.times:
                return None
            else:
                texts = [str(one) for one in pips]
        case "l", [*parts]:
            if not control.many and len(parts) > control.times:
                return None
            return _listed(parts, control)
        case "c", _:
            return _listed([value], control)
        case "w", _:
            return [value if isinstance(value, str) else json.dumps(value)]
        case _:
            return None
    return texts if control.values is None or all(text in control.values for text in texts) else None


def _listed(values: list[Any], control: Control) -> list[str] | None:
    """The JSON texts of *values* as the control has them; typed JSON where it has no list."""
    if control.values is None:
        return [json.dumps(value) for value in values]
    known = {json.dumps(json.loads(text), sort_keys=True): text for text in control.values if text}
    texts = [known.get(json.dumps(value, sort_keys=True)) for value in values]
    return [text for text in texts if text] if all(texts) else None


class People:
    """A table whose players have a phone each, and whose banker has one without a seat."""

    def __init__(self, house: House, table: Table) -> None:
        self.table = table
        self.phones = {
            name: house.device(table, seat) for seat, name in enumerate(table.session.setup.players)
        }
        self.banker = house.device(table, banker=True)
        self.screen = house.device(table, screen=True)

    def say(self, said: Mapping[str, object]) -> str | None:
        """Send a command by a form; returns the page it stood on, None when there is none.

        Raises AssertionError when the form was refused.
        """
        for phone, page in self._pages(said):
            html = phone.get(page).get_data(as_text=True)
            for form in read_forms(html, str(said["do"])):
                sent = fill(form, said)
                if sent is None:
                    continue
                if form.method == "get":
                    form = read_forms(phone.get(f"{form.action}?{urlencode(sent)}").get_data(as_text=True))[
                        -1
                    ]
                    again = fill(form, said)
                    assert again is not None, f"{said} at {form.action}"
                    sent = again
                self._send(phone, form.action, sent, said)
                return page.partition(self.table.id)[2]
        return self._arrange(said)

    def _send(self, phone: Phone, path: str, sent: list[tuple[str, str]], said: object) -> None:
        before = self.table.session.number
        form: dict[str, list[str]] = {}
        for name, text in sent:
            form.setdefault(name, []).append(text)
        answer = phone.post(path, form)
        where = answer.headers.get("Location", "")
        refused = phone.get(where).get_data(as_text=True) if self.table.session.number == before else ""
        at = refused.find('class="notice')
        assert self.table.session.number > before, f"{said}: {answer.status} {refused[at : at + 300]}"

    def _pages(self, said: Mapping[str, object]) -> Iterator[tuple[Phone, str]]:
        here, by, acts_for = f"/t/{self.table.id}/", said["by"], said.get("for")
        seats = self.table.session.state.seats
        if by == Role.BANKER.value:
            phone = self.banker
            if acts_for is not None:
                yield phone, f"{here}banker?for={seats.find(str(acts_for))}"
            else:
                yield phone, f"{here}banker"
        elif by == Role.TABLE.value:
            phone = self.screen
            yield phone, f"{here}table"
        else:
            phone = self.phones[str(by)]
            yield phone, here
        actor = seats.find(str(acts_for or by))
        if said["do"] == "offer":
            yield phone, f"{here}trade?seat={actor}&to={seats.find(str(said['to']))}"
        if said["do"] in ("undo", "redo", "reverse"):
            yield phone, f"{here}history"
        if by == Role.BANKER.value:
            asked = {"do": said["do"]} if acts_for is None else {"for": actor, "do": said["do"]}
            yield phone, f"{here}enter?{urlencode(asked)}"

    def _arrange(self, said: Mapping[str, object]) -> str | None:
        """The forms of the banker that are no single command: rules, the table as it lies."""
        page = {"options": "rules", "arrange": "arrange"}.get(str(said["do"]))
        wanted = said.get("set")
        if page is None or said["by"] != Role.BANKER.value or not isinstance(wanted, dict):
            return None
        path = f"/t/{self.table.id}/{page}"
        for form in read_forms(self.banker.get(path).get_data(as_text=True)):
            if form.action.endswith(page):
                sent = dict(form.hidden)
                found = _paths(form, wanted, []) if page == "arrange" else _options(wanted)
                for name, value in found:
                    control = form.controls.get(name)
                    if control is None or (control.values is not None and value not in control.values):
                        return None
                    sent[name] = value
                self._send(self.banker, path, list(sent.items()), said)
                return f"/{page}"
        return None


def _options(wanted: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for name, value in wanted.items():
        yield f"o.{name}", json.dumps(value)


def _paths(form: HtmlForm, part: Mapping[str, object], path: list[str]) -> Iterator[tuple[str, str]]:
    """The fields of the table as it lies. What has parts is taken away by one of them."""
    for key, value in part.items():
        here = [*path, key]
        name = "a." + json.dumps(here)
        parts = [one for one in form.controls if one.startswith(name[:-1] + ", ")]
        if isinstance(value, dict):
            yield from _paths(form, value, here)
        elif value is None and name not in form.controls and parts:
            choice = next((one for one in parts if form.controls[one].values is not None), parts[0])
            yield choice, "-" if form.controls[choice].values is None else "null"
        else:
            control = form.controls.get(name)
            typed = control is not None and control.values is None
            if typed and value is None:
                yield name, "-"
            else:
                yield name, value if typed and isinstance(value, str) else json.dumps(value)
