"""A dice tower on a USB cable: finds it, keeps one thread on it, opens it again after an unplug."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import getpass
import grp
import logging
import os
import queue
import re
import secrets
import termios
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.devices.dice import Rolled, Status, TowerFault, TowerReport
from companion.devices.tower import protocol
from companion.devices.tower.link import Link, Timing

if TYPE_CHECKING:
    from serial import Serial

BY_ID = Path("/dev/serial/by-id")
_LOG = logging.getLogger(__name__)
_LIKELY = re.compile(r"micropython|raspberry_pi|pico|dice.?tower", re.IGNORECASE)
_BAUD = 115_200  # USB has no baud rate, a serial adapter has
_LONGEST_WAIT = 1.0
_WRITE_TIMEOUT = 1.0


class PortFault(Exception):
    """A port that cannot be used; *fault* says why."""

    def __init__(self, fault: TowerFault) -> None:
        super().__init__(fault.code)
        self.fault = fault


def likely_ports() -> list[str]:
    """Ports whose USB name may be a tower's; others, a printer say, are left alone."""
    if not BY_ID.is_dir():
        return []
    return sorted(str(path) for path in BY_ID.iterdir() if _LIKELY.search(path.name))


def random_word() -> str:
    """A new word of six letters and digits."""
    return "".join(secrets.choice(protocol.NONCE_LETTERS) for _ in range(6))


def open_port(path: str) -> Serial:
    """Open *path* for this process alone. Raises PortFault."""
    import serial

    try:
        port = serial.Serial(path, _BAUD, timeout=0, write_timeout=_WRITE_TIMEOUT, exclusive=True)
    except OSError as error:
        raise PortFault(_why_not_open(path, error.errno, str(error))) from None
    except termios.error as error:  # it went away in this moment; no OSError
        raise PortFault(_why_not_open(path, error.args[0], str(error))) from None
    with contextlib.suppress(OSError):
        fcntl.ioctl(port.fileno(), termios.TIOCEXCL)  # keeps out programs that do not look at locks
    return port


def close_port(port: Serial) -> None:
    """Give the port back."""
    with contextlib.suppress(OSError):
        fcntl.ioctl(port.fileno(), termios.TIOCNXCL)
    with contextlib.suppress(OSError):
        port.close()


def _why_not_open(path: str, number: int | None, text: str) -> TowerFault:
    if number == errno.ENOENT:
        return TowerFault("tower_not_found", {"where": path})
    if number in (errno.EACCES, errno.EPERM):
        who = {"group": _group(path), "user": _user()}
        return TowerFault("tower_no_permission", {"port": path, **who})
    if number in (errno.EBUSY, errno.EWOULDBLOCK):
        return TowerFault("tower_port_busy", {"port": path})
    return TowerFault("tower_port_error", {"port": path, "error": text})


def _group(path: str) -> str:
    try:
        return grp.getgrgid(Path(path).stat().st_gid).gr_name
    except (OSError, KeyError):
        return "dialout"


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return str(os.getuid())


