"""The buttons of a phone: what waits for a seat first, then what can be done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.core.message import Ask, Message, Prompt, say
from companion.core.seats import Seat
from companion.games.camelup.actions import desert_spaces
from companion.games.camelup.evolve import phase_of
from companion.games.camelup.leg import tile_reward, tiles_of, waiting_to_copy
from companion.games.camelup.pieces import CAMELS, PIPS, Camel, Die, camel_of, is_support
from companion.games.camelup.race import unnamed
from companion.games.camelup.state import Phase, Pile, Side, State, Tile
from companion.games.camelup.supercup import addable_dice, camera_spaces, free_partners

_SIDES = tuple((str(side), say(f"camelup.side.{side}")) for side in Side)


def prompts(state: State, seat: Seat) -> tuple[Prompt, ...]:
    """What a seat may tap now. Choices of a race card are the seat's own secret."""
    return (*_requests(state, seat), *_of_phase(state, seat))


def _of_phase(state: State, seat: Seat) -> Iterator[Prompt]:
    match phase_of(state):
        case Phase.SETUP if seat == state.turn:
            yield from _placing(state)
        case Phase.PLAY if seat == state.turn:
            yield from _after_action(state, seat) if state.acted else _actions(state, seat)
        case Phase.COPYING if seat in waiting_to_copy(state):
            yield from _copying(state, seat)
        case Phase.REVEALING:
            yield from _revealing(state)
        case _:
            return


def _requests(state: State, seat: Seat) -> Iterator[Prompt]:
    for request in state.requests:
        number, amount = request.number, request.amount
        if request.payer == seat:
            pay = say("camelup.prompt.pay_request", who=request.payee, amount=amount, note=request.note)
            yield Prompt({"do": "accept", "number": number}, pay, pays=amount, waits=True)
            decline = say("camelup.prompt.decline_request", who=request.payee, amount=amount)
            yield Prompt({"do": "reject", "number": number}, decline, waits=True)
        elif request.payee == seat:
            back = say("camelup.prompt.drop_request", who=request.payer, amount=amount)
            yield Prompt({"do": "reject", "number": number}, back)


def _placing(state: State) -> Iterator[Prompt]:
    """The starting roll: each camel and its space, on top or underneath where camels stand already."""
    for camel in CAMELS:
        if camel in state.track.order:
            continue
        for space in PIPS:
            act = {"do": "place", "camel": camel, "space": space}
            shown = state.options.label(space)
            if space not in state.track.spaces:
                yield Prompt(act, say("camelup.prompt.place", camel=camel, space=shown), waits=True)
                continue
            on_top = say("camelup.prompt.place_on_top", camel=camel, space=shown)
            yield Prompt({**act, "on_top": True}, on_top, waits=True)
            under = say("camelup.prompt.place_under", camel=camel, space=shown)
            yield Prompt({**act, "on_top": False}, under, waits=True)


def _actions(state: State, seat: Seat) -> Iterator[Prompt]:
    """The normal actions: one tap for a leg bet, one for a die and its pips."""
    for camel in CAMELS:
        stack = state.stack(camel)
        if stack:
            message = say("camelup.prompt.leg_bet", camel=camel, value=stack[0])
            yield Prompt({"do": "leg_bet", "camel": camel}, message, waits=True)
    for die in state.pyramid:
        for pips in state.faces(die):
            yield Prompt({"do": "roll", "die": die, "pips": pips}, _roll_words(die, pips), waits=True)
    spaces = desert_spaces(state, seat)
    if spaces:
        ask = (_space_ask(state, spaces), Ask("side", "choice", choices=_SIDES))
        moved = state.hands[seat].desert is not None
        message = say("camelup.prompt.move_desert" if moved else "camelup.prompt.desert")
        yield Prompt({"do": "desert"}, message, ask, waits=True)
    if state.hands[seat].cards_left > 0:
        cards = Ask("camel", "choice", choices=_camels(state.hands[seat].cards), optional=True)
        for on in Pile:
            act = {"do": "race_bet", "on": str(on)}
            yield Prompt(act, say(f"camelup.prompt.race_bet_{on}"), (cards,), waits=True)
    yield from _supercup_actions(state, seat)


