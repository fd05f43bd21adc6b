"""The conversation, both ends in one process and on a clock by hand."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.devices.dice import ButtonAsked, Rolled, RollRefused, TowerFault, TowerRestarted
from companion.devices.tower import protocol
from companion.devices.tower.frame import write_line
from companion.devices.tower.link import Link
from companion.devices.tower.spec import BadSpec
from tests.devices.tower.bench import Bench, biased, circling, counted_words, stuck


def ready() -> Bench:
    bench = Bench()
    bench.run(0.1)
    assert bench.link.phase == "ready"
    return bench


def test_hello_is_asked_until_the_tower_answers() -> None:
    bench = Bench()
    bench.spoil = lambda chunk: b""
    bench.run(1.0)
    bench.spoil = lambda chunk: chunk
    assert bench.link.phase == "greeting"
    bench.run(0.5)
    assert (bench.link.phase, bench.link.name, bench.link.fault("p")) == ("ready", "bench", None)


def test_an_answer_to_somebody_elses_hello_is_none_of_ours() -> None:
    link = Link(last=None, word=counted_words())
    link.opened(0.0)
    link.tick(0.0)
    link.receive(write_line(protocol.Hello("other", 1, "tower", "ab3cd", 0, "ok")), 0.01)
    assert link.phase == "greeting"


def test_a_port_that_says_no_hello_is_another_device() -> None:
    link = Link(last=None, word=counted_words())
    link.opened(0.0)
    for tenth in range(30):
        link.tick(tenth / 10)
        link.receive(b"ok T:21.3 /0.0 B:20.9\n", tenth / 10)
    assert link.fault("/dev/x") == TowerFault("tower_other_device", {"port": "/dev/x"})
    assert link.complaint.startswith("no line")
    link.take_output()
    link.tick(60.0)
    assert link.take_output() == b""


def test_a_port_where_a_tower_was_is_a_silent_tower() -> None:
    link = Link(last=None, word=counted_words())
    link.opened(0.0, known=True)
    link.tick(10.0)
    assert link.fault("p") == TowerFault("tower_silent", {"port": "p"})


@pytest.mark.parametrize("number", [2, 999])
def test_another_protocol_number_is_said_and_nothing_is_rolled(number: int) -> None:
    bench = Bench()
    module = type(bench.tower).__init__.__globals__["protocol"]
    before = module.PROTO
    module.PROTO = number
    try:
        bench.link.request("2d6", "q1")
        bench.run(1.0)
    finally:
        module.PROTO = before
    values = {"port": "p", "found": str(number), "wanted": "1"}
    assert bench.link.fault("p") == TowerFault("tower_protocol", values)
    assert bench.reports == []
    assert b"R," not in bench.to_tower


def test_a_request_is_rolled_once_and_acknowledged_after_the_journal() -> None:
    bench = ready()
    bench.auto_journal = False
    bench.link.request("2d6", "q1")
    bench.run(0.3)
    (rolled,) = bench.reports
    assert isinstance(rolled, Rolled)
    assert (rolled.request, rolled.spec, rolled.n, len(rolled.dice)) == ("q1", "2d6", 1, 2)
    assert b"$A," not in bench.to_tower
    assert len(bench.tower._waiting) == 1
    bench.store(rolled)
    bench.run(0.1)
    assert bench.tower._waiting == []
    bench.run(3.0)
    assert bench.reports == [rolled]


def test_a_bag_gives_a_letter_and_a_number() -> None:
    bench = ready()
    bench.link.request("wo:3", "q1")
    bench.run(0.1)
    (rolled,) = bench.journal
    assert rolled.letter in ("w", "o")
    assert rolled.dice[0] in (1, 2, 3)


def test_several_requests_are_rolled_in_their_order() -> None:
    bench = ready()
    for number in range(12):
        bench.link.request("1d6", f"q{number}")
    bench.run(1.0)
    assert [rolled.request for rolled in bench.journal] == [f"q{number}" for number in range(12)]


def test_a_cancelled_request_is_not_rolled() -> None:
    bench = ready()
    bench.unplug()
    bench.link.request("1d6", "q1")
    bench.link.request("1d6", "q2")
    bench.link.cancel("q1")
    bench.plug()
    bench.run(0.5)
    assert [rolled.request for rolled in bench.journal] == ["q2"]


def test_bad_requests_are_refused_at_once_and_change_nothing() -> None:
    bench = ready()
    with pytest.raises(BadSpec, match=r"0d6.*right are"):
        bench.link.request("0d6", "q1")
    with pytest.raises(ValueError, match=r"req: 'q-1'"):
        bench.link.request("1d6", "q-1")
    with pytest.raises(BadSpec):
        bench.link.arm("99d99", "Ann")
    bench.link.request("1d6", "q1")
    with pytest.raises(ValueError, match=r"'q1' is pending"):
        bench.link.request("1d6", "q1")
    assert bench.link.pending == ("q1",)


def test_three_missed_heartbeats_are_a_silent_tower_and_a_word_from_it_the_end_of_that() -> None:
    bench = ready()
    bench.spoil = lambda chunk: b""
    bench.run(7.9)
    assert bench.link.phase == "ready"
    bench.run(0.3)
    assert bench.link.fault("p") == TowerFault("tower_silent", {"port": "p"})
    bench.spoil = lambda chunk: chunk
    bench.run(0.5)
    assert (bench.link.phase, bench.link.fault("p")) == ("ready", None)


def test_a_lost_event_is_sent_again_after_80_ms_and_then_every_400() -> None:
    bench = ready()
    bench.auto_journal = False
    bench.link.request("1d6", "q1")
    bench.run(0.02)
    start = len(bench.to_host)
    times = []
    for _ in range(100):
        bench.step()
        if len(bench.to_host) > start and bench.to_host[start:].startswith(b"$E"):
            times.append(round(bench.now, 2))
            start = len(bench.to_host)
    gaps = [round(later - earlier, 2) for earlier, later in itertools.pairwise(times)]
    assert 0.06 <= times[0] - 0.11 <= 0.1
    assert gaps == [0.4] * len(gaps)


def test_a_lost_acknowledgement_is_repeated_and_the_roll_is_not() -> None:
    bench = ready()
    bench.spoil = lambda chunk: b"" if chunk.startswith(b"$A") else chunk
    bench.link.request("1d6", "q1")
    bench.run(0.3)
    bench.spoil = lambda chunk: chunk
    bench.run(0.6)
    assert bench.tower._waiting == []
    assert [report.n for report in bench.reports if isinstance(report, Rolled)] == [1]


def test_an_event_after_a_lost_one_waits_for_it() -> None:
    bench = ready()
    lost: list[bytes] = []

    def lose_the_first(chunk: bytes) -> bytes:
        if b"$E," in chunk and not lost:
            lost.append(chunk)
            return b""
        return chunk

    bench.spoil = lose_the_first
    bench.link.arm("1d6", "Ann")
    bench.run(0.05)
    bench.press()
    bench.link.request("2d6", "q1")
    bench.run(1.0)
    assert [(rolled.n, rolled.spec) for rolled in bench.journal] == [(1, "1d6"), (2, "2d6")]
    assert lost


def test_a_full_tower_is_asked_again_when_there_is_room() -> None:
    bench = ready()
    bench.auto_journal = False
    for number in range(6):
        bench.link.request("1d6", f"q{number}")
    bench.run(2.0)
    rolls = [report for report in bench.reports if isinstance(report, Rolled)]
    assert [rolled.request for rolled in rolls] == ["q0", "q1", "q2", "q3"]
    assert b",full*" in bench.to_host
    bench.store(rolls[-1])  # cumulative
    bench.auto_journal = True
    bench.run(2.0)
    assert [rolled.request for rolled in bench.journal] == ["q3", "q4", "q5"]


@pytest.mark.parametrize("source", [stuck, biased, circling])
def test_a_broken_random_source_rolls_nothing_and_says_why(source: object) -> None:
    bench = ready()
    bench.raw = source  # type: ignore[assignment]
    bench.link.request("2d6", "q1")
    bench.run(0.5)
    assert bench.reports == [RollRefused("bench", "q1", "entropy")]
    bench.run(2.5)
    assert bench.link.fault("p") == TowerFault("tower_entropy", {"tower": "bench"})
    bench.raw = bench.chance.randbytes
    bench.link.request("2d6", "q2")
    bench.run(2.5)
    assert [rolled.request for rolled in bench.journal] == ["q2"]
    assert bench.link.fault("p") is None


def test_the_button_rolls_what_was_armed_once_and_then_asks() -> None:
    bench = ready()
    bench.link.arm("2d6", "Ann")
    bench.run(0.1)
    assert (bench.tower.armed, bench.tower.who) == ("2d6", "Ann")
    bench.press()
    bench.run(0.1)
    bench.press()
    bench.run(0.1)
    assert [type(report) for report in bench.reports] == [Rolled, ButtonAsked]
    assert [(rolled.request, rolled.spec) for rolled in bench.journal] == [(None, "2d6")]


def test_arming_the_same_again_changes_nothing_until_a_roll_has_used_it() -> None:
    bench = ready()
    for _ in range(3):
        bench.link.arm("2d6", "Ann")
        bench.run(0.1)
    assert bench.to_tower.count(b"$B,") == 1
    bench.press()
    bench.run(0.1)
    bench.link.arm("2d6", "Ann")
    bench.run(0.1)
    assert bench.to_tower.count(b"$B,") == 2
    assert bench.tower.armed == "2d6"


def test_a_repeated_arming_arms_no_second_roll() -> None:
    bench = ready()
    bench.spoil = lambda chunk: b"" if chunk.startswith(b"$B") and chunk in bytes(bench.to_host) else chunk
    bench.link.arm("1d6", "Ann")
    bench.run(0.02)
    first = bytes(bench.to_tower[bench.to_tower.index(b"$B,") :])
    bench.press()
    bench.tower.feed(first, round(bench.now * 1000))
    assert bench.tower.armed is None


def test_a_disarmed_button_shows_whose_turn_it_is_and_asks() -> None:
    bench = ready()
    bench.link.arm("2d6", "Ann")
    bench.run(0.1)
    bench.link.arm(None, "Zoë")
    bench.run(0.1)
    bench.press()
    bench.run(0.1)
    assert (bench.tower.armed, bench.tower.who) == (None, "Zoe")
    assert bench.reports == [ButtonAsked("bench")]


def test_a_restarted_tower_is_armed_again_by_itself() -> None:
    bench = ready()
    bench.link.arm("2d6", "Ann")
    bench.run(0.1)
    bench.power_on()
    bench.run(0.3)
    assert bench.tower.armed == "2d6"
    assert bench.reports == []


def test_a_tower_that_loses_power_with_a_request_pending_is_told_and_rolls_again() -> None:
    bench = ready()
    bench.spoil = lambda chunk: b"" if b"$E" in chunk else chunk
    bench.link.request("2d6", "q1")
    bench.run(0.3)
    bench.power_on()
    bench.spoil = lambda chunk: chunk
    bench.run(2.0)
    restarted, rolled = bench.reports
    assert restarted == TowerRestarted("bench", bench.tower.boot, "q1")
    assert isinstance(rolled, Rolled)
    assert (rolled.request, rolled.boot, rolled.n) == ("q1", bench.tower.boot, 1)


def test_a_tower_that_loses_power_with_nothing_pending_is_no_news() -> None:
    bench = ready()
    bench.link.request("2d6", "q1")
    bench.run(0.2)
    bench.power_on()
    bench.run(1.0)
    bench.link.request("2d6", "q2")
    bench.run(0.5)
    assert [type(report) for report in bench.reports] == [Rolled, Rolled]


def test_a_companion_killed_before_the_journal_gets_the_roll_again() -> None:
    bench = ready()
    bench.auto_journal = False
    bench.link.request("2d6", "q1")
    bench.run(0.2)
    bench.restart_host()
    bench.auto_journal = True
    bench.run(0.7)
    first, again = bench.reports
    assert first == again
    assert bench.journal == [again]


def test_a_companion_killed_after_the_journal_but_before_the_acknowledgement_does_not() -> None:
    bench = ready()
    bench.auto_journal = False
    bench.link.request("2d6", "q1")
    bench.run(0.2)
    bench.journal.append(bench.reports[0])  # type: ignore[arg-type]
    bench.restart_host()
    bench.run(0.7)
    assert len(bench.reports) == 1
    assert bench.tower._waiting == []


def test_a_request_id_of_an_earlier_roll_is_refused_and_the_roll_stands() -> None:
    bench = ready()
    bench.link.request("2d6", "q1")
    bench.run(0.2)
    bench.restart_host()
    bench.run(0.2)
    bench.link.request("2d6", "q1")
    bench.run(0.5)
    assert bench.reports[1:] == [RollRefused("bench", "q1", "reused")]
    assert len(bench.journal) == 1


def test_an_impossible_result_is_no_roll() -> None:
    link = Link(last=None, word=counted_words())
    link.opened(0.0)
    link.tick(0.0)
    link.receive(write_line(protocol.Hello("w00000", 1, "tower", "ab3cd", 0, "ok")), 0.01)
    link.receive(write_line(protocol.RollEvent("ab3cd", 1, None, "2d6", "3,7")), 0.02)
    assert (link.take_reports(), link.bad) == ([], 1)
    assert "'7' is not 1 to 6" in link.complaint


def test_ten_thousand_rolls_in_one_power_up_go_on_under_a_new_boot() -> None:
    bench = ready()
    bench.tower._n = bench.tower._newest = 9998
    bench.restart_host()
    bench.run(0.1)
    for number in range(3):
        bench.link.request("1d6", f"q{number}")
        bench.run(1.0)
    assert [rolled.n for rolled in bench.journal] == [9999, 1, 2]
    assert len({rolled.boot for rolled in bench.journal}) == 2


ACTION = st.sampled_from(
    ["request", "request", "press", "arm", "time", "time", "time", "noise", "unplug", "plug", "power", "host"]
)


@settings(max_examples=120, deadline=None)
@given(
    st.lists(ACTION, max_size=40),
    st.sampled_from(["clean", "lose", "flip", "double", "all"]),
    st.integers(0, 10**6),
)
def test_whatever_happens_each_roll_is_journalled_once_and_in_order(
    actions: list[str], fault: str, seed: int
) -> None:
    bench = Bench(seed=seed)
    bench.reopens = True
    chance = random.Random(seed)

    def spoil(chunk: bytes) -> bytes:
        spoilt = bytearray()
        for byte in chunk:
            if fault in ("lose", "all") and chance.random() < 0.01:
                continue
            if fault in ("flip", "all") and chance.random() < 0.01:
                byte ^= 1 << chance.randrange(8)
            spoilt += bytes([byte]) * (2 if fault in ("double", "all") and chance.random() < 0.01 else 1)
        return bytes(spoilt)

    bench.spoil = spoil
    wanted: list[str] = []
    for action in actions:
        match action:
            case "request":
                wanted.append(f"q{len(wanted)}")
                bench.link.request("2d6", wanted[-1])
            case "press":
                bench.press()
            case "arm":
                bench.link.arm(chance.choice(["1d6", "woygb:3", None]), "Ann")
            case "time":
                bench.run(chance.choice([0.01, 0.1, 1.0, 3.0]))
            case "noise":
                bench.link.receive(chance.randbytes(30), bench.now)
            case "unplug":
                bench.unplug()
            case "plug":
                bench.plug()
            case "power":
                bench.power_on()
            case "host":
                pending = bench.link.pending
                bench.restart_host()
                for request_id in pending:  # what the table still waits for is asked again
                    bench.link.request("2d6", request_id)
    bench.plug()
    bench.spoil = lambda chunk: chunk
    bench.run(15.0)
    assert bench.link.phase == "ready"
    assert bench.link.pending == ()
    assert bench.tower._waiting == []
    keys = [(rolled.boot, rolled.n) for rolled in bench.journal]
    assert len(set(keys)) == len(keys)
    for boot in {boot for boot, _ in keys}:
        numbers = [n for found, n in keys if found == boot]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert numbers[0] == 1
    answered = [rolled.request for rolled in bench.journal if rolled.request is not None]
    assert sorted(answered) == sorted(wanted)
