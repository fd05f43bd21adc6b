"""The one writer: in order, never dead, asked with a limit."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator

import pytest

from companion.table.inbox import Inbox


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    inbox = Inbox()
    yield inbox
    inbox.close()


def test_what_is_handed_over_runs_in_order_on_one_thread(inbox: Inbox) -> None:
    ran: list[tuple[int, str]] = []
    for number in range(100):
        inbox.tell(lambda number=number: ran.append((number, threading.current_thread().name)))
    assert inbox.ask(lambda: "last") == "last"
    assert ran == [(number, "inbox") for number in range(100)]


def test_an_error_reaches_the_asker_and_the_writer_lives_on(
    inbox: Inbox, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(ZeroDivisionError):
        inbox.ask(lambda: 1 // 0)
    with caplog.at_level(logging.CRITICAL, "companion.table.inbox"):
        inbox.tell(lambda: 1 // 0)
        assert inbox.ask(lambda: 5) == 5


def test_a_slow_writer_is_not_waited_for_and_still_does_the_work(inbox: Inbox) -> None:
    go_on = threading.Event()
    done: list[int] = []
    inbox.tell(lambda: go_on.wait(10))
    with pytest.raises(TimeoutError):
        inbox.ask(lambda: done.append(1), timeout_s=0.05)
    go_on.set()
    inbox.ask(lambda: None)
    assert done == [1]


def test_ticks_come_while_nothing_else_does() -> None:
    ticked = threading.Event()
    inbox = Inbox(ticked.set)
    assert ticked.wait(5)
    inbox.close()


def test_ticks_come_while_there_is_always_something_to_do() -> None:
    ticked = threading.Event()
    inbox = Inbox(ticked.set)
    stop = threading.Event()

    def again() -> None:
        if not stop.is_set():
            inbox.tell(again)

    again()
    assert ticked.wait(5)
    stop.set()
    inbox.close()
