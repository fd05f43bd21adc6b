"""What installing reads from table.toml and adds to it."""

from __future__ import annotations

import importlib.util
import stat
from pathlib import Path
from types import ModuleType

import pytest

from companion.config import parse_config

SETUP = Path(__file__).parents[2] / "setup"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, SETUP / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


table_toml = load("table_toml")
facts = load("facts")


def fitted(
    text: str, port: int | None = None, readers: int = 0, tower: bool = False, panel: bool = False
) -> str:
    return str(table_toml.fitted(text, port, readers, tower, panel))


def test_a_new_table_is_served_on_port_80_with_nothing_fitted() -> None:
    config = parse_config(fitted(""))
    assert (config.port, config.open_browser) == (80, False)
    assert (config.readers, config.tower, config.panel) == ((), "none", "none")


def test_what_is_asked_for_is_added_once() -> None:
    once = fitted("", 8080, 2, tower=True, panel=True)
    config = parse_config(once)
    assert [reader.name for reader in config.readers] == ["table", "tray"]
    assert (config.port, config.tower, config.panel) == (8080, "usb", "gpio")
    assert fitted(once, 8080, 2, tower=True, panel=True) == once


def test_what_stands_there_stays() -> None:
    own = '# mine\n[[reader]]\nname = "table"\ngain_db = 43\n\n[tower]\nkind = "usb"\nport = "/dev/ttyACM1"\n'
    text = fitted(own, 8081, 3, tower=True)
    config = parse_config(text)
    assert text.startswith("port = 8081\n# mine\n")
    assert [(reader.name, reader.gain_db) for reader in config.readers][:2] == [("table", 43), ("tray", 33)]
    assert config.tower_port == "/dev/ttyACM1"


def test_a_section_that_says_none_is_for_its_owner_to_change() -> None:
    with pytest.raises(table_toml.NotAdded, match=r"\[tower\] that says none"):
        fitted('[tower]\nkind = "none"\n', tower=True)


def test_a_wrong_file_is_refused_and_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.toml"
    path.write_text("prot = 80\n")
    assert table_toml.main([str(path), "--readers", "1"]) == 1
    assert "prot: unknown key (keys host, port" in capsys.readouterr().err
    assert path.read_text() == "prot = 80\n"


@pytest.mark.parametrize(
    ("readers", "lines"),
    [
        (0, ["dtparam=spi=on"]),
        (2, ["dtparam=spi=on"]),
        (3, ["dtparam=spi=on", "dtoverlay=spi1-2cs"]),
        (4, ["dtparam=spi=on", "dtoverlay=spi1-2cs"]),
    ],
)
def test_the_second_bus_is_wanted_from_the_third_reader_on(readers: int, lines: list[str]) -> None:
    assert table_toml.overlays(fitted("", readers=readers)) == lines


def test_simulated_readers_want_no_second_bus() -> None:
    assert table_toml.overlays('[[reader]]\nname = "bank"\nkind = "simulated"\n') == ["dtparam=spi=on"]


def test_check_writes_nothing_and_says_that_it_would(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    assert table_toml.main([str(path), "--check"]) == 3
    assert not path.exists()
    assert table_toml.main([str(path)]) == 0
    assert table_toml.main([str(path), "--check"]) == 0


def test_rights_of_the_file_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    table_toml.main([str(path)])
    path.chmod(0o640)
    table_toml.main([str(path), "--port", "8080"])
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_every_set_of_packages_is_pinned() -> None:
    found = facts.pins()
    assert set(found) == {"run", "pi", "tower"}
    for pins in found.values():
        assert pins
        assert all("==" in pin for pin in pins)


def test_the_print_changes_with_the_pins() -> None:
    found = facts.pins()
    print_now = facts.parts_print(found)
    assert facts.parts_print(found) == print_now
    assert facts.parts_print({**found, "pi": ["spidev==9"]}) != print_now
    assert facts.parts_print({**found, "tower": ["mpremote==9"]}) == print_now


def test_setup_sh_is_told_a_word_and_a_value_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert facts.main() == 0
    lines = [line.split(" ") for line in capsys.readouterr().out.splitlines()]
    assert all(len(line) == 2 for line in lines)
    assert [word for word, _ in lines][:2] == ["version", "print"]


def test_the_version_is_that_of_the_program() -> None:
    from companion import __version__

    assert facts.version() == __version__
