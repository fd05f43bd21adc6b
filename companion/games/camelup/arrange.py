"""Set the table as it lies there: a partial view becomes the whole of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.draft import Draft
from companion.core.refusal import Refusal, refuse_field
from companion.core.seats import Seat
from companion.games.camelup.events import Arranged, Event, Settled
from companion.games.camelup.pieces import (
    CAMELS,
    DICE,
    PLACES,
    SUPPORT_DICE,
    Camel,
    sorted_camels,
    sorted_dice,
)
from companion.games.camelup.reading import names, numbers, object_of, whole_number
from companion.games.camelup.state import (
    Camera,
    Desert,
    Hand,
    LegBet,
    Phase,
    Pile,
    RaceCard,
    Side,
    State,
    first_dice,
)
from companion.games.camelup.track import Track

_SETTABLE = (
    "turn", "camels", "tiles", "pyramid", "crates", "leg_tiles", "position_tiles", "camera", "players",
    "race_piles",
)  # fmt: skip
_OF_PLAYER = ("money", "leg_bets", "pyramid_tiles", "race_cards", "partner")
_MOST_MONEY = 10**9


@dataclass(slots=True)
class _Table:
    """What is being set, while it is read; nothing of it is kept."""

    state: State
    track: Track
    hands: list[Hand]
    pyramid: tuple[str, ...]
    crates: tuple[str, ...]
    leg_tiles: list[tuple[int, ...]]
    position_tiles: tuple[int, ...]
    camera: Camera | None
    piles: dict[Pile, tuple[RaceCard, ...]]
    money: dict[Seat, int]
    turn: Seat | None = None
    names_cards: bool = False


def arrange(draft: Draft[State, Event], wanted: Mapping[str, object]) -> None:
    """Set every settable key of the view that is named. Raises Refusal(BAD_REQUEST) naming the key."""
    state = draft.state
    table = _Table(
        state,
        state.track,
        list(state.hands),
        state.pyramid,
        state.crates,
        list(state.leg_tiles),
        state.position_tiles,
        state.camera,
        {pile: state.pile(pile) for pile in Pile},
        {},
    )
    for key in wanted:
        if key not in _SETTABLE:
            refuse_field(f"set.{key}", "one_of", key, choices=list(_SETTABLE))
    if not wanted:
        refuse_field("set", "some_of", {}, choices=list(_SETTABLE))
    if "camels" in wanted:
        _set_camels(table, object_of(wanted["camels"], "set.camels"))
    if "turn" in wanted:
        _set_turn(table, object_of(wanted["turn"], "set.turn"))
    if "tiles" in wanted:
        _set_deserts(table, object_of(wanted["tiles"], "set.tiles"))
    _set_dice(table, wanted)
    if "leg_tiles" in wanted:
        _set_leg_tiles(table, object_of(wanted["leg_tiles"], "set.leg_tiles"))
    if "position_tiles" in wanted:
        places = numbers(wanted["position_tiles"], "set.position_tiles", PLACES)
        if len(set(places)) != len(places):
            refuse_field("set.position_tiles", "each_once", list(places))
        table.position_tiles = tuple(sorted(places))
    if "camera" in wanted:
        table.camera = _read_camera(table, wanted["camera"])
    if "race_piles" in wanted:
        _set_piles(table, object_of(wanted["race_piles"], "set.race_piles"))
    if "players" in wanted:
        _set_players(table, object_of(wanted["players"], "set.players"))
    _check_spaces(table)
    draft.add(
        Arranged(
            tuple(wanted) + (("race_cards",) if table.names_cards else ()),
            tuple(
                Settled(seat, money - state.money(seat))
                for seat, money in table.money.items()
                if money != state.money(seat)
            ),
            tuple(table.hands),
            table.track,
            table.pyramid,
            table.crates,
            tuple(table.leg_tiles),
            table.position_tiles,
            table.camera,
            table.piles[Pile.WINNER],
            table.piles[Pile.LOSER],
            table.turn,
        )
    )


def _set_camels(table: _Table, wanted: Mapping[str, Any]) -> None:
    """Camels named without a height go on top; those not named close the gaps under them."""
    stacks = {space: list(stack) for space, stack in table.track.stacks().items()}
    fixed: dict[int, dict[int, Camel]] = {}
    for name, value in wanted.items():
        place = f"set.camels.{name}"
        if name not in CAMELS:
            refuse_field(place, "one_of", name, choices=list(CAMELS))
        old = table.track.space_of(name) if name in table.track.order else None
        if value is None:
            if table.state.phase is not Phase.SETUP:
                refuse_field(place, "space_in_race")
            _take_off(stacks, name)
            continue
        only = object_of(value, place, ("space", "height"))
        space = old
        if only.get("space") is not None:
            space = _space(table, only["space"], f"{place}.space")
        if space is None:
            refuse_field(f"{place}.space", "space")
        _take_off(stacks, name)
        if only.get("height") is not None:
            height = whole_number(only["height"], f"{place}.height", 0, len(CAMELS) - 1)
            if height in fixed.setdefault(space, {}):
                refuse_field(f"{place}.height", "own_height", height)
            fixed[space][height] = name
        else:
            stacks.setdefault(space, []).append(name)
    for space, heights in fixed.items():
        stack = stacks.setdefault(space, [])
        for height in sorted(heights):
            if height > len(stack):
                place = f"set.camels.{heights[height]}.height"
                refuse_field(place, "height", height, most=len(stack), space=space)
            stack.insert(height, heights[height])
    table.track = Track.of({space: stack for space, stack in stacks.items() if stack})


def _take_off(stacks: dict[int, list[Camel]], camel: Camel) -> None:
    for stack in stacks.values():
        if camel in stack:
            stack.remove(camel)


def _set_turn(table: _Table, wanted: Mapping[str, Any]) -> None:
    for key in wanted:
        if key != "player":
            refuse_field(f"set.turn.{key}", "known_field", wanted[key], fields=["player"])
    table.turn = _seat(table, wanted.get("player"), "set.turn.player")


def _set_deserts(table: _Table, wanted: Mapping[str, Any]) -> None:
    for name, value in wanted.items():
        place = f"set.tiles.{name}"
        seat = _seat(table, name, place)
        hand = table.hands[seat]
        if value is None:
            table.hands[seat] = hand._replace(desert=None)
            continue
        only = object_of(value, place, ("space", "side"))
        old = hand.desert
        space = only.get("space", old.space if old is not None else None)
        side = only.get("side", str(old.side) if old is not None else None)
        if side not in tuple(str(one) for one in Side):
            refuse_field(f"{place}.side", "one_of", side, choices=[one.value for one in Side])
        space = _space(table, space, f"{place}.space")
        if space == 1:
            refuse_field(f"{place}.space", "space_for_tile", space)
        table.hands[seat] = hand._replace(desert=Desert(space, Side(side)))


def _set_dice(table: _Table, wanted: Mapping[str, object]) -> None:
    """The dice in the pyramid and in the crates. A race that begins here begins its leg with all of them."""
    state = table.state
    allowed = DICE if state.options.big_track else CAMELS
    if "crates" in wanted:
        crates = names(wanted["crates"], "set.crates", SUPPORT_DICE)
        table.crates = sorted_dice(set(crates))
    if "pyramid" in wanted:
        dice = names(wanted["pyramid"], "set.pyramid", allowed)
        if not dice or len(set(dice)) != len(dice):
            refuse_field("set.pyramid", "dice_inside", dice)
        table.pyramid = sorted_dice(dice)
    elif state.phase is Phase.SETUP and len(table.track.order) == len(CAMELS):
        table.pyramid = sorted_dice(first_dice(state.options, table.track))
    both = set(table.crates) & set(table.pyramid)
    if both:
        refuse_field("set.crates", "dice_outside", sorted(both))
    if not table.pyramid and (table.turn is not None or not state.agenda):
        refuse_field("set.pyramid", "some_die", [])


def _set_leg_tiles(table: _Table, wanted: Mapping[str, Any]) -> None:
    for name, value in wanted.items():
        place = f"set.leg_tiles.{name}"
        if name not in CAMELS:
            refuse_field(place, "one_of", name, choices=list(CAMELS))
        tiles = () if value is None else numbers(value, place, (5, 3, 2))
        if list(tiles) != sorted(tiles, reverse=True) or tiles.count(5) > 1 or tiles.count(3) > 1:
            refuse_field(place, "leg_stack", list(tiles))
        if tiles.count(2) > 2:
            refuse_field(place, "two_twos", list(tiles))
        table.leg_tiles[CAMELS.index(name)] = tiles


def _read_camera(table: _Table, value: object) -> Camera | None:
    if value is None:
        return None
    only = object_of(value, "set.camera", ("player", "space"))
    old = table.camera
    seat = (
        old.seat
        if "player" not in only and old is not None
        else _seat(table, only.get("player"), "set.camera.player")
    )
    space = only.get("space", old.space if old is not None else None)
    return Camera(seat, _space(table, space, "set.camera.space"))


def _set_piles(table: _Table, wanted: Mapping[str, Any]) -> None:
    """Lay the race cards anew; what is still in the hands follows from it."""
    for name, value in wanted.items():
        place = f"set.race_piles.{name}"
        if name not in tuple(str(pile) for pile in Pile):
            refuse_field(place, "one_of", name, choices=[pile.value for pile in Pile])
        if value is None:
            value = []
        if not isinstance(value, list):
            refuse_field(place, "race_cards", value)
        table.piles[Pile(name)] = tuple(
            _race_card(table, card, f"{place}[{at}]") for at, card in enumerate(value)
        )
    laid = [card for pile in Pile for card in table.piles[pile]]
    for at, hand in enumerate(table.hands):
        own = [card.camel for card in laid if card.seat == at]
        known = {camel for camel in own if camel is not None}
        if len(own) > len(CAMELS) or len(known) != sum(camel is not None for camel in own):
            refuse_field("set.race_piles", "one_card_of_each", _name(table, at))
        cards = tuple(camel for camel in CAMELS if camel not in known)
        table.hands[at] = hand._replace(cards=cards, face_down=own.count(None))


def _race_card(table: _Table, value: object, place: str) -> RaceCard:
    if not isinstance(value, list) or len(value) != 2:
        refuse_field(place, "race_card", value)
    camel = value[1]
    if camel is not None and camel not in CAMELS:
        refuse_field(f"{place}[1]", "one_of_or_null", camel, choices=list(CAMELS))
    return RaceCard(_seat(table, value[0], f"{place}[0]"), camel)


def _set_players(table: _Table, wanted: Mapping[str, Any]) -> None:
    for name, value in wanted.items():
        place = f"set.players.{name}"
        seat = _seat(table, name, place)
        only = object_of(value, place, _OF_PLAYER)
        if "money" in only:
            table.money[seat] = whole_number(only["money"], f"{place}.money", 0, _MOST_MONEY)
        if "leg_bets" in only:
            bets = only["leg_bets"] if only["leg_bets"] is not None else []
            if not isinstance(bets, list):
                refuse_field(f"{place}.leg_bets", "leg_bets", bets)
            read = tuple(_leg_bet(bet, f"{place}.leg_bets[{at}]") for at, bet in enumerate(bets))
            table.hands[seat] = table.hands[seat]._replace(leg_bets=read)
        if "pyramid_tiles" in only:
            count = 0 if only["pyramid_tiles"] is None else only["pyramid_tiles"]
            count = whole_number(count, f"{place}.pyramid_tiles", 0, len(DICE))
            table.hands[seat] = table.hands[seat]._replace(pyramid_tiles=count)
        if "race_cards" in only:
            table.names_cards = True
            cards = names(only["race_cards"], f"{place}.race_cards", CAMELS)
            if len(set(cards)) != len(cards):
                refuse_field(f"{place}.race_cards", "each_once", cards)
            table.hands[seat] = table.hands[seat]._replace(cards=sorted_camels(cards), face_down=0)
        if "partner" in only:
            _set_partner(table, seat, only["partner"], f"{place}.partner")
    for seat_number, hand in enumerate(table.hands):
        if hand.partner is not None and table.hands[hand.partner].partner != seat_number:
            place = f"set.players.{_name(table, seat_number)}.partner"
            refuse_field(place, "free_partner", _name(table, hand.partner))


def _set_partner(table: _Table, seat: Seat, value: object, place: str) -> None:
    """Both cards are swapped, so one side is enough."""
    old = table.hands[seat].partner
    if old is not None and table.hands[old].partner == seat:
        table.hands[old] = table.hands[old]._replace(partner=None)
    other = None if value is None else _seat(table, value, place)
    if other == seat:
        refuse_field(place, "another_player", value)
    table.hands[seat] = table.hands[seat]._replace(partner=other)
    if other is not None:
        table.hands[other] = table.hands[other]._replace(partner=seat)


def _leg_bet(value: object, place: str) -> LegBet:
    only = object_of(value, place, ("camel", "value", "place"))
    if only.get("camel") not in CAMELS:
        refuse_field(f"{place}.camel", "one_of", only.get("camel"), choices=list(CAMELS))
    worth = only.get("value")
    if type(worth) is not int or worth not in (5, 3, 2):
        refuse_field(f"{place}.value", "one_of", worth, choices=[5, 3, 2])
    covered = only.get("place")
    if covered is not None:
        covered = whole_number(covered, f"{place}.place", PLACES[0], PLACES[-1])
    return LegBet(only["camel"], worth, covered)


def _check_spaces(table: _Table) -> None:
    """A space holds camels, or one desert tile, or the camera. Raises Refusal(SPACE_OCCUPIED)."""
    taken: set[int] = set(table.track.spaces)
    for hand in table.hands:
        if hand.desert is not None:
            if hand.desert.space in taken:
                raise Refusal("space_occupied", space=hand.desert.space)
            taken.add(hand.desert.space)
    if table.camera is not None and table.camera.space in taken:
        raise Refusal("space_occupied", space=table.camera.space)
    length = table.state.options.length
    if table.turn is not None and any(space > length for space in table.track.spaces):
        raise Refusal("off_track", space=table.track.spaces[-1], length=length)


def _name(table: _Table, seat: int) -> str:
    return table.state.seats.name(Seat(seat))


def _seat(table: _Table, name: object, place: str) -> Seat:
    if not isinstance(name, str):
        refuse_field(place, "player", name)
    seat = table.state.seats.find(name)
    if seat is None:
        raise Refusal("unknown_player", field=place, name=name[:60])
    return seat


def _space(table: _Table, value: object, place: str) -> int:
    length = table.state.options.length
    if isinstance(value, int) and not isinstance(value, bool) and not 1 <= value <= length:
        raise Refusal("off_track", space=value, length=length)
    return whole_number(value, place, 1, length)
