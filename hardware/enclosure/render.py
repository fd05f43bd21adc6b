"""Render the enclosure: every piece as STL and PNG, pictures of the whole, the table of grams and hours."""

import argparse
import hashlib
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import trimesh
from PIL import Image, PngImagePlugin
from trimesh.graph import connected_components

HERE = Path(__file__).resolve().parent
PLA_G_CM3 = 1.24
SKIN_MM = 0.8  # two lines of 0.4 mm all round
INFILL = 0.15
FLOW_MM3_S = 4.0  # what an ordinary printer lays down at 0.2 mm layers, moves included
BRIDGE_MM = 25.0  # what it spans freely
BED_MARK_MM = 0.35
OVERHANG = -0.72  # a little over 45 degrees from upright
SOURCE = "Source"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part to print, in the position in which it is printed."""

    name: str
    scad: str
    select: str
    say: str
    turn: str = "55,0,30"

    @property
    def stl(self) -> str:
        """Return the path of its STL below this folder."""
        return f"stl/{self.name}.stl"


@dataclass(frozen=True, slots=True)
class View:
    """A picture of several pieces together."""

    name: str
    select: str
    turn: str


@dataclass(frozen=True, slots=True)
class Figures:
    """What a mesh says about printing it. *bridge_mm* is the longest span without support."""

    size: tuple[float, float, float]
    watertight: bool
    bodies: int
    grams: float
    hours: float
    bridge_mm: float


PIECES = (
    Piece("fit_piece", "fit_piece.scad", "", "print first: do boards and card fit?"),
    Piece("reader_tray_base", "reader_tray.scad", "base", "pocket of a reader"),
    Piece("reader_tray_lid", "reader_tray.scad", "lid", "thin over the antenna, card slot on top"),
    Piece("token_ring_flat", "token_ring.scad", "flat", "foot of a wooden or plastic piece"),
    Piece("token_ring_raised", "token_ring.scad", "raised", "foot of a metal piece"),
    Piece("tower_shell", "tower.scad", "shell", "stands on its top while it prints", "50,0,205"),
    Piece("tower_base", "tower.scad", "base", "floor with the Pico"),
    Piece("pi_case_base", "pi_case.scad", "base", "Pi and one reader"),
    Piece("pi_case_lid", "pi_case.scad", "lid", "small build: no panel"),
    Piece("pi_case_lid_panel", "pi_case.scad", "lid_panel", "three buttons and the lamp"),
)
VIEWS = (
    View("assembly_set", "set", "50,0,20"),
    View("assembly_case", "case", "60,0,30"),
    View("assembly_tray", "tray", "55,0,25"),
    View("assembly_tower", "tower", "65,0,25"),
)
SMALL = ("fit_piece", "pi_case_base", "pi_case_lid")
TRAY = ("reader_tray_base", "reader_tray_lid")
FULL = ("fit_piece", "pi_case_base", "pi_case_lid_panel", *TRAY, "tower_shell", "tower_base")
NEEDED = {"small": SMALL, "full": FULL, "four": (*FULL, *TRAY, *TRAY)}


def openscad(*arguments: str, screen: bool = False) -> None:
    """Run OpenSCAD in this folder. Raises CalledProcessError with its words on the way."""
    command = ["openscad", "-q", *arguments]
    if screen:
        command = ["xvfb-run", "-a", *command]
    subprocess.run(command, cwd=HERE, check=True)


def render_stl(piece: Piece, into: Path) -> Path:
    """Render *piece* as binary STL into the folder *into*."""
    path = into / f"{piece.name}.stl"
    openscad("-D", f'piece="{piece.select}"', "--export-format", "binstl", "-o", str(path), piece.scad)
    return path


def picture(scad: str, define: str, turn: str, path: Path, source: str) -> None:
    """Take a picture, cut it to its middle and write down in it the hash of what it shows."""
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder) / "raw.png"
        camera = f"--camera=0,0,0,{turn},500"
        openscad(
            "-D", define, "-o", str(raw), "--imgsize=1200,900", "--viewall", "--autocenter", camera,
            "--colorscheme=Tomorrow", scad, screen=True,
        )  # fmt: skip
        image = Image.open(raw).convert("RGB")
        ground = Image.new("RGB", image.size, image.getpixel((0, 0)))
        pixels = np.abs(np.asarray(image, dtype=int) - np.asarray(ground, dtype=int)).sum(axis=2) > 0
        rows, columns = np.nonzero(pixels.any(axis=1))[0], np.nonzero(pixels.any(axis=0))[0]
        edge = 20
        image = image.crop((columns[0] - edge, rows[0] - edge, columns[-1] + edge, rows[-1] + edge))
        image.thumbnail((900, 700))
        note = PngImagePlugin.PngInfo()
        note.add_text(SOURCE, source)
        image.quantize(64).save(path, pnginfo=note, optimize=True)


def digest(*paths: Path) -> str:
    """Return one hash of the bytes of *paths*."""
    total = hashlib.sha256()
    for path in paths:
        total.update(path.read_bytes())
    return total.hexdigest()


def piece_source(piece: Piece) -> str:
    """Return the hash of what the picture of *piece* shows."""
    return digest(HERE / piece.stl)


def view_source() -> str:
    """Return the hash of what the assembly pictures show."""
    return digest(HERE / "assembly.scad", HERE / "params.scad", *(HERE / piece.stl for piece in PIECES))


def take_piece(piece: Piece, into: Path) -> None:
    """Take the picture of *piece* into the folder *into*."""
    path = into / f"{piece.name}.png"
    picture("picture.scad", f'file="{piece.stl}"', piece.turn, path, piece_source(piece))


def take_view(view: View, into: Path) -> None:
    """Take the picture *view* into the folder *into*."""
    picture("assembly.scad", f'view="{view.select}"', view.turn, into / f"{view.name}.png", view_source())


def bodies(mesh: trimesh.Trimesh) -> int:
    """Return how many separate bodies a mesh has."""
    faces = np.arange(len(mesh.faces))
    return len(connected_components(mesh.face_adjacency, nodes=faces, engine="networkx"))


def longest_bridge(mesh: trimesh.Trimesh) -> float:
    """Return the longest side in mm of a patch that looks down over air, marks on the bed side left out."""
    low = mesh.triangles[:, :, 2].min(axis=1) > mesh.bounds[0][2] + BED_MARK_MM
    hanging = np.nonzero((mesh.face_normals[:, 2] < OVERHANG) & low)[0]
    adjacency = mesh.face_adjacency[np.isin(mesh.face_adjacency, hanging).all(axis=1)]
    spans = []
    for patch in connected_components(adjacency, nodes=hanging, engine="networkx"):
        corners = mesh.triangles[patch].reshape(-1, 3)
        spans.append(float(np.ptp(corners[:, :2], axis=0).max()))
    return max(spans, default=0.0)


def figures(mesh: trimesh.Trimesh) -> Figures:
    """Measure a mesh. Grams and hours are estimates from skin, infill, density and flow above."""
    skin = min(mesh.volume, mesh.area * SKIN_MM)
    laid_mm3 = skin + INFILL * (mesh.volume - skin)
    x, y, z = (float(side) for side in mesh.extents)
    return Figures(
        size=(x, y, z),
        watertight=bool(mesh.is_watertight),
        bodies=bodies(mesh),
        grams=laid_mm3 / 1000 * PLA_G_CM3,
        hours=laid_mm3 / FLOW_MM3_S / 3600,
        bridge_mm=longest_bridge(mesh),
    )


def load(path: Path) -> trimesh.Trimesh:
    """Read an STL with its equal corners merged."""
    mesh = trimesh.load_mesh(path)
    assert isinstance(mesh, trimesh.Trimesh)
    return mesh


def pieces_md(measured: dict[str, Figures]) -> str:
    """Return PIECES.md: sizes, grams, hours and supports of every piece, and sums per build."""
    rows = []
    for piece in PIECES:
        f = measured[piece.name]
        size = " x ".join(f"{side:.1f}" for side in f.size)
        support = "none" if f.bridge_mm <= BRIDGE_MM else "yes"
        rows.append(
            f"| [{piece.name}]({piece.stl}) | {piece.say} | {size} | {f.grams:.0f} | {f.hours:.1f} "
            f"| {support} | {f.bridge_mm:.0f} |"
        )
    sums = [
        f"| {build} | {', '.join(dict.fromkeys(names))} | {sum(measured[name].grams for name in names):.0f} "
        f"| {sum(measured[name].hours for name in names):.1f} |"
        for build, names in NEEDED.items()
    ]
    return f"""# Pieces to print

