"""The journal and the fold: appending, opening and undoing in a long game."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from companion.core.game import Setup
from companion.games import GAMES
from companion.journal.cupboard import Cupboard
from companion.table.hall import Hall
from companion.table.outcome import Done
from companion.table.registry import Registry
from companion.table.table import Table
from tests.benchmarks.figures import measure_ms, show_ms

ENTRIES = 5000
SETUP = Setup("monopoly", ("Ann", "Bob", "Cem", "Dot"), "us", {"follow": "hands"})


def report(long: bool) -> Iterator[str]:
    """Times with SQLite's synchronous=FULL on this machine's disk."""
    with tempfile.TemporaryDirectory() as name:
        hall = Hall(GAMES, Cupboard(Path(name)), Registry())
        table = hall.start(SETUP)
        spent = [_submit_ms(table, number) for number in range(ENTRIES)]
        yield show_ms("one command, stored (FULL)", spent)
        hall.close()

        def open_again() -> None:
            again = Hall(GAMES, Cupboard(Path(name)), Registry())
            again.open(table.id)
            again.close()

        opened = measure_ms(open_again, 5)
        yield f"opening {ENTRIES} entries: median {statistics.median(opened):.0f} ms (mark 1000)"

        hall = Hall(GAMES, Cupboard(Path(name)), Registry())
        table = hall.open(table.id)
        undo = measure_ms(lambda: table.submit({"do": "undo", "by": "banker"}), 100)
        yield show_ms(f"undo at {ENTRIES} entries", undo, "5 ms")
        far = measure_ms(lambda: table.submit({"do": "undo", "by": "banker", "to": 1000}), 1)
        yield f"undo of everything since entry 1000, folded anew: {far[0]:.0f} ms"
        hall.close()


def _submit_ms(table: Table, number: int) -> float:
    names = SETUP.players
    payer, payee = names[number % 4], names[(number + 1) % 4]
    begun = time.perf_counter()
    done = table.submit({"do": "transfer", "by": payer, "to": payee, "amount": 1, "id": f"b{number}"})
    assert isinstance(done, Done)
    return (time.perf_counter() - begun) * 1000
