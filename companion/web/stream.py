"""The stream: tells each open page that something changed (Server-Sent Events)."""

from __future__ import annotations

from flask import Blueprint

blueprint = Blueprint("stream", __name__)


class Streams:
    """Every open stream of the house."""
