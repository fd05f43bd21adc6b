"""The panel to the inbox: ok answers, held it lets the hammer fall; undo takes back, next puts away."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from companion.core.message import say
from companion.devices.panel import (
    SIGNALS,
    Button,
    ButtonHeld,
    ButtonPressed,
    NoPanel,
    Panel,
    PanelEvent,
    PowerOffAsked,
)
from companion.table.authority import Rights
from companion.table.bus import Notice, Published
from companion.table.bus import Signal as Heard
from companion.table.fittings import Fitting, Fittings
from companion.table.hall import Hall
from companion.table.inbox import Inbox
from companion.table.table import Table

log = logging.getLogger(__name__)

AT_TABLE = Rights(table=True)


class PanelWiring:
    """Buttons to the table that has the devices, its signals to lamp and buzzer."""

    def __init__(self, hall: Hall, inbox: Inbox, fittings: Fittings, power_off: Callable[[], None]) -> None:
        self.panel: Panel = NoPanel()
        self._hall = hall
        self._inbox = inbox
        self._fittings = fittings
        self._power_off = power_off

    def fit(self, panel: Panel) -> None:
        """Use *panel* from now on; it was made with `pressed` as its listener."""
        self.panel = panel
        self._fittings.set(Fitting("panel", "panel", str(panel.status)))

    def pressed(self, event: PanelEvent) -> None:
        """Called on the panel's thread."""
        match event:
            case ButtonPressed():
                act = _PRESSES[event.button]
                self._inbox.tell(lambda: self._at_table(act))
            case ButtonHeld(button=Button.UNDO):
                self._inbox.tell(lambda: self._at_table(_undo))
            case ButtonHeld(button=Button.OK):
                self._inbox.tell(lambda: self._at_table(_hammer))
            case ButtonHeld():
                pass
            case PowerOffAsked():
                self._power_off()

    def listen(self, table: Table) -> None:
        """Hear of a table; lamp and buzzer tell of it while the panel stands there."""

        def show(published: Published) -> None:
            if self._hall.current is table:
                self.show(published)

        table.bus.listen(show)

    def show(self, published: Published) -> None:
        """Let lamp and buzzer tell what was published."""
        if isinstance(published, Notice):
            self.panel.show(SIGNALS[published.signal.value])

    def close(self) -> None:
        """Let go of lamp and buttons."""
        self.panel.close()

    def _at_table(self, act: Callable[[Table], object]) -> None:
        if self._hall.current is not None:
            act(self._hall.current)


def _ok(table: Table) -> None:
    if table.ok() is None and (table.waiting is not None or not table.aside()):
        table.notice(Heard.REFUSED, say("panel.nothing_waits"))


def _undo(table: Table) -> None:
    """Take back what the last touch did; what phones did is theirs or the banker's."""
    table.submit({"do": "undo", "by": "table"})


def _hammer(table: Table) -> None:
    """Sold: the panel stands at the table, for everybody to see; bids come first as long as they come."""
    lit = table.hammer.lit
    if lit is not None:
        said: dict[str, object] = {"do": "hammer", "by": "banker"}
        table.submit(said | {"number": lit} if lit else said, AT_TABLE)
    elif table.hammer.runs:
        table.notice(Heard.REFUSED, say("hammer.dark"))


def _next(table: Table) -> None:
    table.dismiss()


_PRESSES: Mapping[Button, Callable[[Table], object]] = {
    Button.OK: _ok,
    Button.NEXT: _next,
    Button.UNDO: _undo,
}