class SerialTower:
    """The tower on *port*, or the first that says hello among the likely ports.

    *last* is the newest (boot, n) that the journal holds. *changed* is called from the tower's own thread
    after its status or fault has changed; it must not wait for anything.
    """

    def __init__(
        self,
        port: str | None = None,
        *,
        last: tuple[str, int] | None = None,
        changed: Callable[[], None] | None = None,
        find: Callable[[], Sequence[str]] = likely_ports,
        timing: Timing | None = None,
        reopen_after: float = 1.0,
    ) -> None:
        self._named = port
        self._find = find if port is None else lambda: [port]
        self._changed = changed
        self._reopen_after = reopen_after
        self._link = Link(last=last, word=random_word, timing=timing)
        self._lock = threading.Lock()
        self._reports: queue.SimpleQueue[TowerReport | None] = queue.SimpleQueue()
        self._port_lock = threading.Lock()
        self._serial: Serial | None = None
        self._known: str | None = None
        self._status: Status = "lost"
        self._fault: TowerFault | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="dice tower", daemon=True)
        self._thread.start()

    @property
    def status(self) -> Status:
        """ "ready" while a tower answers (a fault may still say that it cannot roll), else "lost"."""
        return self._status

    @property
    def fault(self) -> TowerFault | None:
        """What is wrong; `faults.remedy` puts it into words."""
        return self._fault

    @property
    def name(self) -> str:
        """The name the tower gave itself; empty before the first hello."""
        return self._link.name

    @property
    def bad_lines(self) -> int:
        """Lines thrown away since the port was opened."""
        return self._link.bad

    def request(self, spec: str, request_id: str) -> None:
        """Raises BadSpec or ValueError."""
        with self._lock:
            self._link.request(spec, request_id)
        self._nudge()

    def cancel(self, request_id: str) -> None:
        """Forget a request."""
        with self._lock:
            self._link.cancel(request_id)

    def arm(self, spec: str | None, who: str) -> None:
        """Raises BadSpec."""
        with self._lock:
            self._link.arm(spec, who)
        self._nudge()

    def next_roll(self, timeout: float) -> TowerReport | None:
        """Wait up to *timeout* seconds for the next report; None when there is none, or after close."""
        if self._closing.is_set() and self._reports.empty():
            return None
        try:
            return self._reports.get(timeout=max(0.0, timeout))
        except queue.Empty:
            return None

    def acknowledge(self, rolled: Rolled) -> None:
        """The journal holds this roll and those before it."""
        with self._lock:
            self._link.acknowledge(rolled)
        self._nudge()

    def close(self) -> None:
        """Let go of the port. May be called twice."""
        self._closing.set()
        self._nudge()
        self._reports.put(None)
        self._thread.join(timeout=5)

    def _nudge(self) -> None:
        """Wake the thread out of its read."""
        with self._port_lock:  # not while it is closed: the number of its pipe may be another file's then
            if self._serial is not None:
                self._serial.cancel_read()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                fault = self._try_ports()
            except Exception as error:  # this thread must outlive whatever a callback or a strange port does
                _LOG.exception("dice tower")
                fault = TowerFault(
                    "tower_port_error", {"port": self._named or str(BY_ID), "error": str(error)}
                )
            if not self._closing.is_set():
                self._show("lost", fault)
                self._closing.wait(self._reopen_after)

    def _try_ports(self) -> TowerFault:
        """Talk to the first tower there is until it is gone; return why it is, or why there was none."""
        where = self._named or str(BY_ID)
        worst = TowerFault("tower_not_found", {"where": where})
        for path in self._find():
            try:
                port = open_port(path)
            except PortFault as error:
                worst = error.fault
                continue
            fault = self._talk(port, path)
            if fault is not None:
                worst = fault
            if self._closing.is_set() or self._status == "ready":
                break
        return worst

    def _talk(self, port: Serial, path: str) -> TowerFault | None:
        """Talk until the tower is gone. None: it was unplugged."""
        with self._port_lock:
            self._serial = port
        try:
            with self._lock:
                self._link.opened(time.monotonic(), known=path == self._known)
            while not self._closing.is_set() and self._link.phase in ("greeting", "ready"):
                self._step(port, path)
            return self._link.fault(path)
        except (OSError, termios.error):
            return None
        finally:
            with self._port_lock:
                self._serial = None
            with self._lock:
                self._link.closed()
            close_port(port)

    def _step(self, port: Serial, path: str) -> None:
        with self._lock:
            now = time.monotonic()
            self._link.tick(now)
            out = self._link.take_output()
            port.timeout = min(max(0.0, self._link.wake() - now), _LONGEST_WAIT)
        if out:
            port.write(out)
        chunk = port.read(1)
        chunk += port.read(min(port.in_waiting, 4096)) if chunk else b""
        with self._lock:
            self._link.receive(chunk, time.monotonic())
            reports = self._link.take_reports()
            ready = self._link.phase == "ready"
            fault = self._link.fault(path)
        for report in reports:
            self._reports.put(report)
        if ready:
            self._known = path
            self._show("ready", fault)

    def _show(self, status: Status, fault: TowerFault | None) -> None:
        if (status, fault) != (self._status, self._fault):
            self._status, self._fault = status, fault
            if self._changed is not None:
                self._changed()
