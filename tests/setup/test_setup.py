"""setup.sh by the tools of its trade: shellcheck, bats on a stand-in machine, systemd-analyze."""

from __future__ import annotations

import os
import re
import subprocess
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SETUP = ROOT / "setup"
HERE = Path(__file__).parent
UNIT = SETUP / "tabletop-companion.service"
SUITES = ("install", "faults", "update", "hotspot", "tower")


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **environment},
        timeout=300,
        check=False,
    )


def test_shellcheck_has_nothing_to_say() -> None:
    scripts = [ROOT / "setup.sh", HERE / "machine.bash", HERE / "stub", HERE / "chroot.sh"]
    found = run("shellcheck", "-x", *scripts)
    assert (found.returncode, found.stdout) == (0, "")


@pytest.fixture(scope="module")
def started(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[dict[str, tuple[subprocess.Popen[bytes], Path]]]:
    """All suites at once: each waits for its own stand-in machine most of the time."""
    suites = {}
    for suite in SUITES:
        said = tmp_path_factory.mktemp("bats") / suite
        with said.open("wb") as out:
            command = ["bats", str(HERE / f"{suite}.bats")]
            suites[suite] = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT), said
    yield suites
    for process, _ in suites.values():
        process.wait(300)


@pytest.mark.parametrize("suite", SUITES)
def test_setup_on_a_machine_that_is_a_folder(
    suite: str, started: dict[str, tuple[subprocess.Popen[bytes], Path]]
) -> None:
    process, said = started[suite]
    code = process.wait(300)
    text = said.read_text(encoding="utf-8")
    assert code == 0, text
    assert re.match(r"1\.\.[1-9]", text)


def verify(folder: Path, unit: str) -> subprocess.CompletedProcess[str]:
    """What systemd thinks of a unit on a machine where its program is installed."""
    path = folder / "etc/systemd/system" / UNIT.name
    for program in ("opt/tabletop-companion/current/bin/companion", "bin/sh"):
        (folder / program).parent.mkdir(parents=True, exist_ok=True)
        (folder / program).write_text("#!/bin/true\n")
        (folder / program).chmod(0o755)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(unit, encoding="utf-8")
    installed = f"/etc/systemd/system/{UNIT.name}"
    return run(
        "systemd-analyze", "verify", "--man=no", "--recursive-errors=no", f"--root={folder}", installed
    )


def test_systemd_understands_every_line_of_the_unit(tmp_path: Path) -> None:
    done = verify(tmp_path, UNIT.read_text(encoding="utf-8"))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("WatchdogSec=60", "WatchdogSec=often"),
        ("NoNewPrivileges=yes", "NoNewPrivilege=yes"),
        ("DevicePolicy=closed", "DevicePolicy=shut"),
    ],
)
def test_a_planted_mistake_in_the_unit_is_found(tmp_path: Path, line: str, wrong: str) -> None:
    unit = UNIT.read_text(encoding="utf-8")
    assert line in unit
    assert verify(tmp_path, unit.replace(line, wrong)).stderr != ""


def test_the_service_is_well_walled_in() -> None:
    done = run("systemd-analyze", "security", "--offline=yes", "--threshold=20", UNIT)  # 2.0 of 10
    assert done.returncode == 0, done.stdout


def test_the_network_is_told_of_a_web_page(tmp_path: Path) -> None:
    service = ElementTree.fromstring(
        (SETUP / "avahi.service").read_text(encoding="utf-8").replace("@PORT@", "80")
    )
    assert service.findtext("service/type") == "_http._tcp"
    assert service.findtext("service/port") == "80"


def test_the_rule_of_the_tower_is_one_line_that_assigns_what_it_must() -> None:
    text = (SETUP / "60-tabletop-tower.rules").read_text(encoding="utf-8")
    (rule,) = [line for line in text.splitlines() if line and not line.startswith("#")]
    parts = [re.fullmatch(r'([A-Z]+(?:\{\w+\})?)(==|\+=|=)"([^"]+)"', part) for part in rule.split(", ")]
    assert all(parts)
    assigned = {part[1]: part[3] for part in parts if part and part[2] != "=="}
    assert assigned == {
        "GROUP": "dialout",
        "MODE": "0660",
        "SYMLINK": "dice-tower",
        "ENV{ID_MM_DEVICE_IGNORE}": "1",
    }


def test_every_file_that_install_writes_uninstall_removes() -> None:
    steps = (SETUP / "steps.sh").read_text(encoding="utf-8")
    written = set(re.findall(r'put "(\$[^"]+)"', steps)) - {"$file"}
    removed = (SETUP / "remove.sh").read_text(encoding="utf-8")
    assert len(written) >= 6
    assert [file for file in written if f'"{file}"' not in removed] == []


def test_the_unit_and_the_scripts_mean_the_same_places() -> None:
    install = (SETUP / "install.sh").read_text(encoding="utf-8")
    unit = UNIT.read_text(encoding="utf-8")
    (name,) = re.findall(r"^NAME=(.+)$", install, re.MULTILINE)
    (owner,) = re.findall(r"^OWNER=(.+)$", install, re.MULTILINE)
    assert UNIT.name == f"{name}.service"
    assert f"User={owner}\nGroup={owner}\n" in unit
    assert f"StateDirectory={name}\n" in unit
    assert f"ExecStart=/opt/{name}/current/bin/companion run" in unit
    # The folder of games follows from XDG_DATA_HOME, for the service and for `companion` typed by hand.
    assert "Environment=XDG_DATA_HOME=/var/lib\n" in unit
    assert "XDG_DATA_HOME=@ROOT@/var/lib" in (SETUP / "companion.in").read_text(encoding="utf-8")
