"""The firmware without its board, under the companion's own Python: verbs, capacity, dice, health."""

from __future__ import annotations

import hashlib
import math
import os
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.devices.tower.fairness import p_value
from companion.devices.tower.frame import Lines, checksum
from tests.devices.tower.bench import biased, circling, stuck
from tests.firmware.modules import firmware


def framed(body: str) -> bytes:
    return b"$" + body.encode() + b"*" + checksum(body.encode()) + b"\n"


class Desk:
    """A tower on a clock by hand, spoken to in bodies."""

    def __init__(self, raw: Callable[[int], bytes] | None = None) -> None:
        self.raw = random.Random(5).randbytes if raw is None else raw
        source = firmware("entropy").Entropy(lambda count: self.raw(count))
        self.tower: Any = firmware("tower").Tower("desk", source)
        self.now = 0
        self.lines = Lines()
        self.boot: str = self.tower.boot
        self.heard()

    def heard(self) -> list[str]:
        return self.lines.feed(self.tower.take_output())

    def say(self, body: str) -> list[str]:
        self.tower.feed(framed(body), self.now)
        return self.heard()

    def wait(self, ms: int) -> list[str]:
        bodies = []
        for _ in range(ms // 10):
            self.now += 10
            self.tower.tick(self.now)
            bodies += self.heard()
        return bodies


def test_a_power_up_asks_what_the_button_rolls() -> None:
    tower = firmware("tower").Tower("desk", firmware("entropy").Entropy(random.Random(5).randbytes))
    assert Lines().feed(tower.take_output()) == [f"Q,{tower.boot},0"]


def test_hello_and_heartbeat_are_answered() -> None:
    desk = Desk()
    assert desk.say("?,abc") == [f"H,abc,1,desk,{desk.boot},0,ok"]
    desk.tower.feed(b"noise\n", 0)
    assert desk.say("P,x1") == ["P,x1,1,ok"]


def test_a_roll_is_repeated_until_it_is_acknowledged() -> None:
    desk = Desk()
    (event,) = desk.say("R,q1,2d6")
    assert event.startswith(f"E,{desk.boot},1,q1,2d6,")
    assert desk.wait(70) == []
    assert desk.wait(10) == [event]
    assert desk.wait(390) == []
    assert desk.wait(410) == [event, event]
    assert desk.say(f"A,{desk.boot},1") == []
    assert desk.wait(5000) == []


def test_the_same_request_gets_the_same_answer_before_and_after_its_acknowledgement() -> None:
    desk = Desk()
    (event,) = desk.say("R,q1,2d6")
    assert desk.say("R,q1,2d6") == [event]
    desk.say(f"A,{desk.boot},1")
    for number in range(2, 5):
        desk.say(f"R,q{number},2d6")
        desk.say(f"A,{desk.boot},{number}")
    assert desk.say("R,q1,2d6") == [event]
    assert desk.tower._n == 4


def test_acknowledging_is_cumulative_and_only_for_this_boot_and_for_what_was_rolled() -> None:
    desk = Desk()
    for number in range(1, 5):
        desk.say(f"R,q{number},1d6")
    desk.say("A,zzzzz,4")
    desk.say(f"A,{desk.boot},5")
    assert len(desk.tower._waiting) == 4
    desk.say(f"A,{desk.boot},3")
    assert [event[0] for event in desk.tower._waiting] == [4]
    assert desk.say("?,a")[0].split(",")[5] == "3"


def test_a_fifth_roll_without_acknowledgement_is_refused_as_full() -> None:
    desk = Desk()
    for number in range(1, 5):
        desk.say(f"R,q{number},1d6")
    assert desk.say("R,q5,1d6") == ["N,q5,full"]
    desk.say("B,b1,1d6,Ann")
    desk.tower.press(1, desk.now)
    assert desk.heard() == []
    assert (desk.tower.armed, desk.tower.mood(99_999)) == ("1d6", "offline")
    assert desk.tower.note == "full"
    desk.say(f"A,{desk.boot},1")
    assert desk.say("R,q5,1d6")[0].startswith(f"E,{desk.boot},5,q5,1d6,")
    assert desk.tower.note == ""


@pytest.mark.parametrize("spec", ["0d6", "1d0", "99d99", "ww:3", "x", "2d6+", "w:101", "", "a" * 30, "9d6"])
def test_dice_it_cannot_roll_are_refused_by_name(spec: str) -> None:
    desk = Desk()
    assert desk.say(f"R,q1,{spec}") == ["N,q1,spec"]
    assert desk.say(f"B,b1,{spec},Ann") == ["N,b1,spec"]
    assert (desk.tower._n, desk.tower.armed) == (0, None)


NO_MESSAGES = (
    "|Z|Z,1|?|?,|?,ABC|?,toolong|R|R,q1|R,,2d6|R,q-1,2d6|A,ab3cd|A,ab3cd,0|A,ab3cd,1,2|A,ab3cd,01|A,AB3CD,1"
    "|P|P,a,b|B,b1,2d6|E,ab3cd,1,-,2d6,3,4|r,q1,2d6| R,q1,2d6|N,q1,spec"
)


@pytest.mark.parametrize("body", NO_MESSAGES.split("|"))
def test_what_is_no_message_is_counted_and_changes_nothing(body: str) -> None:
    desk = Desk()
    assert [answer for answer in desk.say(body) if not answer.startswith("N,")] == []
    assert desk.tower.lines.bad == 1
    assert desk.tower._n == 0
    assert desk.say("P,a")[0] == "P,a,1,ok"


@pytest.mark.parametrize(
    "noise",
    [
        b"$R,q1,2d6*0000\n",  # wrong sum
        framed("R,q1,2d6")[:-3],  # cut off
        framed("R,q1,2d6").lower(),  # lower-case
        framed("R,q1,2d6")[1:],  # no start
        b"$" + b"R" * 70 + b"\n",  # too long
        "$R,q1,2d6é*0000\n".encode(),
        b"\x00\xff\x03\x04",
    ],
)
def test_a_spoilt_line_rolls_nothing_and_the_next_is_heard(noise: bytes) -> None:
    desk = Desk()
    desk.tower.feed(noise, 0)
    assert desk.heard() == []
    assert desk.say("R,q2,1d6")[0].startswith(f"E,{desk.boot},1,q2,1d6,")


def test_a_line_without_an_end_needs_no_memory() -> None:
    lines = firmware("tower").Lines()
    for _ in range(40):
        assert lines.feed(b"$" + b"x" * 5000) == []
    assert len(lines._line) <= 64
    assert lines.feed(b"\n" + framed("P,a")) == ["P,a"]


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300))
def test_no_bytes_make_it_fail_or_roll_unasked(noise: bytes) -> None:
    desk = Desk()
    desk.tower.feed(noise, 0)
    for body in desk.heard():
        assert len(body) + 7 <= 64
    desk.tower.feed(b"\n", 0)
    desk.heard()
    assert desk.say("P,a")[0].startswith("P,a,")


