"""The composition root: the only module that knows every other."""

from __future__ import annotations

import errno
import gc
import io
import logging
import os
import secrets
import signal
import sqlite3
import threading
import webbrowser
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import segno

from companion import __version__
from companion.addresses import machine_name, served_addresses
from companion.config import Config
from companion.core.message import Told
from companion.core.refusal import Refusal
from companion.core.uid import Uid
from companion.devices.dice import DiceTower, NoTower
from companion.devices.pins import READERS
from companion.devices.rc522 import Rc522
from companion.devices.tags import DeviceLost
from companion.doctor.parts import Parts
from companion.doctor.watched import WatchedReader
from companion.games import GAMES
from companion.journal.cupboard import Cupboard
from companion.journal.notes import NotesFile
from companion.table.fittings import Check, Fitting, Fittings
from companion.table.hall import Hall
from companion.table.inbox import Inbox
from companion.table.registry import Registered, Registry, read_registry
from companion.table.table import Table
from companion.web import create_app
from companion.web.network import AddressWatch
from companion.web.reach import Reach
from companion.web.serve import serve
from companion.web.terminal import terminal_words
from companion.web.text import Words
from companion.wiring import systemd
from companion.wiring.fairness import dice_records, joint_records
from companion.wiring.odds import OddsWiring
from companion.wiring.panel import PanelWiring
from companion.wiring.power import POWER_OFF, PowerSwitch, PowerWatch
from companion.wiring.readers import ReaderWiring
from companion.wiring.simulator import SimulatedHands
from companion.wiring.tower import TowerWiring, connect, last_roll

log = logging.getLogger(__name__)

_TAGS = "tags"
_NO_PORT = {
    errno.EADDRINUSE: "terminal.port.in_use",
    errno.EACCES: "terminal.port.no_right",
    errno.EADDRNOTAVAIL: "terminal.port.no_address",
}


class CannotStart(Told):
    """What keeps the companion from starting, and what to do."""


