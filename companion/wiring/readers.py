"""Tag readers to the inbox: a tag that arrived is a touch at the table in play."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.message import Message, say
from companion.core.uid import Uid
from companion.devices.reading import ReaderLoop
from companion.devices.tags import (
    ReaderLost,
    ReaderReady,
    SeveralTags,
    TagArrived,
    TagEvent,
    TagLeft,
    TagReader,
)
from companion.table.bus import Signal
from companion.table.fittings import Fitting, Fittings
from companion.table.hall import Hall
from companion.table.inbox import Inbox

_LOOSE_TOKENS = frozenset({"tray"})
"""Readers that take several pieces at once; on the others it is one card at a time."""


class ReaderWiring:
    """Looks at the readers on one thread and hands over what happens there."""

    def __init__(self, readers: tuple[TagReader, ...], hall: Hall, inbox: Inbox, fittings: Fittings) -> None:
        self._hall = hall
        self._inbox = inbox
        self._fittings = fittings
        self._simulated = {reader.name for reader in readers if reader.simulated}
        loop = ReaderLoop(readers, self._hand_over, takes_several=_LOOSE_TOKENS) if readers else None
        self._loop = loop
        if not readers:
            fittings.set(Fitting("reader", "reader", "not_fitted"))

    def start(self) -> None:
        """Begin to look."""
        if self._loop is not None:
            self._loop.start()

    def stop(self) -> None:
        """Stop looking and let go of the readers."""
        if self._loop is not None:
            self._loop.stop()

    def _hand_over(self, event: TagEvent) -> None:
        """Called on the readers' thread; everything at the table happens on the inbox's."""
        match event:
            case TagArrived():
                self._inbox.tell(self._touch(event.reader, event.uid))
            case TagLeft():
                pass
            case SeveralTags():
                word = say("reader.several", reader=event.reader, count=len(event.uids))
                self._inbox.tell(lambda: self._show(Signal.UNKNOWN, word))
            case ReaderLost():
                word = say(f"reader.{event.reason}", reader=event.reader, **event.values)
                self._fittings.set(Fitting(event.reader, "reader", "lost", word))
            case ReaderReady():
                status = "simulated" if event.reader in self._simulated else "ready"
                clone = None if event.genuine else say("reader.clone", version=f"{event.version:#04x}")
                self._fittings.set(Fitting(event.reader, "reader", status, clone))

    def _touch(self, reader: str, uid: Uid) -> Callable[[], object]:
        def touch() -> object:
            table = self._hall.current
            return table.touch(reader, uid) if table is not None else None

        return touch

    def _show(self, signal: Signal, word: Message) -> None:
        table = self._hall.current
        if table is not None:
            table.notice(signal, word)
