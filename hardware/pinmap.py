"""pins.toml -> frozen values; every wrong key is named in one message."""

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

PINS_TOML = Path(__file__).with_name("pins.toml")
BUILDS = ("small", "full", "four")
PLAIN: tuple[tuple[type, ...], ...] = ((int,), (int, float), (str,))
NUMBERS = {"int": "a whole number", "float": "a number"}


class PinMapError(ValueError):
    """pins.toml does not have the form this module reads."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What the plan allows itself, in mA and mm."""

    gpio_pin_ma: float
    gpio_sum_ma: float
    lead_mm: float
    antenna_gap_mm: float
    readers_per_bus: int


@dataclass(frozen=True, slots=True)
class Leads:
    """Lengths of wire, in mm."""

    reader: float
    strip: float
    strip_to_reader: float
    panel: float
    tower: float


@dataclass(frozen=True, slots=True)
class Rail:
    """A supply or a ground (0 V). *source* is the rail it draws from."""

    net: str
    volts: float
    colour: str
    max_ma: float = 0.0
    source: str = ""


@dataclass(frozen=True, slots=True)
class PiPin:
    """One signal of the Pi. *ma* is the most that flows through the pin."""

    net: str
    bcm: int
    header: int
    function: str
    direction: str
    level: float
    ma: float
    colour: str


@dataclass(frozen=True, slots=True)
class PicoPin:
    """One signal of the tower's Pico: GP number and pin of the board."""

    net: str
    gp: int
    board_pin: int
    function: str
    direction: str
    level: float
    ma: float
    colour: str


@dataclass(frozen=True, slots=True)
class PowerPins:
    """The header or board pins on which a rail comes out."""

    net: str
    pins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bus:
    """An SPI bus of the Pi, the line in config.txt that opens it, and its three nets."""

    number: int
    overlay: str
    sclk: str
    mosi: str
    miso: str


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader by the name the companion knows, on chip enable *ce* of *bus*."""

    name: str
    bus: int
    ce: int
    part: str
    select: str
    reset: str


@dataclass(frozen=True, slots=True)
class Part:
    """A part and the net each pad is soldered to.

    *power*: "rail", "pin" or "passive". *volts*: the supply it bears, 0 when the circuit sees to it.
    *rail*: where *ma* is drawn when no pad shows it. *idle_ma*: drawn instead while another part of the same
    kind is busy. *plug*: the power pin of the board for each rail it is fed from.
    """

    id: str
    ref: str
    bom: str
    build: str
    power: str
    pads: Mapping[str, str]
    rail: str = ""
    volts: float = 0.0
    ma: float = 0.0
    idle_ma: float | None = None
    plug: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BomLine:
    """Something to buy. *count* per build, on top of the parts that name this line; *ohm* of a resistor."""

    id: str
    what: str
    usd: float
    instead: str
    ohm: float | None = None
    count: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Constant:
    """A plain number the tower's firmware reads beside its pins."""

    name: str
    value: int
    says: str


@dataclass(frozen=True, slots=True)
class PinMap:
    """Everything pins.toml says."""

    limits: Limits
    rails: tuple[Rail, ...]
    pi_pins: tuple[PiPin, ...]
    pi_power: tuple[PowerPins, ...]
    pi_reserved: Mapping[int, str]
    buses: tuple[Bus, ...]
    pico_pins: tuple[PicoPin, ...]
    pico_power: tuple[PowerPins, ...]
    pico_reserved: Mapping[int, str]
    constants: tuple[Constant, ...]
    readers: tuple[Reader, ...]
    parts: tuple[Part, ...]
    bom: tuple[BomLine, ...]
    boards: Mapping[str, Mapping[str, float | str]]
    enclosure: Mapping[str, float]
    leads: Leads

    @property
    def signals(self) -> tuple[PiPin | PicoPin, ...]:
        """Return the signal pins of both boards."""
        return (*self.pi_pins, *self.pico_pins)

    def pi(self, net: str) -> PiPin:
        """Return the Pi pin of *net*. Raises PinMapError."""
        for pin in self.pi_pins:
            if pin.net == net:
                return pin
        raise PinMapError(f"pi.pins: {net} missing")

    def part(self, part_id: str) -> Part:
        """Return the part with this id. Raises PinMapError."""
        for part in self.parts:
            if part.id == part_id:
                return part
        raise PinMapError(f"parts: {part_id} missing")

    def rail(self, net: str) -> Rail | None:
        """Return the rail named *net*; None when it is a signal."""
        return next((rail for rail in self.rails if rail.net == net), None)