def test_two_towers_of_one_seed_roll_alike_and_the_button_makes_them_differ() -> None:
    one, two = Desk(), Desk()
    assert one.say("R,q1,8d100") == two.say("R,q1,8d100")
    one.tower.entropy.mix(123_456)
    assert one.say("R,q2,8d100") != two.say("R,q2,8d100")


def test_dice_come_from_hashed_and_tested_bytes() -> None:
    module = firmware("entropy")
    seen: list[bytes] = []

    def raw(count: int) -> bytes:
        seen.append(os.urandom(count))
        return seen[-1]

    entropy = module.Entropy(raw)
    pool = b"dice tower"
    for batch in seen:
        pool = hashlib.sha256(pool + batch).digest()
    first = hashlib.sha256(pool + b"out").digest()[0]
    assert sum(len(batch) for batch in seen) == 1024
    assert entropy.below(256) == first


def test_bytes_past_the_last_multiple_are_thrown_away() -> None:
    entropy = firmware("entropy").Entropy(random.Random(1).randbytes)
    entropy._ready = bytes([252, 255, 251, 6])
    assert entropy.below(6) == 251 % 6
    assert entropy.below(6) == 0


@pytest.mark.parametrize(("faces", "rolls"), [(6, 12_000), (3, 6_000), (100, 20_000)])
def test_every_face_comes_equally_often(faces: int, rolls: int) -> None:
    entropy = firmware("entropy").Entropy(random.Random(2).randbytes)
    counts = [0] * faces
    for _ in range(rolls):
        counts[entropy.below(faces)] += 1
    expected = rolls / faces
    value = sum((count - expected) ** 2 for count in counts) / expected
    assert p_value(value, faces - 1) > 1e-6


