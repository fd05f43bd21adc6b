"""One table at play: its session, its registry, the question that waits, and who hears of it all.

Everything here runs on the inbox's thread, except the readers of *version*, *waiting* and *last_touch*.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random, SystemRandom
from typing import Any

from companion.core.entry import START, Entry
from companion.core.game import Game
from companion.core.message import Message, Question, say
from companion.core.refusal import Reason, Refusal, refuse_field, said_as
from companion.core.seats import Role, Seat
from companion.core.tagged import Tagged
from companion.core.uid import Uid
from companion.core.verbs import read_said
from companion.table.answers import HeardIds
from companion.table.authority import HOST, Rights, check_rights, said_by_helper
from companion.table.bus import Bus, Notice, Signal, Update
from companion.table.chance import drawn
from companion.table.clock import PlayClock
from companion.table.hammer import HammerWatch
from companion.table.outcome import Done, Failed, Heard, Outcome, Refused
from companion.table.quiet import Quiet
from companion.table.registry import ANY_GAME, Registered, Registry, check_tag, read_uid
from companion.table.session import Session
from companion.table.tagging import Tagging
from companion.table.throws import Thrown, Throws, show

log = logging.getLogger(__name__)

QUESTION_S = 15.0


@dataclass(frozen=True, slots=True)
class Waiting:
    """A question on the screens. *serial* tells it from the next one, *until* is monotonic seconds."""

    serial: int
    question: Question
    reader: str
    until: float
    tagged: Tagged | None = None
    uid: Uid | None = None


@dataclass(frozen=True, slots=True)
class Touch:
    """The last tag that was read and what came of it, for "this is not X".

    *entry* is the number of the command it made, None while it asked or was a look-up.
    """

    reader: str
    uid: Uid
    tagged: Tagged | None
    entry: int | None = None
    guesses: tuple[Tagged, ...] = ()


@dataclass(frozen=True, slots=True)
class Computed:
    """Something that took its time to work out, for the state after entry *number* alone."""

    number: int
    value: Mapping[str, Any] | None


class Table:
    """A game, its devices' side of things, and the passing questions between them."""

    def __init__(
        self,
        id: str,
        session: Session,
        registry: Registry,
        bus: Bus,
        random: Random | None = None,
        monotonic: Callable[[], float] = time.monotonic,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.id = id
        self.session = session
        self.registry = registry
        self.bus = bus
        self.waiting: Waiting | None = None
        self.last_touch: Touch | None = None
        self.computed: Computed | None = None
        # What the panel's ok approves while no question waits; whether there was anything.
        self.aside: Callable[[], bool] = lambda: False
        self.tagging = Tagging(self, monotonic)
        self.throws = Throws()
        self.hammer = HammerWatch()
        self._heard = HeardIds(monotonic)
        self._random = random or SystemRandom()
        self._monotonic = monotonic
        self._clock = clock
        self._quiet = Quiet()
        self._play_clock = PlayClock()
        self._play_clock.load(session.history.entries.values())
        self._serial = 0
        self._passing = 0

    @property
    def game(self) -> Game:
        """The game that is played here."""
        return self.session.game

    @property
    def version(self) -> tuple[int, int]:
        """The newest entry's number and the count of passing changes: what a screen compares with its own."""
        return self.session.number, self._passing

    def submit(
        self, said: Mapping[str, object], rights: Rights = HOST, scan: tuple[str, str] | None = None
    ) -> Outcome:
        """Do what was said by a device with *rights*; everybody hears of it after it is stored.

        A throw or draw with `source` "program" and no result yet is made here. The table screen and the panel
        may let the hammer fall once it is lit. Raises what the journal does.
        """
        first = self.session.first_answer(said.get("id")) or self._heard.find(said.get("id"))
        if first is not None:
            return first
        if said.get("do") == "scan":
            return self._heard.keep(said.get("id"), self._scan_said(said, rights))
        try:
            made = self._with_chance(said, rights)
        except Refusal as refusal:
            outcome: Outcome = Refused(refusal.code, refusal.values)
        else:
            if made is None:
                return self._heard.keep(said.get("id"), Heard(None))
            said = said_by_helper(made, rights, self.session.state, self.game)
            rights = HOST if rights.table and self.hammer.allows(said) else rights
            try:
                outcome = self.session.submit(
                    said, lambda read, state: check_rights(rights, read, state, self.game), scan
                )
            except Exception:  # the disk is full, or its card failed: whoever asked hears it too
                self._tell_table(Signal.REFUSED, say("table.not_stored"))
                raise
        match outcome:
            case Done(again=False):
                self._close_question()
                self.hammer.see(self.session, self._monotonic())
                self.bus.publish(Update(self.version, outcome.entry))
                self.bus.publish(Notice(Signal.DONE))
            case Refused():
                self.bus.publish(Notice(Signal.REFUSED))
            case _:
                pass
        return outcome

    def touch(self, reader: str, uid: Uid) -> Outcome | None:
        """A tag came to a reader. None when it only asked or showed something."""
        if self.tagging.takes(uid):
            return None
        piece = self.registry.find(uid)
        if piece is None:
            self._show_unknown(reader, uid)
            return Refused(Reason.UNKNOWN_TAG, {"uid": str(uid)})
        if piece.game not in (ANY_GAME, self.game.NAME):
            self._tell_table(Signal.UNKNOWN, say("scan.other_game", game=piece.game, piece=piece.tagged.name))
            return None
        return self._touch_piece(reader, uid, piece.tagged)

    def answer(self, serial: int, index: int, rights: Rights = HOST) -> Outcome:
        """Give the answer *index* to the question known by *serial*. STALE when it is no longer asked."""
        waiting = self.waiting
        if waiting is None or waiting.serial != serial:
            return Refused(Reason.STALE, {"number": serial})
        if not 0 <= index < len(waiting.question.answers):
            return Refused(Reason.BAD_REQUEST, {"field": "answer", "expected": said_as("one_shown")})
        return self._act_on(waiting, waiting.question.answers[index].act, rights)

    def thrown(self, thrown: Thrown) -> Outcome | None:
        """A roll arrived from the tower. When this returns it may be acknowledged: the journal holds it, or
        nobody's throw was due and the table screen showed it.

        Raises what the journal raises: then the tower has to send it again.
        """
        state = self.session.state
        meant = self.throws.act(self.game, state, thrown)
        if meant is None:
            self._tell_table(Signal.UNKNOWN, say("throw.nobody", dice=show(thrown.result)))
            return None
        outcome = self.submit(meant)
        if isinstance(outcome, Refused):
            question = self.throws.question(self.game, state, thrown)
            if question is None:
                return self._refuse_touch(outcome)
            self._ask(question, "tower", None, None)
        return outcome

    def tower_asked(self) -> None:
        """The tower's button was pressed with nothing armed: roll for whoever's throw is due."""
        state = self.session.state
        seat = self.game.turn(state)
        due = self.game.chance(state, seat) if seat is not None else None
        if seat is None or due is None or not due.dice:
            self._tell_table(Signal.REFUSED, say("throw.none_due"))
            return
        self.throws.ask(self.game, state, seat, due.verb)

    def ok(self) -> Outcome | None:
        """The panel's ok button; None when nothing waits for it."""
        waiting = self.waiting
        if waiting is None or waiting.question.ok is None:
            return None
        return self.answer(waiting.serial, waiting.question.ok)

    def dismiss(self) -> None:
        """Put the question away without an answer: it was a look-up."""
        self._close_question()
        self._changed()

    def tick(self) -> None:
        """Let a question that nobody answered in time go; act for who does not answer; end a timed game."""
        if self.waiting is not None and self._monotonic() >= self.waiting.until:
            self.dismiss()
        self.tagging.tick()
        if self.hammer.lights_up(self.session, self._monotonic()):
            self._tell_table(Signal.UNKNOWN, say("hammer.lit"))
        waits = bool(self.game.default_acts(self.session.state))
        if self._quiet.is_over(waits, self.session.number, self._monotonic()):
            self.act_by_default()
        state = self.session.state
        minutes = self.game.minutes(state)
        limit_s = minutes * 60.0 if minutes is not None else None
        was_up = self._play_clock.is_up
        first = state.seats.order[0] if state.seats.order else Seat(0)
        if self._play_clock.ends_now(self._clock(), limit_s, self.game.turn(state), first):
            self.submit({"do": "finish", "by": "table"})
        elif self._play_clock.is_up and not was_up:
            self._tell_table(Signal.DONE, say("clock.last_round"))

    def act_by_default(self) -> Outcome | None:
        """Do at once what the table would do by itself after a while; None when there is nothing."""
        outcome = None
        for act in self.game.default_acts(self.session.state):
            outcome = self.submit(act)
        return outcome

    def register(self, uid: Uid, piece: Registered) -> None:
        """Let a tag stand for a piece. Raises Refusal for a random UID or a piece this game has not."""
        self.check_registration(uid, piece)
        self.registry.register(uid, piece)
        if self.last_touch is not None and self.last_touch.uid == uid:
            self.last_touch = replace(self.last_touch, tagged=piece.tagged, guesses=())
        self._close_question()
        self._tell_table(Signal.DONE, say("scan.registered", uid=str(uid), piece=piece.tagged.key))

    def check_registration(self, uid: Uid, piece: Registered) -> None:
        """Raise Refusal for a random UID or a piece this game has not."""
        check_tag(uid)
        if piece.game == self.game.NAME and piece.tagged not in self.game.pieces(self.session.state):
            refuse_field("piece", "piece", f"{piece.tagged.kind} {piece.tagged.name}")

    def mend_touch(self, piece: Registered) -> Outcome | None:
        """ "This is not X": undo what the last touch did, register its tag anew, and do it again.

        Raises Refusal when something else happened since.
        """
        touch = self.last_touch
        if touch is None:
            raise Refusal(Reason.NOTHING_OPEN)
        self.check_registration(touch.uid, piece)
        if touch.entry is not None:
            undone = self.session.submit({"do": "undo", "by": "table", "number": touch.entry})
            if isinstance(undone, Refused):
                raise Refusal(undone.code, **undone.values)
            if isinstance(undone, Done):
                self.bus.publish(Update(self.version, undone.entry))
        self.register(touch.uid, piece)
        return self._touch_piece(touch.reader, touch.uid, piece.tagged)

    def notice(self, signal: Signal, message: Message | None = None) -> None:
        """Show a passing word on the table screen: a reader was lost, the tower started anew."""
        self._tell_table(signal, message)

    def show_computed(self, computed: Computed) -> None:
        """Show what was worked out beside the game; dropped when the game has gone on."""
        if computed.number == self.session.number:
            self.computed = computed
            self._changed()

    def changed(self) -> None:
        """Something beside the game changed: a device, a seat. Screens fetch anew."""
        self._changed()

    def last_entry(self) -> Entry | None:
        """The last live entry, None at the start."""
        head = self.session.history.head
        return None if head == START else self.session.history.entries[head]

    def _touch_piece(self, reader: str, uid: Uid, tagged: Tagged) -> Outcome | None:
        pending = self.waiting.question if self.waiting is not None else None
        self.last_touch = Touch(reader, uid, tagged)
        try:
            meant = self.game.read_scan(self.session.state, pending, tagged, reader)
        except Refusal as refusal:
            return self._refuse_touch(Refused(refusal.code, refusal.values))
        except Exception:  # an error in the rules must not end the writer
            log.exception("fault in read_scan of %s %s", tagged.kind, tagged.name)
            return Failed("fault")
        if isinstance(meant, Question):
            self._ask(meant, reader, tagged, uid)
            return None
        return self._act_on(Waiting(0, Question(say("")), reader, 0.0, tagged, uid), meant, HOST)

    def _act_on(self, waiting: Waiting, act: Mapping[str, object], rights: Rights) -> Outcome:
        """Submit what a touch or an answer means; the journal keeps the touch beside it."""
        scan = (waiting.reader, str(waiting.uid)) if waiting.uid is not None else None
        outcome = self.submit(act, HOST if rights.table else rights, scan)
        if isinstance(outcome, Done) and waiting.uid is not None:
            self.last_touch = Touch(waiting.reader, waiting.uid, waiting.tagged, outcome.entry.number)
        if isinstance(outcome, Refused):
            return self._refuse_touch(outcome)
        return outcome

    def _refuse_touch(self, refused: Refused) -> Refused:
        self._tell_table(Signal.REFUSED, say(f"refusal.{refused.code}", **refused.values))
        return refused

    def _ask(self, question: Question, reader: str, tagged: Tagged | None, uid: Uid | None) -> None:
        self._serial += 1
        self.waiting = Waiting(self._serial, question, reader, self._monotonic() + QUESTION_S, tagged, uid)
        self._changed()

    def _show_unknown(self, reader: str, uid: Uid) -> None:
        guesses = self.game.guess(self.session.state)
        self.last_touch = Touch(reader, uid, None, guesses=guesses)
        self._close_question()
        self._tell_table(Signal.UNKNOWN, say("scan.unknown", uid=str(uid)))

    def _scan_said(self, said: Mapping[str, object], rights: Rights) -> Outcome:
        """A scan that was posted instead of read: the table screen's or the banker's to say."""
        try:
            read = read_said(said, self.game.verbs, self.session.state.seats, self.session.number + 1)
            if not (rights.banker or rights.table):
                raise Refusal(Reason.WRONG_SEAT, verb="scan")
            uid = read_uid(read.fields["uid"])
        except Refusal as refusal:
            return Refused(refusal.code, refusal.values)
        outcome = self.touch(str(read.fields["reader"]), uid)
        if outcome is None:
            return Heard(self.waiting.serial if self.waiting is not None else None)
        return outcome

    def _with_chance(self, said: Mapping[str, object], rights: Rights) -> Mapping[str, object] | None:
        """A throw or draw said without its result gets one: the program's at once, the tower's later (None).

        The journal then holds the value. Raises Refusal(NOT_NOW) when no throw is due.
        """
        verb = self.game.verbs.get(str(said.get("do")))
        source = said.get("source")
        if verb is None or not verb.sourced or source not in ("program", "tower"):
            return said
        if any(field.name in said for field in verb.fields if field.name != "deck"):
            return said
        seat = self._seat_of(said, rights)
        if source == "tower":
            self.throws.ask(self.game, self.session.state, seat, str(said["do"]))
            return None
        return {**said, **drawn(self.game, self.session.state, seat, str(said["do"]), self._random)}

    def _seat_of(self, said: Mapping[str, object], rights: Rights) -> Seat:
        name = said.get("for", said.get("by"))
        found: Seat | None = self.session.state.seats.find(name) if isinstance(name, str) else None
        if found is None:
            raise Refusal(Reason.UNKNOWN_PLAYER, field="by", name=str(name)[:60])
        if not (rights.banker or rights.table or rights.seats):
            raise Refusal(Reason.WRONG_SEAT, who=found)
        return found

    def _tell_table(self, signal: Signal, message: Message | None) -> None:
        self._changed()
        self.bus.publish(Notice(signal, message, Role.TABLE))

    def _close_question(self) -> None:
        if self.waiting is not None:
            self.waiting = None
            self._passing += 1

    def _changed(self) -> None:
        self._passing += 1
        self.bus.publish(Update(self.version))
