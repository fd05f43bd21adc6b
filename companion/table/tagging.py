"""What a touch means while people give tags to pieces or look round, and nobody plays with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.core.message import say
from companion.core.refusal import Reason, Refusal, refuse_field
from companion.core.uid import Uid
from companion.table.bus import Signal
from companion.table.registering import LookRound, SetRow, Stopped
from companion.table.registry import ANY_GAME, Registered

if TYPE_CHECKING:
    from companion.table.table import Table

IDLE_S = 600.0
"""After so long without a tag or a tap the table plays on: somebody forgot the row, or the look round."""

Mode = Registered | SetRow | LookRound


class Tagging:
    """One piece that waits for its tag, a whole row of them, or a look round; or none of these."""

    def __init__(self, table: Table, monotonic: Callable[[], float]) -> None:
        self.mode: Mode | None = None
        self._table = table
        self._monotonic = monotonic
        self._until = 0.0

    @property
    def expecting(self) -> Registered | None:
        """The piece whose tag comes next."""
        return self.mode if isinstance(self.mode, Registered) else None

    @property
    def row(self) -> SetRow | None:
        """The row, also when it is done, until it is put away."""
        return self.mode if isinstance(self.mode, SetRow) else None

    @property
    def looking(self) -> LookRound | None:
        return self.mode if isinstance(self.mode, LookRound) else None

    @property
    def holds_touches(self) -> bool:
        """Whether a row or a look round keeps touches from the game now."""
        return self.looking is not None or (self.row is not None and self.row.coming is not None)

    def takes(self, uid: Uid) -> bool:
        """Whether this touch was for registering or looking round, and not for the game."""
        match self.mode:
            case Registered() as piece:
                self.mode = None
                self._register_expected(uid, piece)
            case SetRow() as row if row.coming is not None:
                self._step(row.lay(uid, self._table.registry))
            case LookRound():
                known = self._table.registry.find(uid)
                self.turn_to(LookRound(uid, known))
                self._table.notice(Signal.DONE if known is not None else Signal.UNKNOWN)
            case _:
                return False
        return True

    def turn_to(self, mode: Mode | None) -> None:
        """Let touches mean something else from now on; None: they are played."""
        self.mode = mode
        self._until = self._monotonic() + IDLE_S
        self._table.changed()

    def lay_row(self, kind: str, anew: bool) -> None:
        """Lay the pieces of a kind in a row: those without a tag, or *anew* all of them.

        Raises Refusal for a kind of which there are none.
        """
        table, game = self._table, self._table.game
        box = ANY_GAME if kind == "player_card" else game.NAME
        every = [Registered(box, one) for one in game.pieces(table.session.state) if one.kind == kind]
        if not every:
            refuse_field("kind", "kind_of_piece", kind)
        pieces = tuple(piece for piece in every if anew or table.registry.tag_of(piece) is None)
        self.turn_to(SetRow(kind, pieces))

    def take_stopped(self) -> None:
        """Let the tag that was stopped count after all. Raises Refusal(NOTHING_OPEN)."""
        row = self._open_row()
        if row.stopped is None or not row.stopped.may_be_taken:
            raise Refusal(Reason.NOTHING_OPEN)
        self._step(row.take_stopped(self._table.registry))

    def pass_over(self) -> None:
        """Leave the coming piece without a tag. Raises Refusal(NOTHING_OPEN)."""
        self.turn_to(self._open_row().pass_over())

    def take_back(self) -> None:
        """Undo the last place of the row, its tag too. Raises Refusal(NOTHING_OPEN)."""
        row = self._open_row()
        if row.last is None:
            raise Refusal(Reason.NOTHING_OPEN)
        changes = row.last.taken_back(self._table.registry)
        if changes:
            self._table.registry.change(changes)
        self.turn_to(row.back())

    def swap(self, piece: Registered) -> None:
        """The tag that lies there is *piece*; the tag that was *piece* so far is what this one was.

        Raises Refusal: NOTHING_OPEN when none was laid, and that of a tag that cannot be registered.
        """
        look, registry = self.looking, self._table.registry
        if look is None or look.uid is None:
            raise Refusal(Reason.NOTHING_OPEN)
        self._table.check_registration(look.uid, piece)
        was, other = registry.find(look.uid), registry.tag_of(piece)
        changes: dict[Uid, Registered | None] = {look.uid: piece}
        swapped = was is not None and was.game == piece.game and other not in (None, look.uid)
        if swapped and other is not None:
            changes[other] = was
        registry.change(changes)
        self.turn_to(LookRound(look.uid, piece))
        if swapped and was is not None:
            word = say("scan.swapped", piece=piece.tagged.key, was=was.tagged.key)
        else:
            word = say("scan.registered", uid=str(look.uid), piece=piece.tagged.key)
        self._table.notice(Signal.DONE, word)

    def tick(self) -> None:
        """Play on when nobody laid or tapped anything for long."""
        if self.holds_touches and self._monotonic() >= self._until:
            self.turn_to(None)

    def _open_row(self) -> SetRow:
        if self.row is None:
            raise Refusal(Reason.NOTHING_OPEN)
        return self.row

    def _step(self, row: SetRow) -> None:
        """Go on with *row*; a tag that was taken is stored first."""
        last = row.last
        if row.stopped is not None:
            self.turn_to(row)
            self._tell_stop(row.stopped)
        elif last is not None and last.uid is not None:
            self._table.registry.change({last.uid: last.piece})
            self.turn_to(row)
            self._table.notice(
                Signal.DONE, say("scan.registered", uid=str(last.uid), piece=last.piece.tagged.key)
            )

    def _tell_stop(self, stopped: Stopped) -> None:
        other = stopped.stands_for
        word = say(
            f"scan.stopped.{stopped.why}",
            uid=str(stopped.uid),
            piece=other.tagged.key if other is not None else "",
            name=other.tagged.name if other is not None else "",
            game=f"game.{other.game}" if other is not None else "",
        )
        self._table.notice(Signal.REFUSED, word)

    def _register_expected(self, uid: Uid, piece: Registered) -> None:
        table = self._table
        before, replaced = table.registry.find(uid), table.registry.tag_of(piece)
        try:
            table.register(uid, piece)
        except Refusal as refusal:
            table.notice(Signal.REFUSED, say(f"refusal.{refusal.code}", **refusal.values))
            return
        name = piece.tagged.key
        if before is not None and before != piece:
            table.notice(Signal.DONE, say("scan.was", was=before.tagged.key, piece=name))
        elif replaced is not None and replaced != uid:
            table.notice(Signal.DONE, say("scan.replaced", piece=name, uid=str(replaced)))
