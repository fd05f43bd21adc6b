"""Events of a turn folded into the state: throws, moves, jail, cards, choices."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.ledger import House
from companion.games.monopoly import turn_events as tev
from companion.games.monopoly.folding import Fold, close_first, opened, set_player
from companion.games.monopoly.piles import UNLISTED, put_under, taken, without_cards
from companion.games.monopoly.state import (
    Choice,
    DrawDue,
    Rent,
    State,
    Step,
    ThrowDue,
    Turn,
)


def _turn_began(state: State, event: tev.TurnBegan) -> State:
    return state._replace(turn=Turn(event.player), agenda=())


def _rolled(state: State, event: tev.Rolled) -> State:
    turn = Turn(event.player, False, event.doubles, state.turn.thrown + 1, event.total)
    return _thrown_by_turn(state)._replace(turn=turn, agenda=event.then, started=True)


def _put_down(state: State, event: tev.PutDown) -> State:
    turn = Turn(event.player, False, 0, state.turn.thrown + 1, None)
    return _thrown_by_turn(state)._replace(turn=turn, agenda=(), started=True)


def _thrown_by_turn(state: State) -> State:
    """A turn's first throw brings every rent not asked for closer to its lapse."""
    if state.turn.thrown or not state.open:
        return state
    left = tuple(
        matter._replace(throws_left=matter.throws_left - 1)
        if isinstance(matter, (Rent, ThrowDue)) and matter.throws_left > 0
        else matter
        for matter in state.open
    )
    return state._replace(open=left)


def _moved(state: State, event: tev.Moved) -> State:
    if state.players[event.player].in_jail and event.square != state.edition.jail:
        # Only by the banker's hand: whoever stands elsewhere is out of jail.
        return set_player(state, event.player, position=event.square, in_jail=False, jail_turns=0)
    return set_player(state, event.player, position=event.square)


def _salary_paid(state: State, event: tev.SalaryPaid) -> State:
    state = state._replace(ledger=state.ledger.moved(House.BANK, event.player, event.amount))
    return state if state.players[event.player].lapped else set_player(state, event.player, lapped=True)


def _step_taken(state: State, event: tev.StepTaken) -> State:
    turn = state.turn._replace(throwing=event.step is Step.ROLL_AGAIN)
    return state._replace(agenda=state.agenda[1:], turn=turn)


def _sent_to_jail(state: State, event: tev.SentToJail) -> State:
    before = state.players[event.player]
    state = set_player(
        state,
        event.player,
        position=state.edition.jail,
        in_jail=True,
        jail_turns=0,
        jailings=before.jailings + 1,
    )
    if state.turn.player != event.player:
        return state
    return state._replace(agenda=(), turn=state.turn._replace(throwing=False, doubles=0))


def _jail_try_failed(state: State, event: tev.JailTryFailed) -> State:
    # The third failure is settled in the same turn, so that the count shown stays at 2.
    return set_player(state, event.player, jail_turns=min(event.tries, 2))


def _jail_left(state: State, event: tev.JailLeft) -> State:
    cards = state.players[event.player].cards
    if event.card:
        cards = without_cards(cards, (event.card,))
        state = put_under(state, (event.card,))
    state = set_player(state, event.player, in_jail=False, jail_turns=0, cards=cards)
    return close_first(state, lambda matter: matter == Choice(event.player, "jail"))


def _card_asked(state: State, event: tev.CardAsked) -> State:
    return opened(state, DrawDue(event.player, event.deck))


def _card_drawn(state: State, event: tev.CardDrawn) -> State:
    state = close_first(state, lambda matter: matter == DrawDue(event.player, event.deck))
    if event.card in state.edition.cards:
        state = taken(state, event.card)
        if not event.kept:
            return put_under(state, (event.card,))
    if event.kept:
        cards = (*state.players[event.player].cards, event.card or UNLISTED)
        return set_player(state, event.player, cards=cards)
    return state


def _throw_asked(state: State, event: tev.ThrowAsked) -> State:
    return opened(
        state,
        ThrowDue(event.player, event.deed, event.tenant, event.factor, event.throws_left, event.speed),
    )


def _thrown(state: State, event: tev.Thrown) -> State:
    return close_first(
        state, lambda matter: isinstance(matter, ThrowDue) and matter[:2] == (event.player, event.deed)
    )


def _choice_asked(state: State, event: tev.ChoiceAsked) -> State:
    return opened(state, Choice(event.player, event.what, event.moves))


def _chosen(state: State, event: tev.Chosen) -> State:
    return close_first(
        state, lambda matter: isinstance(matter, Choice) and matter[:2] == (event.player, event.what)
    )


TURN_FOLDS: Mapping[type, Fold] = {
    tev.TurnBegan: _turn_began,
    tev.Rolled: _rolled,
    tev.PutDown: _put_down,
    tev.Moved: _moved,
    tev.SalaryPaid: _salary_paid,
    tev.StepTaken: _step_taken,
    tev.SentToJail: _sent_to_jail,
    tev.JailTryFailed: _jail_try_failed,
    tev.JailLeft: _jail_left,
    tev.CardAsked: _card_asked,
    tev.CardDrawn: _card_drawn,
    tev.ThrowAsked: _throw_asked,
    tev.Thrown: _thrown,
    tev.ChoiceAsked: _choice_asked,
    tev.Chosen: _chosen,
}
