"""The phone: the seats of a device, what waits for them, and what they can do."""

from __future__ import annotations

from flask import Blueprint

blueprint = Blueprint("phone", __name__)
