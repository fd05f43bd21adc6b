"""The banker sets the table as it lies there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.acts import Arrange
from companion.core.ledger import Account, House
from companion.core.refusal import Reason, Refusal, refuse_field, refuse_unknown
from companion.core.seats import Seat
from companion.games.monopoly.checks import Changes, find_deed
from companion.games.monopoly.debt import pass_turn
from companion.games.monopoly.edition import HOTEL, SQUARES, Kind
from companion.games.monopoly.events import TableArranged
from companion.games.monopoly.state import Holding, Player, State, hotels_left, houses_left, next_seat

_LARGEST = 10**9
_PLAYER_KEYS = (
    "cash",
    "position",
    "in_jail",
    "jail_turns",
    "jail_cards",
    "bankrupt",
    "speed_die",
)


def arrange(draft: Changes, command: Arrange) -> None:
    """Set any settable key of the view. Raises Refusal: BAD_REQUEST, UNKNOWN_PLAYER, "impossible_board"."""
    state = draft.state
    _known_keys(command.set, ("turn", "players", "deeds", "pot"), "set")
    players, hands = list(state.players), list(state.ledger.hands)
    holdings = list(state.holdings)
    _read_players(state, _table(command.set.get("players"), "players"), players, hands)
    named = _table(command.set.get("deeds"), "deeds")
    for id, given in named.items():
        deed = find_deed(state, id, "deeds")
        holdings[deed.index] = _read_holding(state, id, given, holdings[deed.index])
    for index, held in enumerate(holdings):
        if held.owner is not None and players[held.owner].out:
            # A player who is set bankrupt owns nothing any more, unless it is named.
            if state.players[held.owner].out or state.edition.deeds[index].id in named:
                _impossible("owner_bankrupt", deed=state.edition.deeds[index].id)
            holdings[index] = Holding()
    pot = _whole(_or_zero(command.set.get("pot", state.ledger.pot)), "pot", _LARGEST)
    turn = _read_turn(state, command.set, players)
    check_board(state._replace(holdings=tuple(holdings)))
    paid: list[tuple[Account, int]] = [
        (Seat(at), after - before)
        for at, (before, after) in enumerate(zip(state.ledger.hands, hands, strict=True))
        if after != before
    ]
    if pot != state.ledger.pot:
        paid.append((House.POT, pot - state.ledger.pot))
    draft.add(TableArranged(tuple(hands), pot, tuple(players), tuple(holdings), turn, tuple(paid)))
    now = draft.state.turn.player
    if now is not None and draft.state.players[now].out:
        pass_turn(draft, now, next_seat(draft.state, now, leaves=True))


def _known_keys(given: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in given:
        if key not in known:
            refuse_unknown(f"{where}: {key}"[:60], known, given[key])


def _table(value: object, where: str) -> Mapping[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        refuse_field(where, "object", value)
    return value


def _whole(value: object, where: str, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        refuse_field(where, "whole_number", value, least=0, most=most)
    return value


def _or_zero(value: object) -> object:
    """null takes away: it stands for 0."""
    return 0 if value is None else value


def _flag(value: object, where: str) -> bool:
    if value is None:
        return False
    if not isinstance(value, bool):
        refuse_field(where, "flag", value)
    return value


def _impossible(why: str, count: int | None = None, **values: object) -> None:
    """Refuse the board for the reason `monopoly.impossible.<why>`, which may say how many."""
    reason = {"id": f"monopoly.impossible.{why}", "values": {} if count is None else {"count": count}}
    raise Refusal("impossible_board", why=reason, **values)


def _read_turn(state: State, given: Mapping[str, Any], players: list[Player]) -> Seat | None:
    if "turn" not in given:
        return None
    table = _table(given["turn"], "turn")
    _known_keys(table, ("player",), "turn")
    name = table.get("player")
    if state.rules.hands:
        refuse_field("turn", "no_turns", name)
    seat = _seat(state, name, "turn: player")
    if players[seat].out:
        _impossible("turn_of_bankrupt", who=seat)
    return seat


def _seat(state: State, name: object, where: str) -> Seat:
    if not isinstance(name, str):
        refuse_field(where, "player", name)
    seat = state.seats.find(name)
    if seat is None:
        raise Refusal(Reason.UNKNOWN_PLAYER, field=where, name=name[:60])
    return seat


def _read_players(state: State, given: Mapping[str, Any], players: list[Player], hands: list[int]) -> None:
    """Change *players* and *hands* in place."""
    wanted_cards: dict[Seat, int] = {}
    for name, one in given.items():
        seat = _seat(state, name, "players")
        where = f"players: {name}"
        table = _table(one, where)
        _known_keys(table, _PLAYER_KEYS, where)
        if "cash" in table:
            hands[seat] = _whole(_or_zero(table["cash"]), f"{where}: cash", _LARGEST)
        if "jail_cards" in table:
            wanted_cards[seat] = _whole(_or_zero(table["jail_cards"]), f"{where}: jail_cards", 28)
        players[seat] = _read_player(state, seat, table, players[seat])
        if players[seat].out:
            wanted_cards.setdefault(seat, 0)
            if "cash" not in table and not state.players[seat].out:
                hands[seat] = 0
            if hands[seat] or wanted_cards[seat]:
                _impossible("bankrupt_with_money", who=seat)
    if sum(not player.out for player in players) < 2:
        _impossible("too_few_players")
    _deal_jail_cards(state, wanted_cards, players)


def _read_player(state: State, seat: Seat, table: Mapping[str, Any], player: Player) -> Player:
    where = f"players: {state.seats.name(seat)}"
    jail = state.edition.jail
    changes: dict[str, Any] = {}
    if "position" in table:
        changes["position"] = _whole(_or_zero(table["position"]), f"{where}: position", SQUARES - 1)
        if changes["position"] != jail:
            changes["in_jail"] = False
    if "in_jail" in table:
        changes["in_jail"] = _flag(table["in_jail"], f"{where}: in_jail")
        if changes["in_jail"]:
            if changes.get("position", jail) != jail:
                _impossible("jailed_elsewhere", who=seat)
            changes["position"] = jail
            if not player.in_jail:
                changes["jailings"] = player.jailings + 1
    if "jail_turns" in table:
        changes["jail_turns"] = _whole(_or_zero(table["jail_turns"]), f"{where}: jail_turns", 2)
    if "bankrupt" in table:
        changes["out"] = _flag(table["bankrupt"], f"{where}: bankrupt")
    if "speed_die" in table:
        changes["lapped"] = _flag(table["speed_die"], f"{where}: speed_die")
    player = player._replace(**changes)
    return player if player.in_jail else player._replace(jail_turns=0)


def _deal_jail_cards(state: State, wanted: Mapping[Seat, int], players: list[Player]) -> None:
    """Cards held count as Chance first, then Chest; those of players not named stay where they are."""
    kept = {card for at, player in enumerate(players) if Seat(at) not in wanted for card in player.cards}
    free = [card for card in state.edition.jail_cards() if card not in kept]
    for seat, count in wanted.items():
        if count > len(free):
            _impossible("too_many_jail_cards", who=seat)
        players[seat] = players[seat]._replace(cards=tuple(free[:count]))
        free = free[count:]


def _read_holding(state: State, id: str, given: object, before: Holding) -> Holding:
    where = f"deeds: {id}"
    if given is None:
        return Holding()
    table = _table(given, where)
    _known_keys(table, ("owner", "houses", "mortgaged"), where)
    owner, houses, mortgaged = before
    if "owner" in table:
        owner = None if table["owner"] is None else _seat(state, table["owner"], f"{where}: owner")
        if owner is None:
            houses, mortgaged = 0, False
    if "houses" in table:
        houses = _whole(_or_zero(table["houses"]), f"{where}: houses", HOTEL)
    if "mortgaged" in table:
        mortgaged = _flag(table["mortgaged"], f"{where}: mortgaged")
    return Holding(owner, houses, mortgaged)


def check_board(state: State) -> None:
    """Refuse a board that cannot be: too many buildings, or buildings where none can stand.

    Raises Refusal("impossible_board").
    """
    for deed, held in zip(state.edition.deeds, state.holdings, strict=True):
        if held.owner is None and (held.houses or held.mortgaged):
            _impossible("nobodys", deed=deed.id)
        if held.houses and deed.kind is not Kind.STREET:
            _impossible("only_streets", deed=deed.id)
        if held.houses and held.mortgaged:
            _impossible("built_and_mortgaged", deed=deed.id)
        if held.houses == 4 and state.rules.houses_before_hotel < 4:
            _impossible("short_hotel", deed=deed.id)
    if not state.rules.building_limit:
        return
    if houses_left(state) < 0:
        _impossible("too_many_houses", -houses_left(state))
    if hotels_left(state) < 0:
        _impossible("too_many_hotels", -hotels_left(state))
