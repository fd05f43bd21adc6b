"""The simulator page's hands on the simulated devices."""

from __future__ import annotations

from companion.core.uid import Uid
from companion.devices.panel import Button
from companion.devices.simulated.panel import SimulatedPanel
from companion.devices.simulated.reader import TagField
from companion.devices.simulated.tower import SimulatedTower


class SimulatedHands:
    """What the page can do; parts that are not simulated do nothing. UIDs are hex."""

    def __init__(
        self, field: TagField | None, tower: SimulatedTower | None, panel: SimulatedPanel | None
    ) -> None:
        self._field = field
        self._tower = tower
        self._panel = panel

    def readers(self) -> tuple[str, ...]:
        """The names of the simulated readers."""
        return self._field.readers if self._field is not None else ()

    def lying(self, reader: str) -> tuple[str, ...]:
        """The UIDs that lie on a reader."""
        return tuple(str(uid) for uid in self._field.lying(reader)) if self._field is not None else ()

    def lay(self, reader: str, uid: str) -> None:
        """Lay a tag down. Raises ValueError for what is no UID, KeyError for a reader that is not there."""
        if self._field is not None:
            self._field.lay(reader, Uid.from_hex(uid))

    def take(self, reader: str, uid: str) -> None:
        """Take a tag away."""
        if self._field is not None:
            self._field.take(reader, Uid.from_hex(uid))

    def unplug(self, reader: str) -> None:
        """Pull a reader's cable."""
        if self._field is not None:
            self._field.unplug(reader)

    def replug(self, reader: str) -> None:
        """Put a reader's cable back."""
        if self._field is not None:
            self._field.replug(reader)

    def set_noise(self, reader: str, share: float) -> None:
        """Flip this share of the bits in the air, 0 to 1."""
        if self._field is not None:
            self._field.set_noise(reader, share)

    def press_tower(self) -> None:
        """Press the tower's button."""
        if self._tower is not None:
            self._tower.press()

    def silence_tower(self, silent: bool) -> None:
        """Let the tower fall silent, or speak again."""
        if self._tower is None:
            return
        if silent:
            self._tower.fall_silent()
        else:
            self._tower.speak()

    def press_panel(self, button: str) -> None:
        """Press "ok", "next" or "undo". Raises ValueError for another."""
        if self._panel is not None:
            self._panel.press(Button(button))