Written by hardware/enclosure/render.py from the rendered meshes; do not edit.

Estimates, not a slicer's figures: PLA of {PLA_G_CM3} g/cm3, {SKIN_MM} mm solid skin, {INFILL:.0%} infill,
{FLOW_MM3_S:.0f} mm3 a second. Nothing of this has been printed yet. Every piece lies in
the file as it is printed.

| piece | what it is | mm | g | hours | supports | longest bridge, mm |
| --- | --- | --- | --- | --- | --- | --- |
{chr(10).join(rows)}

| build | pieces (the tray twice more for four readers) | g | hours |
| --- | --- | --- | --- |
{chr(10).join(sums)}
"""


def main(arguments: list[str] | None = None) -> int:
    """Render everything, or the pictures or meshes alone. Return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--no-pictures", action="store_true", help="meshes and table only")
    options = parser.parse_args(arguments)
    for folder in ("stl", "png"):
        (HERE / folder).mkdir(exist_ok=True)
    for piece in PIECES:
        render_stl(piece, HERE / "stl")
        print(f"{piece.stl}")
    measured = {piece.name: figures(load(HERE / piece.stl)) for piece in PIECES}
    (HERE / "PIECES.md").write_text(pieces_md(measured), encoding="utf-8")
    if options.no_pictures:
        return 0
    for piece in PIECES:
        take_piece(piece, HERE / "png")
        print(f"png/{piece.name}.png")
    for view in VIEWS:
        take_view(view, HERE / "png")
        print(f"png/{view.name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
