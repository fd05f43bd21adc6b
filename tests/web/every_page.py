"""Every page of the dashboard, at tables in the middle of their games, for tests that read them all.

People, cards and squares have names without Latin letters here: what can be read in Latin letters on a page
in disguise comes from no catalogue and from no box.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, cast

from companion.core.game import Setup
from companion.core.message import say
from companion.core.seats import Role
from companion.core.tagged import Tagged
from companion.core.uid import Uid
from companion.games import GAMES
from companion.games.camelup import bot as camel_bot
from companion.games.lastwill import bot as will_bot
from companion.games.lastwill.made_up import made_up_box, made_up_cards
from companion.games.monopoly import bot as monopoly_bot
from companion.table.fittings import Check, DieRecord, Fitting
from companion.table.outcome import Done
from companion.table.registry import Registered
from companion.table.table import Computed, Table
from companion.web.sheets import sheets
from companion.web.starting import ways
from companion.web.text import Words
from tests.games.camelup import test_soak as camel_soak
from tests.games.lastwill import test_soak as will_soak
from tests.games.monopoly import test_soak as monopoly_soak
from tests.web.house import House, Phone
from tests.web.test_simulator import Hands

NAMES = ("Άννα", "Βίκυ", "Γιώτα", "Δάφνη", "Ελένη", "Ζωή", "Ηρώ", "Θάλεια")

WORDLESS = {
    "static": "files; their words are looked for in test_bare_words.py",
    "stream.stream": "notices; read in test_languages.py",
    "actions.healthz": "for programs",
    "actions.view": "for programs",
    "actions.export": "a table file",
    "money_csv.download": "a file of the payments; read in test_history.py",
    "box.box_file": "a file of the box",
    "tags.export_tags": "a file of tags",
    "handing.place_link": "for the host's command line",
}
"""GET routes that show nobody a word, and why."""

VISITS: Mapping[str, tuple[str, ...]] = {
    "start.start_page": ("",),
    "network.cannot_open": ("",),
    "doctor.doctor_page": ("",),
    "simulator.simulator_page": ("",),
    "start.start_qr": ("",),
    "start.new_page": ("", "?game=monopoly", "?game=camelup", "?game=lastwill", "?game=coins"),
    "phone.hand_page": ("", "?seat=0", "?seat=1"),
    "phone.hand_fragment": ("", "?seat=0", "?seat=1"),
    "laying.arrange_page": ("",),
    "asking.asked_fragment": ("",),
    "lending.bank_page": ("",),
    "lending.roles_fragment": ("",),
    "banker.desk_page": ("", "?for=0", "?for=1"),
    "entering.enter_page": ("", "?for=0", "?for=1&do=transfer"),
    "screen.board_fragment": ("",),
    "screen.fittings_fragment": ("",),
    "screen.table_page": ("",),
    "screen.seat_page": ("",),
    "box.box_page": ("", "?card=new", "?card=event-0"),
    "collecting.collect_page": ("", "?n.amount=5&t.note=-"),
    "ending.end_page": ("",),
    "fairness.fairness_page": ("",),
    "hammer.hammer_fragment": ("",),
    "banker.lately_fragment": ("",),
    "history.history_page": ("", "?seat=1", "?page=1", "?of=0", "?q=2"),
    "history.history_fragment": ("",),
    "joining.invite_page": ("",),
    "joining.join_page": ("",),
    "joining.join_by_token": ("",),
    "handing.join_qr": ("",),
    "handing.place_qr": ("",),
    "labels.labels_page": ("", "?form=sleeve"),
    "money_csv.download": ("",),
    "printing.table_page": ("",),
    "printing.sheet_page": ("",),
    "printing.guide_page": ("",),
    "rules.lay_page": ("",),
    "rules.rules_page": ("",),
    "tags.tags_page": ("", "?mend=1"),
    "tags.tags_fragment": ("",),
    "registering.look_page": ("",),
    "registering.look_fragment": ("",),
    "registering.row_page": ("",),
    "registering.row_fragment": ("",),
    "camel_track.track_page": ("", "?camel=white&space=3"),
    "trade.trade_page": ("", "?seat=0&to=1"),
    "watching.watch_page": ("",),
    "watching.watch_fragment": ("",),
}
"""GET routes with words, by endpoint, each with the ends of the addresses that are visited."""

SELDOM = frozenset(
    {
        *("labels.labels_page", "printing.table_page", "printing.sheet_page", "printing.guide_page"),
        *("start.new_page", "network.cannot_open", "rules.rules_page", "laying.arrange_page", "box.box_page"),
        *(
            "money_csv.download",
            "handing.join_qr",
            "handing.place_qr",
            "joining.invite_page",
            "rules.lay_page",
        ),
        *("entering.enter_page", "registering.row_page", "registering.look_page", "fairness.fairness_page"),
    }
)
"""Large pages that look alike for everybody: the banker alone visits them."""


class Seen(NamedTuple):
    """What an address answered to a device: one page, one part, one notice."""

    where: str
    page: str


Visited = Generator[Seen, None, Table]
"""What was seen on the way to a table in the middle of its game."""


@dataclass
class Tour:
    """A house with tables of all games, and who sits there."""

    house: House
    language: str = ""

    def __post_init__(self) -> None:
        self.house.hall.games = {**GAMES, **self.house.hall.games}
        self.random = random.Random(8)
        self.headers = {"Accept-Language": self.language} if self.language else {}

    def start(self, game: str, count: int, edition: str = "", /, **options: object) -> Table:
        extra: Mapping[str, object] = {}
        if game == "lastwill":
            cards = [card | {"name": f"№ {at}"} for at, card in enumerate(made_up_cards(self.random))]
            extra = {"cards": cards, "box": made_up_box(self.random)}
        setup = Setup(game, NAMES[:count], edition, options, extra)
        return self.house.inbox.ask(lambda: self.house.hall.start(setup))

    def submit(self, table: Table, said: Mapping[str, object]) -> bool:
        """Whether the table did what was said."""
        return isinstance(self.house.inbox.ask(lambda: table.submit(said)), Done)

    def get(self, device: Phone, path: str) -> Seen:
        answer = device.get(path, headers=self.headers)
        assert answer.status_code < 500, path
        redirected = 300 <= answer.status_code < 400  # to a page that is visited as well
        return Seen(f"{path} {answer.status_code}", "" if redirected else answer.text)

    def post(
        self, device: Phone, path: str, form: Mapping[str, object] | None = None, **headers: str
    ) -> Seen:
        sent = {**self.headers, **headers}
        answer = device.post(path, form, headers=sent, follow_redirects="HX-Request" not in sent)
        assert answer.status_code < 500, (path, form)
        return Seen(f"POST {path} {form} {answer.status_code}", answer.text)

    def routes(self, table: Table, seldom: bool = True, shared: bool = True) -> Iterator[str]:
        """The addresses of every page, those of *table*; *shared*: also those that belong to no table.

        Without *seldom* pages that look alike for everybody are left out, and each has one address.
        """
        found = sheets(table.game, Words(game=table.game.NAME))
        filled = {"id": table.id, "game": table.game.NAME, "sheet": found[0].value if found else "-"}
        filled |= {"number": "1", "token": "none", "place": "1"}
        for rule in self.house.app.url_map.iter_rules():
            own = {"id", "game"} & rule.arguments
            if rule.endpoint not in VISITS or not (own or shared) or (rule.endpoint in SELDOM and not seldom):
                continue
            built = rule.build({name: filled[name] for name in rule.arguments})
            assert built is not None
            yield from (built[1] + end for end in VISITS[rule.endpoint][: None if seldom else 1])


def unlisted(house: House) -> set[str]:
    """GET routes that nobody visits and nobody gave a reason for, and listed ones that are gone."""
    rules = house.app.url_map.iter_rules()
    return {rule.endpoint for rule in rules if "GET" in (rule.methods or ())} ^ {*VISITS, *WORDLESS}


def every_page(tour: Tour) -> Iterator[Seen]:
    """All of it: pages of every device at every table, parts, notices, refusals and problems."""
    yield from problems(tour)
    for play in (monopoly, camels, last_will, empty_box, coins):
        table = yield from play(tour)
        yield from visit(tour, table, shared=play is coins)
        yield from refusals(tour, table)
    yield from several_tables(tour)


def visit(tour: Tour, table: Table, shared: bool) -> Iterator[Seen]:
    """Every page of a table, as the banker with a seat, a player and a watcher see it."""
    house = tour.house
    banker, player, stranger = (
        house.device(table, 0, banker=True, screen=True),
        house.device(table, 1),
        house.device(),
    )
    for path in tour.routes(table, shared=shared):
        yield tour.get(banker, path)
    for path in tour.routes(table, seldom=False, shared=False):
        yield tour.get(player, path)
    for part in ("join", "watch", "watch/now", "history", "table", "invite", "print"):
        yield tour.get(stranger, f"/t/{table.id}/{part}")


def hands(tour: Tour, table: Table) -> Iterator[Seen]:
    """What phones and the table screen show now."""
    phone = tour.house.device(table, *table.session.state.seats, banker=True, screen=True)
    for seat in table.session.state.seats:
        yield tour.get(phone, f"/t/{table.id}/hand?seat={seat}")
    yield tour.get(phone, f"/t/{table.id}/board")


def open_matters(table: Table) -> frozenset[str]:
    """What kinds of matters and buttons there are, so that each is looked at once."""
    state = table.session.state
    offered = {
        f"{prompt.message.id} {[ask.field for ask in prompt.ask]} {prompt.warns}"
        for seat in state.seats
        for prompt in table.game.prompts(state, seat)
    }
    seen = json.loads(json.dumps(table.session.view(Role.TABLE)))
    matters = seen.get("open") or ()
    return frozenset(offered | {f"{one.get('kind')} {one.get('what')} {one.get('cause')}" for one in matters})


def played(
    tour: Tour, table: Table, next_act: Callable[[], Mapping[str, object] | None], most: int, pages: int
) -> Iterator[Seen]:
    """Play on, and look at the hands whenever there is something that was not there before."""
    known: set[str] = set()
    for _ in range(most):
        said = next_act()
        if said is None:
            break
        tour.submit(table, said)
        fresh = open_matters(table) - known
        if fresh and pages:
            known |= fresh
            pages -= 1
            yield from hands(tour, table)


def monopoly(tour: Tour) -> Visited:
    """A Russian board with the speed die, bought up, with trades, an auction, debts and immunities."""
    options = {
        "speed_die": True,
        "immunity": True,
        "free_parking_pot": 50,
        "starting_cash": 900,
        "minutes": 90,
    }
    table = tour.start("monopoly", 4, "ru", **options)

    def next_act() -> Mapping[str, object] | None:
        state = table.session.state
        return None if state.over else monopoly_bot.next_act(state, tour.random)

    yield from played(tour, table, next_act, 120, 24)
    one, two, three, four = NAMES[:4]
    deeds = {
        deed: {"owner": one, "houses": level}
        for deed, level in (("orange1", 1), ("orange2", 1), ("orange3", 2), ("green1", 0), ("rail1", 0))
    }
    deeds["red1"] = {"owner": two, "mortgaged": True}
    deeds["red2"] = {"owner": two}
    players = {one: {"cash": 700, "jail_cards": 1}, two: {"cash": 300}, three: {"in_jail": True}}
    tour.submit(table, {"do": "arrange", "by": "banker", "set": {"deeds": deeds, "players": players}})
    offer = {
        "do": "offer",
        "by": one,
        "to": two,
        "give": {"cash": 20, "jail_cards": 1},
        "get": {"deeds": ["red1"]},
    }
    tour.submit(table, offer)
    free = {"immunity": [{"deeds": ["orange1"], "count": 2}]}
    tour.submit(table, {"do": "offer", "by": one, "to": three, "give": free, "get": {"cash": 5}, "note": "✓"})
    tour.submit(table, {"do": "request", "by": two, "from": one, "amount": 5})
    tour.submit(table, {"do": "auction", "by": "banker", "what": "hotel"})
    yield from hands(tour, table)
    yield from nonsense(tour, table, lambda: monopoly_soak.nonsense(table.session.state, tour.random), 220)
    yield from scans(tour, table)
    return_to_play = {"do": "leave", "by": "banker", "who": four, "to": "sleep"}
    tour.submit(table, return_to_play)
    yield from finished(tour, "monopoly")
    return table


def camels(tour: Tour) -> Visited:
    """A race with everything of the Supercup, in its middle; another one at its end."""
    switches: dict[str, object] = dict.fromkeys(camel_soak.SWITCHES, True)
    table = tour.start("camelup", 6, "", odds="all", **switches)

    def next_act() -> Mapping[str, object] | None:
        return camel_bot.next_act(table.session.state, tour.random)

    yield from played(tour, table, next_act, 45, 16)
    chances = {camel: ["1/5"] * 5 for camel in ("white", "orange", "yellow", "green", "blue")}
    odds = Computed(table.session.number, {"places": chances, "leg_tiles": dict.fromkeys(chances, "7/3")})
    tour.house.inbox.ask(lambda: table.show_computed(odds))
    yield from hands(tour, table)
    yield from nonsense(
        tour, table, lambda: camel_soak.random_nonsense(table.session.state, tour.random), 120
    )
    yield from scans(tour, table)
    yield from finished(tour, "camelup")
    return table


def last_will(tour: Tour) -> Visited:
    """A box that its owners described, in the middle of the second round."""
    table = tour.start("lastwill", 3, starting_hands="tracked")

    def next_act() -> Mapping[str, object] | None:
        over = table.session.state.phase.value == "over"
        return None if over else will_bot.next_act(table.session.state, tour.random)

    yield from played(tour, table, next_act, 110, 20)
    yield from nonsense(tour, table, lambda: will_soak.nonsense(table.session.state, tour.random), 160)
    yield from scans(tour, table)
    yield from finished(tour, "lastwill")
    return table


def empty_box(tour: Tour) -> Visited:
    """The same game before anybody has described a card."""
    table = tour.house.inbox.ask(lambda: tour.house.hall.start(Setup("lastwill", NAMES[:2])))

    def next_act() -> Mapping[str, object] | None:
        return will_bot.next_act(table.session.state, tour.random)

    yield from hands(tour, table)
    yield from played(tour, table, next_act, 25, 8)
    banker = tour.house.device(table, 0, banker=True)
    for part in ("card", "boards", "import"):
        yield tour.post(banker, f"/t/{table.id}/box/{part}", {"kind": "event", "id": "?"})
    return table


def coins(tour: Tour) -> Visited:
    """The little game, with tags, simulated devices, checks, counted dice, and the bank lent."""
    house = tour.house
    made = Hands()
    checks = (
        Check("disk", "wrong", say("doctor.disk.low", free=3), say("doctor.disk.low_todo")),
        Check("tower", "not_fitted", say("doctor.tower.none")),
        Check("panel", "simulated", say("doctor.panel.simulated")),
    )
    dice = (
        DieRecord("tower", "d6", tuple(range(1, 7)), (100,) * 6, 4.25, 5, 0.004, 0),
        DieRecord("typed", "all", (1, 2), (1, 0), 1.0, 1, None, 590),
        DieRecord("program", "d6", tuple(range(1, 7)), (9,) * 6, 1.0, 5, 0.4, 0),
    )
    house.reach = replace(house.reach, simulator=made, doctor=lambda: checks, fairness=lambda table: dice)
    house.app.extensions["companion"] = house.reach
    for status, kind in (("lost", "tower"), ("simulated", "reader"), ("ready", "panel")):
        word = say("tower.tower_silent", port="1") if status == "lost" else None
        house.reach.fittings.set(Fitting("№ 1" if kind == "reader" else kind, kind, status, word))
    table = house.start(*NAMES[:3])
    banker, player = house.device(table, 0, banker=True, screen=True), house.device(table, 1)
    for uid, piece in (("04A3C6CAE26180", Tagged("coin", "5")), ("04A3C6CAE26181", Tagged("coin", "2"))):
        house.hall.registry.register(Uid.from_hex(uid), Registered("coins", piece))
    made.on = ["04A3C6CAE26180"]
    yield tour.get(banker, "/simulator")
    here = f"/t/{table.id}/"
    yield tour.post(banker, f"{here}tags/row", {"step": "start", "kind": "coin"})
    house.inbox.ask(lambda: table.touch("table", Uid.from_hex("04A3C6CAE26181")))
    yield tour.get(banker, f"{here}tags/row")
    yield tour.post(banker, f"{here}tags/row", {"step": "end"})
    yield tour.post(banker, f"{here}tags/look", {"step": "start"})
    house.inbox.ask(lambda: table.touch("table", Uid.from_hex("04A3C6CAE26180")))
    yield tour.get(banker, f"{here}tags/look")
    yield tour.post(banker, f"{here}tags/look", {"step": "end"})
    for uid in ("04A3C6CAE26180", "04FFFFFFFFFFFF"):
        house.inbox.ask(lambda uid=uid: table.touch("table", Uid.from_hex(uid)))  # type: ignore[misc]
        yield from hands(tour, table)
        yield tour.get(banker, f"{here}tags")
    yield from doors(tour, table, banker, player)
    return table


def doors(tour: Tour, table: Table, banker: Phone, player: Phone) -> Iterator[Seen]:
    """Asking to be let in, saying to have been somebody, handing and lending the bank, links, the PIN."""
    here, stranger, late = f"/t/{table.id}/", tour.house.device(), tour.house.device()
    yield tour.post(stranger, f"{here}claim", {"place": 1})
    yield tour.post(late, f"{here}ask", {"name": NAMES[5]})
    for device in (banker, player, stranger, late):
        yield from (tour.get(device, here + part) for part in ("", "asked", "join", "table", "roles"))
    for way in ("over", "lend"):
        yield tour.post(banker, f"{here}bank/give", {"to": 1, "way": way})
        for device in (banker, player):
            yield from (tour.get(device, here + part) for part in ("", "roles", "banker", "bank"))
    yield tour.post(player, f"{here}bank/take")
    for device in (banker, player):
        yield from (tour.get(device, here + part) for part in ("", "roles", "bank", "join"))
    yield tour.post(banker, f"{here}bank/back")
    link = banker.get(f"{here}link/2", headers={"Accept": "application/json"}).json["link"]
    yield tour.get(stranger, "/" + link.split("/", 3)[3])
    yield tour.post(banker, f"{here}pin/set", {"pin": "12"})
    yield tour.get(banker, f"{here}banker")
    yield tour.post(stranger, f"{here}pin", {"pin": "000000"})
    yield tour.get(stranger, f"{here}join")
    yield tour.post(banker, f"{here}release", {"place": 1})
    yield tour.get(player, here)
    yield tour.post(banker, f"{here}watching", {"on": "0"})
    yield tour.get(stranger, f"{here}watch")
    yield tour.post(banker, f"{here}watching", {"on": "1"})


def nonsense(
    tour: Tour, table: Table, some: Callable[[], Mapping[str, object]], times: int
) -> Iterator[Seen]:
    """Acts of which many are refused: what the phone shows then. Each refusal is looked at once."""
    phone = tour.house.device(table, *table.session.state.seats, banker=True, screen=True)
    known: set[object] = set()
    for _ in range(times):
        said = renamed(some())
        outcome = tour.house.inbox.ask(lambda said=said: table.submit(said))  # type: ignore[misc]
        key = (getattr(outcome, "code", None), tuple(sorted(getattr(outcome, "values", ()))))
        if isinstance(outcome, Done) or key in known:
            continue
        known.add(key)
        form = {"act": json.dumps(said), "id": f"r{len(known)}", "at": "x"}
        yield tour.post(phone, f"/t/{table.id}/act", form, **{"HX-Request": "true"})


def renamed(said: Mapping[str, object]) -> dict[str, object]:
    """An act of the soak tests with the names that people have here."""
    text = re.sub('(?<="note": )"both"|"counted"|"miscounted"', '"✓"', json.dumps(said, ensure_ascii=False))
    for soaked in (camel_soak.NAMES, will_soak.NAMES):
        for latin, greek in zip(soaked, NAMES, strict=False):
            text = text.replace(f'"{latin}"', f'"{greek}"')
    return cast("dict[str, object]", json.loads(text))


def scans(tour: Tour, table: Table) -> Iterator[Seen]:
    """What some pieces ask and show when they are laid on a reader."""
    house = tour.house
    pieces = table.game.pieces(table.session.state)
    for piece in tour.random.sample(pieces, min(14, len(pieces))):
        uid = Uid.from_hex(f"04{tour.random.randrange(16**6):06X}E26180")
        house.hall.registry.register(uid, Registered(table.game.NAME, piece))
        house.inbox.ask(lambda uid=uid: table.touch("table", uid))  # type: ignore[misc]
        yield tour.get(house.device(table, 0, screen=True), f"/t/{table.id}/board")


def refusals(tour: Tour, table: Table) -> Iterator[Seen]:
    """Forms that cannot be read, and acts that are not one's own to do."""
    here = f"/t/{table.id}/act"
    player = tour.house.device(table, 1)
    acts: tuple[Mapping[str, object], ...] = (
        {"do": "☺", "by": NAMES[0]},
        {"do": "transfer", "by": NAMES[1], "to": "bank", "amount": "☺"},
        {"do": "transfer", "by": NAMES[1]},
        {"do": "transfer", "by": NAMES[0], "to": "bank", "amount": 1},
        {"do": "transfer", "by": NAMES[1], "to": NAMES[0], "amount": 10**8},
        {"do": "adjust", "by": "banker", "who": NAMES[0], "amount": 1, "reason": "-"},
        {"do": "rename", "by": "banker", "who": NAMES[0], "name": NAMES[1]},
        {"do": "undo", "by": NAMES[1], "number": 1},
    )
    for said in acts:
        yield tour.post(player, here, {"act": json.dumps(said)}, **{"HX-Request": "true"})


