"""A box made up within the schema, for simulations and soak tests: no card of it is printed anywhere."""

from __future__ import annotations

from companion.games.lastwill.cards import COMPANION_KINDS, COUNTED, HOUSE_KINDS, PROPERTY_KINDS, SYMBOLS
from companion.games.lastwill.luck import Luck

Card = dict[str, object]
_EVENTS, _EXPENSES, _HELPERS, _HOUSES, _FARMS, _SPECIALS = 14, 8, 14, 8, 4, 6


def made_up_cards(random: Luck) -> list[Card]:
    """Some cards of every deck."""
    return [
        *(_white(random, f"event-{n}", "event") for n in range(_EVENTS)),
        *(_expense(random, f"expense-{n}", "helper_expense") for n in range(_EXPENSES)),
        *(_helper(random, f"helper-{n}") for n in range(_HELPERS)),
        *(_house(random, f"house-{n}") for n in range(_HOUSES)),
        *(_farm(random, f"farm-{n}") for n in range(_FARMS)),
        *(_special(random, f"special-{n}") for n in range(_SPECIALS)),
        *({"id": kind, "kind": kind, "deck": "companion", "copies": 5} for kind in COMPANION_KINDS),
        {"id": "joker", "kind": "any", "deck": "joker", "copies": 2},
    ]


def made_up_box(random: Luck) -> dict[str, object]:
    """Boards of both sides; some parts are left open, as at a table that has not entered them."""
    box: dict[str, object] = {}
    if random.random() < 0.7:
        box["planning"] = {"2-3": _plans(random, 6), "4-5": _plans(random, 7)}
    if random.random() < 0.7:
        box["offer"] = {"2-3": _slots(random, "s", 6), "4-5": _slots(random, "s", 7)}
        box["supplement"] = {"3": _slots(random, "t", 1), "5": _slots(random, "t", 1)}
    if random.random() < 0.7:
        box["errands"] = {
            side: {
                "market": random.randint(1, 3),
                "extension": random.randint(0, 4),
                "opera": random.randint(0, 6),
            }
            for side in ("2-3", "4-5")
        }
    return box


def _plans(random: Luck, spaces: int) -> list[dict[str, int]]:
    return [
        {"cards": random.randint(0, 7), "errands": random.randint(1, 2), "actions": random.randint(0, 4)}
        for _ in range(spaces)
    ]


def _slots(random: Luck, prefix: str, count: int) -> list[dict[str, object]]:
    decks = ("event", "helper_expense", "property", "companion", "special")
    slots: list[dict[str, object]] = [
        {"id": f"{prefix}{n}", "deck_by_round": [random.choice(decks) for _ in range(7)]}
        for n in range(count)
    ]
    if count > 3:
        slots[0]["deck_by_round"] = slots[1]["deck_by_round"] = ["joker"] * 7
        for slot in slots[2:5]:
            slot["group"] = "shared"
    return slots


def _amount(random: Luck, most: int = 9) -> dict[str, object]:
    amount: dict[str, object] = {"base": random.randint(0, most)}
    if random.random() < 0.15:
        amount["per"] = [{"what": random.choice(COUNTED), "each": random.randint(1, 3)}]
    return amount


def _option(random: Luck, most_actions: int = 3) -> dict[str, object]:
    return {"actions": random.randint(0, most_actions), "amount": _amount(random)}


def _tokens(random: Luck, kinds: tuple[str, ...]) -> list[dict[str, object]]:
    return [
        {"kind": random.choice(kinds), "amount": {"base": random.randint(2, 12)}}
        for _ in range(random.randint(0, 3))
    ]


def _white(random: Luck, identity: str, deck: str) -> Card:
    card: Card = {
        "id": identity,
        "kind": "event",
        "deck": deck,
        "copies": random.randint(1, 3),
        "symbols": random.sample(SYMBOLS, random.randint(0, 2)),
        "options": [_option(random) for _ in range(random.randint(1, 3))],
        "companions": [
            {"kind": random.choice(COMPANION_KINDS), "pounds": random.randint(1, 6)}
            for _ in range(random.randint(0, 3))
        ],
    }
    if random.random() < 0.2:
        card["effects"] = {"depreciate": 3} if random.random() < 0.5 else {"gain_actions": 1}
    return card


def _expense(random: Luck, identity: str, deck: str) -> Card:
    card: Card = {
        "id": identity,
        "kind": "expense",
        "deck": deck,
        "copies": random.randint(1, 3),
        "symbols": random.sample(SYMBOLS, random.randint(0, 2)),
        "play_extra_actions": random.randint(0, 1),
        "play_extra_pounds": random.randint(0, 3),
        "options": [_option(random, 2)],
        "tokens": _tokens(random, COMPANION_KINDS),
    }
    if random.random() < 0.3:
        card["effects"] = {
            "place_tokens": {"n": 2, "kinds": ["dog", "horse"], "needs_cards": random.random() < 0.5}
        }
    return card


def _helper(random: Luck, identity: str) -> Card:
    kinds = random.sample(PROPERTY_KINDS, random.randint(1, 4))
    abilities: list[dict[str, object]] = [
        {"type": "free_trade", "kinds": kinds, "per_round": random.randint(1, 2)},
        {"type": "trade_shift", "kinds": kinds, "down": random.randint(0, 3), "up": random.randint(0, 3)},
        {"type": "free_activation", "kinds": kinds, "per_round": 1},
        {
            "type": "spend_bonus",
            "match": random.sample((*SYMBOLS, *HOUSE_KINDS), 2),
            "pounds": random.randint(1, 4),
        },
        {"type": "extra_actions", "n": 1, "scope": random.choice(("any", "white"))},
        {"type": "plan_draw", "n": random.randint(1, 3), "deck": random.choice(("any", "event"))},
        {"type": "hand_limit", "n": 2},
    ]
    card: Card = {
        "id": identity,
        "kind": "helper",
        "abilities": random.sample(abilities, random.randint(1, 2)),
    }
    if random.random() < 0.5:
        card["options"] = [_option(random, 1)]
    return card


def _house(random: Luck, identity: str) -> Card:
    top = random.randint(6, 20)
    ladder = sorted(random.sample(range(top), random.randint(1, 5)), reverse=True)
    return {
        "id": identity,
        "kind": random.choice(HOUSE_KINDS),
        "symbols": ["house"],
        "ladder": [top, *ladder],
        "options": [_option(random, 1)],
        "tokens": _tokens(random, ("guest", "chef")),
    }


def _farm(random: Luck, identity: str) -> Card:
    return {
        "id": identity,
        "kind": "farm",
        "symbols": ["farm"],
        "ladder": [random.randint(5, 20)],
        "options": [_option(random, 1)],
        "tokens": _tokens(random, ("dog", "horse")),
    }


def _special(random: Luck, identity: str) -> Card:
    card = _white(random, identity, "special")
    return {**card, "crowns": random.randint(1, 3), "copies": 1}
