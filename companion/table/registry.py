"""The registry: what each tag stands for. It outlives the evening; a tag names a piece, never a person."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.core.refusal import refuse_field
from companion.core.tagged import Tagged
from companion.core.uid import Uid

ANY_GAME = ""
"""The game of pieces that serve at every table: the player cards."""


@dataclass(frozen=True, slots=True)
class Registered:
    """A piece of a game's box. *game* is `ANY_GAME` for player cards."""

    game: str
    tagged: Tagged


Save = Callable[[Mapping[Uid, Registered]], None]


class Registry:
    """UIDs and their pieces. Every change is saved before it counts."""

    def __init__(
        self, known: Mapping[Uid, Registered] | None = None, save: Save = lambda known: None
    ) -> None:
        self._known: dict[Uid, Registered] = dict(known or {})
        self._save = save

    def find(self, uid: Uid) -> Registered | None:
        """What a tag stands for, None when nobody registered it."""
        return self._known.get(uid)

    def tag_of(self, piece: Registered) -> Uid | None:
        """The tag on a piece, None when it has none."""
        for uid, registered in self._known.items():
            if registered == piece:
                return uid
        return None

    def register(self, uid: Uid, piece: Registered) -> Registered | None:
        """Let *uid* stand for *piece*; returns what it stood for before.

        A piece has one tag: another tag that stood for it is forgotten, so that a lost card can be replaced.
        Raises Refusal(BAD_REQUEST) for a random UID (phones, bank cards): it changes at every touch.
        """
        before = self._known.get(uid)
        self.change({uid: piece})
        return before

    def change(self, changes: Mapping[Uid, Registered | None]) -> None:
        """Let several tags stand for other pieces, or for none, saved at once; as `register` for each."""
        for uid, piece in changes.items():
            if piece is not None:
                check_tag(uid)
        given = set(changes.values())
        after = {
            uid: known for uid, known in self._known.items() if uid not in changes and known not in given
        }
        after |= {uid: piece for uid, piece in changes.items() if piece is not None}
        self._save(after)
        self._known = after

    def forget(self, uid: Uid) -> None:
        """Let a tag stand for nothing."""
        after = {other: known for other, known in self._known.items() if other != uid}
        self._save(after)
        self._known = after

    def all(self) -> Mapping[Uid, Registered]:
        """Every tag and its piece."""
        return dict(self._known)

    def to_json(self) -> str:
        """The whole registry as one file: a list of objects, one a tag."""
        return json.dumps(
            [
                {"uid": str(uid), "game": piece.game, "kind": piece.tagged.kind, "name": piece.tagged.name}
                for uid, piece in sorted(self._known.items(), key=lambda item: str(item[0]))
            ],
            indent=1,
            ensure_ascii=False,
        )


def check_tag(uid: Uid) -> None:
    """Raise Refusal(BAD_REQUEST) for a number that changes at every touch."""
    if uid.is_random:
        refuse_field("uid", "own_number", str(uid))


def read_uid(text: str) -> Uid:
    """A tag's number as somebody wrote it. Raises Refusal(BAD_REQUEST)."""
    try:
        return Uid.from_hex(text)
    except ValueError:
        refuse_field("uid", "uid", text)


def read_registry(text: str) -> dict[Uid, Registered]:
    """A registry from its file. Raises Refusal(BAD_REQUEST) naming the row and what was expected."""
    try:
        rows = json.loads(text)
    except json.JSONDecodeError as error:
        refuse_field("file", "tag_list_json", text, line=error.lineno, column=error.colno)
    except ValueError:  # an integer of thousands of digits
        refuse_field("file", "tag_list", text)
    if not isinstance(rows, list):
        refuse_field("file", "tag_list", rows)
    known: dict[Uid, Registered] = {}
    for at, row in enumerate(rows, start=1):
        keys = ("uid", "game", "kind", "name")
        if not isinstance(row, dict) or any(not isinstance(row.get(key), str) for key in keys):
            refuse_field(f"row {at}", "tag_row", row, fields=list(keys))
        try:
            uid = Uid.from_hex(row["uid"])
        except ValueError:
            refuse_field(f"row {at}: uid", "uid", row["uid"])
        if uid in known:
            refuse_field(f"row {at}: uid", "each_once", row["uid"])
        known[uid] = Registered(row["game"], Tagged(row["kind"], row["name"]))
    return known
