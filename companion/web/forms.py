"""Prompts as forms: what a person fills in, tap by tap, until the act can be sent."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from companion.core.message import Ask, Prompt
from companion.core.seats import Seat
from companion.web.chips import Chip, act_chip, value_chip
from companion.web.text import Words

_QUESTION_MARKS = "?;\u037e"
"""Greek asks with a semicolon."""
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_QUICK = 5
_LONG = 14
_PREFIX = {
    "amount": "n",
    "number": "n",
    "dice": "d",
    "seat": "t",
    "account": "t",
    "text": "t",
    "choice": "c",
    "choices": "l",
}

GROUPS: Mapping[str, str] = {
    "transfer": "money",
    "request": "money",
    "collect": "money",
    "offer": "trade",
    "build": "deeds",
    "sell_building": "deeds",
    "mortgage": "deeds",
    "lift": "deeds",
    "demand": "rents",
    "leave": "leave",
}
"""Under which heading an act stands that nobody waits for; the others stand under "now"."""

ORDER = ("now", "rents", "deeds", "money", "trade", "leave")

_PROMPTLY = frozenset({"demand"})
"""Acts that the table does not wait for but that lapse: without anything to fill in they stand in front."""

_TOGETHER = 3
"""So many acts of one verb are shown as one bundle."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing to tap: what is sent, what is read, and the seat or dice it shows."""

    value: str
    words: str
    seat: Seat | None = None
    dice: tuple[int, ...] = ()
    chip: Chip | None = None


@dataclass(frozen=True, slots=True)
class Input:
    """Something to fill in. *picks* are tapped; without any it is typed. *quick* are usual amounts.

    They are added up like notes; of a bid (*exact*) each is sent with one tap. *rows* are the picks of a
    throw as they are laid out, *count* how many dice or choices are named,
    *each* what every one of them is for, *none* what leaving it open means.
    """

    name: str
    kind: str
    label: str
    least: int | None = None
    most: int | None = None
    optional: bool = False
    picks: tuple[Pick, ...] = ()
    quick: tuple[int, ...] = ()
    rows: tuple[tuple[Pick, ...], ...] = ()
    count: int = 1
    exact: bool = False
    none: str = ""
    each: tuple[str, ...] = ()

    @property
    def long(self) -> bool:
        """Too many picks to tap: the phone's own list is easier."""
        return self.kind != "dice" and len(self.picks) > _LONG


@dataclass(frozen=True, slots=True)
class Form:
    """One act as a form. *key* stays the same while the act does; *id* is fresh in every page.

    A *tap* form has one input whose picks send it. *before* and *after* are the balance when money leaves
    the hand, None when none does; *spends* names the field of an amount that is still to be filled in.
    *confirm* is what to think over before the button that does it, *warning* what else comes of it.
    *shown_by* is the page that first shows what a form would do, a GET.
    """

    key: str
    id: str
    act: str
    words: str
    inputs: tuple[Input, ...] = ()
    waits: bool = False
    pays: int | None = None
    before: int | None = None
    after: int | None = None
    spends: str = ""
    group: str = "now"
    tap: bool = False
    do: str = ""
    chip: Chip | None = None
    confirm: str = ""
    shown_by: str = ""
    warning: str = ""

    @property
    def asks(self) -> bool:
        """Whether its words are a question, which is no name for the button that answers it."""
        return any(sign in self.words for sign in _QUESTION_MARKS)

    @property
    def plain(self) -> bool:
        """Nothing to fill in and nothing to confirm: one button."""
        return not self.inputs and self.pays is None and not self.confirm


def prompt_form(prompt: Prompt, by: Mapping[str, object], words: Words, balance: int) -> Form:
    """A prompt's form. *by* says whose act it is: {"by": NAME}, or the banker's {"by", "for"}."""
    act = {**prompt.act, **by}
    pays = prompt.pays
    do = str(prompt.act.get("do"))
    inputs = tuple(_input(ask, words, do) for ask in prompt.ask)
    spends = _spent(inputs) if pays is not None or do == "transfer" else ""
    if do == "bid":
        inputs = tuple(_bid(one) for one in inputs)
    return Form(
        key=form_key(act, prompt.message.id),
        id=fresh_id(),
        act=json.dumps(act, ensure_ascii=False, sort_keys=True),
        words=words.say(prompt.message),
        inputs=inputs,
        waits=is_prompt(prompt),
        pays=pays,
        before=balance if spends or pays is not None else None,
        after=None if pays is None else balance - pays,
        spends=spends,
        group=GROUPS.get(do, "now"),
        tap=pays is None and len(inputs) == 1 and _is_tapped(inputs[0]),
        do=do,
        chip=act_chip(prompt.act),
        confirm=words.maybe(f"confirm.{do}"),
        warning="" if prompt.warns is None else words.say(prompt.warns),
    )


@dataclass(frozen=True, slots=True)
class Bundle:
    """Acts of one verb that stand together: under *title* when they are many, else each by itself."""

    title: str
    forms: tuple[Form, ...]
    key: str = ""


def bundle(forms: Iterable[Form], words: Words, least: int = _TOGETHER) -> tuple[Bundle, ...]:
    """Acts of one verb together when there are *least* of them, in the order their verbs came."""
    by_verb: dict[str, list[Form]] = {}
    for at, form in enumerate(forms):
        by_verb.setdefault(form.do or f"#{at}", []).append(form)
    bundles: list[Bundle] = []
    for do, same in by_verb.items():
        if len(same) < least:
            bundles += [Bundle("", (form,)) for form in same]
        else:
            title = words.maybe(f"do.{do}") or words.maybe(f"verb.{do}") or do
            bundles.append(Bundle(title, tuple(same), f"b-{do}"))
    return tuple(bundles)


