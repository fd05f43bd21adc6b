"""The reader's driver against a chip down to its registers: what it finds, and at what cost."""

from __future__ import annotations

import pytest

from companion.core.uid import Uid
from companion.devices.emulated.air import Received
from companion.devices.emulated.bits import Bits
from companion.devices.emulated.chip import CollPosReading
from companion.devices.emulated.tags import Answer, Classic1K, Ntag213, Tag
from companion.devices.rc522_chip import crc_a
from companion.devices.tags import Inventory, ReaderVersion
from tests.devices.benches import bench, tag, uids, wrong_inventories

NTAG, CLASSIC, LONG = "04A3C6CAE26180", "DEADBEEF", "04112233445566778899"


def test_crc_agrees_with_the_standards_examples() -> None:
    assert crc_a(bytes(2)) == bytes.fromhex("A01E")
    assert crc_a(bytes.fromhex("1234")) == bytes.fromhex("26CF")


def test_empty_field_is_clean_and_costs_at_most_100_transfers() -> None:
    table = bench()
    table.look()
    before = table.rig.transfers
    assert table.look() == Inventory((), clean=True)
    assert table.rig.transfers - before <= 100


def test_empty_field_in_rotation_with_others_costs_at_most_100_transfers_too() -> None:
    table = bench()
    for _ in range(3):
        before = table.rig.transfers
        assert table.look() == Inventory((), clean=True)
        table.reader.rest()
        assert table.rig.transfers - before <= 100


def test_sleeping_tag_is_found_at_each_look_without_being_verified_again() -> None:
    table = bench(tag(NTAG))
    table.look()
    frames = table.chip.air.frames
    for _ in range(5):
        assert table.look() == Inventory((Uid.from_hex(NTAG),), clean=True)
    # Wake, twice two of anticollision and SELECT, sleep, silence.
    assert table.chip.air.frames - frames == 5 * 7


@pytest.mark.parametrize("text", [NTAG, CLASSIC, LONG, "88ADBEEF"])
def test_tags_of_every_size_are_read_whole(text: str) -> None:
    # No short UID should begin with the cascade tag; only the SAK tells it from the first half of a long one.
    assert set(bench(tag(text)).look().tags) == uids(text)


@pytest.mark.parametrize("coll_pos", ["frame", "aligned"])
def test_random_fields_are_read_right_whichever_way_the_collision_position_counts(
    coll_pos: CollPosReading,
) -> None:
    wrong, tags = wrong_inventories(120, coll_pos)
    assert (wrong, tags > 300) == (0, True)


def test_every_single_bit_that_two_tags_may_differ_in_is_told_apart() -> None:
    base = int(CLASSIC, 16)
    for bit in range(32):
        pair = (CLASSIC, f"{base ^ 1 << bit:08X}")
        coll_pos: CollPosReading = "aligned" if bit % 2 else "frame"
        if not pair[1].startswith("88"):
            assert set(bench(*map(tag, pair), coll_pos=coll_pos).look().tags) == uids(*pair)


def test_tag_laid_beside_one_that_sleeps_is_found() -> None:
    table = bench(tag(NTAG))
    table.look()
    table.lay(tag(CLASSIC))
    assert set(table.look().tags) == uids(NTAG, CLASSIC)


def test_tag_that_is_taken_is_missing_at_the_next_look() -> None:
    going = tag(CLASSIC)
    table = bench(going, tag(NTAG))
    table.look()
    table.take(going)
    assert table.look() == Inventory((Uid.from_hex(NTAG),), clean=True)


def test_tag_hidden_behind_a_stronger_one_is_found() -> None:
    table = bench(Ntag213(bytes.fromhex(NTAG), strength_db=12), tag(CLASSIC))
    for _ in range(4):
        assert set(table.look().tags) == uids(NTAG, CLASSIC)


def test_stronger_tag_laid_over_one_that_sleeps_does_not_hide_it() -> None:
    table = bench(tag(CLASSIC))
    table.look()
    table.lay(Ntag213(bytes.fromhex(NTAG), strength_db=12))
    for _ in range(4):
        assert set(table.look().tags) == uids(NTAG, CLASSIC)


def test_tag_of_unknown_kind_is_read_twice_and_taken() -> None:
    assert set(bench(Tag(bytes.fromhex(NTAG))).look().tags) == uids(NTAG)


