"""Draw every wiring picture and circuit as SVG and PNG; needs wireviz, schemdraw, graphviz and chromium."""

import argparse
import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# `python schematics/build.py` finds its neighbours from any place.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PIL import Image, PngImagePlugin
from wireviz import wireviz  # type: ignore[import-untyped]

from hardware.pinmap import read_pins
from schematics.circuits import CIRCUITS, svg

HERE = Path(__file__).resolve().parent
SOURCE = "Source"
WIDEST = 1800


def digest(text: str) -> str:
    """Return the hash that a PNG carries of the text it was drawn from."""
    return hashlib.sha256(text.encode()).hexdigest()


def words(svg_text: str) -> list[str]:
    """Return every word a drawing shows, in order of the alphabet."""
    found = re.findall(r"<(?:text|tspan)[^>]*>([^<]+)<", svg_text)
    return sorted(word.strip() for word in found if word.strip())


def draw_harness(source: Path, into: Path) -> None:
    """Draw one WireViz source as SVG and PNG into a folder."""
    text = source.read_text(encoding="utf-8")
    wireviz.parse(text, output_formats=("svg", "png"), output_dir=into, output_name=source.stem)
    path = into / f"{source.stem}.png"
    pack(path, path, text)


def draw_circuit(name: str, into: Path) -> None:
    """Draw one circuit as SVG and PNG into a folder."""
    path = into / f"{name}.svg"
    path.write_text(svg(read_pins(), name), encoding="utf-8")
    photograph(path)


def photograph(drawing: Path) -> None:
    """Make a PNG beside an SVG whose size is in points."""
    text = drawing.read_text(encoding="utf-8")
    width, height = (_points(text, side) for side in ("width", "height"))
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder) / "raw.png"
        window = f"--window-size={round(width * 4 / 3) + 8},{round(height * 4 / 3) + 8}"
        subprocess.run(
            [
                "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                "--force-device-scale-factor=2", window, f"--screenshot={raw}", drawing.as_uri(),
            ],
            check=True,
            capture_output=True,
        )  # fmt: skip
        pack(raw, drawing.with_suffix(".png"), text)


def _points(svg_text: str, side: str) -> float:
    found = re.search(rf'\b{side}="([\d.]+)pt"', svg_text)
    if found is None:
        raise ValueError(f"the drawing has no {side} in points")
    return float(found[1])


def pack(raw: Path, path: Path, source: str) -> None:
    """Save a picture small, with the hash of its source in it."""
    with Image.open(raw) as picture:
        image = picture.convert("RGB")
    image.thumbnail((WIDEST, WIDEST))
    note = PngImagePlugin.PngInfo()
    note.add_text(SOURCE, digest(source))
    image.quantize(48, method=Image.Quantize.MAXCOVERAGE).save(path, pnginfo=note, optimize=True)


def main(arguments: list[str] | None = None) -> int:
    """Draw everything, or what is named. Return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="pictures to draw; all when left out")
    names = parser.parse_args(arguments).names
    for source in sorted((HERE / "harness").glob("*.yml")):
        if not names or source.stem in names:
            draw_harness(source, HERE / "harness")
            print(f"harness/{source.stem}")
    for name in CIRCUITS:
        if not names or name in names:
            (HERE / "circuit").mkdir(exist_ok=True)
            draw_circuit(name, HERE / "circuit")
            print(f"circuit/{name}")
    if not names or "header" in names:
        photograph(HERE / "header.svg")
        print("header")
    return 0


if __name__ == "__main__":
    sys.exit(main())
