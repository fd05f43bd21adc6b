"""Buttons with hand-made times, and signals as values."""

from __future__ import annotations

import pytest

from companion.devices.panel import (
    DARK,
    DONE,
    REFUSED,
    SIGNALS,
    UNKNOWN,
    YOUR_TURN,
    Button,
    ButtonHeld,
    ButtonPressed,
    Buttons,
    NoPanel,
    PanelEvent,
    PowerOffAsked,
    Signal,
    lamp_at,
    tone_at,
)
from companion.devices.simulated.panel import SimulatedPanel
from companion.devices.tags import DeviceStatus


def play(edges: str, until: float, step: float = 0.01) -> list[PanelEvent]:
    """Move contacts as "ok+0.1 ok-0.3" says (seconds), looking every 10 ms."""
    moves = []
    for edge in edges.split():
        name, sign, moment = edge.partition("+") if "+" in edge else edge.partition("-")
        moves.append((float(moment), Button(name), sign == "+"))
    buttons = Buttons()
    events: list[PanelEvent] = []
    for tick in range(round(until / step) + 1):
        now = tick * step
        while moves and moves[0][0] <= now:
            at, button, down = moves.pop(0)
            buttons = buttons.change(button, down, at)
        buttons, told = buttons.settle(now)
        events += told
    return events


def test_button_is_pressed_when_it_comes_up_again() -> None:
    assert play("ok+0.1 ok-0.3", 1.0) == [ButtonPressed(Button.OK, 0.3)]


def test_bounces_make_one_press() -> None:
    bounces = "ok+0.1 ok-0.105 ok+0.11 ok-0.112 ok+0.12 ok-0.3 ok+0.304 ok-0.308 ok+0.31 ok-0.315"
    assert play(bounces, 1.0) == [ButtonPressed(Button.OK, 0.315)]


def test_spike_shorter_than_30_ms_is_nothing() -> None:
    assert play("next+0.1 next-0.12 next+0.5 next-0.525", 1.0) == []


def test_held_button_is_told_while_it_is_down_and_gives_no_press() -> None:
    assert play("undo+0.1 undo-3.0", 4.0) == [ButtonHeld(Button.UNDO, pytest.approx(1.1, abs=0.011))]  # type: ignore[arg-type]


def test_buttons_are_independent() -> None:
    assert play("ok+0.1 next+0.15 next-0.3 ok-0.4", 1.0) == [
        ButtonPressed(Button.NEXT, 0.3),
        ButtonPressed(Button.OK, 0.4),
    ]


def test_ok_and_undo_for_five_seconds_ask_for_power_off_once() -> None:
    (event,) = play("ok+0.1 undo+0.2 undo-8.0 ok-8.1", 9.0)
    assert event == PowerOffAsked(event.at)
    assert 5.2 <= event.at < 5.22


def test_ok_and_undo_let_go_too_early_are_nothing_at_all() -> None:
    assert play("ok+0.1 undo+0.2 undo-5.1 ok-5.1", 9.0) == []


def test_all_three_together_are_no_press_of_ok_or_undo() -> None:
    assert play("ok+0.1 undo+0.1 next+0.1 next-0.3 ok-0.3 undo-0.3", 1.0) == [ButtonPressed(Button.NEXT, 0.3)]


def test_button_works_again_after_a_chord() -> None:
    assert play("ok+0.1 undo+0.1 ok-0.3 undo-0.3 ok+0.5 ok-0.7", 1.0) == [ButtonPressed(Button.OK, 0.7)]


def test_at_rest_only_when_nothing_is_down_or_settling() -> None:
    buttons = Buttons()
    assert buttons.at_rest
    buttons = buttons.change(Button.OK, True, 0.0)
    assert not buttons.at_rest
    buttons, _ = buttons.settle(0.05)
    buttons = buttons.change(Button.OK, False, 0.1)
    assert not buttons.at_rest
    buttons, _ = buttons.settle(0.2)
    assert buttons.at_rest


@pytest.mark.parametrize("signal", list(SIGNALS.values()), ids=str)
def test_signal_shows_its_colour_ends_dark_and_is_over_soon(signal: Signal) -> None:
    assert lamp_at(signal, 0.0) == signal.colour
    assert lamp_at(signal, 3.0) is None
    assert tone_at(signal, 0.0)
    assert tone_at(signal, 3.0) is None
    assert len(signal.rhythm_ms) % 2 == 1


def test_signals_differ_without_colour_and_without_sound() -> None:
    assert set(SIGNALS) == {"done", "refused", "unknown", "your_turn"}
    assert len({signal.rhythm_ms for signal in SIGNALS.values()}) == 4
    assert len({signal.tones for signal in SIGNALS.values()}) == 4
    assert len({signal.colour for signal in SIGNALS.values()}) == 4


def test_rhythm_and_melody_go_through_their_pauses() -> None:
    assert [lamp_at(REFUSED, ms / 1000) for ms in (149, 151, 251)] == [REFUSED.colour, DARK, REFUSED.colour]
    assert [tone_at(REFUSED, ms / 1000) for ms in (149, 151, 211, 361)] == [220, 0, 220, None]


def test_table_without_a_panel_takes_every_signal_in_silence() -> None:
    panel = NoPanel()
    panel.show(DONE)
    panel.set_muted(True)
    assert (panel.status, panel.muted) == (DeviceStatus.NOT_FITTED, True)
    panel.close()


def test_simulated_panel_tells_presses_and_remembers_what_it_showed() -> None:
    told: list[PanelEvent] = []
    panel = SimulatedPanel(told.append, now=lambda: 7.0)
    panel.press(Button.OK)
    panel.hold(Button.NEXT)
    panel.ask_power_off()
    assert told == [ButtonPressed(Button.OK, 7.0), ButtonHeld(Button.NEXT, 7.0), PowerOffAsked(7.0)]
    panel.show(UNKNOWN)
    panel.set_muted(True)
    panel.show(YOUR_TURN)
    assert panel.shown == (UNKNOWN, YOUR_TURN)
    assert panel.heard == (UNKNOWN,)
    assert panel.status == DeviceStatus.SIMULATED
