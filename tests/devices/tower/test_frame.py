"""Lines on the wire: what is one, what is thrown away, and that both ends agree about it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.devices.tower import protocol
from companion.devices.tower.fields import BadField
from companion.devices.tower.frame import Lines, checksum, read_from_host, read_from_tower, write_line
from companion.devices.tower.protocol import FromHost, FromTower, Hello, RollDice, RollEvent
from tests.firmware.modules import firmware


def framed(body: str) -> bytes:
    raw = body.encode("latin-1")
    return b"$" + raw + b"*" + checksum(raw) + b"\n"


def test_checksum_is_the_published_check_value() -> None:
    assert checksum(b"123456789") == b"29B1"
    assert firmware("tower").crc("123456789") == "29B1"


def test_a_line_comes_back_as_its_message() -> None:
    event = RollEvent("ab3cd", 12, None, "2d6+1d6", "3,4,1")
    (body,) = Lines().feed(write_line(event))
    assert body == "E,ab3cd,12,-,2d6+1d6,3,4,1"
    assert read_from_tower(body) == event


def test_the_longest_messages_fit_into_a_line() -> None:
    event = RollEvent("zzzzz", 9999, "ZZZZZZ", "8d100", ",".join(["100"] * 8))
    hello = Hello("zzzzzz", 999, "tower-1234567890", "zzzzz", 9999, "entropy")
    for message in (event, hello):
        assert len(write_line(message)) <= protocol.MAX_BYTES


@pytest.mark.parametrize(
    ("noise", "bad", "why"),
    [
        (b"hello\n", 1, "no line"),
        (b"$P,a*0000\n", 1, "wrong checksum"),
        (b"$P,a\n", 1, r"without \*XXXX"),
        (b"$P,abc*12", 0, ""),  # not finished: nothing to say yet
        (b"$" + b"x" * 63 + b"\n", 1, "no line"),
        (b"$" + b"x" * 500 + b"\n", 1, "no line"),
        (b"$P,\xc3\xa9*0000\n", 1, "printable ASCII"),
        (b"$P,a*1\x0023\n", 1, "without|printable"),
        (b"$$$\n", 3, r"without \*XXXX"),
        (b"\r\n\r\n\n", 0, ""),
    ],
)
def test_what_is_no_line_is_counted_with_its_reason(noise: bytes, bad: int, why: str) -> None:
    lines = Lines()
    assert lines.feed(noise) == []
    assert lines.bad == bad
    assert re.search(why or "^$", lines.complaint)


@pytest.mark.parametrize(
    "noise", [b"", b"junk", b"$E,half", b"$E,ab*12\xff", b"\n\n", b"$" * 40, b"x" * 1000]
)
def test_after_noise_the_next_line_is_heard(noise: bytes) -> None:
    assert Lines().feed(noise + framed("P,abc,0,ok")) == ["P,abc,0,ok"]
    assert firmware("tower").Lines().feed(noise + framed("P,abc")) == ["P,abc"]


def test_a_megabyte_without_an_end_costs_no_memory_and_counts_once() -> None:
    lines = Lines()
    for _ in range(256):
        assert lines.feed(b"$" + b"a" * 4095) == []
    assert lines.feed(b"\n") == []
    assert lines.bad == 256
    assert lines.feed(framed("P,a,0,ok")) == ["P,a,0,ok"]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.one_of(st.binary(max_size=80), st.sampled_from([framed("P,a"), framed("R,q1,2d6"), b"$", b"\n"]))
    )
)
def test_both_ends_find_the_same_lines_in_any_bytes(pieces: list[bytes]) -> None:
    ours, theirs, whole = Lines(), firmware("tower").Lines(), Lines()
    found = [body for piece in pieces for body in ours.feed(piece)]
    assert found == [body for piece in pieces for body in theirs.feed(piece)]
    assert found == whole.feed(b"".join(pieces))
    assert (ours.bad, whole.bad) == (theirs.bad, theirs.bad)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("", "verb: ''"),
        ("Z,1", "verb: 'Z' is none of H E P N B Q"),
        ("E", "RollEvent: 1 fields instead of 5"),
        ("E,ab3cd,1,-,2d6", "RollEvent: 4 fields instead of 5"),
        ("E,ab3cd,0,-,2d6,3,4", "n: 0 is not 1 to 9999"),
        ("E,ab3cd,10000,-,2d6,3,4", "n: 10000 is not 1 to 9999"),
        ("E,ab3cd,01,-,2d6,3,4", "n: '01' is no number"),
        ("E,ab3cd,1_0,-,2d6,3,4", "n: '1_0' is no number"),
        ("E,ab3cd,-1,-,2d6,3,4", "n: '-1' is no number"),
        ("E,AB3CD,1,-,2d6,3,4", "boot: 'AB3CD' is no word"),
        ("E,ab3c,1,-,2d6,3,4", "boot: 'ab3c' is no word of 5 to 5"),
        ("E,ab3cd,1,toolong,2d6,3,4", "by: 'toolong'"),
        ("H,a,1,,ab3cd,0,ok", "name: ''"),
        ("H,a,1,tower,ab3cd,0,fine", "health: 'fine' is none of ok, entropy, display"),
        ("P,a,0,ok,more", "health: 'ok,more'"),
        ("N,q1,because", "reason: 'because'"),
        ("B,b1,2d6,Ann", "req: 'b1,2d6,Ann'"),
    ],
)
def test_a_bad_message_of_the_tower_names_what_was_wrong(body: str, why: str) -> None:
    with pytest.raises(BadField) as error:
        read_from_tower(body)
    assert why in str(error.value)


def accepted_by_the_tower(body: str) -> bool:
    tower = firmware("tower").Tower("t", firmware("entropy").Entropy(lambda count: bytes(range(256))[:count]))
    before = tower.lines.bad
    tower.feed(framed(body), 0)
    return bool(tower.lines.bad == before)


FIELD = st.one_of(
    st.sampled_from(
        ["a", "ab3cd", "1", "0", "9999", "10000", "01", "-", "2d6", "0d6", "woygb:3", "Ann", "", "ok", "full"]
    ),
    st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="$*"), max_size=8),
)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from("?RAPBEHNQZ"), st.lists(FIELD, max_size=6))
def test_both_ends_agree_on_what_a_host_may_say(verb: str, fields: list[str]) -> None:
    body = ",".join([verb, *fields])
    try:
        read_from_host(body)
        ours = True
    except BadField:
        ours = False
    assert accepted_by_the_tower(body) == ours


def test_every_message_reads_what_it_writes() -> None:
    samples: list[FromHost | FromTower] = [
        protocol.AskHello("a1"),
        protocol.RollDice("q1", "2d6+1d6"),
        protocol.Acknowledge("ab3cd", 7),
        protocol.AskAlive("zz"),
        protocol.ArmButton("b1", None, ""),
        protocol.ArmButton("b1", "woygb:3", "Ann, then Bob"),
        protocol.Hello("a1", 1, "tower-1", "ab3cd", 0, "display"),
        protocol.RollEvent("ab3cd", 1, "q1", "woygb:3", "w2"),
        protocol.Alive("zz", 9999, "entropy"),
        protocol.Refused("q1", "full"),
        protocol.ButtonArmed("b1"),
        protocol.ButtonAsks("ab3cd", 0),
    ]
    for sample in samples:
        read = read_from_host if type(sample) in protocol.FROM_HOST.values() else read_from_tower
        assert read(sample.body) == sample
    assert {type(sample) for sample in samples} == {
        *protocol.FROM_HOST.values(),
        *protocol.FROM_TOWER.values(),
    }


def test_a_request_may_not_smuggle_a_line_end() -> None:
    with pytest.raises(BadField):
        RollDice.read("q1,2d6\n$A,ab3cd,9")
