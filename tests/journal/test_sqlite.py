"""The journal's file: appended whole, read back, damaged, full, from another version."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.acts import Transferred
from companion.core.entry import Entry
from companion.core.game import Setup
from companion.core.ledger import House
from companion.core.seats import Role, Seat
from companion.journal.cupboard import Cupboard
from companion.journal.sqlite import JournalDamaged, JournalFull, SqliteJournal
from companion.table.hall import Hall
from companion.table.outcome import Done
from companion.table.registry import Registry
from tests.web import coins

SETUP = Setup("coins", ("Ann", "Bob"), "plain", {"start": 30}, {"box": {"cards": [1]}})
TYPES = coins.event_types


def entry(number: int, amount: int = 5) -> Entry:
    return Entry(
        number=number,
        do="transfer",
        said={"do": "transfer", "by": "Ann", "to": "Bob", "amount": amount},
        by=Seat(0),
        entered_by=Role.BANKER,
        events=(Transferred(Seat(0), Seat(1), amount, "für Tee"), Transferred(House.BANK, Seat(0), 1)),
        base=number - 1,
        before=number - 1,
        id=f"id-{number}",
        at=12.5,
        scan=("table", "DEADBEEF"),
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[SqliteJournal]:
    journal = SqliteJournal(path, TYPES)
    journal.write_header(SETUP, 3)
    yield journal
    journal.close()


def reopened(path: Path) -> tuple[SqliteJournal, tuple[Entry, ...]]:
    journal = SqliteJournal(path, TYPES)
    return journal, journal.read()


def spoil(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(sql)


def test_entries_and_header_come_back_the_same(path: Path, journal: SqliteJournal) -> None:
    written = (entry(1), entry(2))
    for one in written:
        journal.append(one)
    again, read = reopened(path)
    assert read == written
    assert again.read_header() == (SETUP, 3)
    assert again.last_number == 2
    again.close()


def test_settings_are_those_that_lost_nothing(journal: SqliteJournal) -> None:
    def pragma(name: str) -> object:
        return journal._connection.execute(f"PRAGMA {name}").fetchone()[0]

    assert pragma("journal_mode") == "wal"
    assert pragma("synchronous") == 2
    assert pragma("wal_autocheckpoint") == 200
    assert pragma("busy_timeout") == 5000
    assert pragma("foreign_keys") == 1


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        (
            "UPDATE entry SET events = substr(events, 1, 40) WHERE number = 2",
            "Unterminated|Expecting|delimiter",
        ),
        ("UPDATE entry SET act = '{}' WHERE number = 2", "said|do"),
        ("""UPDATE entry SET events = '[{"type": "Vanished"}]' WHERE number = 2""", "unknown event Vanished"),
    ],
)
def test_an_unreadable_entry_is_set_aside_and_the_game_opens_up_to_it(
    path: Path, journal: SqliteJournal, sql: str, says: str
) -> None:
    for number in (1, 2, 3):
        journal.append(entry(number))
    spoil(path, sql)
    again, read = reopened(path)
    assert [one.number for one in read] == [1]
    assert again.set_aside is not None
    assert (again.set_aside.number, again.set_aside.count) == (2, 2)
    assert any(word in again.set_aside.reason for word in says.split("|"))
    again.append(entry(4))
    again.close()
    third, read = reopened(path)
    assert [one.number for one in read] == [1, 4]
    assert third.last_set_aside() is not None
    third.close()


def test_numbers_go_on_after_what_was_set_aside(path: Path, journal: SqliteJournal) -> None:
    for number in (1, 2, 3):
        journal.append(entry(number))
    spoil(path, "UPDATE entry SET events = '' WHERE number = 2")
    again, _ = reopened(path)
    assert again.last_number == 3
    again.close()


def test_a_file_that_is_no_database_is_named(path: Path) -> None:
    path.write_bytes(b"not a database at all, but long enough to be looked at" * 40)
    with pytest.raises(JournalDamaged) as raised:
        SqliteJournal(path, TYPES)
    assert (raised.value.message.id, raised.value.message.values["file"]) == (
        "journal.cannot_open",
        "game.sqlite",
    )


def test_a_file_of_a_newer_companion_is_left_alone(path: Path, journal: SqliteJournal) -> None:
    journal.close()
    spoil(path, "PRAGMA user_version = 99")
    with pytest.raises(JournalDamaged, match=r"journal\.newer"):
        SqliteJournal(path, TYPES)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone()[0] == 99


def test_a_full_disk_refuses_the_entry_and_keeps_the_rest(path: Path, journal: SqliteJournal) -> None:
    journal.append(entry(1))
    pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
    journal._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JournalFull, match="full"):
        for number in range(2, 500):
            journal.append(entry(number))
    stored = journal.last_number
    journal._connection.execute("PRAGMA max_page_count = 100000")
    journal.append(entry(stored + 1))
    again, read = reopened(path)
    assert [one.number for one in read] == list(range(1, stored + 2))
    again.close()


def test_a_full_disk_refuses_the_command_and_the_table_goes_on(tmp_path: Path) -> None:
    hall = Hall({"coins": coins}, Cupboard(tmp_path), Registry())  # type: ignore[dict-item]
    table = hall.start(SETUP)
    journal = hall._journals[table.id]
    assert isinstance(journal, SqliteJournal)
    pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
    journal._connection.execute(f"PRAGMA max_page_count = {pages}")
    taken = 0
    with pytest.raises(JournalFull):
        for _ in range(500):
            table.submit({"do": "take", "by": "Ann", "amount": 1})
            taken += 1
    assert table.session.number == taken
    assert table.session.view(Role.TABLE)["players"]["Ann"]["cash"] == 30 + taken
    journal._connection.execute("PRAGMA max_page_count = 100000")
    assert isinstance(table.submit({"do": "take", "by": "Ann", "amount": 1}), Done)
    hall.close()


def test_a_game_goes_on_where_it_was_put_away(tmp_path: Path) -> None:
    first = Hall({"coins": coins}, Cupboard(tmp_path), Registry())  # type: ignore[dict-item]
    table = first.start(SETUP)
    table.submit({"do": "take", "by": "Ann", "amount": 4})
    table.submit({"do": "take", "by": "Ann", "amount": 3})
    table.submit({"do": "undo", "by": "Ann"})
    view = table.session.view(Role.TABLE)
    first.close()
    second = Hall({"coins": coins}, Cupboard(tmp_path), Registry())  # type: ignore[dict-item]
    assert [game.id for game in second.stored()] == [table.id]
    again = second.open(table.id)
    assert again.session.view(Role.TABLE) == view
    assert isinstance(again.submit({"do": "redo", "by": "Ann"}), Done)
    second.close()


def test_a_game_whose_entry_does_not_fold_opens_up_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Hall({"coins": coins}, Cupboard(tmp_path), Registry())  # type: ignore[dict-item]
    table = first.start(SETUP)
    for amount in (1, 2, 3):
        table.submit({"do": "take", "by": "Ann", "amount": amount})
    first.close()
    evolve = coins.evolve

    def broken(state: coins.State, event: object) -> coins.State:
        if isinstance(event, coins.Taken) and event.amount == 2:
            raise ValueError("an old rule")
        return evolve(state, event)

    monkeypatch.setattr(coins, "evolve", broken)
    second = Hall({"coins": coins}, Cupboard(tmp_path), Registry())  # type: ignore[dict-item]
    again = second.open(table.id)
    assert again.session.view(Role.TABLE)["players"]["Ann"]["cash"] == 31
    assert (second.set_aside[table.id].number, second.set_aside[table.id].count) == (2, 2)
    assert isinstance(again.submit({"do": "take", "by": "Ann", "amount": 1}), Done)
    second.close()


def test_a_damaged_game_is_listed_with_its_trouble_and_the_others_open(tmp_path: Path) -> None:
    hall = Hall({"coins": coins}, Cupboard(tmp_path), Registry())  # type: ignore[dict-item]
    good = hall.start(SETUP)
    hall.close()
    (tmp_path / "games" / "2020-01-01-coins-1.sqlite").write_bytes(b"rubbish" * 1000)
    again = Hall({"coins": coins}, Cupboard(tmp_path), Registry())  # type: ignore[dict-item]
    troubles = {game.id: game.trouble for game in again.stored()}
    assert troubles[good.id] is None
    trouble = troubles["2020-01-01-coins-1"]
    assert trouble is not None and trouble.id == "journal.cannot_open"
    again.open(good.id)
    again.close()


def test_seven_backups_are_kept_and_read_back(tmp_path: Path) -> None:
    cupboard = Cupboard(tmp_path)
    hall = Hall({"coins": coins}, cupboard, Registry())  # type: ignore[dict-item]
    table = hall.start(SETUP)
    for _ in range(9):
        table.submit({"do": "take", "by": "Ann", "amount": 1})
        cupboard.back_up(table.id)
    hall.close()
    backups = sorted((tmp_path / "backups").iterdir())
    assert len(backups) == 7
    journal, entries = reopened(backups[-1])
    assert len(entries) == 9
    journal.close()


def copies(folder: Path) -> int:
    return len(list((folder / "backups").glob("*.sqlite")))


def test_a_game_is_copied_once_when_it_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    view = coins.view
    won: list[str] = []
    monkeypatch.setattr(coins, "view", lambda state, who: {**view(state, who), "winners": won})
    hall = Hall({"coins": coins}, Cupboard(tmp_path), Registry())  # type: ignore[dict-item]
    table = hall.start(SETUP)
    table.submit({"do": "take", "by": "Ann", "amount": 1})
    hall.tick()
    assert copies(tmp_path) == 0
    won.append("Ann")
    for _ in range(2):
        table.submit({"do": "take", "by": "Ann", "amount": 1})
        hall.tick()
    assert copies(tmp_path) == 1
    hall.close()


def test_a_game_is_copied_when_it_is_taken_out_and_once_a_day(tmp_path: Path) -> None:
    now = [0.0]
    games = {"coins": coins}
    first = Hall(games, Cupboard(tmp_path), Registry())  # type: ignore[arg-type]
    table = first.start(SETUP)
    table.submit({"do": "take", "by": "Ann", "amount": 1})
    first.close()
    hall = Hall(games, Cupboard(tmp_path), Registry(), monotonic=lambda: now[0])  # type: ignore[arg-type]
    table = hall.open(table.id)
    hall.tick()
    assert copies(tmp_path) == 1
    now[0] += 86_400
    hall.tick()
    assert copies(tmp_path) == 1  # nothing has changed since
    table.submit({"do": "take", "by": "Ann", "amount": 1})
    hall.tick()
    assert copies(tmp_path) == 2
    hall.close()


def test_a_copy_that_fails_does_not_stop_the_table(tmp_path: Path) -> None:
    hall = Hall({"coins": coins}, Cupboard(tmp_path), Registry())  # type: ignore[dict-item]
    table = hall.start(SETUP)
    (tmp_path / "backups").write_text("a file where the folder should be")
    hall._to_copy.add(table.id)
    hall.tick()
    assert isinstance(table.submit({"do": "take", "by": "Ann", "amount": 1}), Done)
    hall.close()
