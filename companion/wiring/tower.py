"""The dice tower to the inbox: a roll is journalled first and acknowledged then."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable

from companion.core.message import Message, say
from companion.devices.dice import ButtonAsked, DiceTower, Rolled, RollRefused, TowerRestarted
from companion.table.bus import Signal
from companion.table.fittings import Fitting, Fittings, Notes
from companion.table.hall import Hall
from companion.table.inbox import Inbox
from companion.table.table import Table
from companion.table.throws import Thrown

log = logging.getLogger(__name__)

_WAIT_S = 0.5
_RETRY_S = 1.0
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
LAST = "tower.last"
RESTARTED = "tower restarted, roll repeated"


class TowerWiring:
    """Takes the tower's reports on a thread of its own, and asks it for rolls."""

    def __init__(self, tower: DiceTower, hall: Hall, inbox: Inbox, fittings: Fittings, notes: Notes) -> None:
        self._tower = tower
        self._hall = hall
        self._inbox = inbox
        self._fittings = fittings
        self._notes = notes
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tower", daemon=True)
        self._show_status()

    @property
    def usable(self) -> bool:
        """Whether rolls can be had from it now."""
        return self._tower.status in ("ready", "simulated")

    def serves(self, table: Table) -> bool:
        """Whether the tower stands at *table*."""
        return self._hall.current is table

    def request(self, spec: str) -> str:
        """Have dice rolled; returns the id that the roll will carry."""
        id = "".join(secrets.choice(_LETTERS) for _ in range(6))
        self._tower.request(spec, id)
        return id

    def arm(self, spec: str | None, who: str) -> None:
        """Armed also while the tower is lost: it hears of it as soon as it is back."""
        self._tower.arm(spec, who)

    def start(self) -> None:
        """Begin to take reports."""
        if self._tower.status != "not_fitted":
            self._thread.start()

    def stop(self) -> None:
        """Close the tower and end the thread."""
        self._stopping.set()
        self._tower.close()
        if self._thread.ident is not None:
            self._thread.join(5.0)

    def _run(self) -> None:
        while not self._stopping.is_set():
            report = self._tower.next_roll(_WAIT_S)
            self._show_status()
            match report:
                case Rolled():
                    self._deliver(report)
                case TowerRestarted():
                    self._tell(lambda table: table.submit({"do": "note", "by": "table", "text": RESTARTED}))
                case RollRefused():
                    word = say(f"tower.refused_{report.reason}")
                    self._notice(Signal.REFUSED, word)
                case ButtonAsked():
                    self._tell(lambda table: table.tower_asked())
                case None:
                    pass

    def _deliver(self, rolled: Rolled) -> None:
        """Hand a roll over until the journal holds it; only then let the tower forget it."""
        result = (rolled.letter, rolled.dice[0]) if rolled.letter is not None else rolled.dice
        thrown = Thrown(f"{rolled.boot}:{rolled.n}", rolled.request, rolled.spec, result)
        while not self._stopping.is_set():
            try:
                self._inbox.ask(lambda: self._thrown(thrown))
                self._notes.put(LAST, [rolled.boot, rolled.n])
            except Exception:  # a full disk, a slow writer: the tower keeps the roll meanwhile
                log.exception("roll %s is not stored yet", thrown.id)
                self._stopping.wait(_RETRY_S)
                continue
            self._tower.acknowledge(rolled)
            return

    def _thrown(self, thrown: Thrown) -> None:
        if self._hall.current is not None:
            self._hall.current.thrown(thrown)

    def _tell(self, act: Callable[[Table], object]) -> None:
        def work() -> None:
            if self._hall.current is not None:
                act(self._hall.current)

        self._inbox.tell(work)

    def _notice(self, signal: Signal, word: Message) -> None:
        self._tell(lambda table: table.notice(signal, word))

    def _show_status(self) -> None:
        fault = self._tower.fault
        word = say(f"tower.{fault.code}", **fault.values) if fault is not None else None
        self._fittings.set(Fitting("tower", "tower", self._tower.status, word))


def last_roll(notes: Notes) -> tuple[str, int] | None:
    """The newest roll, (boot, n), that a journal holds; None before the first."""
    last = notes.get(LAST)
    return (str(last[0]), int(last[1])) if isinstance(last, list) and len(last) == 2 else None


class TowerAtTable:
    """The tower as one of several tables has it: while it serves another, it is not to be had."""

    def __init__(self, wiring: TowerWiring, table: Table) -> None:
        self._wiring = wiring
        self._table = table

    @property
    def usable(self) -> bool:
        """Whether this table can have rolls now."""
        return self._wiring.usable and self._wiring.serves(self._table)

    def request(self, spec: str) -> str:
        """Have dice rolled; returns the id that the roll will carry."""
        return self._wiring.request(spec)

    def arm(self, spec: str | None, who: str) -> None:
        """Say what its button rolls next; nothing while it serves another table."""
        if self._wiring.serves(self._table):
            self._wiring.arm(spec, who)


def connect(wiring: TowerWiring, table: Table) -> None:
    """Let a table ask the tower, and keep its button armed for whoever's throw is due."""
    table.throws.tower = TowerAtTable(wiring, table)

    def rearm(_: object) -> None:
        table.throws.arm(table.game, table.session.state)

    table.bus.listen(rearm)
    rearm(None)
