"""A panel without hardware: the simulator page presses it and sees what it shows."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from companion.devices.panel import Button, ButtonHeld, ButtonPressed, PanelListener, PowerOffAsked, Signal
from companion.devices.tags import DeviceStatus

REMEMBERED: Final = 20


class SimulatedPanel:
    """A panel whose buttons a page or a test presses; the listener is called in their thread."""

    def __init__(
        self, listener: PanelListener, *, muted: bool = False, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._listener = listener
        self._muted = muted
        self._now = now
        self._lock = threading.Lock()
        self._shown: deque[tuple[Signal, bool]] = deque(maxlen=REMEMBERED)

    @property
    def status(self) -> DeviceStatus:
        """Always "simulated"."""
        return DeviceStatus.SIMULATED

    @property
    def muted(self) -> bool:
        """True when the buzzer stays silent."""
        return self._muted

    def set_muted(self, muted: bool) -> None:
        """Silence the buzzer, or let it speak again."""
        self._muted = muted

    def show(self, signal: Signal) -> None:
        """Note a signal, and whether it could be heard."""
        with self._lock:
            self._shown.append((signal, not self._muted))

    def close(self) -> None:
        """There are no pins to let go of."""

    @property
    def shown(self) -> tuple[Signal, ...]:
        """The last signals, the newest at the end."""
        with self._lock:
            return tuple(signal for signal, _ in self._shown)

    @property
    def heard(self) -> tuple[Signal, ...]:
        """Those of them that the buzzer sounded."""
        with self._lock:
            return tuple(signal for signal, aloud in self._shown if aloud)

    def press(self, button: Button) -> None:
        """Press a button and let it go."""
        self._listener(ButtonPressed(button, self._now()))

    def hold(self, button: Button) -> None:
        """Hold a button for a second."""
        self._listener(ButtonHeld(button, self._now()))

    def ask_power_off(self) -> None:
        """Hold ok and undo for five seconds."""
        self._listener(PowerOffAsked(self._now()))
