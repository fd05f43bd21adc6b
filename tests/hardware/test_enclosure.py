"""The printed pieces: current, watertight, one body each, and of the size of the boards they hold."""

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import trimesh
from numpy.typing import NDArray
from PIL import Image

from hardware.enclosure import render
from hardware.enclosure.render import PIECES, VIEWS, Piece
from hardware.pinmap import BUILDS, read_pins

STEP = 0.05
LIKE = 8  # mean difference of two pictures of the same thing, in greys
PINS = read_pins()
SIZES = PINS.enclosure
BOARDS: Mapping[str, Mapping[str, float]] = {
    name: {key: float(value) for key, value in sizes.items() if key != "title"}
    for name, sizes in PINS.boards.items()
}
LID, BOTTOM, WALL, PLAY = (SIZES[name] for name in ("lid", "bottom", "wall", "play"))
READER = BOARDS["rc522"]


@pytest.fixture(scope="session")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> dict[str, trimesh.Trimesh]:
    """Return every piece, rendered just now."""
    folder = tmp_path_factory.mktemp("stl")
    return {piece.name: render.load(render.render_stl(piece, folder)) for piece in PIECES}


def solid(mesh: trimesh.Trimesh, points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return for each point whether it lies in the material: an odd number of faces is above it."""
    x, y, z = (points + np.array((1.3e-4, 1.7e-4, 0.0))).T[:, :, None]  # off the corners of the faces
    a, b, c = mesh.triangles.transpose(1, 2, 0)[:, :, None, :]
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    upright = turn == 0
    turn = np.where(upright, 1.0, turn)
    u = ((b[0] - x) * (c[1] - y) - (b[1] - y) * (c[0] - x)) / turn
    v = ((c[0] - x) * (a[1] - y) - (c[1] - y) * (a[0] - x)) / turn
    w = 1 - u - v
    above = u * a[2] + v * b[2] + w * c[2] > z
    hit = (u >= 0) & (v >= 0) & (w >= 0) & above & ~upright
    return np.asarray(hit.sum(axis=1) % 2 == 1)


def line(start: tuple[float, float, float], end: tuple[float, float, float]) -> NDArray[np.float64]:
    """Return points from *start* to *end*, STEP apart."""
    a, b = np.array(start), np.array(end)
    count = round(float(np.linalg.norm(b - a)) / STEP) + 1
    return np.asarray(a + (b - a) * np.linspace(0, 1, count)[:, None])


def gaps(
    mesh: trimesh.Trimesh, start: tuple[float, float, float], end: tuple[float, float, float]
) -> list[float]:
    """Return the widths of the free stretches between material on the way from *start* to *end*."""
    full = solid(mesh, line(start, end))
    edges = np.nonzero(np.diff(full.astype(int)))[0]
    return [(right - left) * STEP for left, right in pairwise(edges) if full[left] and not full[left + 1]]


def thickness(mesh: trimesh.Trimesh, x: float, y: float) -> float:
    """Return how much material stands above [x, y], in mm."""
    low, high = mesh.bounds[:, 2]
    return float(solid(mesh, line((x, y, low - 1), (x, y, high + 1))).sum() * STEP)


def greys(path: Path) -> NDArray[np.float64]:
    """Return a picture as 64 x 64 greys of 0 to 255."""
    with Image.open(path) as image:
        return np.asarray(image.convert("L").resize((64, 64)), dtype=float)


def about(value: float) -> object:
    """Return *value* with the tolerance of two steps."""
    return pytest.approx(value, abs=2.1 * STEP)


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.name)
def test_committed_mesh_is_what_the_source_renders(
    piece: Piece, rendered: dict[str, trimesh.Trimesh]
) -> None:
    committed, fresh = render.load(render.HERE / piece.stl), rendered[piece.name]
    assert committed.volume == pytest.approx(fresh.volume, rel=1e-4)
    assert committed.area == pytest.approx(fresh.area, rel=1e-4)
    assert committed.bounds == pytest.approx(fresh.bounds, abs=1e-3)


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.name)
def test_piece_prints_as_one_closed_body_without_supports(
    piece: Piece, rendered: dict[str, trimesh.Trimesh]
) -> None:
    found = render.figures(rendered[piece.name])
    assert found.watertight
    assert found.bodies == 1
    assert found.bridge_mm <= render.BRIDGE_MM


def test_posts_that_only_touch_are_counted_as_bodies_of_their_own() -> None:
    plate = trimesh.creation.box((10, 10, 1))
    post = trimesh.creation.box((1, 1, 1))
    post.apply_translation((0, 0, 1))
    assert render.bodies(plate + post) == 2


def test_bridge_is_measured_under_a_plate_on_a_leg() -> None:
    leg = trimesh.creation.box((2, 2, 5))
    plate = trimesh.creation.box((30, 4, 1))
    plate.apply_translation((0, 0, 3))
    assert render.longest_bridge(leg + plate) == pytest.approx(30)


def test_solid_tells_material_from_a_hole() -> None:
    pipe = trimesh.creation.annulus(r_min=5, r_max=6, height=10)
    assert gaps(pipe, (-7, 0, 0), (7, 0, 0)) == [about(10)]
    assert thickness(pipe, 5.5, 0) == about(10)


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.name)
def test_picture_of_a_piece_shows_its_committed_mesh(piece: Piece) -> None:
    path = render.HERE / "png" / f"{piece.name}.png"
    assert path.stat().st_size < 150_000
    with Image.open(path) as image:
        assert image.info[render.SOURCE] == render.piece_source(piece)


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_picture_of_the_whole_shows_the_committed_meshes(view: render.View) -> None:
    path = render.HERE / "png" / f"{view.name}.png"
    assert path.stat().st_size < 150_000
    with Image.open(path) as image:
        assert image.info[render.SOURCE] == render.view_source()


@pytest.mark.parametrize("shown", [*PIECES, *VIEWS], ids=lambda shown: shown.name)
def test_picture_taken_now_looks_like_the_committed_one(shown: Piece | render.View, tmp_path: Path) -> None:
    if isinstance(shown, Piece):
        render.take_piece(shown, tmp_path)
    else:
        render.take_view(shown, tmp_path)
    fresh, committed = (greys(folder / f"{shown.name}.png") for folder in (tmp_path, render.HERE / "png"))
    assert np.abs(fresh - committed).mean() < LIKE


def test_pictures_of_two_pieces_do_not_look_alike() -> None:
    shell, base = (greys(render.HERE / "png" / f"{name}.png") for name in ("tower_shell", "tower_base"))
    assert np.abs(shell - base).mean() > 2 * LIKE


def test_figures_page_is_current(rendered: dict[str, trimesh.Trimesh]) -> None:
    measured = {name: render.figures(mesh) for name, mesh in rendered.items()}
    assert (render.HERE / "PIECES.md").read_text(encoding="utf-8") == render.pieces_md(measured)


@pytest.mark.parametrize("build", BUILDS)
def test_filament_that_is_bought_suffices_for_the_pieces_of_a_build(
    build: str, rendered: dict[str, trimesh.Trimesh]
) -> None:
    bought = next(line for line in PINS.bom if line.id == "filament").count[build]
    assert sum(render.figures(rendered[name]).grams for name in render.NEEDED[build]) <= bought


def test_every_piece_is_needed_by_a_build_or_is_a_choice() -> None:
    needed = {name for names in render.NEEDED.values() for name in names}
    assert {piece.name for piece in PIECES} - needed == {"token_ring_flat", "token_ring_raised"}


@pytest.mark.parametrize(
    ("name", "x", "y", "z"),
    [
        ("reader_tray_base", SIZES["pin_bay"] + PLAY, 1 + PLAY, BOTTOM + READER["parts_high"] + 0.5),
        (
            "pi_case_base",
            PLAY + BOARDS["pi_zero"]["width"] + SIZES["case_bay"],
            PLAY + (BOARDS["pi_zero"]["length"] - READER["width"]) / 2,
            BOTTOM + SIZES["case_inside"] - READER["thick"] - SIZES["joints"],
        ),
    ],
)
def test_reader_lies_in_its_pocket_with_play_and_no_more(
    name: str, x: float, y: float, z: float, rendered: dict[str, trimesh.Trimesh]
) -> None:
    mesh = rendered[name]
    level = z + READER["thick"] / 2
    for along in (1.5, READER["width"] - 1.5):
        row = gaps(
            mesh, (x - PLAY - 1, y + along, level), (x + READER["length"] + PLAY + 1, y + along, level)
        )
        assert row == [about(READER["length"] + 2 * PLAY)]
    for along in (1.5, READER["length"] - 1.5):
        row = gaps(
            mesh, (x + along, y - PLAY - 0.9, level), (x + along, y + READER["width"] + PLAY + 0.9, level)
        )
        assert row == [about(READER["width"] + 2 * PLAY)]
    corners = np.array(
        [(x + dx, y + dy, z - 0.1) for dx in (1, READER["length"] - 1) for dy in (1, READER["width"] - 1)]
    )
    assert solid(mesh, corners).all()
    assert not solid(mesh, corners + np.array((0, 0, 0.3))).any()


@pytest.mark.parametrize("name", ["pi_case_lid", "pi_case_lid_panel"])
def test_lid_of_the_case_is_thin_over_the_whole_antenna(
    name: str, rendered: dict[str, trimesh.Trimesh]
) -> None:
    start = PLAY + BOARDS["pi_zero"]["width"] + SIZES["case_bay"] + READER["antenna_from"]
    middle = PLAY + BOARDS["pi_zero"]["length"] / 2
    for x in np.linspace(start + 1, start + READER["length"] - READER["antenna_from"] - 1, 7):
        for y in (middle - 18, middle - 7, middle + 7, middle + 18):
            assert LID - 0.45 <= thickness(rendered[name], float(x), y) <= LID + 2 * STEP


def test_lid_of_the_tray_is_thin_between_its_rails(rendered: dict[str, trimesh.Trimesh]) -> None:
    middle = SIZES["pin_bay"] + PLAY + (READER["antenna_from"] + READER["length"]) / 2
    for x in (middle - 28, middle - 20, middle, middle + 20, middle + 28):
        for y in (3, 15, 30):
            assert LID - 0.35 <= thickness(rendered["reader_tray_lid"], x, y) <= LID + 2 * STEP


def test_tag_in_the_tray_stays_within_eight_millimetres_of_the_antenna() -> None:
    assert READER["thick"] + SIZES["joints"] + LID + SIZES["card_thick"] <= 8


def test_card_slot_fits_the_largest_card_and_its_lips_hold_it(rendered: dict[str, trimesh.Trimesh]) -> None:
    mesh = rendered["reader_tray_lid"]
    x0, x1 = mesh.bounds[:, 0]
    free = gaps(mesh, (x0 - 1, 10, LID + 0.5), (x1 + 1, 10, LID + 0.5))
    assert free == [about(SIZES["card_width"] + 2 * PLAY)]
    lip = LID + SIZES["card_thick"] + 0.6 + 1.2 + 0.2
    assert gaps(mesh, (x0 - 1, 10, lip), (x1 + 1, 10, lip)) == [
        about(SIZES["card_width"] + 2 * PLAY - 2 * 1.2)
    ]


def test_antenna_in_the_case_keeps_away_from_the_pi(rendered: dict[str, trimesh.Trimesh]) -> None:
    mesh = rendered["pi_case_base"]
    pi, width = BOARDS["pi_zero"], BOARDS["pi_zero"]["width"]
    row = PLAY + pi["hole_inset"]
    pins = solid(mesh, ways := line((0.5, row, BOTTOM + 3.5), (width + 5, row, BOTTOM + 3.5)))
    last_pin = ways[pins][:, 0]
    pi_edge = (last_pin[last_pin > width / 2]).mean() + pi["hole_inset"]
    y = PLAY + (pi["length"] - READER["width"]) / 2 + 1
    fence = BOTTOM + SIZES["case_inside"] - SIZES["joints"] - READER["thick"] / 2
    posts = solid(mesh, ways := line((width + 5, y, fence), (width + 60, y, fence)))
    board_edge = ways[posts][:, 0].max() + PLAY
    assert board_edge + READER["antenna_from"] - pi_edge >= PINS.limits.antenna_gap_mm


def test_pins_of_the_case_stand_under_the_holes_of_the_pi(rendered: dict[str, trimesh.Trimesh]) -> None:
    pi = BOARDS["pi_zero"]
    inset, level = pi["hole_inset"], BOTTOM + 3 + pi["thick"] / 2
    holes = [
        (PLAY + x, PLAY + y, level)
        for x in (inset, pi["width"] - inset)
        for y in (inset, pi["length"] - inset)
    ]
    assert solid(rendered["pi_case_base"], np.array(holes)).all()
    for x, y, z in holes:
        ring = [
            (x + pi["hole"] / 2 * np.cos(t), y + pi["hole"] / 2 * np.sin(t), z) for t in np.arange(0, 6, 0.5)
        ]
        assert not solid(rendered["pi_case_base"], np.array(ring)).any()


def test_button_and_ring_fit_the_top_of_the_tower(rendered: dict[str, trimesh.Trimesh]) -> None:
    shell, ring = rendered["tower_shell"], BOARDS["ring"]
    across = gaps(shell, (-30, 0, 0.4), (30, 0, 0.4))
    assert across == [pytest.approx(BOARDS["big_button"]["hole"], abs=0.2)]
    assert thickness(shell, (ring["outside"] + ring["inside"]) / 4, 0) == about(0.8)
    pocket = gaps(shell, (0, 0, 1.6), (ring["outside"], 0, 1.6))
    assert pocket[-1] >= (ring["outside"] - ring["inside"]) / 2
    assert thickness(shell, (BOARDS["big_button"]["hole"] / 2 + 1), 0) == about(2.4)


def test_display_slides_into_its_grooves_behind_the_window(rendered: dict[str, trimesh.Trimesh]) -> None:
    shell, oled = rendered["tower_shell"], BOARDS["oled"]
    inner = -SIZES["tower_side"] / 2 + WALL
    middle = SIZES["tower_high"] - 42
    y = inner + oled["thick"] / 2
    across = (-SIZES["tower_side"] / 2, y, middle), (SIZES["tower_side"] / 2, y, middle)
    assert about(oled["width"] + 2 * PLAY) in gaps(shell, *across)
    window = gaps(shell, (-20, inner - 0.02, middle), (20, inner - 0.02, middle))
    assert window == [about(oled["window_width"])]


def test_pico_lies_in_its_pocket(rendered: dict[str, trimesh.Trimesh]) -> None:
    base, pico = rendered["tower_base"], BOARDS["pico"]
    back = SIZES["tower_side"] / 2 - WALL - PLAY
    level = WALL + 4 + pico["thick"] / 2
    x, y = pico["width"] / 2, back - pico["length"]
    assert gaps(base, (-x - 2, y + 1, level), (x + 2, y + 1, level)) == [about(pico["width"] + 2 * PLAY)]
    board = np.array([(dx, y + dy, level) for dx in (-x, 0, x) for dy in (0, 20, pico["length"] - 1)])
    assert not solid(base, board).any()
    assert solid(
        base, board[[0, 6]] + (np.array([[1.0], [-1.0]]) * (1, 0, 0)) - np.array((0, 0, pico["thick"]))
    ).all()


def test_fit_piece_has_the_pockets_of_the_real_pieces(rendered: dict[str, trimesh.Trimesh]) -> None:
    piece = rendered["fit_piece"]
    rows = [gaps(piece, (-6, y, 2), (80, y, 2)) for y in (4, 16, 28, 40)]
    assert rows == [
        [about(READER["length"] + 2 * PLAY)],
        [about(READER["width"] + 2 * PLAY), about(BOARDS["pico"]["width"] + 2 * PLAY)],
        [about(BOARDS["pico"]["length"] + 2 * PLAY)],
        [about(SIZES["card_width"] + 2 * PLAY)],
    ]


def test_pocket_of_another_board_size_is_found_by_the_gauge(tmp_path: Path) -> None:
    render.openscad("-D", "rc522_length=58", "-o", str(tmp_path / "short.stl"), "fit_piece.scad")
    short = render.load(tmp_path / "short.stl")
    assert gaps(short, (-6, 4, 2), (80, 4, 2)) != [about(READER["length"] + 2 * PLAY)]
