"""Export: a game in play as a table file. Replaying it gives the same final view."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from companion.core.entry import Entry
from companion.table.session import Session
from companion.table.table_file import header_json

HIDDEN = "# hidden"


def export_text(session: Session, secret: bool = False) -> str:
    """The table file of a game, undone commands included.

    While the game holds secrets only the host's own export (*secret*) has them; others have `# hidden` in
    their place and replay up to there.
    """
    return "\n".join(_lines(session, secret)) + "\n"


def _lines(session: Session, secret: bool) -> Iterator[str]:
    yield _json(header_json(session.setup))
    open_secrets = not secret and not session.game.secrets_open(session.state)
    for number in sorted(session.history.entries):
        entry = session.history.entries[number]
        if entry.scan is not None:
            reader, uid = entry.scan
            shown = uid if secret or not _is_secret(entry, session) else "hidden"
            yield f"# {entry.number}: a tag on {reader}: {shown}"
        if open_secrets and _is_secret(entry, session):
            yield HIDDEN
        else:
            yield _json(entry.said)


def _is_secret(entry: Entry, session: Session) -> bool:
    """Whether an entry says something that not everybody may know yet."""
    return session.game.holds_secret(entry.said) or any(
        getattr(event, "secret", False) for event in entry.events
    )


def _json(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False)
