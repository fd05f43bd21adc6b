"""My phone cannot open it: what lies between a phone and this machine, in the order to look."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, render_template

from companion.web.reach import reach

blueprint = Blueprint("network", __name__)

CAUSES = ("http", "port", "same", "mobile", "guest", "local", "changed", "vpn", "host")
"""What keeps a phone away, the most common first."""

_HTTP_PORT = 80


@blueprint.get("/cannot-open")
def cannot_open() -> str:
    """For whoever has it open: what to look at on the phone that has not."""
    here = reach()
    addresses = here.addresses() or (here.name,)
    found = urlsplit(addresses[0])
    return render_template(
        "cannot_open.html",
        addresses=addresses,
        best=addresses[0],
        name=here.name,
        number=found.hostname or "",
        port=found.port if found.port not in (None, _HTTP_PORT) else None,
        causes=CAUSES,
    )