def _supercup_actions(state: State, seat: Seat) -> Iterator[Prompt]:
    spaces = camera_spaces(state, seat)
    if spaces:
        moves = state.camera is not None
        message = say("camelup.prompt.move_camera" if moves else "camelup.prompt.photographer")
        yield Prompt({"do": "photographer"}, message, (_space_ask(state, spaces),), waits=True)
    if state.position_tiles and state.options.position_bets:
        yield from _position_bets(state, seat)
    partners = free_partners(state, seat)
    if partners:
        choices = tuple((state.seats.name(other), say("camelup.who", who=other)) for other in partners)
        ask = Ask("with", "seat", choices=choices)
        yield Prompt({"do": "partner"}, say("camelup.prompt.partner"), (ask,), waits=True)


def _position_bets(state: State, seat: Seat) -> Iterator[Prompt]:
    places = tuple((place, say("camelup.place", place=place)) for place in state.position_tiles)
    place = Ask("place", "choice", choices=places)
    own = {(bet.camel, bet.value) for bet in state.hands[seat].leg_bets if bet.place is None}
    for camel, value in sorted(own, key=lambda bet: (CAMELS.index(bet[0]), -bet[1])):
        act = {"do": "position_bet", "from": "mine", "camel": camel, "value": value}
        message = say("camelup.prompt.position_bet_mine", camel=camel, value=value)
        yield Prompt(act, message, (place,), waits=True)
    stacks = tuple(camel for camel in CAMELS if state.stack(camel))
    if stacks:
        camels = Ask("camel", "choice", choices=_camels(stacks))
        act = {"do": "position_bet", "from": "stack"}
        yield Prompt(act, say("camelup.prompt.position_bet_stack"), (camels, place), waits=True)


def _after_action(state: State, seat: Seat) -> Iterator[Prompt]:
    yield Prompt({"do": "end_turn"}, say("camelup.prompt.end_turn"), waits=True)
    for die in addable_dice(state, seat):
        camel = camel_of(die)
        message = say("camelup.prompt.add_support_die", camel=camel)
        yield Prompt({"do": "add_support_die", "camel": camel}, message)


def _copying(state: State, seat: Seat) -> Iterator[Prompt]:
    partner = state.hands[seat].partner
    assert partner is not None
    for tile in dict.fromkeys(tiles_of(state.hands[partner])):
        yield Prompt({"do": "copy", "tile": _tile_json(tile)}, _copy_words(state, tile), waits=True)
    yield Prompt({"do": "copy", "tile": None}, say("camelup.prompt.copy_nothing"), waits=True)


def _revealing(state: State) -> Iterator[Prompt]:
    """The unnamed cards of a pile, in the order laid; the message says whose they are."""
    for on in Pile:
        hidden = [card.owner for card in state.pile(on) if card.camel is None]
        if unnamed(state, on):
            count = len(hidden)
            each = tuple(
                say("camelup.prompt.reveal_card", who=owner, number=at)
                for at, owner in enumerate(hidden, start=1)
            )
            camels = _camels(CAMELS)
            cards = Ask("cards", "choices", least=count, most=count, choices=camels, each=each)
            message = say(f"camelup.prompt.reveal_{on}", owners=hidden)
            yield Prompt({"do": "reveal", "on": str(on)}, message, (cards,), waits=True)


def _roll_words(die: Die, pips: int) -> Message:
    kind = "roll_support" if is_support(die) else "roll"
    return say(f"camelup.prompt.{kind}", camel=camel_of(die), pips=pips)


def _space_ask(state: State, spaces: Iterable[int]) -> Ask:
    choices = tuple((space, say("camelup.space", space=state.options.label(space))) for space in spaces)
    return Ask("space", "choice", choices=choices)


def _camels(camels: Iterable[Camel]) -> tuple[tuple[object, Message], ...]:
    return tuple((camel, say("camelup.camel", camel=camel)) for camel in camels)


def _tile_json(tile: Tile) -> dict[str, object]:
    shown: dict[str, object] = {"kind": tile.kind}
    if tile.camel is not None:
        shown["camel"] = tile.camel
        shown["value"] = tile.value if tile.place is None else tile.place
    return shown


def _copy_words(state: State, tile: Tile) -> Message:
    reward = tile_reward(state, tile)
    if tile.camel is None:
        return say("camelup.prompt.copy_pyramid", reward=reward)
    if tile.place is not None:
        return say("camelup.prompt.copy_position", camel=tile.camel, place=tile.place, reward=reward)
    return say("camelup.prompt.copy_leg", camel=tile.camel, value=tile.value, reward=reward)
