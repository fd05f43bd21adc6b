"""The Pi's header as a picture: every pin, its net and the colour of its wire."""

from collections.abc import Mapping

from hardware.pinmap import PinMap
from hardware.rules import HEADER, HEADER_POWER
from hardware.texts import WRITTEN_BY

PAINT: Mapping[str, str] = {
    "RD": "#d22630",
    "OG": "#f08c1e",
    "BK": "#222222",
    "YE": "#f2d024",
    "BU": "#2b62c9",
    "GN": "#2c9a4b",
    "VT": "#7d3cb5",
    "GY": "#8d959c",
    "WH": "#ffffff",
    "BN": "#8a5a33",
    "PK": "#ef86b3",
}
FREE = "#e8e6e1"
ROW, TOP, MIDDLE, WIDTH = 25, 92, 380, 760


def _uses(pins: PinMap) -> dict[int, tuple[str, str, str]]:
    """Return for each header pin its net, who uses it and its paint."""
    uses = {number: ("", f"BCM {bcm}, free", FREE) for bcm, number in HEADER.items()}
    for bcm, why in pins.pi_reserved.items():
        uses[HEADER[bcm]] = ("", f"BCM {bcm}, keep free: {why}", FREE)
    rails = {rail.net: rail.colour for rail in pins.rails}
    for net, numbers in HEADER_POWER.items():
        uses |= dict.fromkeys(numbers, (net, "", FREE))
        for number in numbers:
            users = [part.ref for part in pins.parts if part.plug.get(net) == number]
            if users:
                uses[number] = (net, ", ".join(users), PAINT[rails[net]])
    for pin in pins.pi_pins:
        uses[pin.header] = (pin.net, f"BCM {pin.bcm}", PAINT[pin.colour])
    return uses


def header_svg(pins: PinMap) -> str:
    """Return schematics/header.svg: pin 1 on top, next to the SD card; even pins along the board's edge."""
    rows = []
    for number, (net, who, paint) in sorted(_uses(pins).items()):
        y = TOP + (number - 1) // 2 * ROW
        side = -1 if number % 2 else 1
        x = MIDDLE + side * 16
        anchor = "end" if number % 2 else "start"
        ink = "#111" if paint in (FREE, "#ffffff", PAINT["YE"], PAINT["PK"], PAINT["OG"]) else "#fff"
        shape = (
            f'<rect x="{x - 11}" y="{y - 11}" width="22" height="22"'
            if number == 1
            else f'<circle cx="{x}" cy="{y}" r="11"'
        )
        label = f'<tspan font-weight="bold">{net}</tspan>' if net else ""
        note = f'<tspan fill="#666" font-size="11"> {who} </tspan>' if who else ""
        words = f"{note}{label}" if number % 2 else f"{label}{note}"
        rows += [
            f'{shape} fill="{paint}" stroke="#444"/>',
            f'<text x="{x}" y="{y + 4}" text-anchor="middle" font-size="11" fill="{ink}">{number}</text>',
            f'<text x="{x + side * 20}" y="{y + 4}" text-anchor="{anchor}">{words}</text>',
        ]
    height = TOP + 20 * ROW + 12
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}pt" height="{height}pt"
 viewBox="0 0 {WIDTH} {height}" font-family="DejaVu Sans, Arial, sans-serif" font-size="13" fill="#111">
<!-- {WRITTEN_BY} -->
<rect width="100%" height="100%" fill="#fff"/>
<text x="{MIDDLE}" y="24" text-anchor="middle" font-size="16" font-weight="bold">Header of the Pi</text>
<text x="{MIDDLE}" y="46" text-anchor="middle" fill="#666">SD card this way, pin 1 is square</text>
<text x="{MIDDLE - 40}" y="70" text-anchor="end" fill="#666">inner row</text>
<text x="{MIDDLE + 40}" y="70" text-anchor="start" fill="#666">edge of the board</text>
<rect x="{MIDDLE - 32}" y="{TOP - 17}" width="64" height="{20 * ROW + 9}" rx="4"
 fill="#f7f7f5" stroke="#bbb"/>
{chr(10).join(rows)}
</svg>
"""
