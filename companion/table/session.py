"""The session: the only writer of a game. It submits, undoes and folds."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.core.acts import PaymentReversed, Reverse
from companion.core.draft import Overriding
from companion.core.entry import START, Entry
from companion.core.game import Game, Setup
from companion.core.ledger import Move
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.seats import Actor, Role, Seat, Viewer
from companion.core.verbs import Said, read_said
from companion.table.answers import Answers
from companion.table.authority import check_help
from companion.table.history import History
from companion.table.outcome import Done, Failed, Outcome, Refused

log = logging.getLogger(__name__)

STATES_KEPT = 200
_LONGEST_ID = 100

Append = Callable[[Entry], None]
Check = Callable[[Said, Any], None]
"""Raises Refusal when whoever sent a command may not enter it."""


class Session:
    """A game in play: its entries, the state they fold to, and the one way in.

    One thread submits. Others may read *state* and *number*, which change together with each entry.
    """

    def __init__(
        self,
        game: Game,
        setup: Setup,
        append: Append = lambda entry: None,
        last_number: int = START,
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start a table. Raises Refusal for a setup that cannot be."""
        self.game = game
        self.setup = setup
        self.history = History(last_number)
        self._append = append
        self._clock = clock
        self._answers = Answers(monotonic)
        self._start = game.new(setup)
        self._kept: OrderedDict[int, Any] = OrderedDict()
        self.now: tuple[int, Any] = (last_number, self._start)

    @property
    def state(self) -> Any:
        """The state after the newest entry."""
        return self.now[1]

    @property
    def number(self) -> int:
        """The newest entry's number; 0 before the first."""
        return self.now[0]

    def load(self, entries: Iterable[Entry]) -> tuple[Entry, Exception] | None:
        """Fold stored entries. Returns the first that does not fold, and why; the game stands before it."""
        for entry in entries:
            try:
                state = self._fold(entry)
            except Exception as error:  # an old entry may hold anything: the game must open all the same
                log.exception("entry %d does not fold", entry.number)
                return entry, error
            self._take(entry, state)
        return None

    def submit(self, said: Mapping[str, object], check: Check | None = None, scan: Any = None) -> Outcome:
        """Do what was said, or say why not. A refusal or a fault changes nothing.

        *check* is asked whether the sender may enter this command, *scan* is the touch it came from.
        Raises whatever the journal raises when it cannot store: nothing changed then either.
        """
        id: str | None = None
        try:
            id = _read_id(said)
            known = self._answers.find(id)
            if known is not None:
                return known
            entry, state = self._decide(said, id, check, scan)
        except Refusal as refusal:
            refused = Refused(refusal.code, refusal.values, refusal.is_rule and self._is_overridable(said))
            self._answers.refused(id, refused)
            return refused
        except Exception:  # an error in the rules must not end the writer
            log.exception("fault in the rules; the command was %r", self._without_secrets(said))
            return Failed("fault")
        self._append(entry)
        self._take(entry, state)
        return Done(entry)

    def first_answer(self, id: object) -> Outcome | None:
        """The answer that a request id got before, None when it is new or no id at all."""
        return self._answers.find(id) if isinstance(id, str) else None

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """What *viewer* may see now, with the number of the newest entry."""
        number, state = self.now
        view = self.game.view(state, viewer)
        return {"game": view.pop("game", self.game.NAME), "number": number, **view}

    def state_at(self, number: int) -> Any:
        """The state after entry *number*, whether it is still live or not."""
        if number == START:
            return self._start
        if number in self._kept:
            return self._kept[number]
        chain: list[Entry] = []
        while number != START and number not in self._kept:
            chain.append(self.history.entries[number])
            number = chain[-1].base
        state = self._start if number == START else self._kept[number]
        for entry in reversed(chain):
            for event in entry.events:
                state = self.game.evolve(state, event)
        return state

    def payments(self, entry: Entry) -> tuple[Move, ...]:
        """Every payment that *entry* made."""
        return tuple(move for event in entry.events for move in self.game.moves(event))

    def _decide(
        self, said: Mapping[str, object], id: str | None, check: Check | None, scan: Any
    ) -> tuple[Entry, Any]:
        number, state = self.now
        read = self._read(said)
        if check is not None:
            check(read, state)
        check_help(read, state, self.game)
        before = base = self.history.head
        do, by, events = read.do, read.by, ()
        match read.do:
            case "undo":
                base = self._undo(read)
            case "redo":
                base = self._redo(read)
            case "retype":
                target = self._retyped(read)
                do, by, base = target.do, target.by, target.base
                again = {**said, "do": do, "by": self._actor_name(by), "source": "typed"}
                for key in ("for", "number", "id"):
                    again.pop(key, None)
                state = self.state_at(base)
                throw = read_said(again, self.game.verbs, state.seats, number + 1)
                let_pass = target.said.get("override") is True or read.override
                events = self.game.decide(state, Overriding(throw.command) if let_pass else throw.command)
            case "reverse":
                events = self.game.decide(state, self._reversal(read))
            case "scan":
                raise Refusal(Reason.UNKNOWN_TAG, uid=read.fields["uid"])
            case "join" | "rename" | "reseat" if not self._may_seat(read):
                raise Refusal(Reason.NOT_BANKER, verb=read.do)
            case _:
                command = Overriding(read.command) if read.override else read.command
                events = self.game.decide(state, command)
        entry = Entry(
            number=number + 1,
            do=do,
            said=dict(said),
            by=by,
            entered_by=read.entered_by,
            events=events,
            base=base,
            before=before,
            id=id,
            at=self._clock(),
            scan=scan,
        )
        return entry, self._state_after(entry)

    def _read(self, said: Mapping[str, object]) -> Said:
        """Check a command's form. A throw in the table's name is that of whose turn it is."""
        number, state = self.now
        verb = self.game.verbs.get(str(said.get("do")))
        turn = self.game.turn(state)
        if said.get("by") != Role.TABLE.value or turn is None or verb is None or not verb.sourced:
            return read_said(said, self.game.verbs, state.seats, number + 1)
        thrown = {**said, "by": state.seats.name(turn)}
        return replace(read_said(thrown, self.game.verbs, state.seats, number + 1), entered_by=Role.TABLE)

    def _state_after(self, entry: Entry) -> Any:
        """The state that *entry* leads to. Raises RuntimeError when the rules broke an invariant."""
        state = self._fold(entry)
        faults = self.game.faults(state)
        if faults:
            raise RuntimeError("; ".join(fault.what for fault in faults))
        return state

    def _fold(self, entry: Entry) -> Any:
        state = self.state if entry.base == self.history.head else self.state_at(entry.base)
        for event in entry.events:
            state = self.game.evolve(state, event)
        return state

    def _take(self, entry: Entry, state: Any) -> None:
        """Make *entry* the newest: the one place where the state changes."""
        self.history.add(entry)
        self._answers.accepted(entry)
        self._kept[self.history.head] = state
        self._kept.move_to_end(self.history.head)
        while len(self._kept) > STATES_KEPT:
            self._kept.popitem(last=False)
        self.now = (self.history.last_number, state)

    def _undo(self, read: Said) -> int:
        """The last live entry after an undo."""
        last = self.history.last_live()
        if read.number is not None and read.number != last.number:
            raise Refusal(Reason.STALE, number=read.number)
        to = read.fields["to"]
        if to is not None and read.entered_by is not Role.BANKER:
            raise Refusal(Reason.NOT_BANKER, verb="undo")
        head, taken = self.history.undo_to(to) if to is not None else (last.before, (last,))
        self._check_may_take_back(read, taken)
        return head

    def _redo(self, read: Said) -> int:
        to = read.fields["to"]
        if to is not None and read.entered_by is not Role.BANKER:
            raise Refusal(Reason.NOT_BANKER, verb="redo")
        head, back = self.history.redo_to(to)
        if read.number is not None and read.number != back[0].number:
            raise Refusal(Reason.STALE, number=read.number)
        self._check_may_take_back(read, back)
        return head

    def _check_may_take_back(self, read: Said, taken: tuple[Entry, ...]) -> None:
        """Free for who did it, unless something was revealed; else the banker's."""
        if read.entered_by is Role.BANKER:
            return
        own = all(
            read.by in (entry.by, entry.entered_by) or (read.by is Role.TABLE and entry.scan is not None)
            for entry in taken
        )
        if not own or any(entry.reveals for entry in taken):
            raise Refusal(Reason.NOT_BANKER, verb=read.do, number=taken[0].number)

    def _retyped(self, read: Said) -> Entry:
        """The throw that a `retype` mends. Raises Refusal: NOTHING_OPEN, STALE, NOT_BANKER."""
        for entry in self.history.live():
            verb = self.game.verbs[entry.do]
            if verb.sourced and entry.do != "draw":
                break
            if not verb.consequence or read.number == entry.number:
                raise Refusal(Reason.STALE, number=read.number or entry.number)
        else:
            raise Refusal(Reason.NOTHING_OPEN)
        if read.number is not None and read.number != entry.number:
            raise Refusal(Reason.STALE, number=read.number)
        if read.entered_by is not Role.BANKER and (
            entry.source != "typed" or read.by not in (entry.by, entry.entered_by)
        ):
            raise Refusal(Reason.NOT_BANKER, verb="retype")
        return entry

    def _reversal(self, read: Said) -> Reverse:
        """The payments that a `reverse` turns round. Raises Refusal: BAD_REQUEST, STALE, NOT_BANKER."""
        if read.number is None:
            refuse_field("number", "payment_number", "nothing")
        meant = None
        for entry in self.history.live():
            if any(isinstance(e, PaymentReversed) and e.number == read.number for e in entry.events):
                raise Refusal(Reason.STALE, number=read.number)
            if entry.number == read.number:
                meant = entry
        if meant is None:
            raise Refusal(Reason.STALE, number=read.number)
        moves = self.payments(meant)
        if not moves:
            refuse_field("number", "payment_entry", read.number)
        if read.entered_by is not Role.BANKER and any(move.payee != read.by for move in moves):
            raise Refusal(Reason.NOT_BANKER, verb="reverse")
        return Reverse(read.by, meant.number, moves)

    def _may_seat(self, read: Said) -> bool:
        """Seats are the banker's once the game has begun; before that anybody's."""
        begun = any(entry.do not in ("join", "rename", "reseat") for entry in self.history.live())
        return read.entered_by is Role.BANKER or not begun

    def _is_overridable(self, said: Mapping[str, object]) -> bool:
        verb = self.game.verbs.get(str(said.get("do")))
        return verb is not None and verb.command is not None and verb.overridable

    def _actor_name(self, actor: Actor) -> str:
        return actor.value if isinstance(actor, Role) else self.state.seats.name(Seat(actor))

    def _without_secrets(self, said: Mapping[str, object]) -> dict[str, object]:
        """A command as the log may show it."""
        if not self.game.holds_secret(said):
            return dict(said)
        return {key: said[key] if key in ("do", "by", "for") else "(hidden)" for key in said}


def _read_id(said: Mapping[str, object]) -> str | None:
    id = said.get("id")
    if id is None:
        return None
    if not isinstance(id, str) or not 0 < len(id) <= _LONGEST_ID:
        refuse_field("id", "text", id, least=1, most=_LONGEST_ID)
    return id
