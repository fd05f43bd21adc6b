"""The panel on the Pi's pins, through gpiozero; buttons to ground, an RGB lamp, a passive buzzer."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from companion.devices.panel import DARK, Button, Buttons, PanelListener, Signal, lamp_at, tone_at
from companion.devices.pins import BUTTONS, BUZZER, LAMP, LampPins
from companion.devices.tags import DeviceLost, DeviceStatus, Lost

if TYPE_CHECKING:
    from gpiozero import RGBLED, DigitalInputDevice, PWMOutputDevice

_log = logging.getLogger(__name__)

TICK_S: Final = 0.01


class GpioPanel:
    """A panel whose thread sleeps until a contact moves or a signal has to be shown.

    *listener* is called from that thread; an error in it is logged. Without *own_thread*, somebody else calls
    tick(). Raises DeviceLost when a pin cannot be had.
    """

    def __init__(
        self,
        listener: PanelListener,
        *,
        buttons: Mapping[str, int] = BUTTONS,
        lamp: LampPins = LAMP,
        buzzer: int = BUZZER,
        muted: bool = False,
        own_thread: bool = True,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._listener = listener
        self._muted = muted
        self._now = now
        self._buttons = Buttons()
        self._signal: tuple[Signal, float] | None = None
        self._sounding = 0
        self._wake = threading.Event()
        self._closing = False
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)
        self._contacts: dict[Button, DigitalInputDevice] = {}
        self._lamp: RGBLED | None = None
        self._buzzer: PWMOutputDevice | None = None
        try:
            self._open(buttons, lamp, buzzer)
        except ImportError as error:
            raise DeviceLost(Lost.PACKAGE_MISSING, package=error.name or "gpiozero") from error
        except Exception as error:  # every pin library has its own
            self._let_go()
            raise DeviceLost(Lost.PIN_FAILED, error=str(error)) from error
        if own_thread:
            self._thread.start()

    @property
    def status(self) -> DeviceStatus:
        """Ready: nothing tells a panel that lost its wires from one that nobody presses."""
        return DeviceStatus.READY

    @property
    def muted(self) -> bool:
        """True when the buzzer stays silent."""
        return self._muted

    def set_muted(self, muted: bool) -> None:
        """Silence the buzzer, also in the middle of a melody, or let it speak again."""
        self._muted = muted
        self._wake.set()

    def show(self, signal: Signal) -> None:
        """Begin a signal and return at once."""
        with self._lock:
            self._signal = (signal, self._now())
        self._wake.set()

    def close(self) -> None:
        """Go dark and silent, let go of the pins; a second time does nothing."""
        self._closing = True
        self._wake.set()
        if self._thread.ident is not None and self._thread is not threading.current_thread():
            self._thread.join()
        self._let_go()

    def tick(self, at: float) -> bool:
        """Look at the contacts, show what is due; False when nothing is left to do until something moves."""
        for button, contact in self._contacts.items():
            self._buttons = self._buttons.change(button, bool(contact.value), at)
        self._buttons, events = self._buttons.settle(at)
        for event in events:
            try:
                self._listener(event)
            except Exception:  # whoever listens must not stop the panel
                _log.exception("nobody took %r", event)
        showing = self._show_due(at)
        return showing or not self._buttons.at_rest

    def _run(self) -> None:
        while not self._closing:
            self._wake.clear()
            busy = self.tick(self._now())
            self._wake.wait(TICK_S if busy else None)

    def _show_due(self, at: float) -> bool:
        with self._lock:
            signal = self._signal
        colour, hz = None, None
        if signal is not None:
            colour = lamp_at(signal[0], at - signal[1])
            hz = tone_at(signal[0], at - signal[1])
        if self._lamp is not None and self._lamp.value != (colour or DARK):
            self._lamp.value = colour or DARK
        self._sound(0 if self._muted else hz or 0)
        if signal is not None and colour is None and hz is None:
            with self._lock:
                if self._signal is signal:
                    self._signal = None
        return colour is not None or hz is not None

    def _sound(self, hz: int) -> None:
        if self._buzzer is None or hz == self._sounding:
            return
        self._sounding = hz
        if hz:
            self._buzzer.frequency = hz
        self._buzzer.value = 0.5 if hz else 0.0

    def _open(self, buttons: Mapping[str, int], lamp: LampPins, buzzer: int) -> None:
        import gpiozero

        for name, pin in buttons.items():
            contact = gpiozero.DigitalInputDevice(pin, pull_up=True)
            self._contacts[Button(name)] = contact
            contact.when_activated = contact.when_deactivated = self._wake.set
        self._lamp = gpiozero.RGBLED(lamp.red, lamp.green, lamp.blue)
        self._buzzer = gpiozero.PWMOutputDevice(buzzer)

    def _let_go(self) -> None:
        for device in (*self._contacts.values(), self._lamp, self._buzzer):
            if device is not None:
                device.close()
        self._contacts, self._lamp, self._buzzer = {}, None, None
