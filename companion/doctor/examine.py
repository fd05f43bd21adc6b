"""All checks in their order: of a machine at rest, and of one that serves."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from companion.config import Config
from companion.core.message import Message, say
from companion.core.uid import Uid
from companion.devices.emulated.modules import install
from companion.devices.emulated.rig import Rig
from companion.devices.pins import READERS
from companion.devices.rc522 import Rc522
from companion.devices.rc522_ports import Clock
from companion.devices.simulated.reader import SimulatedField, TagField, emulated_reader
from companion.devices.simulated.tower import SimulatedTower
from companion.devices.tags import DeviceLost
from companion.doctor import machine
from companion.doctor.card import Seen
from companion.doctor.parts import Parts
from companion.doctor.readers import Examined, examine_place, examine_simulated
from companion.doctor.watched import WatchedReader, ask_all
from companion.table.fittings import Check, Fitting
from companion.table.registry import Registered

_TOWER_WAIT_S = 2.0


@dataclass(frozen=True, slots=True)
class Examination:
    """What was found, and the readers that work, still open, with the clock that they go by.

    *field* is the hand above simulated ones, None above real ones.
    """

    checks: tuple[Check, ...]
    readers: tuple[Rc522, ...]
    clock: Clock
    field: TagField | None

    @property
    def well(self) -> bool:
        """Whether nothing is wrong."""
        return is_well(self.checks)


def is_well(checks: Sequence[Check]) -> bool:
    """Whether nothing is wrong; warnings and what is not fitted keep nobody from playing."""
    return all(check.status != "wrong" for check in checks)


def examine(config: Config, parts: Parts, closing: ExitStack) -> Examination:
    """Try everything that is fitted; *closing* lets go of the readers. No companion may hold them now."""
    places, field, clock = _examine_readers(config, parts)
    readers = tuple(place.reader for place in places if place.reader is not None)
    for reader in readers:
        closing.callback(reader.close)
    opened = any(place.opened for place in places)
    power = machine.check_power(parts)
    found = (
        machine.check_machine(parts),
        machine.check_spi(config, parts, opened),
        *_shown(places),
        machine.check_pins(config, parts),
        examine_panel(config),
        machine.check_serial(parts),
        examine_tower(config, parts),
        machine.check_addresses(config, config.port, parts),
        machine.check_port(config),
        machine.check_disk(config.folder),
        machine.check_clock(parts),
        *(() if power is None else (power,)),
    )
    return Examination(found, readers, clock, field)


def look_on(
    config: Config,
    port: int,
    fittings: Callable[[], Sequence[Fitting]],
    parts: Parts,
    watched: Sequence[WatchedReader] = (),
    known: Callable[[], Mapping[Uid, Registered]] = dict,
) -> tuple[Check, ...]:
    """What can be seen while the companion serves: its own devices by what it says of them.

    Readers that are *watched* are tested between two looks. The last check is the last card, if one was seen.
    """
    power = machine.check_power(parts)
    devices = {fitting.name: fitting for fitting in fittings()}
    tested = ask_all([reader for reader in watched if _is_ready(devices.get(reader.name))])
    readers = [
        tested.get(fitting.name) or _seen_reader(config, fitting)
        for fitting in devices.values()
        if fitting.kind == "reader"
    ]
    opened = any(check.status in ("fine", "warning") for check in readers)
    return (
        machine.check_machine(parts),
        machine.check_spi(config, parts, opened),
        *readers,
        _seen("panel", devices.get("panel")),
        machine.check_serial(parts),
        _seen("tower", devices.get("tower")),
        machine.check_addresses(config, port, parts),
        Check("port", "fine", say("doctor.port.ours", port=port)),
        machine.check_disk(config.folder, thorough=False),
        machine.check_clock(parts),
        *(() if power is None else (power,)),
        *_last_card(watched, known()),
    )


def _is_ready(fitting: Fitting | None) -> bool:
    return fitting is not None and fitting.status in ("ready", "simulated")


def _last_card(watched: Sequence[WatchedReader], known: Mapping[Uid, Registered]) -> tuple[Check, ...]:
    return tuple(
        Check(f"card.{reader.name}", "fine", Seen(reader.name, uid, known.get(uid)).message)
        for reader in watched
        if (uid := reader.last_card) is not None
    )


def _examine_readers(config: Config, parts: Parts) -> tuple[list[Examined], TagField | None, Clock]:
    named = {reader.name: reader for reader in config.readers}
    if all(reader.kind != "simulated" for reader in config.readers):
        return [examine_place(pins, named.get(pins.name), parts) for pins in READERS], None, parts.clock
    rig = Rig()
    install(rig)
    chips = {pins.name: (pins, rig.fit(pins)) for pins in READERS if pins.name in named}
    places = [
        examine_simulated(emulated_reader(rig, pins, gain_db=named[name].gain_db), pins, parts)
        for name, (pins, _) in chips.items()
    ]
    return places, SimulatedField(rig, chips), rig


def _shown(places: Sequence[Examined]) -> tuple[Check, ...]:
    """What is worth a line: of places that nobody named only those that open."""
    kept = tuple(place.check for place in places if place.opened or place.check.status != "not_fitted")
    if kept:
        return kept
    paths = [place.check.found.values["path"] for place in places]
    return (Check("reader", "not_fitted", say("doctor.reader.none_opens", paths=paths)),)


def examine_panel(config: Config) -> Check:
    """Whether its pins can be had."""
    if config.panel == "none":
        return Check("panel", "not_fitted", say("doctor.panel.none"))
    if config.panel == "simulated":
        return Check("panel", "simulated", say("doctor.panel.simulated"))
    from companion.devices.gpio_panel import GpioPanel

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # gpiozero tells of each library that it did not find
            GpioPanel(lambda _: None, own_thread=False).close()
    except DeviceLost as lost:
        found = say("doctor.panel.lost")
        return Check("panel", "wrong", found, say(f"reader.{lost.reason}", **lost.values))
    return Check("panel", "fine", say("doctor.panel.works"))


def examine_tower(config: Config, parts: Parts) -> Check:
    """Whether it answers; nothing is rolled on a real one."""
    if config.tower == "simulated":
        tower = SimulatedTower()
        tower.request("1d6", "doctor")
        rolled = tower.next_roll(_TOWER_WAIT_S)
        tower.close()
        pips = getattr(rolled, "dice", ("?",))[0]
        return Check("tower", "simulated", say("doctor.tower.simulated", pips=pips))
    if config.tower == "none":
        likely = parts.likely_towers()
        if likely:
            found = say("doctor.tower.likely", port=likely[0])
            lines = say("doctor.tower.likely_todo", section="[tower]", line='kind = "usb"')
            return Check("tower", "warning", found, lines)
        return Check("tower", "not_fitted", say("doctor.tower.none"))
    finding = parts.find_tower(config.tower_port or None)
    todo: Message | None = None
    if finding.fault is not None:
        todo = say(f"tower.{finding.fault.code}", **finding.fault.values)
    if finding.works:
        found = say("doctor.tower.answers", name=finding.name)
        return Check("tower", "warning" if todo else "fine", found, todo)
    if todo is None:
        return Check("tower", "wrong", say("doctor.tower.slow", seconds=4))
    return Check("tower", "wrong", say("doctor.tower.lost"), todo)


_STATUS = {"ready": "fine", "lost": "wrong"}


def _seen_reader(config: Config, fitting: Fitting) -> Check:
    gain_db = next((reader.gain_db for reader in config.readers if reader.name == fitting.name), None)
    if gain_db is None or fitting.status == "lost":
        return _seen("reader" if gain_db is None else f"reader.{fitting.name}", fitting)
    status = "warning" if fitting.word is not None else _STATUS.get(fitting.status, fitting.status)
    return Check(f"reader.{fitting.name}", status, say("doctor.reader.running", gain=gain_db), fitting.word)


def _seen(about: str, fitting: Fitting | None) -> Check:
    """A device as the companion that serves shows it."""
    if fitting is None or fitting.status == "not_fitted":
        return Check(about, "not_fitted", Message(f"doctor.{about}.none"))
    status = _STATUS.get(fitting.status, fitting.status)
    if fitting.word is None:
        return Check(about, status, Message(f"doctor.running.{fitting.status}"))
    return Check(about, "warning" if status == "fine" else status, fitting.word)
