"""The companion as a service runs it: ready, alive, stopping, and the exit code that halts the machine."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from companion.wiring.power import POWER_OFF

ROOT = Path(__file__).parents[2]
RUN = ["run", "--host", "127.0.0.1", "--port", "0", "--no-browser"]

# Holds ok and undo on the simulated panel as soon as the companion says that it is ready.
HELD = """
import sys
from companion.__main__ import main
from companion.wiring import panel, systemd
fitted, fit = [], panel.PanelWiring.fit
panel.PanelWiring.fit = lambda self, one: (fitted.append(one), fit(self, one))
systemd.notify = lambda word: word == systemd.READY and fitted[0].ask_power_off()
sys.exit(main(sys.argv[1:]))
"""


def test_a_service_says_ready_then_alive_and_ends_stopping(tmp_path: Path) -> None:
    path = str(tmp_path / "notify")
    environment = {**os.environ, "NOTIFY_SOCKET": path, "WATCHDOG_USEC": "300000"}
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(path)
        manager.settimeout(30)
        command = [sys.executable, "-m", "companion", *RUN, "--data", str(tmp_path / "data")]
        with subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL) as service:
            assert manager.recv(100) == b"READY=1"
            assert manager.recv(100) == b"WATCHDOG=1"
            service.send_signal(signal.SIGTERM)
            while (said := manager.recv(100)) == b"WATCHDOG=1":
                pass
            assert said == b"STOPPING=1"
            assert service.wait(30) == 0


def test_ok_and_undo_held_end_with_the_code_that_halts_the_machine(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HELD, *RUN, "--simulate", "--data", str(tmp_path / "data")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == POWER_OFF
    assert "everything is stored" in done.stdout


def test_unit_and_program_agree_on_the_code_that_halts_the_machine() -> None:
    unit = (ROOT / "setup" / "tabletop-companion.service").read_text(encoding="utf-8")
    assert f"SuccessExitStatus={POWER_OFF}\n" in unit
    assert f"RestartPreventExitStatus={POWER_OFF}\n" in unit
    assert f'"$$EXIT_STATUS" = {POWER_OFF} ' in unit
