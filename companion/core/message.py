"""What people read, before it has words: an id and its values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence of the catalogue and what fills it.

    *values* are plain JSON: seats and accounts as seat numbers, "bank" or "pot", pieces as ids, money as
    whole units. The catalogue's placeholders say how each is shown: `{tenant:who} pays {amount:money}`.
    """

    id: str
    values: Mapping[str, object] = field(default_factory=dict)


def say(id: str, **values: object) -> Message:
    """Make a message: `say("rent.paid", tenant=1, amount=22)`."""
    return Message(id, values)


class Told(Exception):
    """Why something cannot be done at all, as a message for a person."""

    def __init__(self, id: str, **values: object) -> None:
        super().__init__(id)
        self.message = Message(id, values)

    def __str__(self) -> str:
        told = ", ".join(f"{key}={value}" for key, value in self.message.values.items())
        return f"{self.message.id} ({told})" if told else self.message.id


@dataclass(frozen=True, slots=True)
class Ask:
    """Something a person still has to fill in before an act can be sent.

    *kind*: "amount" (whole units between *least* and *most*), "number", "dice" (that many dice are typed),
    "seat" (one of *choices*, names), "account" (a name, "bank" or "pot"), "choice" (one of *choices*, each a
    (value, message) pair), "choices" (several of them, *each* says what every one is), "text".
    """

    field: str
    kind: str
    least: int | None = None
    most: int | None = None
    choices: tuple[tuple[object, Message], ...] = ()
    optional: bool = False
    each: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """A button on a phone: a hint what can be done now, never a gate.

    *act* is the command as JSON without `by`. *pays* is the money that leaves the hand (None: none does), so
    that the phone can show the balance before and after and ask. *waits* marks what the table waits for,
    *warns* says what else comes of it, before it is done.
    """

    act: Mapping[str, object]
    message: Message
    ask: tuple[Ask, ...] = ()
    pays: int | None = None
    waits: bool = False
    warns: Message | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """One way to answer a question: the words of its button and the whole command, `by` included."""

    act: Mapping[str, object]
    message: Message


@dataclass(frozen=True, slots=True)
class Question:
    """What a scan asked the table. It waits some seconds for an answer and is not journalled.

    *ok* is the index of the answer that the panel's ok button gives, None when it gives none. *about* is what
    the scans so far put down, in order; a second scan can turn the question into a command.
    """

    message: Message
    answers: tuple[Answer, ...] = ()
    ok: int | None = None
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """A broken invariant: what is wrong, for the log. A game never has one."""

    what: str