def finished(tour: Tour, game: str) -> Iterator[Seen]:
    """A game of the same box that is over: the last page, the table, the history."""
    table = tour.start(game, 4, "ru" if game == "monopoly" else "")
    play: Any = {"monopoly": monopoly_bot, "camelup": camel_bot, "lastwill": will_bot}[game]
    for at in range(60 if game == "monopoly" else 600):
        said = play.next_act(table.session.state, tour.random, *([at % 9 > 0] if game == "lastwill" else []))
        if said is None:
            break
        tour.submit(table, said)
        if table.session.view(Role.TABLE).get("winners"):
            break
    tour.submit(table, {"do": "finish", "by": "banker"})
    device = tour.house.device(table, 0, 1, banker=True, screen=True)
    for part in ("end", "table", "", "history", "banker", "rules", "track"):
        yield tour.get(device, f"/t/{table.id}/{part}")


def several_tables(tour: Tour) -> Iterator[Seen]:
    """The start page with games in the cupboard and on the table, and devices that serve another table."""
    device = tour.house.device()
    yield tour.get(device, "/")
    first = next(iter(tour.house.hall.tables.values()))
    banker = tour.house.device(first, 0, banker=True)
    yield tour.get(banker, f"/t/{first.id}/banker")
    yield tour.post(banker, f"/t/{first.id}/devices")


