"""The panel on gpiozero's mock pins, and a real reset line on an emulated chip."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from queue import Queue
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from companion.devices.emulated.modules import EmulatedSpi, install
from companion.devices.emulated.rig import Rig
from companion.devices.gpio_panel import GpioPanel
from companion.devices.panel import DONE, GREEN, REFUSED, Button, ButtonPressed, PanelEvent
from companion.devices.pins import BUTTONS, BUZZER, LAMP, READERS
from companion.devices.rc522 import Rc522
from companion.devices.tags import DeviceLost, DeviceStatus, Lost


@pytest.fixture
def pins() -> Iterator[Any]:
    """Mock pins for every device of gpiozero."""
    before = gpiozero.Device.pin_factory
    factory = MockFactory(pin_class=MockPWMPin)
    gpiozero.Device.pin_factory = factory
    yield factory
    factory.reset()
    gpiozero.Device.pin_factory = before


@pytest.fixture
def panel(pins: Any) -> Iterator[tuple[GpioPanel, list[PanelEvent]]]:
    """A panel without its thread, and what it tells."""
    told: list[PanelEvent] = []
    made = GpioPanel(told.append, own_thread=False, now=lambda: 0.0)
    yield made, told
    made.close()


def lamp(pins: Any) -> tuple[float, float, float]:
    """Return what the lamp's legs get."""
    return (pins.pin(LAMP.red).state, pins.pin(LAMP.green).state, pins.pin(LAMP.blue).state)


def press(pins: Any, button: Button, down: bool) -> None:
    """Move a contact to ground, or let it go."""
    pin = pins.pin(BUTTONS[button])
    pin.drive_low() if down else pin.drive_high()


def test_press_with_bounces_is_told_once(pins: Any, panel: tuple[GpioPanel, list[PanelEvent]]) -> None:
    device, told = panel
    at = 1.0
    for down in (True, False, True, False, True):
        press(pins, Button.UNDO, down)
        device.tick(at)
        at += 0.004
    for _ in range(20):
        device.tick(at)
        at += 0.01
    press(pins, Button.UNDO, False)
    assert device.tick(at)
    assert not device.tick(at + 0.04)
    assert told == [ButtonPressed(Button.UNDO, at)]


def test_signal_lights_sounds_and_ends(pins: Any, panel: tuple[GpioPanel, list[PanelEvent]]) -> None:
    device, _ = panel
    device.show(DONE)
    assert device.tick(0.01)
    assert lamp(pins) == GREEN
    assert (pins.pin(BUZZER).frequency, pins.pin(BUZZER).state) == (880, 0.5)
    assert device.tick(0.15)
    assert pins.pin(BUZZER).frequency == 1320
    assert device.tick(0.3)
    assert (lamp(pins), pins.pin(BUZZER).state) == (GREEN, 0.0)
    assert not device.tick(0.6)
    assert lamp(pins) == (0, 0, 0)


def test_newer_signal_takes_the_place_of_the_older(
    pins: Any, panel: tuple[GpioPanel, list[PanelEvent]]
) -> None:
    device, _ = panel
    device.show(DONE)
    device.tick(0.01)
    device.show(REFUSED)
    device.tick(0.02)
    assert lamp(pins) == REFUSED.colour


def test_muted_panel_lights_and_is_silent(pins: Any, panel: tuple[GpioPanel, list[PanelEvent]]) -> None:
    device, _ = panel
    device.show(DONE)
    device.tick(0.01)
    device.set_muted(True)
    device.tick(0.02)
    assert device.muted
    assert (lamp(pins), pins.pin(BUZZER).state) == (GREEN, 0.0)
    device.set_muted(False)
    device.tick(0.03)
    assert pins.pin(BUZZER).state == 0.5


def test_close_goes_dark_and_lets_go_of_the_pins(pins: Any) -> None:
    device = GpioPanel(lambda event: None, own_thread=False, now=lambda: 0.0)
    device.show(DONE)
    device.tick(0.01)
    device.close()
    device.close()
    assert lamp(pins) == (0, 0, 0)
    assert pins.pin(BUZZER).state == 0
    again = GpioPanel(lambda event: None)
    again.close()


def test_pin_that_is_taken_loses_the_panel_and_lets_go_of_the_others(pins: Any) -> None:
    somebody = gpiozero.DigitalOutputDevice(BUZZER)
    with pytest.raises(DeviceLost) as caught:
        GpioPanel(lambda event: None)
    assert caught.value.reason == Lost.PIN_FAILED
    somebody.close()
    GpioPanel(lambda event: None).close()


def test_thread_sleeps_until_a_contact_moves_and_tells_the_press(pins: Any) -> None:
    told: Queue[PanelEvent] = Queue()
    device = GpioPanel(told.put)
    try:
        press(pins, Button.OK, True)
        threading.Event().wait(0.06)  # a finger's time; nothing can be waited for while it is down
        press(pins, Button.OK, False)
        event = told.get(timeout=5)
        assert event == ButtonPressed(Button.OK, event.at)
        assert device.status == DeviceStatus.READY
    finally:
        device.close()
    assert "panel" not in {thread.name for thread in threading.enumerate()}


def test_listener_that_fails_is_logged(pins: Any, caplog: pytest.LogCaptureFixture) -> None:
    def fail(event: PanelEvent) -> None:
        raise RuntimeError("inbox is closed")

    device = GpioPanel(fail, own_thread=False, now=lambda: 0.0)
    press(pins, Button.OK, True)
    for at in (1.0, 1.04):
        device.tick(at)
    press(pins, Button.OK, False)
    for at in (1.1, 1.14):
        device.tick(at)
    device.close()
    assert "inbox is closed" in caplog.text


def test_reset_line_of_gpiozero_starts_the_chip_and_holds_it_after_close() -> None:
    rig = Rig()
    install(rig)
    rig.fit(READERS[0])

    class Wired(MockPin):
        """A pin that leads to the rig."""

        def _change_state(self, value: bool) -> bool:
            changed = super()._change_state(value)
            rig.drive(READERS[0].rst, bool(value))
            return bool(changed)

    before = gpiozero.Device.pin_factory
    gpiozero.Device.pin_factory = MockFactory(pin_class=Wired)
    try:
        reader = Rc522(READERS[0], open_spi=lambda: EmulatedSpi(rig), clock=rig)
        assert rig.transfer(0, 0, [0xEE, 0], 1_000_000)[1] == 0x00
        assert reader.start().genuine
        assert not reader.simulated
        reader.close()
        assert rig.transfer(0, 0, [0xEE, 0], 1_000_000)[1] == 0x00
    finally:
        gpiozero.Device.pin_factory.reset()
        gpiozero.Device.pin_factory = before
