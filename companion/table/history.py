"""The line of live entries: which ones count, what an undo takes back and a redo restores."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.entry import START, Entry
from companion.core.refusal import Reason, Refusal


class History:
    """All entries of a game by number, and which of them are live.

    The live ones are a chain from *head* back over each entry's `base`; an undo moves the head, nothing is
    ever erased. What was undone last comes back first.
    """

    def __init__(self, last_number: int = START) -> None:
        self.entries: dict[int, Entry] = {}
        self.head = START
        self.last_number = last_number
        self.undone: list[int] = []

    def add(self, entry: Entry) -> None:
        """Append an entry and move the head as it says."""
        self.entries[entry.number] = entry
        self.last_number = max(self.last_number, entry.number)
        if entry.do == "undo":
            while self.head != entry.base:
                self.undone.append(self.head)
                self.head = self.entries[self.head].before
        elif entry.do == "redo":
            while self.head != entry.base:
                self.head = self.undone.pop()
        else:
            self.undone.clear()
            self.head = entry.number

    def live(self) -> Iterator[Entry]:
        """The live entries, newest first."""
        number = self.head
        while number != START:
            entry = self.entries[number]
            yield entry
            number = entry.base

    def live_numbers(self) -> list[int]:
        """The numbers of the live entries, oldest first."""
        return [entry.number for entry in self.live()][::-1]

    def last_live(self) -> Entry:
        """The entry an undo takes back. Raises Refusal(NOT_NOW) when there is none."""
        if self.head == START:
            raise Refusal(Reason.NOT_NOW, nothing="undo")
        return self.entries[self.head]

    def undo_to(self, number: int) -> tuple[int, tuple[Entry, ...]]:
        """The head after entry *number* and everything since is taken back, and what that takes back.

        Raises Refusal(STALE) when *number* is no live entry.
        """
        if all(entry.number != number for entry in self.live()):
            raise Refusal(Reason.STALE, number=number)
        head, taken = self.head, []
        while head >= number and head != START:
            taken.append(self.entries[head])
            head = self.entries[head].before
        return head, tuple(taken)

    def redo_to(self, number: int | None) -> tuple[int, tuple[Entry, ...]]:
        """The head after a redo up to *number* (None: of one entry), and what comes back.

        Raises Refusal: NOT_NOW when nothing can be restored, STALE when *number* cannot.
        """
        if not self.undone:
            raise Refusal(Reason.NOT_NOW, nothing="redo")
        wanted = self.undone[-1] if number is None else number
        if wanted not in self.undone:
            raise Refusal(Reason.STALE, number=wanted)
        back = self.undone[self.undone.index(wanted) :][::-1]
        return wanted, tuple(self.entries[number] for number in back)
