"""The emulated chip's registers, as its data sheet has them."""

from __future__ import annotations

from companion.devices.emulated.air import Air
from companion.devices.emulated.chip import Chip, CollPosReading
from companion.devices.emulated.clock import VirtualClock
from companion.devices.emulated.tags import tag_of


class Probe:
    """A chip without bus and rig."""

    def __init__(self, *uids: str, coll_pos: CollPosReading = "frame") -> None:
        self.clock = VirtualClock()
        self.chip = Chip(Air(), self.clock, coll_pos=coll_pos)
        self.chip.drive_reset(True)
        for uid in uids:
            self.chip.air.lay(tag_of(bytes.fromhex(uid)), 0.0)

    def write(self, register: int, *values: int) -> None:
        """Write one register."""
        self.clock.pass_by(30e-6)
        self.chip.transfer([register << 1, *values])

    def read(self, register: int) -> int:
        """Read one register."""
        self.clock.pass_by(30e-6)
        return self.chip.transfer([register << 1 | 0x80, 0])[1]

    def field_on(self) -> None:
        """Modulate fully, field on, 25 us ticks, 2 ms timer, and wait for tags to wake."""
        for register, value in ((0x15, 0x40), (0x2A, 0x80), (0x2B, 0xA9), (0x2D, 79), (0x14, 0x83)):
            self.write(register, value)
        self.clock.pass_by(0.01)

    def send(self, octets: list[int], framing: int = 0, wait: float = 0.004) -> None:
        """Send one frame and let time go by."""
        self.write(0x01, 0)
        self.write(0x04, 0x7F)
        self.write(0x0A, 0x80)
        self.write(0x09, *octets)
        self.write(0x01, 0x0C)
        self.write(0x0D, framing | 0x80)
        self.clock.pass_by(wait)


def test_registers_start_as_the_data_sheet_says() -> None:
    probe = Probe()
    probe.clock.pass_by(0.01)
    assert [probe.read(register) for register in (0x01, 0x04, 0x0E, 0x14, 0x26, 0x37)] == [
        0x20, 0x14, 0xA0, 0x80, 0x48, 0x92,
    ]  # fmt: skip


def test_several_registers_are_read_in_one_transfer() -> None:
    probe = Probe()
    assert probe.chip.transfer([0xEE, 0xCC, 0]) == [0, 0x92, 0x48]


def test_held_in_reset_it_answers_zeros_and_forgets() -> None:
    probe = Probe()
    probe.write(0x2A, 0x8D)
    probe.chip.drive_reset(False)
    assert probe.read(0x37) == 0x00
    probe.chip.drive_reset(True)
    assert (probe.read(0x37), probe.read(0x2A)) == (0x92, 0x00)


def test_fifo_takes_64_bytes_and_flags_the_next() -> None:
    probe = Probe()
    probe.write(0x09, *range(65))
    assert (probe.read(0x0A), probe.read(0x06)) == (64, 0x10)
    assert probe.read(0x09) == 0
    probe.write(0x0A, 0x80)
    assert (probe.read(0x0A), probe.read(0x06)) == (0, 0)


def test_interrupt_bits_are_cleared_and_set_by_their_mark() -> None:
    probe = Probe()
    probe.write(0x04, 0x80 | 0x21)
    assert probe.read(0x04) == 0x35
    probe.write(0x04, 0x31)
    assert probe.read(0x04) == 0x04


def test_timer_ends_a_wait_for_nobody() -> None:
    probe = Probe()
    probe.field_on()
    probe.send([0x26], 0x07, wait=0.0015)
    assert probe.read(0x04) & 0x61 == 0x40
    probe.clock.pass_by(0.001)
    assert probe.read(0x04) & 0x61 == 0x41


def test_answer_stops_the_timer_and_fills_the_fifo() -> None:
    probe = Probe("DEADBEEF")
    probe.field_on()
    probe.send([0x26], 0x07)
    assert probe.read(0x04) & 0x61 == 0x60
    assert (probe.read(0x0A), probe.read(0x0C) & 0x07, probe.read(0x09)) == (2, 0, 0x04)


def test_tag_hears_nothing_without_full_modulation_or_field() -> None:
    probe = Probe("DEADBEEF")
    probe.field_on()
    probe.write(0x15, 0x00)
    probe.send([0x26], 0x07)
    assert probe.read(0x0A) == 0
    probe.write(0x15, 0x40)
    probe.write(0x14, 0x80)
    probe.send([0x26], 0x07)
    assert probe.read(0x0A) == 0


def test_collision_is_flagged_and_the_bits_behind_it_are_cleared() -> None:
    probe = Probe("0F000000", "0B000000")
    probe.field_on()
    probe.write(0x0E, 0x00)
    probe.send([0x26], 0x07)
    probe.send([0x93, 0x20])
    assert (probe.read(0x06), probe.read(0x0E)) == (0x08, 3)
    assert [probe.read(0x09) for _ in range(5)] == [0x03, 0, 0, 0, 0]


def test_collision_position_counts_aligned_bits_in_one_reading_only() -> None:
    readings: tuple[tuple[CollPosReading, int], ...] = (("frame", 2), ("aligned", 4))
    for coll_pos, expected in readings:
        probe = Probe("0F000000", "07000000", coll_pos=coll_pos)
        probe.field_on()
        probe.send([0x26], 0x07)
        probe.send([0x93, 0x22, 0x03], 0x22)
        assert probe.read(0x0E) & 0x3F == expected


def test_brown_out_forgets_settings_and_drops_the_field() -> None:
    probe = Probe("DEADBEEF")
    probe.field_on()
    probe.chip.brown_out()
    assert (probe.read(0x15), probe.read(0x14)) == (0x00, 0x80)


def test_checksum_command_uses_the_chosen_preset() -> None:
    probe = Probe()
    # The standard's examples; its CRC_B is the complement of what a preset of 0xFFFF leaves.
    for mode, octets, expected in ((0x3D, [0x12, 0x34], (0x26, 0xCF)), (0x3F, [0, 0, 0], (0x33, 0x39))):
        probe.write(0x11, mode)
        probe.write(0x09, *octets)
        probe.write(0x01, 0x03)
        assert (probe.read(0x22), probe.read(0x21)) == expected