def serve_tables(config: Config) -> int:
    """Serve until SIGTERM or Ctrl-C; returns the exit code, `POWER_OFF` to halt. Raises CannotStart."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    with ExitStack() as closing:
        running = start(config, closing)
        # What is loaded now stays: to look through it again and again for waste held up single taps by 50 ms.
        gc.freeze()
        gc.set_threshold(20_000, 10, 10)
        words = terminal_words()
        print(running.welcome(words), flush=True)
        if config.open_browser:
            _open_browser(running.local_url)
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        systemd.notify(systemd.READY)
        while not stop.wait(systemd.alive_every_s()):
            running.inbox.tell(lambda: systemd.notify(systemd.ALIVE))  # a stuck writer stays silent
        systemd.notify(systemd.STOPPING)
        print(words.text("terminal.stopped"), flush=True)
    return POWER_OFF if running.switch.pressed else 0


class Running:
    """A companion that serves."""

    def __init__(self, port: int, host: str, inbox: Inbox, switch: PowerSwitch) -> None:
        self.port = port
        self.inbox = inbox
        self.switch = switch
        self.local_url = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{port}/"
        self.phone_urls = tuple(f"http://{address}:{port}/" for address in served_addresses(host))

    def welcome(self, words: Words) -> str:
        """What the terminal shows: where the table is, and a QR for phones."""
        phone = self.phone_urls[0]
        lines = [words.text("terminal.table_at", address=self.local_url)]
        if phone != self.local_url:
            lines += [words.text("terminal.phones_at", address=phone), _qr(phone)]
        lines.append(words.text("terminal.how_to_stop"))
        return "\n".join(lines)


def start(config: Config, closing: ExitStack) -> Running:
    """Build everything and begin to serve; *closing* ends it in the right order. Raises CannotStart."""
    folder = _make_folder(config.folder)
    try:
        notes = NotesFile(folder / "notes.sqlite")
        closing.callback(notes.close)
        registry = Registry(load_registry(notes).all(), lambda known: save_registry(notes, known))
    except Refusal as refusal:
        why = {"id": f"refusal.{refusal.code}", "values": refusal.values}
        raise CannotStart("terminal.damaged_tags", file=str(folder / "notes.sqlite"), why=why) from None
    except sqlite3.Error as error:
        raise CannotStart("terminal.no_tags", file=str(folder / "notes.sqlite"), error=str(error)) from None

    hall: Hall
    hooks: list[Callable[[Table], object]] = []

    def seated(table: Table) -> None:
        for hook in hooks:
            hook(table)

    def device_changed() -> None:
        for table in tuple(hall.tables.values()):
            table.changed()

    fittings = Fittings(lambda: inbox.tell(device_changed))

    def tick() -> None:
        hall.tick()
        odds.tick()
        for watch in address_watch:
            watch.tick()

    address_watch: list[AddressWatch] = []  # begins to look once the port is known
    inbox = Inbox(tick)
    odds = OddsWiring(inbox)
    hooks.append(odds.connect)
    hall = Hall(GAMES, Cupboard(folder), registry, seated)
    closing.callback(hall.close)
    closing.callback(odds.close)
    closing.callback(inbox.close)

    switch = PowerSwitch()
    watched: list[WatchedReader] = []
    hands = _fit_devices(config, hall, inbox, fittings, notes, hooks, switch, watched, closing)
    power_watch = PowerWatch(fittings)
    closing.callback(power_watch.stop)
    power_watch.start()
    running_port: list[int] = [config.port]

    def examine() -> tuple[Check, ...]:
        from companion.doctor.examine import look_on  # a page that most evenings never open

        return look_on(config, running_port[0], fittings.all, Parts(), watched, registry.all)

    reach = Reach(
        hall=hall,
        inbox=inbox,
        notes=notes,
        fittings=fittings,
        simulator=hands,
        addresses=lambda: tuple(f"http://{one}:{running_port[0]}" for one in served_addresses(config.host)),
        name=f"http://{machine_name()}:{config.port}",
        data_folder=str(folder),
        version=__version__,
        doctor=examine,
        fairness=dice_records,
        joint_fairness=joint_records,
        power_off=switch.press if systemd.is_service() else None,
    )
    app = create_app(reach, load_secret(folder), config.hosts)
    try:
        server = serve(app, config.host, config.port)
    except OSError as error:
        reason = _NO_PORT.get(error.errno or 0, error.strerror)
        raise CannotStart("terminal.no_port", port=config.port, host=config.host, why=reason) from None
    running_port[0] = server.port
    app.extensions["companion"] = replace(reach, name=f"http://{machine_name()}:{server.port}")
    address_watch.append(AddressWatch(reach.addresses, device_changed))
    thread = threading.Thread(target=server.run, name="web", daemon=True)
    thread.start()
    closing.callback(thread.join, 5.0)
    closing.callback(server.close)
    return Running(server.port, config.host, inbox, switch)


def load_registry(notes: NotesFile) -> Registry:
    """The tags as they were stored. Raises Refusal when what is stored is no registry."""
    stored = notes.get(_TAGS)
    return Registry(read_registry(stored) if isinstance(stored, str) else {})


def save_registry(notes: NotesFile, known: Mapping[Uid, Registered]) -> None:
    """Store all tags at once."""
    notes.put(_TAGS, Registry(known).to_json())


def load_secret(folder: Path) -> bytes:
    """The key that signs cookies, made once; only its owner may read it. Raises CannotStart."""
    path = folder / "secret"
    if not path.exists():
        _make_secret(path)
    key = path.read_bytes()
    if len(key) != 32:
        raise CannotStart("terminal.no_secret", file=str(path))
    return key


def _make_secret(path: Path) -> None:
    """Write it aside and give it its name when it is on the disk: a cut leaves a whole key or none."""
    partial = path.with_suffix(".new")
    partial.unlink(missing_ok=True)
    handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(handle, secrets.token_bytes(32))
        os.fsync(handle)
    finally:
        os.close(handle)
    partial.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _fit_devices(
    config: Config,
    hall: Hall,
    inbox: Inbox,
    fittings: Fittings,
    notes: NotesFile,
    hooks: list[Callable[[Table], object]],
    switch: PowerSwitch,
    watched: list[WatchedReader],
    closing: ExitStack,
) -> SimulatedHands | None:
    """Build what the config names, and nothing else; returns the simulator's hands if any is simulated.

    The readers are added to *watched*.
    """
    from companion.devices.simulated.panel import SimulatedPanel
    from companion.devices.simulated.tower import SimulatedTower

    places = {pins.name: pins for pins in READERS}
    readers: tuple[Rc522, ...]
    field = None
    if config.readers and config.readers[0].kind == "simulated":
        from companion.devices.simulated.reader import simulated_readers

        readers, field = simulated_readers(reader.name for reader in config.readers)
    else:
        readers = tuple(Rc522(places[reader.name], gain_db=reader.gain_db) for reader in config.readers)
    tower = _tower(config, notes)
    watched += [WatchedReader(reader, places[reader.name], Parts()) for reader in readers]
    reader_wiring = ReaderWiring(tuple(watched), hall, inbox, fittings)
    tower_wiring = TowerWiring(tower, hall, inbox, fittings, notes)
    panel_wiring = PanelWiring(hall, inbox, fittings, switch.press)
    _fit_panel(config, panel_wiring, fittings)
    hooks.append(lambda table: connect(tower_wiring, table))
    hooks.append(panel_wiring.listen)
    closing.callback(panel_wiring.close)
    closing.callback(tower_wiring.stop)
    closing.callback(reader_wiring.stop)
    reader_wiring.start()
    tower_wiring.start()
    panel = panel_wiring.panel
    simulated_tower = tower if isinstance(tower, SimulatedTower) else None
    simulated_panel = panel if isinstance(panel, SimulatedPanel) else None
    if field is None and simulated_tower is None and simulated_panel is None:
        return None
    return SimulatedHands(field, simulated_tower, simulated_panel)


def _tower(config: Config, notes: NotesFile) -> DiceTower:
    if config.tower == "usb":
        from companion.devices.tower.port import SerialTower

        return SerialTower(config.tower_port or None, last=last_roll(notes))
    if config.tower == "simulated":
        from companion.devices.simulated.tower import SimulatedTower

        return SimulatedTower()
    return NoTower()


def _fit_panel(config: Config, wiring: PanelWiring, fittings: Fittings) -> None:
    if config.panel == "simulated":
        from companion.devices.simulated.panel import SimulatedPanel

        wiring.fit(SimulatedPanel(wiring.pressed, muted=config.muted))
    elif config.panel == "gpio":
        from companion.core.message import say
        from companion.devices.gpio_panel import GpioPanel

        try:
            wiring.fit(GpioPanel(wiring.pressed, muted=config.muted))
        except DeviceLost as lost:
            fittings.set(Fitting("panel", "panel", "lost", say(f"reader.{lost.reason}", **lost.values)))
    else:
        fittings.set(Fitting("panel", "panel", "not_fitted"))


def _make_folder(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        probe = folder / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise CannotStart("terminal.no_folder", folder=str(folder), error=error.strerror) from None
    return folder


def _qr(url: str) -> str:
    """The QR of an address, as text for a dark or light terminal."""
    out = io.StringIO()
    segno.make(url, micro=False, error="m").terminal(out, border=2, compact=True)
    return out.getvalue()


def _open_browser(url: str) -> None:
    """Open a browser where there is a screen; a Pi without one is no error."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.name == "nt":
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
