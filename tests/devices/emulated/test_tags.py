"""Emulated tags, frame by frame."""

from __future__ import annotations

from typing import TypeVar

import pytest

from companion.devices.emulated.bits import Bits, crc_16, with_crc
from companion.devices.emulated.tags import ACK, NAK, REQA, WUPA, Classic1K, Ntag213, Tag, TagState, tag_of

AnyTag = TypeVar("AnyTag", bound=Tag)

NTAG = bytes.fromhex("04A3C6CAE26180")
LATE = 1.0


def powered(tag: AnyTag) -> AnyTag:
    """Return a tag in a field that came up long ago."""
    tag.power_up(0.0)
    return tag


def say(tag: Tag, frame: Bits) -> Bits | None:
    """Return the tag's answer."""
    answer = tag.hear(frame, False, LATE)
    return answer.bits if answer else None


def call(tag: Tag, request: int = REQA) -> Bits | None:
    """Send REQA or WUPA."""
    return say(tag, Bits(request, 7))


def select(tag: Tag) -> None:
    """Take a tag through every level to ACTIVE."""
    call(tag, WUPA)
    for code, level in zip((0x93, 0x95, 0x97), tag.levels, strict=False):
        assert say(tag, Bits.of(bytes([code, 0x20]))) == Bits(level, 40)
        assert say(tag, with_crc(bytes([code, 0x70]) + level.to_bytes(5, "little"))) is not None
    assert tag.state is TagState.ACTIVE


def test_tag_needs_its_time_to_wake() -> None:
    tag = Tag(NTAG)
    assert tag.hear(Bits(REQA, 7), False, LATE) is None
    tag.power_up(LATE)
    assert tag.hear(Bits(REQA, 7), False, LATE + 0.004) is None
    assert tag.hear(Bits(REQA, 7), False, LATE + 0.005) is not None


def test_first_answer_tells_the_size_of_the_uid() -> None:
    assert [call(powered(Tag(bytes(size)))) for size in (4, 7, 10)] == [
        Bits(0x0004, 16),
        Bits(0x0044, 16),
        Bits(0x0084, 16),
    ]


def test_sleeping_tag_wakes_only_for_wupa() -> None:
    tag = powered(Tag(NTAG))
    select(tag)
    say(tag, with_crc(b"\x50\x00"))
    assert tag.state is TagState.HALT
    assert call(tag, REQA) is None
    assert call(tag, WUPA) is not None


def test_woken_tag_that_is_not_chosen_falls_asleep_again_and_a_fresh_one_does_not() -> None:
    fresh, woken = powered(Tag(NTAG)), powered(Tag(bytes(7)))
    select(woken)
    say(woken, with_crc(b"\x50\x00"))
    other = with_crc(bytes([0x93, 0x70, 1, 2, 3, 4, 4]))
    for tag in (fresh, woken):
        call(tag, WUPA)
        assert say(tag, other) is None
    assert (fresh.state, woken.state) == (TagState.IDLE, TagState.HALT)


def test_anticollision_is_answered_by_the_rest_of_the_bits() -> None:
    tag = powered(Tag(bytes.fromhex("DEADBEEF")))
    call(tag)
    level = tag.levels[0]
    known = Bits((level & 0x7FF) << 16 | 0x3393, 27)
    assert say(tag, known) == Bits(level >> 11, 29)
    assert say(tag, Bits(known.value ^ 1 << 20, 27)) is None
    assert tag.state is TagState.READY


@pytest.mark.parametrize(
    "frame", [Bits(REQA, 7), Bits.of(b"\x95\x20"), Bits.of(b"\x93\x70" + bytes(7)), Bits.of(b"\x93\x33")]
)
def test_frame_that_does_not_belong_sends_a_ready_tag_back(frame: Bits) -> None:
    tag = powered(Tag(NTAG))
    call(tag)
    assert say(tag, frame) is None
    assert tag.state is TagState.IDLE


def test_sticker_reads_its_uid_with_both_check_bytes_and_rolls_over() -> None:
    tag = powered(Ntag213(NTAG))
    select(tag)
    assert say(tag, with_crc(b"\x30\x00")) == with_crc(bytes.fromhex("04A3C6E9CAE26180C9480000E1101200"))
    last = say(tag, with_crc(b"\x30\x2c"))
    assert last is not None
    assert last.octets[4:8] == bytes.fromhex("04A3C6E9")
    assert say(tag, with_crc(b"\x60")) == with_crc(bytes.fromhex("0004040201000F03"))
    assert say(tag, with_crc(b"\x3a\x00\x01")) == with_crc(bytes.fromhex("04A3C6E9CAE26180"))


def test_sticker_writes_user_pages_only() -> None:
    tag = powered(Ntag213(NTAG))
    select(tag)
    assert say(tag, with_crc(b"\xa2\x04card")) == ACK
    assert tag.memory[16:20] == b"card"
    assert say(tag, with_crc(b"\xa2\x00xxxx")) == NAK
    assert tag.state is TagState.IDLE


def test_classic_obeys_only_after_its_key() -> None:
    tag = Classic1K(bytes.fromhex("DEADBEEF"))
    powered(tag)
    select(tag)
    assert say(tag, with_crc(b"\x30\x08")) == NAK
    select(tag)
    assert tag.authenticate(8, b"\xff" * 6, tag.uid)
    answer = tag.hear(with_crc(b"\x30\x08"), True, LATE)
    assert answer is not None
    assert answer.bits == with_crc(bytes(16))
    assert tag.hear(with_crc(b"\x30\x0c"), True, LATE) is not None  # NAK: another sector
    assert tag.state is TagState.IDLE
    assert not tag.encrypts


def test_phone_draws_another_uid_in_each_field() -> None:
    phone = tag_of(bytes.fromhex("08010203"))
    seen = set()
    for _ in range(5):
        phone.power_up(0.0)
        seen.add(phone.levels)
        assert phone.levels[0] & 0xFF == 0x08
    assert len(seen) == 5


def test_kind_follows_from_the_size_of_the_uid() -> None:
    assert [type(tag_of(bytes(size))) for size in (4, 7, 10)] == [Classic1K, Ntag213, Tag]


@pytest.mark.parametrize("size", [0, 3, 5, 8, 11])
def test_other_sizes_are_refused(size: int) -> None:
    with pytest.raises(ValueError, match=f"not {size}"):
        Tag(bytes(size))


def test_crc_over_a_frame_and_its_crc_is_zero() -> None:
    assert crc_16(bytes.fromhex("123426CF")) == bytes(2)