T = TypeVar("T", bound="DataclassInstance")


def _made(kind: type[T], where: str, table: Mapping[str, Any], **known: Any) -> T:
    names = {f.name for f in fields(kind)}
    needed = {f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING}
    given = {**table, **known}
    if unknown := sorted(given.keys() - names):
        raise PinMapError(f"{where}: unknown key {', '.join(unknown)}; known: {', '.join(sorted(names))}")
    if missing := sorted(needed - given.keys()):
        raise PinMapError(f"{where}: {', '.join(missing)} missing")
    for f in fields(kind):
        wanted = next((kinds for kinds in PLAIN if f.type is kinds[-1]), ())
        if wanted and f.name in given and type(given[f.name]) not in wanted:
            name = wanted[-1].__name__
            raise PinMapError(f"{where}: {f.name} is {given[f.name]!r}, wanted {NUMBERS.get(name, 'a text')}")
    return kind(**given)


def _power(where: str, rows: list[dict[str, Any]], key: str) -> tuple[PowerPins, ...]:
    return tuple(
        _made(PowerPins, f"{where}.power", {"net": row.get("net"), "pins": tuple(row.get(key, ()))})
        for row in rows
    )


def parse_pins(text: str) -> PinMap:
    """Read the text of a pins.toml. Raises PinMapError, or TOMLDecodeError with its line."""
    toml = tomllib.loads(text)
    try:
        pi, pico = toml["pi"], toml["pico"]
        pins = PinMap(
            limits=_made(Limits, "limits", toml["limits"]),
            rails=tuple(_made(Rail, f"rails.{net}", row, net=net) for net, row in toml["rails"].items()),
            pi_pins=tuple(_made(PiPin, f"pi.pins.{net}", row, net=net) for net, row in pi["pins"].items()),
            pi_power=_power("pi", pi["power"], "header"),
            pi_reserved={row["bcm"]: row["why"] for row in pi["reserved"]},
            buses=tuple(_made(Bus, "pi.bus", row) for row in pi["bus"]),
            pico_pins=tuple(
                _made(PicoPin, f"pico.pins.{net}", row, net=net) for net, row in pico["pins"].items()
            ),
            pico_power=_power("pico", pico["power"], "board_pin"),
            pico_reserved={row["gp"]: row["why"] for row in pico["reserved"]},
            constants=tuple(
                _made(Constant, f"pico.values.{name}", row, name=name) for name, row in pico["values"].items()
            ),
            readers=tuple(_made(Reader, "reader", row) for row in toml["reader"]),
            parts=tuple(_made(Part, f"parts.{key}", row, id=key) for key, row in toml["parts"].items()),
            bom=tuple(_made(BomLine, f"bom.{key}", row, id=key) for key, row in toml["bom"].items()),
            boards=toml["board"],
            enclosure=toml["enclosure"],
            leads=_made(Leads, "leads", toml["leads"]),
        )
    except KeyError as missing:
        raise PinMapError(f"{missing} missing") from None
    _check_references(pins)
    return pins


def _check_references(pins: PinMap) -> None:
    rails = {rail.net: rail for rail in pins.rails}
    for rail in pins.rails:
        upstream = [rail.net]
        while source := rails[upstream[-1]].source:
            if source not in rails or source in upstream:
                raise PinMapError(f"rails.{rail.net}: source {source} is no rail above it")
            upstream.append(source)
    for part in pins.parts:
        if part.rail and part.rail not in rails:
            raise PinMapError(f"parts.{part.id}: rail {part.rail} is none of {', '.join(rails)}")
    builds = {f"parts.{part.id}": {part.build} for part in pins.parts}
    builds |= {f"bom.{line.id}": set(line.count) for line in pins.bom}
    for where, names in builds.items():
        if unknown := names - set(BUILDS):
            raise PinMapError(f"{where}: build {', '.join(unknown)} is none of {', '.join(BUILDS)}")


def read_pins(path: Path = PINS_TOML) -> PinMap:
    """Read the pin map from *path*."""
    return parse_pins(path.read_text(encoding="utf-8"))
