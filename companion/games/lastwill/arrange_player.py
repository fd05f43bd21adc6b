"""What the banker sets of a player: money, actions, plan, hand, board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.draft import Draft
from companion.core.fields import player as read_player
from companion.core.refusal import refuse_field
from companion.core.seats import Seat
from companion.games.lastwill.enrolment import enrol
from companion.games.lastwill.events import HandArranged, PlayerArranged
from companion.games.lastwill.record import Event
from companion.games.lastwill.report import Report
from companion.games.lastwill.state import Hand, Held, Phase, Plan, State, places, plan_spaces

KEYS = (
    "money",
    "actions",
    "white_actions",
    "plan",
    "hand",
    "hidden",
    "board",
    "extensions",
    "bankrupt",
)
_MOST_MONEY = 1_000_000
_MOST_MARKERS = 4
_PLAN_KEYS = ("space", "order", "cards", "errands", "actions")


def arrange_players(
    draft: Draft[State, Event], raw: object, phase: Phase, new_plans: bool
) -> frozenset[Seat]:
    """Set players' things; the seats whose bankruptcy was said. *new_plans* takes back plans not said."""
    if raw is not None and not isinstance(raw, dict):
        refuse_field("set.players", "object_of_players", raw)
    told = set()
    for name, said in (raw or {}).items():
        seat: Seat = read_player(name, "set.players", draft.state.seats)
        field = f"set.players.{name}"
        if not isinstance(said, dict):
            refuse_field(field, "object", said)
        for key in said:
            if key not in KEYS:
                refuse_field(f"{field}.{key}", "one_of", key, choices=list(KEYS))
        _arrange_player(draft, seat, said, field, new_plans)
        _arrange_hand(draft, seat, said, field, phase)
        if "bankrupt" in said:
            told.add(seat)
    if new_plans:
        for seat in draft.state.seats:
            if draft.state.seats.name(seat) not in (raw or {}):
                _arrange_player(draft, seat, {}, "", new_plans)
    return frozenset(told)


def _arrange_player(
    draft: Draft[State, Event], seat: Seat, said: Mapping[str, Any], field: str, new_plans: bool
) -> None:
    state = draft.state
    player = state.players[seat]
    report = Report()

    def whole(key: str, now: int, least: int, most: int) -> int:
        if key not in said:
            return now
        return 0 if said[key] is None else report.whole(said[key], f"{field}.{key}", least, most)

    money = whole("money", state.money(seat), -_MOST_MONEY, _MOST_MONEY)
    actions = whole("actions", player.actions, 0, 99)
    white_actions = whole("white_actions", player.white_actions, 0, 99)
    extensions = whole("extensions", player.extensions, 0, 40)
    bankrupt = player.bankrupt
    if "bankrupt" in said:
        bankrupt = report.flag(said["bankrupt"] or False, f"{field}.bankrupt")
    plan = None if new_plans else player.plan
    if "plan" in said:
        plan = _plan(said["plan"], f"{field}.plan", state, seat, report)
    report.close_command(field)
    board = player.board
    if "board" in said:
        board = _board(draft, said["board"] or [], f"{field}.board")
    most = places(state, seat) + extensions - player.extensions
    if ("board" in said or "extensions" in said) and len(board) > most:
        refuse_field(f"{field}.board", "cards_for_places", len(board), most=most)
    if bankrupt and "bankrupt" not in said and ("money" in said or "board" in said):
        # A bankruptcy that was a mistake goes with it; one that stands is said by what is left.
        bankrupt = money <= 0 and not any(held.value is not None for held in board)
    arranged = PlayerArranged(
        seat, money - state.money(seat), actions, white_actions, plan, board, extensions, bankrupt
    )
    unchanged = PlayerArranged(
        seat,
        0,
        player.actions,
        player.white_actions,
        player.plan,
        player.board,
        player.extensions,
        player.bankrupt,
    )
    if arranged != unchanged:
        draft.add(arranged)


