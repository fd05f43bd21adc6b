"""QR codes as SVG, dark on white in every colour scheme: a camera wants the contrast."""

from __future__ import annotations

import io

import segno


def qr_svg(text: str) -> bytes:
    """The QR code of *text* as an image file of its own, with the quiet zone around it."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out,
        kind="svg",
        border=4,
        dark="#000",
        light="#fff",
        omitsize=True,
        title="QR",
        svgclass=None,
        lineclass=None,
    )
    return out.getvalue()
