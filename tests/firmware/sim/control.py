"""Carries the lines of a test into the VM and the answers out, over two pipes."""

import os
import select

_commands, _answers = [int(number) for number in os.getenv("TOWER_SIM_PIPES").split(",")]
_source = open(_commands, "rb")  # noqa: PTH123, SIM115
_sink = open(_answers, "wb")  # noqa: PTH123, SIM115
_poll = select.poll()
_poll.register(_source, select.POLLIN)


def take():
    """The next line of the test, or nothing."""
    return _source.readline().decode().strip() if _poll.poll(0) else ""


def answer(text):
    """Send one line back."""
    _sink.write((text + "\n").encode())
