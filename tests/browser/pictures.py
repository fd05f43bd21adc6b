"""The README's pictures, taken of the real program: `python -m tests.browser.pictures`."""

from __future__ import annotations

import base64
import sys
import zlib
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from companion import app
from companion.config import Config
from tests.browser.contexts import ARGUMENTS, CHROMIUM, PATIENCE_MS, SCREEN, SMALL_PHONE

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
LARGEST = 120_000
"""Bytes of one picture: a README is read on phones too."""

_PAID = (
    ("Ann", "Bob", 26, "a street"),
    ("Bob", "Cem", 150, "a deed, sold"),
    ("Cem", "Dora", 50, "rent"),
    ("bank", "Ann", 200, "GO"),
    ("Dora", "Ann", 70, "rent"),
    ("bank", "Bob", 200, "GO"),
    ("Cem", "bank", 100, "a house"),
    ("Bob", "Ann", 180, "rent"),
    ("bank", "Dora", 200, "GO"),
    ("Ann", "Cem", 90, "rent"),
    ("Dora", "Bob", 220, "a deed, sold"),
    ("Ann", "bank", 300, "two houses"),
    ("bank", "Cem", 200, "GO"),
    ("Bob", "Ann", 300, "rent"),
)
"""Payer, payee, amount and note: something for the history to draw."""

# Shadows and the edges of letters have many tones that nobody tells apart, and most of the bytes.
_FEWER_TONES = """async ([png, step]) => {
    const picture = new Image();
    picture.src = 'data:image/png;base64,' + png;
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.width, picture.height), pen = canvas.getContext('2d');
    pen.drawImage(picture, 0, 0);
    const drawn = pen.getImageData(0, 0, canvas.width, canvas.height);
    drawn.data.forEach((tone, at) => { drawn.data[at] = Math.round(tone / step) * step; });
    pen.putImageData(drawn, 0, 0);
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
    return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
}"""


def take_pictures(url: str, browser: Browser, folder: Path) -> None:
    """Write start, phone, table and history as PNG."""
    phone = _page(browser, SMALL_PHONE)
    phone.goto(url)
    _keep(phone, folder / "start.png")
    phone.get_by_role("button", name="Try it here").click()
    expect(phone.locator(".purse .balance")).to_be_visible()
    _keep(phone, folder / "phone.png")
    table = phone.url.split("?")[0]
    screen = _page(browser, SCREEN)
    screen.context.add_cookies([{**one} for one in phone.context.cookies()])  # type: ignore[typeddict-item]
    screen.goto(f"{table}table")
    expect(screen.locator(".board")).to_be_visible()
    _keep(screen, folder / "table.png", 255 / 15)
    for payer, payee, amount, note in _PAID:
        said = {"do": "transfer", "by": "banker", "from": payer, "to": payee, "amount": amount, "note": note}
        answer = phone.request.post(f"{table}act", data=said, headers={"Origin": url.rstrip("/")})
        assert answer.ok, answer.text()
    phone.goto(f"{table}history")
    expect(phone.locator(".chart .plot")).to_be_visible()
    _keep(phone, folder / "history.png")


def _page(browser: Browser, size: ViewportSize) -> Page:
    context = browser.new_context(viewport=size, color_scheme="light", device_scale_factor=1)
    context.set_default_timeout(PATIENCE_MS)
    return context.new_page()


def _keep(page: Page, path: Path, step: float = 255 / 25) -> None:
    page.evaluate("document.fonts.ready")
    blank = page.context.new_page()
    taken = base64.b64encode(page.screenshot(animations="disabled")).decode()
    path.write_bytes(_packed(base64.b64decode(blank.evaluate(_FEWER_TONES, [taken, step]))))
    blank.close()
    size = path.stat().st_size
    if size > LARGEST:
        sys.exit(f"{path} has {size} bytes, more than {LARGEST}")
    print(f"{path} {size}")


def _packed(png: bytes) -> bytes:
    """The same picture in fewer bytes: the browser packs for speed, and in several pieces."""
    chunks: list[tuple[bytes, bytes]] = []
    at = 8
    while at < len(png):
        length = int.from_bytes(png[at : at + 4])
        chunks.append((png[at + 4 : at + 8], png[at + 8 : at + 8 + length]))
        at += length + 12
    drawn = zlib.compress(zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT")), 9)
    kept = [(kind, body) for kind, body in chunks if kind not in (b"IDAT", b"IEND")]
    out = png[:8]
    for kind, body in (*kept, (b"IDAT", drawn), (b"IEND", b"")):
        out += len(body).to_bytes(4) + kind + body + zlib.crc32(kind + body).to_bytes(4)
    return out


def main() -> None:
    """Serve a house of its own under an invented address, and take the pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    # What is printed on the pictures is nobody's machine.
    vars(app).update(served_addresses=lambda host: ("192.168.1.20",), machine_name=lambda: "table.local")
    with TemporaryDirectory() as folder, ExitStack() as closing, sync_playwright() as playwright:
        running = app.start(Config(host="127.0.0.1", folder=Path(folder)), closing)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        take_pictures(running.local_url, browser, PICTURES)
        browser.close()


if __name__ == "__main__":
    main()
