"""The conversation with a tower: hello, heartbeat, requests, and each roll once and in order.

Pure: bytes and the time go in, bytes and reports come out. Times are seconds of any clock that only grows.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, assert_never

from companion.devices.dice import (
    ButtonAsked,
    Rolled,
    RollRefused,
    TowerFault,
    TowerReport,
    TowerRestarted,
)
from companion.devices.tower import protocol
from companion.devices.tower.fields import BadField
from companion.devices.tower.frame import Lines, read_from_tower, write_line
from companion.devices.tower.protocol import (
    Acknowledge,
    Alive,
    ArmButton,
    AskAlive,
    AskHello,
    ButtonArmed,
    ButtonAsks,
    FromHost,
    FromTower,
    Hello,
    Refused,
    RollDice,
    RollEvent,
)
from companion.devices.tower.spec import parse_spec, read_dice
from companion.devices.tower.words import check_request, fit_text

Phase = Literal["closed", "greeting", "ready", "lost", "stranger"]


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds between one thing and the next."""

    first_resend: float = protocol.FIRST_RESEND_MS / 1000
    resend: float = protocol.RESEND_MS / 1000
    heartbeat: float = protocol.HEARTBEAT_MS / 1000
    greeting: float = protocol.GREETING_MS / 1000


class Ask:
    """A message that is sent again until it is answered: soon the first time, then at a steady pace."""

    def __init__(self, message: FromHost, timing: Timing) -> None:
        self.message = message
        self.sent = 0
        self._timing = timing
        self._due = float("-inf")

    def due(self) -> float:
        """When it has to be sent next."""
        return self._due

    def send(self, now: float) -> FromHost:
        """Count it as sent."""
        self._due = now + (self._timing.resend if self.sent else self._timing.first_resend)
        self.sent += 1
        return self.message

    def later(self, now: float) -> None:
        """Try again after a pause."""
        self._due = now + self._timing.resend


