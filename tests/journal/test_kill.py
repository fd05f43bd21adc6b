"""kill -9 at any moment: no acknowledged entry is lost, none is half there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from companion.journal.cupboard import Cupboard
from companion.table.hall import Hall
from companion.table.registry import Registry
from tests.web import coins

WRITER = """
import sys
from pathlib import Path
from companion.core.game import Setup
from companion.journal.cupboard import Cupboard
from companion.table.hall import Hall
from companion.table.registry import Registry
from tests.web import coins

hall = Hall({"coins": coins}, Cupboard(Path(sys.argv[1])), Registry())
stored = hall.stored()
table = hall.open(stored[0].id) if stored else hall.start(Setup("coins", ("Ann", "Bob")))
while True:
    done = table.submit({"do": "take", "by": "Ann", "amount": 1})
    sys.stdout.write(f"{done.entry.number}\\n")
    sys.stdout.flush()
"""


def test_five_kills_lose_no_acknowledged_entry(tmp_path: Path) -> None:
    acknowledged = 0
    for round in range(5):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout is not None
            for _ in range(5 + 17 * round):
                acknowledged = int(writer.stdout.readline())
            writer.kill()
            # what was acknowledged between the last line read and the kill counts too
            for line in writer.stdout.read().splitlines():
                acknowledged = int(line) if line.isdigit() else acknowledged
        hall = Hall({"coins": coins}, Cupboard(tmp_path), Registry())  # type: ignore[dict-item]
        table = hall.open(hall.stored()[0].id)
        assert hall.set_aside == {}
        assert table.session.number in (acknowledged, acknowledged + 1)
        assert table.session.view(coins.Seat(0))["players"]["Ann"]["cash"] == 20 + table.session.number
        acknowledged = table.session.number
        hall.close()
