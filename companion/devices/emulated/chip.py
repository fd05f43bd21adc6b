"""The MFRC522 down to its registers: FIFO, commands, timer, interrupts, errors, collisions."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias

from companion.devices.emulated.air import Air, Received, air_time
from companion.devices.emulated.bits import Bits, crc_16
from companion.devices.emulated.clock import VirtualClock
from companion.devices.emulated.tags import Classic1K
from companion.devices.rc522_chip import SELF_TEST

CollPosReading: TypeAlias = Literal["frame", "aligned"]

COMMAND, COM_IRQ, DIV_IRQ, ERROR, STATUS_1, STATUS_2 = 0x01, 0x04, 0x05, 0x06, 0x07, 0x08
FIFO, FIFO_LEVEL, CONTROL, BIT_FRAMING, COLL = 0x09, 0x0A, 0x0C, 0x0D, 0x0E
MODE, TX_CONTROL, TX_ASK, DEMOD, CRC_HIGH, CRC_LOW, RF_CFG = 0x11, 0x14, 0x15, 0x19, 0x21, 0x22, 0x26
TIMER_MODE, TIMER_PRESCALER, RELOAD_HIGH, RELOAD_LOW = 0x2A, 0x2B, 0x2C, 0x2D
AUTO_TEST, VERSION = 0x36, 0x37

IDLE, MEM, RANDOM_ID, CALC_CRC, TRANSMIT = 0x0, 0x1, 0x2, 0x3, 0x4
NO_CHANGE, RECEIVE, TRANSCEIVE, AUTHENT, SOFT_RESET = 0x7, 0x8, 0xC, 0xE, 0xF

TX_IRQ, RX_IRQ, IDLE_IRQ, ERR_IRQ, TIMER_IRQ = 0x40, 0x20, 0x10, 0x02, 0x01
BUFFER_OVERFLOW, COLLISION, PARITY, PROTOCOL = 0x10, 0x08, 0x02, 0x01

FIFO_SIZE: Final = 64
WAKING_S: Final = 0.0004
AUTHENT_S: Final = 0.0012
GAINS_DB: Final = (18, 23, 18, 23, 33, 38, 43, 48)

# Registers that do not start at zero (data sheet, section 9.2).
_DEFAULTS: Final = {
    COMMAND: 0x20, 0x02: 0x80, COM_IRQ: 0x14, STATUS_1: 0x21, 0x0B: 0x08, CONTROL: 0x10, COLL: 0xA0,
    MODE: 0x3F, TX_CONTROL: 0x80, 0x16: 0x10, 0x17: 0x84, 0x18: 0x84, DEMOD: 0x4D, 0x1C: 0x62, 0x1F: 0xEB,
    CRC_HIGH: 0xFF, CRC_LOW: 0xFF, 0x24: 0x26, RF_CFG: 0x48, 0x27: 0x88, 0x28: 0x20, 0x29: 0x20,
    AUTO_TEST: 0x40,
}  # fmt: skip
_READ_ONLY: Final = frozenset({ERROR, STATUS_1, CRC_HIGH, CRC_LOW, VERSION})


class Chip:
    """One reader chip on its antenna.

    *coll_pos*: whether the collision position counts the bits that RxAlign skips; sources disagree, so both
    kinds exist here. *silent_errors*: an error ends a reception without the receiver's interrupt.
    *reset_sticks*, *keeps_nothing*, *timer_stands*: three ways to be broken.
    """

    def __init__(
        self,
        air: Air,
        clock: VirtualClock,
        *,
        version: int = 0x92,
        coll_pos: CollPosReading = "frame",
        silent_errors: bool = False,
        seed: int = 0,
    ) -> None:
        self.air = air
        self.version = version
        self.reset_sticks = False
        self.keeps_nothing = False
        self.timer_stands = False
        self._clock = clock
        self._coll_pos = coll_pos
        self._silent_errors = silent_errors
        self._random = random.Random(seed)
        self._held = True
        self._due: list[tuple[float, Callable[[], None]]] = []
        self._timer: tuple[float, Callable[[], None]] | None = None
        self._power_on()

    # --- what its pins see ---------------------------------------------------------------------------------

    def drive_reset(self, level: bool) -> None:
        """The reset pin: low holds the chip, the rising edge starts it."""
        if level and self._held:
            self._power_on()
        elif not level:
            self.air.switch(False, self._clock.now)
        self._held = not level

    def brown_out(self) -> None:
        """The supply dipped: everything is at its start again."""
        self._power_on()

    def transfer(self, sent: Sequence[int]) -> list[int]:
        """Exchange bytes while chip select is low; the clock has moved on already."""
        if self._held:
            return [0x00] * len(sent)
        self._catch_up()
        first = sent[0]
        if first & 0x80:
            return [0x00] + [self._read((address >> 1) & 0x3F) for address in sent[:-1]]
        for value in sent[1:]:
            self._write((first >> 1) & 0x3F, value)
        return [0x00] * len(sent)

    # --- power, time ---------------------------------------------------------------------------------------

    def _power_on(self) -> None:
        self.air.switch(False, self._clock.now)
        self._registers = [0] * 64
        for address, value in _DEFAULTS.items():
            self._registers[address] = value
        self._registers[VERSION] = self.version
        self._fifo = bytearray()
        self._memory = bytes(self._random.randrange(256) for _ in range(25))
        self._due.clear()
        self._timer = None
        self._waking_until = self._clock.now + WAKING_S

    def _at(self, moment: float, happening: Callable[[], None]) -> None:
        self._due.append((moment, happening))
        self._due.sort(key=lambda entry: entry[0])

    def _catch_up(self) -> None:
        now = self._clock.now
        while True:
            timer_first = self._timer and (not self._due or self._timer[0] <= self._due[0][0])
            if timer_first and self._timer and self._timer[0] <= now:
                happening = self._timer[1]
                self._timer = None
            elif self._due and self._due[0][0] <= now:
                happening = self._due.pop(0)[1]
            else:
                return
            happening()

    def _start_timer(self, moment: float) -> None:
        if self.timer_stands:
            return
        registers = self._registers
        prescaler = (registers[TIMER_MODE] & 0x0F) << 8 | registers[TIMER_PRESCALER]
        ticks = (registers[RELOAD_HIGH] << 8 | registers[RELOAD_LOW]) + 1
        even = 2 if registers[DEMOD] & 0x10 else 1
        self._timer = (moment + ticks * (2 * prescaler + even) / 13.56e6, lambda: self._interrupt(TIMER_IRQ))

    def _interrupt(self, mask: int) -> None:
        self._registers[COM_IRQ] |= mask

    # --- registers -----------------------------------------------------------------------------------------

    def _read(self, address: int) -> int:
        if address == FIFO:
            return self._fifo.pop(0) if self._fifo else 0x00
        if address == FIFO_LEVEL:
            return len(self._fifo)
        if address == COMMAND and (self.reset_sticks or self._clock.now < self._waking_until):
            return self._registers[COMMAND] | 0x10
        return self._registers[address]

    def _write(self, address: int, value: int) -> None:
        registers = self._registers
        if address in _READ_ONLY or self.keeps_nothing:
            return
        match address:
            case 0x01:
                self._command(value)
            case 0x04 | 0x05:
                marked = value & 0x7F
                registers[address] = (
                    registers[address] | marked if value & 0x80 else registers[address] & ~marked
                )
            case 0x08:
                # The cipher can be switched off by hand, never on.
                registers[STATUS_2] = (value & ~0x08) | (registers[STATUS_2] & value & 0x08)
            case 0x09:
                self._push(value)
            case 0x0A:
                if value & 0x80:
                    self._fifo.clear()
                    registers[ERROR] &= ~BUFFER_OVERFLOW
            case 0x0C:
                if value & 0x80:
                    self._timer = None
                if value & 0x40:
                    self._start_timer(self._clock.now)
            case 0x0D:
                registers[BIT_FRAMING] = value & 0x7F
                if value & 0x80 and registers[COMMAND] & 0x0F == TRANSCEIVE:
                    self._transceive()
            case 0x0E:
                registers[COLL] = (registers[COLL] & 0x7F) | (value & 0x80)
            case 0x14:
                registers[TX_CONTROL] = value
                self.air.switch(bool(value & 0x03), self._clock.now)
            case _:
                registers[address] = value

    def _push(self, octet: int) -> None:
        if len(self._fifo) < FIFO_SIZE:
            self._fifo.append(octet)
        else:
            self._registers[ERROR] |= BUFFER_OVERFLOW

    # --- commands ------------------------------------------------------------------------------------------

    def _command(self, value: int) -> None:
        command = value & 0x0F
        if command == NO_CHANGE:
            return
        self._due.clear()
        self._registers[COMMAND] = value & 0x2F
        self._registers[ERROR] &= BUFFER_OVERFLOW
        match command:
            case 0x0 | 0x4 | 0x8 | 0xC:
                pass
            case 0x1:
                self._memory, self._fifo = self._swap_memory()
                self._finish()
            case 0x2:
                self._memory = bytes(self._random.randrange(256) for _ in range(10)) + self._memory[10:]
                self._finish()
            case 0x3:
                self._check_bytes()
            case 0xE:
                self._authenticate()
            case 0xF:
                self._power_on()
            case _:
                self._finish()

    def _finish(self) -> None:
        """End a command by itself."""
        self._registers[COMMAND] &= 0xF0
        self._interrupt(IDLE_IRQ)

    def _swap_memory(self) -> tuple[bytes, bytearray]:
        if self._fifo:
            return bytes(self._fifo[:25]).ljust(25, b"\0"), bytearray()
        return self._memory, bytearray(self._memory)

    def _check_bytes(self) -> None:
        if self._registers[AUTO_TEST] & 0x0F == 0x09:
            self._at(self._clock.now + 0.001, self._self_test)
            return
        preset = (0x0000, 0x6363, 0xA671, 0xFFFF)[self._registers[MODE] & 0x03]
        self._registers[CRC_LOW], self._registers[CRC_HIGH] = crc_16(bytes(self._fifo), preset)
        self._fifo.clear()
        self._registers[DIV_IRQ] |= 0x04

    def _self_test(self) -> None:
        result = SELF_TEST.get(self.version, bytes(range(64)))
        if any(self._memory) or self._fifo != b"\0":
            result = bytes(octet ^ 0x5A for octet in result)
        self._fifo = bytearray(result)
        self._registers[DIV_IRQ] |= 0x04

    def _authenticate(self) -> None:
        request, self._fifo = bytes(self._fifo), bytearray()
        self._start_timer_after(len(request) * 9 * 128 / 13.56e6)
        opened = [
            tag
            for tag in self.air.tags
            if isinstance(tag, Classic1K)
            and len(request) == 12
            and request[0] in (0x60, 0x61)
            and tag.authenticate(request[1], request[2:8], request[8:12])
        ]
        if len(opened) == 1:
            self._at(self._clock.now + AUTHENT_S, self._opened)

    def _opened(self) -> None:
        self._timer = None
        self._registers[STATUS_2] |= 0x08
        self._finish()

    def _start_timer_after(self, seconds: float) -> None:
        if self._registers[TIMER_MODE] & 0x80:
            self._start_timer(self._clock.now + seconds)

    # --- frames --------------------------------------------------------------------------------------------

    def _transceive(self) -> None:
        registers = self._registers
        octets, self._fifo = bytes(self._fifo), bytearray()
        last = registers[BIT_FRAMING] & 0x07
        count = max(0, 8 * len(octets) - (8 - last if last else 0))
        frame = Bits.of(octets).cut(count)
        sent_after = air_time(count)
        self._at(self._clock.now + sent_after, lambda: self._interrupt(TX_IRQ))
        self._start_timer_after(sent_after)
        # Without full modulation no tag of this kind hears anything.
        if not count or not registers[TX_ASK] & 0x40 or not registers[TX_CONTROL] & 0x03:
            return
        gain = GAINS_DB[registers[RF_CFG] >> 4 & 0x07]
        encrypted = bool(registers[STATUS_2] & 0x08)
        received = self.air.exchange(frame, encrypted, self._clock.now + sent_after, gain)
        if received is None:
            return
        begins = self._clock.now + sent_after + received.after_s
        if received.bits.size >= 4:
            self._at(begins + 5 * 128 / 13.56e6, self._stop_timer)
        if received.collision is not None or received.parity_error:
            # An error shows at once, long before the rest of the frame is in.
            self._at(begins + air_time((received.collision or 0) + 1), lambda: self._interrupt(ERR_IRQ))
        self._at(begins + air_time(received.bits.size), lambda: self._receive(received))

    def _stop_timer(self) -> None:
        self._timer = None

    def _receive(self, received: Received) -> None:
        registers = self._registers
        align = registers[BIT_FRAMING] >> 4 & 0x07
        value, count = received.bits
        registers[COLL] |= 0x20
        error = 0
        if received.collision is not None:
            error |= COLLISION
            position = received.collision + 1 + (align if self._coll_pos == "aligned" else 0)
            if position <= 32:
                registers[COLL] = (registers[COLL] & 0x80) | position % 32
            if not registers[COLL] & 0x80:
                value &= (1 << received.collision) - 1
        if received.parity_error:
            error |= PARITY
        octets = Bits(value << align, count + align).octets
        for octet in octets[: FIFO_SIZE - len(self._fifo)]:
            self._fifo.append(octet)
        if len(octets) > FIFO_SIZE:
            error |= BUFFER_OVERFLOW
        registers[CONTROL] = (registers[CONTROL] & ~0x07) | (count + align) % 8
        registers[ERROR] |= error
        if error:
            self._interrupt(ERR_IRQ)
        if not error or not self._silent_errors:
            self._interrupt(RX_IRQ)