def _spent(inputs: tuple[Input, ...]) -> str:
    """The field of the amount that leaves a hand, empty where none is filled in."""
    return next((one.name for one in inputs if one.kind == "amount"), "")


def _is_tapped(input: Input) -> bool:
    return bool(input.picks) and not input.long and not (input.optional or input.kind == "choices")


def is_prompt(prompt: Prompt) -> bool:
    """Whether a prompt stands in front: the table waits for it, or it lapses when nobody taps it."""
    return prompt.waits or (str(prompt.act.get("do")) in _PROMPTLY and not prompt.ask)


def act_form(
    act: Mapping[str, object], words: str, inputs: tuple[Input, ...] = (), confirm: str = ""
) -> Form:
    """A form of the page's own: undo, a correction."""
    return Form(
        form_key(act, words),
        fresh_id(),
        json.dumps(act, ensure_ascii=False),
        words,
        inputs,
        do=str(act.get("do", "")),
        confirm=confirm,
    )


def form_key(act: Mapping[str, object], words: str) -> str:
    """A short name for a form that outlives the page it stands on."""
    text = json.dumps([act, words], sort_keys=True, default=str)
    return "f" + hashlib.sha256(text.encode()).hexdigest()[:10]


def fresh_id() -> str:
    """A request id: a double tap or a retry of one form is done once."""
    return secrets.token_urlsafe(9)


def quick_amounts(least: int | None, most: int | None) -> tuple[int, ...]:
    """A few round amounts between the bounds, the highest allowed last."""
    low = 1 if least is None else least
    if most is not None and most <= low:
        return (low,) if most == low else ()
    round_ones = [step for step in _STEPS if step >= low and (most is None or step < most)]
    if len(round_ones) > _QUICK:
        round_ones = round_ones[-_QUICK:] if low <= 1 else round_ones[:_QUICK]
    return (*round_ones, most) if most is not None and most < 10**8 else tuple(round_ones)


def bid_amounts(least: int, most: int) -> tuple[int, ...]:
    """The lowest bid, and the next round ones."""
    rounded = {-(-(least + 1) // step) * step for step in (5, 10, 25, 50, 100)}
    return tuple(amount for amount in sorted({least, *rounded}) if amount <= most)


def _input(ask: Ask, words: Words, do: str) -> Input:
    """What is asked, in the words that the act *do* has for it, else in those of the field."""
    name = f"{_PREFIX[ask.kind]}.{ask.field}"
    label = next(filter(None, (words.maybe(f"ask.{of}{ask.field}") for of in (f"{do}.", ""))), "")
    label = label or words.text(f"ask.kind.{ask.kind}")
    none = words.maybe(f"ask.{do}.{ask.field}.none") or words.text("ask.none")
    picks: tuple[Pick, ...] = ()
    rows: tuple[tuple[Pick, ...], ...] = ()
    quick: tuple[int, ...] = ()
    match ask.kind:
        case "dice":
            rows = dice_rows(ask.least or ask.most or 1)
            picks = tuple(pick for row in rows for pick in row)
        case "seat" | "account":
            picks = tuple(_account_pick(value, words) for value, _ in ask.choices) or _accounts(ask, words)
        case "choice" | "choices":
            picks = tuple(
                Pick(json.dumps(value), words.say(message), chip=value_chip(value))
                for value, message in ask.choices
            )
        case "number" if ask.least is not None and ask.most is not None and ask.most - ask.least < _LONG:
            picks = tuple(Pick(str(number), str(number)) for number in range(ask.least, ask.most + 1))
        case "amount":
            quick = quick_amounts(ask.least, ask.most)
        case _:
            pass
    count = (ask.least or ask.most or 1) if ask.kind in ("dice", "choices") else 1
    return Input(
        name,
        ask.kind,
        label,
        ask.least,
        ask.most,
        ask.optional,
        picks,
        quick,
        rows,
        count,
        none=none,
        each=tuple(words.say(one) for one in ask.each),
    )


def _bid(input: Input) -> Input:
    if input.kind != "amount" or input.least is None or input.most is None:
        return input
    return replace(input, exact=True, quick=bid_amounts(input.least, input.most))


def dice_rows(count: int) -> tuple[tuple[Pick, ...], ...]:
    """What to tap for a throw: a row of six for one die, half a square of pairs for two; else it is typed."""
    if count == 1:
        return (tuple(Pick(str(pips), str(pips), dice=(pips,)) for pips in range(1, 7)),)
    if count == 2:
        return tuple(
            tuple(
                Pick(f"{first},{second}", f"{first} {second}", dice=(first, second))
                for second in range(first, 7)
            )
            for first in range(1, 7)
        )
    return ()


def _account_pick(value: object, words: Words) -> Pick:
    name = str(value)
    if name in words.names:
        return Pick(name, name, seat=Seat(words.names.index(name)))
    return Pick(name, words.who(name))


def _accounts(ask: Ask, words: Words) -> tuple[Pick, ...]:
    """Everybody, where a game lists nobody."""
    names = words.names if ask.kind == "seat" else (*words.names, "bank")
    return tuple(_account_pick(name, words) for name in names)
