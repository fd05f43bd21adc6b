"""The hammer: whoever stands at the table may end an auction in which nobody has bid for a while."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.core.seats import Role
from companion.table.session import Session

QUIET_S = 10.0
_AUCTIONS = ("auction", "building_auction")


class Lot(NamedTuple):
    """What bids are made for now.

    *number* is the entry of the newest bid, or of the opening; 0 where nobody opened it.
    """

    number: int
    deed: str
    what: str


class HammerWatch:
    """How long nobody has bid; time is monotonic seconds, and starts anew when a game is taken out again.

    *lit* is the entry after which nobody bid for ten seconds; None while no auction runs, or bids come.
    """

    def __init__(self) -> None:
        self.lit: int | None = None
        self._lot: Lot | None = None
        self._since = 0.0
        self._seen = -1

    @property
    def runs(self) -> bool:
        """Whether bids are being made."""
        return self._lot is not None

    def see(self, session: Session, now: float) -> None:
        """Look whether the newest entry opened an auction, was a bid, or took one back."""
        if session.number == self._seen:
            return
        self._seen = session.number
        lot = running_lot(session)
        if lot != self._lot:
            self._lot, self._since, self.lit = lot, now, None

    def lights_up(self, session: Session, now: float) -> bool:
        """Whether the time is over just now."""
        self.see(session, now)
        if self._lot is None or self.lit is not None or now - self._since < QUIET_S:
            return False
        self.lit = self._lot.number
        return True

    def allows(self, said: Mapping[str, object]) -> bool:
        """Whether a command is the hammer that the table itself may let fall now."""
        return self.lit is not None and said.get("do") == "hammer" and said.get("number", 0) == self.lit


def running_lot(session: Session) -> Lot | None:
    """What bids are made for now; None where the game knows no hammer, or no auction runs."""
    if "hammer" not in session.game.verbs:
        return None
    for matter in session.view(Role.TABLE)["open"]:
        if matter["kind"] in _AUCTIONS and "bidders" in matter:
            return Lot(matter["number"], matter["deed"] or "", matter.get("what", ""))
    return None