def test_sticker_whose_memory_contradicts_its_uid_is_not_reported() -> None:
    forged = Ntag213(bytes.fromhex(NTAG))
    forged.memory[5] ^= 0x01
    inventory = bench(forged).look()
    assert inventory == Inventory((), clean=False)


def test_tag_whose_check_byte_is_wrong_is_not_reported() -> None:
    wrong = Tag(bytes.fromhex(CLASSIC))
    wrong.levels = (wrong.levels[0] ^ 1 << 39,)
    assert bench(wrong).look() == Inventory((), clean=False)


def test_tag_whose_checksum_is_wrong_is_not_reported() -> None:
    class Garbled(Tag):
        def hear(self, frame: Bits, encrypted: bool, now: float) -> Answer | None:
            answer = super().hear(frame, encrypted, now)
            if answer is None or answer.bits.size != 24:
                return answer
            return answer._replace(bits=Bits(answer.bits.value ^ 1 << 20, 24))

    assert bench(Garbled(bytes.fromhex(CLASSIC))).look() == Inventory((), clean=False)


def test_uid_that_goes_on_without_the_cascade_tag_is_not_reported() -> None:
    odd = Tag(bytes.fromhex(NTAG))
    odd.levels = (odd.levels[0] ^ 0x01 ^ 0x01 << 32, odd.levels[1])
    assert bench(odd).look() == Inventory((), clean=False)


def test_answers_with_a_parity_error_are_not_believed() -> None:
    table = bench(tag(NTAG))
    exchange = table.chip.air.exchange

    def marred(frame: Bits, encrypted: bool, now: float, gain_db: int) -> Received | None:
        received = exchange(frame, encrypted, now, gain_db)
        return received._replace(parity_error=True) if received else None

    table.chip.air.exchange = marred  # type: ignore[method-assign]
    assert table.look() == Inventory((), clean=False)


def test_sticker_that_knows_no_read_is_read_twice_and_taken() -> None:
    class Mute(Ntag213):
        pages = 0

    assert set(bench(Mute(bytes.fromhex(NTAG))).look().tags) == uids(NTAG)


@pytest.mark.parametrize(("strength_db", "heard_from"), [(0, 33), (-5, 38), (-10, 43), (-15, 48)])
def test_weak_tag_needs_more_gain(strength_db: int, heard_from: int) -> None:
    table = bench(Classic1K(bytes.fromhex(CLASSIC), strength_db=strength_db))
    for gain_db in (33, 38, 43, 48):
        table.reader.set_gain(gain_db)
        assert bool(table.look().tags) == (gain_db >= heard_from)
        assert table.reader.gain_db == gain_db


def test_gain_that_the_chip_has_not_got_is_refused_and_changes_nothing() -> None:
    reader = bench().reader
    with pytest.raises(ValueError, match="33, 38, 43 or 48 dB, not 40"):
        reader.set_gain(40)
    assert reader.gain_db == 33


def test_rest_puts_the_field_off_and_the_next_look_brings_it_back() -> None:
    table = bench(tag(NTAG))
    table.look()
    table.reader.rest()
    assert table.chip.transfer([0x80 | 0x14 << 1, 0])[1] & 0x03 == 0
    assert set(table.look().tags) == uids(NTAG)


@pytest.mark.parametrize(
    ("version", "genuine", "self_test"),
    [(0x92, True, "passed"), (0x91, True, "passed"), (0x88, False, "unknown"), (0x82, False, "unknown")],
)
def test_clones_are_told_apart_and_read_all_the_same(version: int, genuine: bool, self_test: str) -> None:
    table = bench(tag(NTAG), version=version, start=False)
    assert table.reader.start() == ReaderVersion(version, genuine)
    assert table.reader.self_test() == self_test
    assert set(table.look().tags) == uids(NTAG)


def test_self_test_of_a_chip_that_is_not_what_it_says_fails() -> None:
    table = bench(version=0x91)
    table.chip.version = 0x92
    assert table.reader.self_test() == "failed"


def test_sixteen_tags_end_the_look_unclean_instead_of_never() -> None:
    table = bench(*(tag(f"0A0B0C{number:02X}") for number in range(20)))
    inventory = table.look()
    assert not inventory.clean
    assert set(inventory.tags) <= uids(*(f"0A0B0C{number:02X}" for number in range(20)))
