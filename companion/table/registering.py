"""Tags laid in a row: which piece is to come, what was laid, and what keeps a tag from counting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.core.uid import Uid
from companion.table.registry import Registered, Registry


class Stop(StrEnum):
    """Why a tag of the row was not taken."""

    RANDOM = "random"
    TWICE = "twice"
    STANDS_FOR = "stands_for"
    OTHER_GAME = "other_game"


@dataclass(frozen=True, slots=True)
class Stopped:
    """A tag that was not taken. *stands_for* is None for one that changes its number."""

    uid: Uid
    why: Stop
    stands_for: Registered | None = None

    @property
    def may_be_taken(self) -> bool:
        """Whether people may say that it stands for the coming piece all the same."""
        return self.why in (Stop.STANDS_FOR, Stop.OTHER_GAME)


@dataclass(frozen=True, slots=True)
class Laid:
    """A place of the row that is done. *uid* is None where the piece was passed over.

    *was* is what the tag stood for before, *replaced* the tag that the piece had before.
    """

    piece: Registered
    uid: Uid | None = None
    was: Registered | None = None
    replaced: Uid | None = None

    def taken_back(self, registry: Registry) -> Mapping[Uid, Registered | None]:
        """What the registry has to change to be as before; nothing where it has gone on since."""
        if self.uid is None or registry.find(self.uid) != self.piece:
            return {}
        was = self.was
        if was is not None and registry.tag_of(was) not in (None, self.uid):
            was = None  # it was given another tag since
        changes = {self.uid: was}
        if self.replaced is not None and registry.find(self.replaced) is None:
            changes[self.replaced] = self.piece
        return changes


@dataclass(frozen=True, slots=True)
class SetRow:
    """Pieces of one kind that are laid one after the other; the order is that of *pieces*."""

    kind: str
    pieces: tuple[Registered, ...]
    laid: tuple[Laid, ...] = ()
    stopped: Stopped | None = None

    @property
    def coming(self) -> Registered | None:
        """The piece whose tag is to come, None when the row is done."""
        return self.pieces[len(self.laid)] if len(self.laid) < len(self.pieces) else None

    @property
    def last(self) -> Laid | None:
        return self.laid[-1] if self.laid else None

    @property
    def passed_over(self) -> tuple[Registered, ...]:
        """The pieces that were left without a tag."""
        return tuple(laid.piece for laid in self.laid if laid.uid is None)

    def lay(self, uid: Uid, registry: Registry) -> SetRow:
        """Take *uid* for the coming piece, or stop and say why. The row is as it was when it is done."""
        coming = self.coming
        if coming is None:
            return self
        stopped = self._stop(uid, coming, registry.find(uid))
        return self._taken(uid, coming, registry) if stopped is None else replace(self, stopped=stopped)

    def take_stopped(self, registry: Registry) -> SetRow:
        """Let the tag that was stopped count; what it stood for has no tag then. Else the same row."""
        coming, stopped = self.coming, self.stopped
        if coming is None or stopped is None or not stopped.may_be_taken:
            return self
        return self._taken(stopped.uid, coming, registry)

    def pass_over(self) -> SetRow:
        """Leave the coming piece without a new tag."""
        coming = self.coming
        return self if coming is None else self._with(Laid(coming))

    def back(self) -> SetRow:
        """The row without its last place."""
        return replace(self, laid=self.laid[:-1], stopped=None)

    def _stop(self, uid: Uid, coming: Registered, known: Registered | None) -> Stopped | None:
        if uid.is_random:
            return Stopped(uid, Stop.RANDOM)
        twice = next((laid.piece for laid in self.laid if laid.uid == uid), None)
        if twice is not None:
            return Stopped(uid, Stop.TWICE, twice)
        if known is None or known == coming:
            return None
        same_box = known.game == coming.game or not known.game or not coming.game
        return Stopped(uid, Stop.STANDS_FOR if same_box else Stop.OTHER_GAME, known)

    def _taken(self, uid: Uid, coming: Registered, registry: Registry) -> SetRow:
        return self._with(Laid(coming, uid, registry.find(uid), registry.tag_of(coming)))

    def _with(self, laid: Laid) -> SetRow:
        return replace(self, laid=(*self.laid, laid), stopped=None)


@dataclass(frozen=True, slots=True)
class LookRound:
    """Every tag is named and nothing is played. *uid* is the last one, *piece* what it stands for."""

    uid: Uid | None = None
    piece: Registered | None = None
