"""The panel: three buttons, a lamp, a buzzer. What is pressed, and what is shown, as values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Protocol, TypeAlias

from companion.devices.tags import DeviceStatus


class Button(StrEnum):
    """The three buttons."""

    OK = "ok"
    NEXT = "next"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A button went down and came up again within the time of a hold. *at* is monotonic seconds."""

    button: Button
    at: float


@dataclass(frozen=True, slots=True)
class ButtonHeld:
    """A button has been down for a second; no press follows."""

    button: Button
    at: float


@dataclass(frozen=True, slots=True)
class PowerOffAsked:
    """ok and undo were held together for five seconds."""

    at: float


PanelEvent: TypeAlias = ButtonPressed | ButtonHeld | PowerOffAsked

Colour: TypeAlias = tuple[float, float, float]  # red, green, blue, each 0 to 1

GREEN: Final[Colour] = (0.0, 1.0, 0.0)
RED: Final[Colour] = (1.0, 0.0, 0.0)
AMBER: Final[Colour] = (1.0, 0.4, 0.0)
BLUE: Final[Colour] = (0.0, 0.2, 1.0)
DARK: Final[Colour] = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Tone:
    """A beep of *hz*, or a pause when that is 0."""

    hz: int
    ms: int


@dataclass(frozen=True, slots=True)
class Signal:
    """What lamp and buzzer do once: *rhythm* alternates on and off, in ms, beginning with on.

    The four signals differ in rhythm and melody as well, for who does not see or hear the difference.
    """

    name: str
    colour: Colour
    rhythm_ms: tuple[int, ...]
    tones: tuple[Tone, ...]


DONE: Final = Signal("done", GREEN, (500,), (Tone(880, 80), Tone(1320, 120)))
REFUSED: Final = Signal(
    "refused", RED, (150, 100, 150, 100, 150), (Tone(220, 150), Tone(0, 60), Tone(220, 150))
)
UNKNOWN: Final = Signal("unknown", AMBER, (400, 200, 400), (Tone(660, 80), Tone(440, 80), Tone(660, 80)))
YOUR_TURN: Final = Signal("your_turn", BLUE, (800, 200, 800), (Tone(1047, 100),))
SIGNALS: Final[Mapping[str, Signal]] = MappingProxyType(
    {signal.name: signal for signal in (DONE, REFUSED, UNKNOWN, YOUR_TURN)}
)


def lamp_at(signal: Signal, elapsed_s: float) -> Colour | None:
    """Return the lamp's colour so long after a signal began, None when its rhythm is over."""
    end = 0
    for index, ms in enumerate(signal.rhythm_ms):
        end += ms
        if elapsed_s * 1000 < end:
            return DARK if index % 2 else signal.colour
    return None


def tone_at(signal: Signal, elapsed_s: float) -> int | None:
    """Return what the buzzer sounds in Hz, 0 in a pause, None when the melody is over."""
    end = 0
    for tone in signal.tones:
        end += tone.ms
        if elapsed_s * 1000 < end:
            return tone.hz
    return None


class Panel(Protocol):
    """Shows signals and tells what was pressed, to the callable that it was made with.

    Every method may be called from any thread.
    """

    @property
    def status(self) -> DeviceStatus:
        """Whether there is one, and whether it works."""

    @property
    def muted(self) -> bool:
        """True when the buzzer stays silent; the lamp does not."""

    def set_muted(self, muted: bool) -> None:
        """Silence the buzzer, or let it speak again."""

    def show(self, signal: Signal) -> None:
        """Begin a signal and return at once; it takes the place of one that still runs."""

    def close(self) -> None:
        """Go dark and silent, and let go of the pins."""


class NoPanel:
    """The panel of a table that has none: phones show and ask everything."""

    def __init__(self) -> None:
        self._muted = False

    @property
    def status(self) -> DeviceStatus:
        """Always "not_fitted"."""
        return DeviceStatus.NOT_FITTED

    @property
    def muted(self) -> bool:
        """What was last set."""
        return self._muted

    def set_muted(self, muted: bool) -> None:
        """Remember it; there is nothing to silence."""
        self._muted = muted

    def show(self, signal: Signal) -> None:
        """There is nothing to show it on."""

    def close(self) -> None:
        """There is nothing to let go of."""


PanelListener: TypeAlias = Callable[[PanelEvent], None]

DEBOUNCE_S: Final = 0.03
HOLD_S: Final = 1.0
POWER_OFF_S: Final = 5.0


@dataclass(frozen=True, slots=True)
class _Contact:
    """A button's contact: *raw* as it is now, *down* as it counts, once it has been steady."""

    raw: bool = False
    since: float = float("-inf")
    down: bool = False
    down_at: float = 0.0
    spent: bool = False  # its hold was told, or it belongs to a chord: no press follows


@dataclass(frozen=True, slots=True)
class Buttons:
    """What the contacts of the buttons mean; pure, times are handed in.

    A contact counts once it has been the same for 30 ms.
    """

    contacts: Mapping[Button, _Contact] = field(
        default_factory=lambda: MappingProxyType({button: _Contact() for button in Button})
    )
    off_asked: bool = False

    @property
    def at_rest(self) -> bool:
        """True when nothing is down and nothing can follow but a new press."""
        return not any(contact.raw or contact.down for contact in self.contacts.values())

    def change(self, button: Button, down: bool, at: float) -> Buttons:
        """Take note that a contact closed or opened; what it means is for settle() to say."""
        contact = self.contacts[button]
        if contact.raw == down:
            return self
        return self._with(button, replace(contact, raw=down, since=at))

    def settle(self, at: float) -> tuple[Buttons, tuple[PanelEvent, ...]]:
        """Return the buttons at a moment and what has happened since; call it every 10 to 30 ms."""
        now = self
        events: list[PanelEvent] = []
        for button in Button:
            now, told = now._settle_one(button, at)
            events += told
        ok, undo = now.contacts[Button.OK], now.contacts[Button.UNDO]
        if not (ok.down and undo.down):
            return replace(now, off_asked=False), tuple(events)
        now = now._with(Button.OK, replace(ok, spent=True))
        now = now._with(Button.UNDO, replace(undo, spent=True))
        if not now.off_asked and at - max(ok.down_at, undo.down_at) >= POWER_OFF_S:
            events.append(PowerOffAsked(at))
            now = replace(now, off_asked=True)
        return now, tuple(events)

    def _settle_one(self, button: Button, at: float) -> tuple[Buttons, tuple[PanelEvent, ...]]:
        contact = self.contacts[button]
        told: tuple[PanelEvent, ...] = ()
        if contact.raw != contact.down and at - contact.since >= DEBOUNCE_S:
            if contact.down and not contact.spent:
                told = (ButtonPressed(button, contact.since),)
            contact = replace(contact, down=contact.raw, down_at=contact.since, spent=False)
        elif contact.down and not contact.spent and at - contact.down_at >= HOLD_S:
            told = (ButtonHeld(button, at),)
            contact = replace(contact, spent=True)
        return self._with(button, contact), told

    def _with(self, button: Button, contact: _Contact) -> Buttons:
        return replace(self, contacts=MappingProxyType({**self.contacts, button: contact}))
