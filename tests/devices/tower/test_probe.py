"""A look at the tower, as `companion doctor` takes it."""

from __future__ import annotations

from pathlib import Path

from companion.devices.tower.probe import probe
from tests.firmware.vm import powered_tower


def test_a_tower_that_answers_is_named(tmp_path: Path) -> None:
    with powered_tower(tmp_path) as tower:
        found = probe(str(tower.path), seconds=10.0)
    assert (found.works, found.name, found.fault) == (True, "tower-5ab01c", None)
    assert found.says == "The dice tower tower-5ab01c answers."


def test_a_look_leaves_an_unacknowledged_roll_where_it_is(tmp_path: Path) -> None:
    from tests.firmware.host import Host

    with powered_tower(tmp_path) as tower:
        host = Host(tower.path)
        host.tower.request("1d6", "q1")
        assert host.tower.next_roll(5) is not None
        host.close()
        assert probe(str(tower.path), seconds=10.0).works
        again = Host(tower.path)
        assert [rolled.request for rolled in again.collect(1)] == ["q1"]
        again.close()


def test_a_tower_with_a_broken_random_source_does_not_work(tmp_path: Path) -> None:
    from tests.firmware.host import Host

    with powered_tower(tmp_path) as tower:
        host = Host(tower.path)
        assert host.ready()
        tower.say("source stuck")
        host.tower.request("1d6", "q1")
        assert host.faulty("tower_entropy")
        host.close()
        found = probe(str(tower.path), seconds=10.0)
    assert not found.works
    assert "Type the dice" in found.says


def test_no_port_says_what_to_plug_in(tmp_path: Path) -> None:
    found = probe(str(tmp_path / "ttyACM0"))
    assert not found.works
    assert "Plug it in with a data cable" in found.says


def test_nothing_that_looks_like_a_tower_is_said_too() -> None:
    found = probe(find=list)
    assert (found.works, found.fault is not None and found.fault.code) == (False, "tower_not_found")
