"""The wiring pictures: current, and of the same nets as the pin map."""

import re
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image

from hardware.harness import Harness, Lead, harnesses, wireviz
from hardware.header import header_svg
from hardware.pinmap import PinMap, read_pins
from schematics import build
from schematics.circuits import CIRCUITS, svg

PINS = read_pins()
HARNESSES = harnesses(PINS)
NETS = (
    {pin.net for pin in PINS.signals}
    | {rail.net for rail in PINS.rails}
    | {net for part in PINS.parts for net in part.pads.values()}
)
CIRCUIT_PARTS = {
    "buzzer": ("buzzer", "r_buzzer", "r_base", "q_buzzer", "d_buzzer"),
    "lamp": ("lamp", "r_red", "r_green", "r_blue"),
    "buttons": ("button_ok", "button_next", "button_undo"),
    "reader_supply": ("c_table_fast", "c_table_slow"),
    "buck": (),
    "ring": ("ring", "d_ring", "r_ring", "c_ring"),
}


def board_nets(pins: PinMap, board: str) -> dict[str, str]:
    """Return what comes out on each pin of a board, by number."""
    if board == "PI":
        nets = {str(pin.header): pin.net for pin in pins.pi_pins}
        return nets | {str(n): row.net for row in pins.pi_power for n in row.pins}
    nets = {str(pin.board_pin): pin.net for pin in pins.pico_pins}
    return nets | {str(n): row.net for row in pins.pico_power for n in row.pins}


def wrong_ends(pins: PinMap, harness: Harness) -> list[Lead]:
    """Return the leads whose net is not that of the board pin, pad, strip or circuit at either end."""
    carries = {(part.ref, pad): {net} for part in pins.parts for pad, net in part.pads.items()}
    for part in pins.parts:
        if part.power == "passive":  # a lead may carry the net before the resistor or diode of a pad
            before, after = list(part.pads.values())[:2]
            for nets in carries.values():
                if after in nets:
                    nets.add(before)
    for board in ("PI", "PICO"):
        carries |= {(board, pin): {net} for pin, net in board_nets(pins, board).items()}
    for box in harness.boxes:
        if box.name in ("X1", "X2", "BZ"):
            carries |= {(box.name, pin): {net} for pin, net in box.pins.items()}
    return [
        lead for lead in harness.leads if any(lead.net not in carries[end] for end in (lead.start, lead.end))
    ]


@pytest.mark.parametrize("name", HARNESSES)
def test_each_wire_carries_the_net_of_both_its_ends(name: str) -> None:
    assert wrong_ends(PINS, HARNESSES[name]) == []


@pytest.mark.parametrize("name", HARNESSES)
def test_wire_on_the_wrong_header_pin_is_found(name: str) -> None:
    first, *rest = HARNESSES[name].leads
    board = first.start[0]
    other = next(pin for pin, net in board_nets(PINS, board).items() if net != first.net)
    moved = Lead((board, other), first.end, first.net, first.mm)
    assert wrong_ends(PINS, Harness("", HARNESSES[name].boxes, (moved, *rest))) == [moved]


def test_every_signal_of_both_boards_is_in_a_wiring_picture() -> None:
    wired = {lead.net for harness in HARNESSES.values() for lead in harness.leads}
    assert {pin.net for pin in PINS.signals} - wired == set()
    assert wired <= NETS


def test_no_header_pin_takes_two_wires() -> None:
    full = [HARNESSES[name] for name in ("readers_two", "readers_more", "panel", "tower")]
    starts = Counter(lead.start for harness in full for lead in harness.leads)
    assert [start for start, count in starts.items() if count > 1 and start[0] in ("PI", "PICO")] == []


@pytest.mark.parametrize("name", HARNESSES)
def test_wiring_picture_drawn_now_says_the_same(name: str, tmp_path: Path) -> None:
    source = build.HERE / "harness" / f"{name}.yml"
    assert source.read_text(encoding="utf-8") == wireviz(PINS, HARNESSES[name])
    build.draw_harness(source, tmp_path)
    fresh = (tmp_path / f"{name}.svg").read_text(encoding="utf-8")
    committed = (build.HERE / "harness" / f"{name}.svg").read_text(encoding="utf-8")
    assert build.words(committed) == build.words(fresh)
    assert {lead.net for lead in HARNESSES[name].leads} <= set(
        " ".join(build.words(fresh)).replace(":", " ").split()
    )


@pytest.mark.parametrize("name", CIRCUITS)
def test_circuit_is_what_is_drawn_now(name: str) -> None:
    assert (build.HERE / "circuit" / f"{name}.svg").read_text(encoding="utf-8") == svg(PINS, name)


@pytest.mark.parametrize("name", CIRCUITS)
def test_circuit_names_the_nets_and_references_of_its_parts_and_no_other(name: str) -> None:
    shown = set(re.findall(r"[A-Z0-9]+(?:_[A-Z0-9]+)*|[A-Z]+\d+", " ".join(build.words(svg(PINS, name)))))
    parts = [PINS.part(part) for part in CIRCUIT_PARTS[name]]
    assert {net for part in parts for net in part.pads.values()} <= shown
    assert {part.ref for part in parts} <= shown
    assert {word for word in shown if "_" in word} <= NETS


def test_header_picture_shows_each_net_beside_its_pin() -> None:
    drawn = re.findall(r">(\d+)</text>\n<text [^>]*>(.*?)</text>", header_svg(PINS))
    beside = {number: re.findall(r">([A-Z0-9_]+)</tspan>", words) for number, words in drawn}
    nets = board_nets(PINS, "PI")
    assert {int(number) for number in beside} == set(range(1, 41))
    assert {number: found[0] for number, found in beside.items() if found} == nets


@pytest.mark.parametrize(
    ("folder", "name"),
    [("", "header")] + [("harness", name) for name in HARNESSES] + [("circuit", name) for name in CIRCUITS],
)
def test_png_was_made_from_the_committed_drawing(folder: str, name: str) -> None:
    source = build.HERE / folder / f"{name}.{'yml' if folder == 'harness' else 'svg'}"
    path = build.HERE / folder / f"{name}.png"
    assert path.stat().st_size < 150_000
    with Image.open(path) as picture:
        assert picture.info[build.SOURCE] == build.digest(source.read_text(encoding="utf-8"))