class Link:
    """One end of the cable. Whoever owns it feeds it and sends what it wants sent.

    *last* is the newest (boot, n) that the journal holds; *word* gives a new random word of 6 characters.
    """

    def __init__(
        self, *, last: tuple[str, int] | None, word: Callable[[], str], timing: Timing | None = None
    ) -> None:
        self.phase: Phase = "closed"
        self.name = ""
        self._timing = Timing() if timing is None else timing
        self._word = word
        self._last = last
        self._lines = Lines()
        self._out = bytearray()
        self._reports: list[TowerReport] = []
        self._boot: str | None = None
        self._delivered = 0
        self._acknowledged = 0
        self._health = "ok"
        self._strange_proto: int | None = None
        self._requests: deque[tuple[str, str]] = deque()
        self._asking: Ask | None = None
        self._arming: ArmButton | None = None
        self._arm: Ask | None = None
        self._hello: Ask | None = None
        self._greet_until = 0.0
        self._met = False
        self._beat = ""
        self._beat_due = 0.0
        self._beat_open = False
        self._misses = 0
        self._gap_since: float | None = None
        self._presses = 0

    @property
    def bad(self) -> int:
        """Lines from the tower that were thrown away."""
        return self._lines.bad

    @property
    def complaint(self) -> str:
        """Why the last of them was."""
        return self._lines.complaint

    @property
    def pending(self) -> tuple[str, ...]:
        """Ids of the requests without an answer, in order."""
        return tuple(request_id for request_id, _ in self._requests)

    def fault(self, port: str) -> TowerFault | None:
        """What is wrong with the tower on *port*, as far as the conversation shows."""
        if self.phase == "lost":
            return TowerFault("tower_silent", {"port": port})
        if self._strange_proto is not None:
            wanted = {"found": str(self._strange_proto), "wanted": str(protocol.PROTO)}
            return TowerFault("tower_protocol", {"port": port, **wanted})
        if self.phase == "stranger":
            return TowerFault("tower_other_device", {"port": port})
        if self.phase == "ready" and self._health != "ok":
            return TowerFault(f"tower_{self._health}", {"tower": self.name})
        return None

    def opened(self, now: float, *, known: bool = False) -> None:
        """A port is open. *known*: a tower answered on it before, so silence is not a stranger's."""
        self._lines = Lines()
        self._out.clear()
        self._met = known
        self._strange_proto = None
        self._greet(now)

    def closed(self) -> None:
        """The port is gone. Requests stay, and are asked again after the next hello."""
        self.phase = "closed"
        self._hello = None
        self._out.clear()

    def receive(self, chunk: bytes, now: float) -> None:
        """Bytes came from the tower."""
        for body in self._lines.feed(chunk):
            try:
                self._take(read_from_tower(body), now)
            except BadField as error:
                self._lines.complain(str(error))

    def tick(self, now: float) -> None:
        """Send what is due."""
        if self._hello is not None:
            if now >= self._greet_until and self.phase == "greeting":
                self.phase = "lost" if self._met else "stranger"
            if self.phase != "stranger" and now >= self._hello.due():
                self._send(self._hello.send(now))
            return
        if self.phase != "ready":
            return
        if self._gap_since is not None and now - self._gap_since > self._timing.heartbeat:
            self._greet(now)
            return
        for ask in (self._asking, self._arm):
            if ask is not None and now >= ask.due():
                self._send(ask.send(now))
        if now >= self._beat_due:
            self._heartbeat(now)

    def wake(self) -> float:
        """The time of the next `tick` that has something to do."""
        if self._hello is not None:
            return (
                min(self._hello.due(), self._greet_until) if self.phase == "greeting" else self._hello.due()
            )
        if self.phase != "ready":
            return float("inf")
        return min([self._beat_due, *(ask.due() for ask in (self._asking, self._arm) if ask is not None)])

    def take_output(self) -> bytes:
        """What has to be sent since the last call."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def take_reports(self) -> list[TowerReport]:
        """What there is to tell since the last call."""
        reports, self._reports = self._reports, []
        return reports

    def request(self, spec: str, request_id: str) -> None:
        """Raises BadSpec or ValueError."""
        parse_spec(spec)
        check_request(request_id)
        if request_id in self.pending:
            raise ValueError(f"request {request_id!r} is pending already")
        self._requests.append((request_id, spec))
        self._ask_next()

    def cancel(self, request_id: str) -> None:
        """Do not ask for this one any more."""
        self._drop(request_id)

    def arm(self, spec: str | None, who: str) -> None:
        """Raises BadSpec."""
        if spec is not None:
            parse_spec(spec)
        shown = fit_text(who)
        if self._arming is None or (self._arming.armed, self._arming.who) != (spec, shown):
            self._arming = ArmButton(self._word(), spec, shown)
            self._arm = Ask(self._arming, self._timing)

    def acknowledge(self, rolled: Rolled) -> None:
        """The journal holds this roll and all before it."""
        if self._last is None or self._last[0] != rolled.boot or self._last[1] < rolled.n:
            self._last = (rolled.boot, rolled.n)
        if rolled.boot == self._boot and self._acknowledged < rolled.n <= self._delivered:
            self._acknowledged = rolled.n
            if self.phase == "ready":
                self._send(Acknowledge(rolled.boot, rolled.n))

    def _send(self, message: FromHost) -> None:
        self._out += write_line(message)

    def _greet(self, now: float) -> None:
        self.phase = "greeting"
        self._hello = Ask(AskHello(self._word()), self._timing)
        self._greet_until = now + self._timing.greeting
        self._gap_since = None

    def _heartbeat(self, now: float) -> None:
        if self._beat_open:
            self._misses += 1
        self._beat_due = now + self._timing.heartbeat
        if self._misses >= protocol.MISSES:
            self._greet(now)
            self.phase = "lost"
            return
        self._beat = self._word()
        self._beat_open = True
        self._send(AskAlive(self._beat))

    def _take(self, message: FromTower, now: float) -> None:
        if isinstance(message, Hello):
            self._met_tower(message, now)
            return
        if self.phase != "ready":
            return
        self._misses = 0
        match message:
            case RollEvent():
                self._roll_event(message, now)
            case Alive():
                if message.nonce == self._beat:
                    self._beat_open = False
                    self._health = message.health
            case Refused():
                self._refused(message, now)
            case ButtonArmed():
                if self._arm is not None and self._arming is not None and message.req == self._arming.req:
                    self._arm = None
            case ButtonAsks():
                self._button_asks(message, now)
            case _:
                assert_never(message)

    def _met_tower(self, hello: Hello, now: float) -> None:
        asked = None if self._hello is None else self._hello.message
        if not isinstance(asked, AskHello) or hello.nonce != asked.nonce:
            return
        self._hello = None
        if hello.proto != protocol.PROTO:
            self._strange_proto = hello.proto
            self.phase = "stranger"
            return
        if hello.boot != self._boot:
            self._new_boot(hello)
        self._delivered = max(self._delivered, hello.newest)
        if hello.newest < self._acknowledged:
            self._send(Acknowledge(hello.boot, self._acknowledged))
        self.name = hello.name
        self._health = hello.health
        self._met = True
        self._misses = 0
        self._beat_open = False
        self._beat_due = now + self._timing.heartbeat
        self.phase = "ready"

    def _new_boot(self, hello: Hello) -> None:
        if self._boot is not None and self._asking is not None and self._asking.sent:
            self._reports.append(TowerRestarted(hello.name, hello.boot, self._requests[0][0]))
        known = self._last[1] if self._last is not None and self._last[0] == hello.boot else 0
        self._boot = hello.boot
        self._delivered = self._acknowledged = known
        self._presses = 0
        if self._asking is not None:
            self._asking = Ask(self._asking.message, self._timing)
        if self._arming is not None:
            self._arm = Ask(self._arming, self._timing)

    def _roll_event(self, event: RollEvent, now: float) -> None:
        if event.boot != self._boot:
            self._greet(now)
            return
        try:
            dice, letter = read_dice(parse_spec(event.spec), event.dice)
        except ValueError as error:
            raise BadField(str(error)) from None
        if event.n > self._delivered + 1:
            self._gap_since = now if self._gap_since is None else self._gap_since
            return
        if event.n <= self._delivered:
            if event.by is not None and self.pending[:1] == (event.by,):
                self._refuse(event.by, "reused")
            if event.n <= self._acknowledged:
                self._send(Acknowledge(event.boot, self._acknowledged))
            return
        self._delivered = event.n
        self._gap_since = None
        self._reports.append(Rolled(self.name, event.boot, event.n, event.by, event.spec, dice, letter))
        if event.by is None:
            self._arming = self._arm = None
        elif event.by in self.pending:
            asked = dict(self._requests)[event.by]
            if asked == event.spec:
                self._drop(event.by)
            else:
                self._refuse(event.by, "reused")

    def _refused(self, refused: Refused, now: float) -> None:
        if self._arming is not None and refused.req == self._arming.req:
            self._lines.complain(f"the tower does not know the dice {self._arming.armed!r}")
            self._arm = None
        elif self.pending[:1] == (refused.req,):
            if refused.reason == "full" and self._asking is not None:
                self._asking.later(now)
            else:
                self._refuse(refused.req, refused.reason)

    def _button_asks(self, asks: ButtonAsks, now: float) -> None:
        if asks.boot != self._boot:
            self._greet(now)
        elif self._arming is not None and self._arming.armed is not None:
            self._arm = Ask(self._arming, self._timing)
        elif asks.presses > self._presses:
            self._reports.append(ButtonAsked(self.name))
        self._presses = max(self._presses, asks.presses)

    def _refuse(self, request_id: str, reason: str) -> None:
        self._reports.append(RollRefused(self.name, request_id, reason))
        self._drop(request_id)

    def _drop(self, request_id: str) -> None:
        self._requests = deque(entry for entry in self._requests if entry[0] != request_id)
        self._ask_next()

    def _ask_next(self) -> None:
        """One request at a time is on its way, so that the rolls come in the order of the requests."""
        head = RollDice(*self._requests[0]) if self._requests else None
        if head is None:
            self._asking = None
        elif self._asking is None or self._asking.message != head:
            self._asking = Ask(head, self._timing)
