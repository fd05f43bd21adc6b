"""Presence: looks with hand-made times in, arrivals and departures out."""

from __future__ import annotations

from companion.core.uid import Uid
from companion.devices.presence import Presence, PresenceEvent
from companion.devices.tags import Inventory, SeveralTags, TagArrived, TagLeft

A, B, C = Uid.from_hex("04A3C6CAE26180"), Uid.from_hex("DEADBEEF"), Uid.from_hex("DEADBEEE")
NAMES = {"A": A, "B": B, "C": C}


def play(looks: str, *, every: float = 0.05, takes_several: bool = False) -> list[PresenceEvent]:
    """Play looks like "A AB . ~ A~": tags that answered, a dot for silence, a tilde for noise."""
    presence = Presence("table", takes_several)
    events: list[PresenceEvent] = []
    for number, look in enumerate(looks.split()):
        tags = tuple(NAMES[letter] for letter in look if letter in NAMES)
        presence, told = presence.see(Inventory(tags, clean="~" not in look), number * every)
        events += told
    return events


def short(events: list[PresenceEvent]) -> str:
    """Return events as "+A -A 2AB"."""
    letters = {uid: letter for letter, uid in NAMES.items()}
    words = []
    for event in events:
        match event:
            case TagArrived(_, uid, _):
                words.append("+" + letters[uid])
            case TagLeft(_, uid, _):
                words.append("-" + letters[uid])
            case SeveralTags(_, uids, _):
                words.append("2" + "".join(letters[uid] for uid in uids))
    return " ".join(words)


def test_tag_arrives_at_its_first_look_and_leaves_at_the_third_silent_one() -> None:
    assert play(". A A . . . .") == [TagArrived("table", A, 0.05), TagLeft("table", A, 5 * 0.05)]


def test_two_silent_looks_are_no_departure() -> None:
    assert short(play("A . . A . . A")) == "+A"


def test_card_that_lies_an_hour_arrives_once() -> None:
    assert short(play("A " * (3600 * 20))) == "+A"


def test_noise_is_not_a_miss() -> None:
    assert short(play("A " + "~ " * 100 + "A")) == "+A"


def test_silence_after_noise_needs_its_own_misses() -> None:
    assert short(play("A ~ ~ ~ ~ . A")) == "+A"
    assert short(play("A ~ ~ ~ ~ . .")) == "+A -A"
    assert short(play("A . ~ . ~ . ~ . ~ A")) == "+A"


def test_after_ten_seconds_of_nothing_but_noise_the_tag_counts_as_gone() -> None:
    assert short(play("A " + "~ " * 199)) == "+A"
    assert short(play("A " + "~ " * 201)) == "+A -A"


def test_card_that_flickers_at_the_edge_arrives_once_and_leaves_once() -> None:
    coming_and_going = "A . A . . A . . . A . . A A . . . A . . . . . . A . . " + ". " * 20
    assert short(play(coming_and_going)) == "+A -A"


def test_steady_card_leaves_sooner_than_one_that_flickered() -> None:
    assert play("A A A . . . .")[-1] == TagLeft("table", A, 5 * 0.05)
    assert play("A . A " + ". " * 20)[-1].at >= 0.5


def test_flicker_of_long_ago_is_forgiven() -> None:
    assert play("A . A " + "A " * 30 + ". . . .")[-1] == TagLeft("table", A, 35 * 0.05)


def test_two_cards_swapped_within_200_ms_are_both_seen() -> None:
    assert short(play("A A . . B B")) == "+A -A +B"
    assert short(play("A A B B B B")) == "+A +B -A"


def test_same_card_lifted_and_laid_again_arrives_twice() -> None:
    assert short(play("A A . . . . A")) == "+A -A +A"


def test_slow_looks_need_two_misses() -> None:
    assert short(play("A . A", every=0.3)) == "+A"
    assert short(play("A . .", every=0.3)) == "+A -A"


def test_two_cards_at_once_are_told_and_none_is_taken() -> None:
    assert short(play("AB AB AB")) == "2AB"


def test_the_card_that_stays_of_two_arrives_when_the_other_has_left() -> None:
    assert short(play("AB A A A A")) == "2AB +A"


def test_two_cards_taken_together_leave_without_a_word() -> None:
    assert short(play("AB AB . . . . A")) == "2AB +A"


def test_third_card_on_two_that_wait_is_told_again() -> None:
    assert short(play("AB ABC ABC")) == "2AB 2ABC"


def test_second_card_on_one_that_has_arrived_is_a_plain_arrival() -> None:
    assert short(play("A A AB AB")) == "+A +B"


def test_tray_takes_several_at_once_one_by_one() -> None:
    assert short(play("AB AB A A A A", takes_several=True)) == "+A +B -B"


def test_phone_with_a_new_uid_at_each_look_arrives_once_and_leaves_once() -> None:
    presence = Presence("table")
    events: list[PresenceEvent] = []
    for number in range(20):
        uid = Uid(bytes([0x08, 1, 2, number]))
        presence, told = presence.see(Inventory((uid,) if number < 10 else ()), number * 0.05)
        events += told
    assert [type(event) for event in events] == [TagArrived, TagLeft]
    assert {event.uid for event in events if not isinstance(event, SeveralTags)} == {Uid(bytes([8, 1, 2, 0]))}


def test_phone_beside_a_card_is_a_second_arrival() -> None:
    presence, _ = Presence("table").see(Inventory((A,)), 0.0)
    _, events = presence.see(Inventory((Uid(bytes([8, 1, 2, 3])), A)), 0.05)
    assert [type(event) for event in events] == [TagArrived]


def test_times_are_those_of_the_look_that_decided() -> None:
    presence, events = Presence("tray").see(Inventory((A,)), 7.25)
    assert events == (TagArrived("tray", A, 7.25),)
    assert presence.tags == (A,)
    later, events = presence.see(Inventory((A,)), 900.0)
    assert events == ()
    assert later.tags == (A,)