def test_a_bag_gives_only_what_is_inside() -> None:
    desk = Desk()
    seen = set()
    for number in range(1, 60):
        (event,) = desk.say(f"R,q{number},woG:2")
        desk.say(f"A,{desk.boot},{number}")
        seen.add(event.split(",")[5])
    assert seen == {"w1", "w2", "o1", "o2", "G1", "G2"}


@pytest.mark.parametrize("source", [stuck, biased, circling, lambda count: b"", lambda count: b"\0" * count])
def test_a_broken_source_is_found_before_the_first_roll(source: Callable[[int], bytes]) -> None:
    desk = Desk(source)
    assert desk.say("R,q1,2d6") == ["N,q1,entropy"]
    assert desk.say("?,a")[0].endswith(",entropy")
    desk.say("B,b1,1d6,Ann")
    desk.tower.press(5, desk.now)
    assert desk.heard() == []
    assert (desk.tower.mood(desk.now), desk.tower.armed, desk.tower._n) == ("entropy", "1d6", 0)


@pytest.mark.parametrize("source", [stuck, biased, circling])
def test_a_source_that_breaks_is_found_at_the_next_roll_or_within_five_seconds(
    source: Callable[[int], bytes],
) -> None:
    rolling, idle = Desk(), Desk()
    rolling.raw = idle.raw = source
    assert rolling.say("R,q1,2d6") == ["N,q1,entropy"]
    idle.wait(5000)
    assert idle.say("P,a") == ["P,a,0,entropy"]


def test_a_source_that_comes_back_is_trusted_after_1024_good_bytes() -> None:
    desk = Desk(stuck)
    taken: list[int] = []

    def good(count: int) -> bytes:
        taken.append(count)
        return os.urandom(count)

    desk.raw = good
    assert desk.say("R,q1,1d6")[0].startswith("E,")
    assert sum(taken) == 1024


def test_a_good_source_raises_no_alarm() -> None:
    entropy = firmware("entropy").Entropy(os.urandom)
    assert all(entropy.check() for _ in range(500))


def cut_off(samples: int) -> int:
    """1 + the binomial quantile of NIST SP 800-90B, 4.4.2, for half a bit a sample and 1 in 2**20."""
    chance = 2**-0.5
    total = 0.0
    for count in range(samples + 1):
        ways = math.lgamma(samples + 1) - math.lgamma(count + 1) - math.lgamma(samples - count + 1)
        total += math.exp(ways + count * math.log(chance) + (samples - count) * math.log(1 - chance))
        if total >= 1 - 2**-20:
            return 1 + count
    raise AssertionError(samples)


def test_the_cut_offs_are_those_of_half_a_bit_a_sample() -> None:
    module = firmware("entropy")
    assert module.REPEATS_MAX == 1 + 20 / 0.5
    assert cut_off(module.WINDOW) == module.PROPORTION_MAX
    assert cut_off(module.BATCH) == module.LAG_MAX


@pytest.mark.parametrize(("alike", "works"), [(40, True), (41, False)])
def test_repetition_fails_at_exactly_41(alike: int, works: bool) -> None:
    entropy = firmware("entropy").Entropy(os.urandom)
    entropy.raw = lambda count: b"\x12" + b"\x34" * alike + bytes(range(60, 60 + count - alike - 1))
    entropy._before = b""
    assert entropy.check() is works


def test_moods_follow_what_happens() -> None:
    desk = Desk()
    tower = desk.tower
    assert tower.mood(desk.now) == "splash"
    desk.say("?,a")
    assert tower.mood(desk.now) == "turn"
    desk.say("B,b1,2d6,Ann")
    assert (tower.mood(desk.now), tower.who) == ("armed", "Ann")
    tower.press(1, desk.now)
    assert tower.mood(desk.now) == "rolled"
    desk.say("B,b2,-,Bob")
    desk.wait(5990)
    assert tower.mood(desk.now) == "rolled"
    desk.wait(20)
    assert tower.mood(desk.now) == "turn"
    tower.press(2, desk.now)
    assert tower.mood(desk.now) == "ask"
    desk.wait(3000)
    assert tower.mood(desk.now) == "offline"


def test_a_button_pressed_offline_rolls_and_the_roll_waits_for_the_companion() -> None:
    desk = Desk()
    desk.say("B,b1,2d6,Ann")
    desk.wait(60_000)
    tower = desk.tower
    tower.press(1, desk.now)
    (event,) = desk.heard()
    assert event in desk.wait(400)
    desk.wait(3_600_000 // 100)
    desk.say("?,a")
    assert event in desk.wait(10)
