"""A tower whose rolls a test or a person at the dashboard sets."""

from __future__ import annotations

import random
import threading
import time
from collections import deque

from companion.devices.dice import (
    ButtonAsked,
    Rolled,
    RollRefused,
    Status,
    TowerFault,
    TowerReport,
    TowerRestarted,
)
from companion.devices.tower.spec import Spec, parse_spec, read_dice
from companion.devices.tower.words import check_request, fit_text

_RESEND = 0.05


class SimulatedTower:
    """A tower with the faults of a real one, and the same promise: each roll exactly once, in order.

    Results come from those set before, else from *chance* (a seeded one repeats itself).
    """

    def __init__(
        self,
        name: str = "simulated",
        *,
        chance: random.Random | None = None,
    ) -> None:
        self.name = name
        self._chance = random.SystemRandom() if chance is None else chance
        self._changed = threading.Condition()
        self._boot = self._new_boot()
        self._set: deque[str] = deque()
        self._requests: deque[tuple[str, str]] = deque()
        self._seen: set[str] = set()
        self._kept: list[Rolled] = []
        self._reports: deque[TowerReport] = deque()
        self._armed: str | None = None
        self._newest = 0
        self._arrived = 0
        self._silent = False
        self._refuses = False
        self._lost_rolls = 0
        self._closed = False
        self.shows = ""
        self.dropped_messages = 0

    @property
    def status(self) -> Status:
        """ "simulated", or "lost" while it is silent."""
        return "lost" if self._silent else "simulated"

    @property
    def fault(self) -> TowerFault | None:
        """The fault that was asked for; None while all is well."""
        if self._silent:
            return TowerFault("tower_silent", {"port": self.name})
        return TowerFault("tower_entropy", {"tower": self.name}) if self._refuses else None

    def request(self, spec: str, request_id: str) -> None:
        """Roll now, or when the silence ends. Raises BadSpec or ValueError."""
        parse_spec(spec)
        check_request(request_id)
        with self._changed:
            self._requests.append((request_id, spec))
            self._answer()

    def cancel(self, request_id: str) -> None:
        """Forget a request that waits."""
        with self._changed:
            self._requests = deque(entry for entry in self._requests if entry[0] != request_id)

    def arm(self, spec: str | None, who: str) -> None:
        """Set what `press` rolls, once. Raises BadSpec."""
        if spec is not None:
            parse_spec(spec)
        with self._changed:
            self._armed = spec
            self.shows = fit_text(who)

    def next_roll(self, timeout: float) -> TowerReport | None:
        """Wait up to *timeout* seconds for the next report; None when there is none, or after close."""
        ends = time.monotonic() + timeout
        with self._changed:
            self._resend()
            while not self._reports:
                left = ends - time.monotonic()
                if self._closed or left <= 0:
                    return None
                lost = not self._silent and self._arrived < self._newest
                self._changed.wait(min(left, _RESEND) if lost else left)
                self._resend()
            return self._reports.popleft()

    def acknowledge(self, rolled: Rolled) -> None:
        """Let go of this roll and those before it."""
        with self._changed:
            if rolled.boot == self._boot:
                self._kept = [roll for roll in self._kept if roll.n > rolled.n]

    def close(self) -> None:
        """Wake whoever waits."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def pending(self) -> tuple[str, ...]:
        """Ids of the requests that wait for an answer."""
        return tuple(request_id for request_id, _ in self._requests)

    @property
    def unacknowledged(self) -> tuple[Rolled, ...]:
        """Rolls that the journal does not hold yet."""
        return tuple(self._kept)

    def set_next(self, *dice: str) -> None:
        """Set the coming results, oldest first: "3,4", or "w2" out of a bag."""
        with self._changed:
            self._set.extend(dice)

    def press(self) -> None:
        """Press the tower's button: rolls what is armed, or asks."""
        with self._changed:
            if self._armed is None or self._refuses:
                self._report(ButtonAsked(self.name))
            else:
                spec, self._armed = self._armed, None
                self._roll(None, spec)

    def fall_silent(self) -> None:
        """No answer and no roll arrives until `speak`."""
        with self._changed:
            self._silent = True

    def speak(self) -> None:
        """End the silence: what was rolled or asked meanwhile arrives now."""
        with self._changed:
            self._silent = False
            self._resend()
            self._answer()

    def fail_entropy(self, failing: bool = True) -> None:
        """Refuse every roll, as with a broken random source."""
        with self._changed:
            self._refuses = failing

    def lose_next(self, rolls: int = 1) -> None:
        """Lose the messages of the next rolls once; like a real tower it sends them again, in order."""
        with self._changed:
            self._lost_rolls += rolls

    def corrupt_next(self) -> None:
        """Garble the message of the next roll: its checksum is wrong, so it counts as lost."""
        self.lose_next()

    def repeat(self) -> None:
        """Send every unacknowledged roll again; what arrived before is not reported twice."""
        with self._changed:
            self._resend()

    def restart(self) -> None:
        """Pull the plug for a moment: a new boot, nothing armed, unacknowledged rolls are gone."""
        with self._changed:
            self._boot = self._new_boot()
            self._newest = self._arrived = 0
            self._kept = []
            self._armed = None
            if self._requests:
                self._report(TowerRestarted(self.name, self._boot, self._requests[0][0]))
            self._answer()

    def _new_boot(self) -> str:
        return "".join(self._chance.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=5))

    def _answer(self) -> None:
        while self._requests and not self._silent:
            request_id, spec = self._requests.popleft()
            if self._refuses:
                self._report(RollRefused(self.name, request_id, "entropy"))
            elif request_id in self._seen:
                self._report(RollRefused(self.name, request_id, "reused"))
            else:
                self._seen.add(request_id)
                self._roll(request_id, spec)

    def _roll(self, request_id: str | None, spec: str) -> None:
        parsed = parse_spec(spec)
        dice, letter = self._result(parsed)
        self._newest += 1
        roll = Rolled(self.name, self._boot, self._newest, request_id, spec, dice, letter)
        self._kept.append(roll)
        self._deliver(roll)

    def _result(self, spec: Spec) -> tuple[tuple[int, ...], str | None]:
        if self._set:
            return read_dice(spec, self._set.popleft())
        dice = tuple(self._chance.randint(1, faces) for faces in spec.faces)
        return dice, self._chance.choice(spec.letters) if spec.letters else None

    def _resend(self) -> None:
        for roll in self._kept:
            self._deliver(roll)

    def _deliver(self, roll: Rolled) -> None:
        if self._silent or roll.n != self._arrived + 1:
            return
        if self._lost_rolls:
            self._lost_rolls -= 1
            self.dropped_messages += 1
            return
        self._arrived = roll.n
        self._report(roll)

    def _report(self, report: TowerReport) -> None:
        self._reports.append(report)
        self._changed.notify_all()