def _plan(raw: object, place: str, state: State, seat: Seat, report: Report) -> Plan | None:
    if raw is None:
        return None
    said = dict(report.fields(raw, place, (), _PLAN_KEYS))
    before = state.players[seat].plan
    if before is not None and said.get("space") is None:
        said = {**before._asdict(), **{key: value for key, value in said.items() if value is not None}}
    spaces = plan_spaces(state)
    space = None
    if said.get("space") is not None:
        most = len(spaces) - 1 if spaces is not None else 8
        space = report.whole(said["space"], f"{place}.space", 0, most)
        said.setdefault("order", space + 1)
        if spaces is not None:
            cards, errands, actions = spaces[space]
            said = {"cards": cards, "errands": errands, "actions": actions, **said}
    if said.get("order") is None:
        report.note(place, "plan_order")
        return None
    return Plan(
        space,
        report.whole(said["order"], f"{place}.order", 1, 9),
        report.whole(said.get("cards", 0), f"{place}.cards", 0, 9),
        report.whole(said.get("errands", 1), f"{place}.errands", 0, 3),
        report.whole(said.get("actions", 0), f"{place}.actions", 0, 6),
    )


def _board(draft: Draft[State, Event], raw: object, place: str) -> tuple[Held, ...]:
    report = Report()
    board = []
    for at, item in report.items(raw, place, 0, 40):
        said = report.fields(item, at, ("card",), ("value", "markers", "used"))
        if not said:
            continue
        ref = said["card"]
        if not isinstance(ref, str | dict):
            report.note(f"{at}.card", "card", ref)
            continue
        board.append(_held(draft.state, enrol(draft, ref, f"{at}.card"), draft, said, at, report))
    report.close_command(place)
    return tuple(board)


def _held(
    state: State, piece: str, draft: Draft[State, Event], said: Mapping[str, Any], at: str, report: Report
) -> Held:
    card = draft.state.card(piece)
    if card.border != "black":
        report.note(f"{at}.card", "black_card", piece)
    value = None
    if card.is_property:
        value = said.get("value")
        if value is None:
            value = card.ladder[0] if card.ladder else None
        value = report.whole(value, f"{at}.value", 0, 30)
        whole_ladder = "ladder" in card.stated or card.kind == "farm"
        if whole_ladder and card.ladder and value not in card.ladder:
            report.note(f"{at}.value", "one_of", value, choices=list(card.ladder))
    elif said.get("value") is not None:
        report.note(f"{at}.value", "no_value", said["value"], card=piece)
    most = len(card.spaces) if card.knows_spaces else _MOST_MARKERS
    markers = report.whole(said.get("markers") or 0, f"{at}.markers", 0, most)
    return Held(piece, value, markers, report.flag(said.get("used") or False, f"{at}.used"))


def _arrange_hand(
    draft: Draft[State, Event], seat: Seat, said: Mapping[str, Any], field: str, phase: Phase
) -> None:
    hand = draft.state.players[seat].hand
    if "hand" not in said and "hidden" not in said:
        return
    if "hand" in said and said["hand"] is None:
        if said.get("hidden"):
            refuse_field(f"{field}.hidden", "uncounted_hand", said["hidden"])
        draft.add(HandArranged(seat, None))
        return
    hand = hand or Hand()
    report = Report()
    known = hand.known
    if "hand" in said:
        known = ()
        for at, ref in report.items(said["hand"], f"{field}.hand", 0, 60):
            if isinstance(ref, str | dict):
                known = (*known, enrol(draft, ref, at, seat))
            else:
                report.note(at, "card", ref)
    hidden = hand.hidden
    if "hidden" in said:
        hidden = report.whole(said["hidden"] or 0, f"{field}.hidden", 0, 60)
    if phase in (Phase.SETUP, Phase.PLANNING):
        jokers = [card for card in known if draft.state.card(card).is_joker]
        if jokers:
            report.note(f"{field}.hand", "no_joker", jokers)
    report.close_command(field)
    draft.add(HandArranged(seat, Hand(known, hidden)))
