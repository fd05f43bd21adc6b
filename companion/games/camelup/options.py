"""House rules of Camel Up: the table of options, and their values at one table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from companion.core.game import Option
from companion.core.refusal import Refusal, refuse_field
from companion.games.camelup.track import LONG, SHORT

_YES_NO = (False, True)
_LONGEST_LABEL = 12

OPTIONS: Mapping[str, Option] = {
    "big_track": Option(False, _YES_NO),
    "track_labels": Option(None, (None,)),
    "extra_action": Option(False, _YES_NO),
    "photographer": Option(False, _YES_NO),
    "position_bets": Option(False, _YES_NO),
    "partner_bets": Option(False, _YES_NO),
    "support_faces": Option([1, 2], ([1, 2], [1, 3], [2, 3])),
    "flip_tile": Option(False, _YES_NO),
    "race_scoring": Option("card_by_card", ("card_by_card", "net")),
    "odds": Option("off", ("off", "screen", "all")),
}
"""`track_labels` also takes a list with one label for each space; `support_faces` also in the other order."""

VARIANTS = ("big_track", "photographer", "position_bets", "partner_bets")
LEAST_PLAYERS, MOST_BASE_PLAYERS, MOST_PLAYERS = 2, 8, 10
LEAST_PARTNER_PLAYERS = 6


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules at one table; see OPTIONS."""

    big_track: bool = False
    track_labels: tuple[int | str, ...] | None = None
    extra_action: bool = False
    photographer: bool = False
    position_bets: bool = False
    partner_bets: bool = False
    support_faces: tuple[int, ...] = (1, 2)
    flip_tile: bool = False
    race_scoring: str = "card_by_card"
    odds: str = "off"

    @property
    def length(self) -> int:
        """The number of spaces. Rule: CU-6, SC8."""
        return LONG if self.big_track else SHORT

    @property
    def extra(self) -> bool:
        """Whether turns have the extra action; without the big track there are no support dice for it."""
        return self.big_track and self.extra_action

    @property
    def long_stacks(self) -> bool:
        """Whether the second 2s lie under the leg tiles. Rule: SC9, SC29."""
        return self.big_track or self.position_bets

    def label(self, space: int) -> str:
        """What is printed on a space; spaces over the line have their number."""
        if self.track_labels is None or not 1 <= space <= len(self.track_labels):
            return str(space)
        return str(self.track_labels[space - 1])


def changed_options(options: Options, changes: Mapping[str, object], place: str) -> Options:
    """The house rules with some of them changed.

    *place* is the field that errors name. Raises Refusal(BAD_REQUEST) for an unknown option or a wrong value.
    """
    values: dict[str, object] = {field.name: getattr(options, field.name) for field in fields(Options)}
    for name, value in changes.items():
        if name not in OPTIONS:
            refuse_field(f"{place}.{name}", "one_of", name, choices=list(OPTIONS))
        values[name] = _read(name, value, f"{place}.{name}")
    changed = Options(**values)  # type: ignore[arg-type]
    labels = changed.track_labels
    if labels is not None and len(labels) != changed.length:
        refuse_field(f"{place}.track_labels", "labels", len(labels), count=changed.length)
    return changed


def places(options: Mapping[str, object] | None) -> range:
    """How many can play: two to eight, six and more with partners, up to ten with all variants.

    Rule: CU-7, SC2, SC3.
    """
    if options is None:
        return range(LEAST_PLAYERS, MOST_PLAYERS + 1)
    least = LEAST_PARTNER_PLAYERS if options.get("partner_bets") else LEAST_PLAYERS
    most = MOST_PLAYERS if all(options.get(variant) for variant in VARIANTS) else MOST_BASE_PLAYERS
    return range(least, most + 1)


def check_players(count: int, options: Options) -> None:
    """Raise Refusal unless *count* people can play with these variants. Rule: CU-7, SC2, SC3."""
    if count < LEAST_PLAYERS:
        raise Refusal("too_few_players", players=count, least=LEAST_PLAYERS)
    if count > MOST_PLAYERS:
        raise Refusal("too_many_players", players=count, most=MOST_PLAYERS)
    if options.partner_bets and count < LEAST_PARTNER_PLAYERS:
        raise Refusal("too_few_players", players=count, least=LEAST_PARTNER_PLAYERS)
    if count > MOST_BASE_PLAYERS and not all(getattr(options, variant) for variant in VARIANTS):
        missing = [f"option.camelup.{variant}" for variant in VARIANTS if not getattr(options, variant)]
        raise Refusal("variants_required", players=count, missing=missing)


def _read(name: str, value: object, place: str) -> object:
    if name == "track_labels":
        return _read_labels(value, place)
    if name == "support_faces":
        return _read_faces(value, place)
    for allowed in OPTIONS[name].choices:
        if type(value) is type(allowed) and value == allowed:
            return value
    if OPTIONS[name].choices == _YES_NO:
        refuse_field(place, "flag", value)
    refuse_field(place, "one_of", value, choices=list(OPTIONS[name].choices))


def _read_labels(value: object, place: str) -> tuple[int | str, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list):
        refuse_field(place, "label_list", value, short=SHORT, long=LONG)
    for label in value:
        if isinstance(label, bool) or not isinstance(label, int | str):
            refuse_field(place, "label_list", label, short=SHORT, long=LONG)
        if not 0 < len(str(label)) <= _LONGEST_LABEL or not str(label).isprintable():
            refuse_field(place, "label", label, most=_LONGEST_LABEL)
    return tuple(value)


def _read_faces(value: object, place: str) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != 2 or value[0] == value[1]:
        refuse_field(place, "two_faces", value)
    for face in value:
        if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= 3:
            refuse_field(place, "two_faces", value)
    return tuple(value)
