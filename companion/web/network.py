"""My phone cannot open it: what lies between a phone and this machine, in the order to look."""

from __future__ import annotations

import time
from collections.abc import Callable
from urllib.parse import urlsplit

from flask import Blueprint, render_template

from companion.web.reach import reach

blueprint = Blueprint("network", __name__)

CAUSES = ("http", "port", "same", "mobile", "guest", "local", "changed", "vpn", "host")
"""What keeps a phone away, the most common first."""

_HTTP_PORT = 80


class AddressWatch:
    """Lets the screens know when this machine got other addresses: their QR has to show the new one."""

    EVERY_S = 3.0

    def __init__(
        self,
        addresses: Callable[[], tuple[str, ...]],
        changed: Callable[[], object],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._addresses = addresses
        self._changed = changed
        self._monotonic = monotonic
        self._shown = addresses()
        self._looked_at = monotonic()

    def tick(self) -> None:
        """Look again when it is time; called often, on the inbox's thread."""
        if self._monotonic() - self._looked_at < self.EVERY_S:
            return
        self._looked_at = self._monotonic()
        now = self._addresses()
        if now != self._shown:
            self._shown = now
            self._changed()


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
