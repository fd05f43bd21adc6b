"""Acts for the one whose turn it is, entered on somebody else's device."""

from __future__ import annotations

from dataclasses import replace

from companion.core.message import Prompt
from companion.core.seats import Seat
from companion.core.verbs import Device
from companion.table.table import Table
from companion.web.forms import Bundle, bundle, prompt_form
from companion.web.text import Words


def helped_acts(table: Table, seat: Seat, words: Words) -> tuple[Bundle, ...]:
    """What a device of *seat* may enter for whoever's turn it is; empty when that is *seat* itself.

    What a phone keeps secret is not asked for here: a card is then laid face down.
    """
    state = table.session.state
    turn = table.game.turn(state)
    if turn is None or turn == seat or turn not in state.seats.order:
        return ()
    by = {"by": state.seats.name(seat), "for": state.seats.name(turn)}
    prompts = (_without_secrets(table, prompt) for prompt in table.game.prompts(state, turn))
    forms = [
        prompt_form(prompt, by, words, state.ledger.balance(turn))
        for prompt in prompts
        if table.game.verbs[str(prompt.act["do"])].device is Device.TURN
    ]
    return bundle(forms, words)


def _without_secrets(table: Table, prompt: Prompt) -> Prompt:
    secret = table.game.SECRET_FIELDS.get(str(prompt.act["do"]), ())
    return replace(prompt, ask=tuple(ask for ask in prompt.ask if ask.field not in secret))
