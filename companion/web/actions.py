"""Acts from phones and programs: commands, answers to scans, registering; each through the inbox."""

# How a page posts an act, and what it gets back.
#
# POST /t/<id>/act as a form:
#   act       JSON of the command: do, by (the seat's name, or "banker" with "for"), fixed fields
#   id        a fresh random word for each form that is rendered: `{{ fresh_id() }}`; the same id again gets
#             the first answer, so double taps and repeated requests are harmless
#   n.<field> whole number | t.<field> text | d.<field> dice, "3,4" or repeated | c.<field> JSON of a choice;
#             an empty n., d. or c. field is left out, as is an empty t. field
#   override  "1": the banker allows it anyway; `by: Ann` then becomes `by: banker, for: Ann`
#   next      the local path to go back to (without htmx); at: the name of the form, to show a refusal beside it
# Without htmx the answer is 303 to `next` with the outcome in a short signed cookie. The next page takes it
# with `said = take_said()`: a `SaidBack` or None, at most once.
# With htmx (HX-Request) it is 200 with the fragment `said.html` (`said`: a SaidBack, `table`) for the form's
# own notice slot, and the header `HX-Trigger: {"shown": {"version": [n, p]}}`, on which live.js fetches what
# is now old. `said.html` is also included by full pages beside the form whose name is `said.at`.
# A SaidBack that is `unsent` was not stored in time: its form offers `said.act` with the same `said.id` again.
# One that is `overridable` offers `said.act` with `override` and the id `said.again_id`, to a banker's device.
#
# POST /t/<id>/answer (serial, index), /dismiss, /register (uid, kind, name), /expect (kind, name or nothing),
# /mend (kind, name): the same answers. All of them take JSON bodies too and then answer as JSON.

from __future__ import annotations

from flask import Blueprint, Flask

blueprint = Blueprint("actions", __name__)


def install(app: Flask) -> None:
    """Add what every page may use: `take_said`, `fresh_id`."""