def problems(tour: Tour) -> Iterator[Seen]:
    """Pages that are not there, not allowed, not for this host, too large, or at fault; and new games."""
    house, device = tour.house, tour.house.device()
    yield tour.get(device, "/nowhere")
    yield tour.get(device, "/t/nowhere/")
    table = house.start(*NAMES[:2])
    yield tour.get(device, f"/t/{table.id}/invite")
    for host in ("a1.gr", "a b", "192.0.2.7:8080"):
        headers = {**tour.headers, "Host": host, "Origin": "http://192.0.2.9"}
        answer = device.client.post("/language", headers=headers)
        yield Seen(f"host {host} {answer.status_code}", answer.text)
    for method in (device.client.put, device.client.delete):
        yield Seen("method", method("/new", headers={**tour.headers, "Origin": "http://localhost"}).text)
    for part in ({"X-Requested-With": "1"}, {"HX-Request": "true"}):
        answer = device.post("/new", {"game": "?"}, headers={**tour.headers, **part})
        yield Seen(f"400 {answer.status_code}", answer.text)
    large = device.post(f"/t/{table.id}/act", {"act": "☺" * 70_000}, headers=tour.headers)
    yield Seen(f"413 {large.status_code}", large.text)
    for broken in (late, faulty):
        house.app.extensions["companion"] = replace(house.reach, doctor=broken)
        for headers in ({}, {"HX-Request": "1"}):
            yield Seen(broken.__name__, device.get("/doctor", headers={**tour.headers, **headers}).text)
    house.app.extensions["companion"] = house.reach
    yield from new_games(tour, device)


def late() -> tuple[Check, ...]:
    """A device that does not answer in time."""
    raise TimeoutError


def faulty() -> tuple[Check, ...]:
    """A device at which the program fails."""
    raise ZeroDivisionError


def new_games(tour: Tour, device: Phone) -> Iterator[Seen]:
    """The set-up pages with faults, and every step of finding who starts."""
    for game in (*GAMES, "coins"):
        yield tour.post(device, "/new", {"game": game, "name": [NAMES[0]]})
        yield tour.post(device, "/new", {"game": game, "name": list(NAMES[:3]), "o.starting_cash": "☺"})
        for way in ways(tour.house.hall.games[game]):
            form = {"game": game, "name": list(NAMES[:3]), "first": way.value, "here": "none"}
            answer = device.post("/new", form, headers=tour.headers)
            _, _, draft = (answer.location or "").partition("/new?draft=")
            if draft:  # the step waits under an address of its own
                yield tour.get(device, answer.location)
            if way.value == "highest":
                yield tour.post(device, "/new", {"draft": draft, "throw.0": "5", "throw.1": "☺"})
