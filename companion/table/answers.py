"""Answers by request id: the same id again gets the first answer and does nothing."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from companion.core.entry import Entry
from companion.table.outcome import Done, Outcome, Refused

_REFUSED_KEPT_S = 600.0


class Answers:
    """Accepted ids are remembered for ever (the journal holds them), refused ones ten minutes."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._accepted: dict[str, Entry] = {}
        self._refused: OrderedDict[str, tuple[float, Refused]] = OrderedDict()

    def find(self, id: str | None) -> Outcome | None:
        """The first answer to *id*, None when it is new."""
        self._forget()
        if id is None:
            return None
        if id in self._accepted:
            return Done(self._accepted[id], again=True)
        if id in self._refused:
            return self._refused[id][1]
        return None

    def accepted(self, entry: Entry) -> None:
        """Remember an entry under its id."""
        if entry.id is not None:
            self._accepted[entry.id] = entry

    def refused(self, id: str | None, refused: Refused) -> None:
        """Remember a refusal under its id."""
        if id is not None:
            self._refused[id] = (self._monotonic(), refused)

    def _forget(self) -> None:
        oldest = self._monotonic() - _REFUSED_KEPT_S
        while self._refused:
            id, (at, _) = next(iter(self._refused.items()))
            if at >= oldest:
                return
            del self._refused[id]


class HeardIds:
    """Ids of requests that made no entry: a scan that asked, a roll the tower was asked for. Ten minutes."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._kept: OrderedDict[str, tuple[float, Outcome]] = OrderedDict()

    def find(self, id: object) -> Outcome | None:
        """The first answer to *id*, None when it is new."""
        oldest = self._monotonic() - _REFUSED_KEPT_S
        while self._kept and next(iter(self._kept.values()))[0] < oldest:
            self._kept.popitem(last=False)
        return self._kept[id][1] if isinstance(id, str) and id in self._kept else None

    def keep(self, id: object, outcome: Outcome) -> Outcome:
        """Remember *outcome* as the answer to *id*, and return it."""
        if isinstance(id, str):
            self._kept[id] = (self._monotonic(), outcome)
        return outcome
