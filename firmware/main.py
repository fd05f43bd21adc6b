"""The dice tower on a Raspberry Pi Pico: pins, display, light ring, button, USB.

Hold the button while plugging in to get the MicroPython prompt instead (to copy files, or for selftest.py).
"""

import os
import select
import sys
import time

import entropy
import machine
import micropython
import neopixel
import pins
import screen
import tower

DEBOUNCE_MS = 20
CHUNK = 64
WAIT_MS = 2
RETRY_DISPLAY_MS = 5000
# What the ring shows, as shares of pins.RING_MAX. The screen says the same in words.
COLOURS = {
    "splash": (1, 1, 1),
    "turn": (0, 0, 1),
    "armed": (0, 3, 0),
    "rolled": (3, 3, 3),
    "ask": (3, 1, 0),
    "full": (3, 1, 0),
    "offline": (2, 0, 2),
    "entropy": (3, 0, 0),
}


class Clock:
    """Milliseconds that only grow, made of ticks that wrap."""

    def __init__(self):
        self._ticks = time.ticks_ms()
        self._now = 0

    def now(self):
        """Milliseconds since the start."""
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now


class Button:
    """A button to ground. Its contacts bounce: a change counts once it has held for 20 ms."""

    def __init__(self, pin):
        self._pin = pin
        self._down = self.held()
        self._since = None

    def held(self):
        """Whether the contact is closed at this moment."""
        return self._pin.value() == 0

    def pressed(self, now):
        """Whether a press was completed since the last call."""
        if self.held() == self._down:
            self._since = None
            return False
        if self._since is None:
            self._since = now
        if now - self._since < DEBOUNCE_MS:
            return False
        self._down = not self._down
        self._since = None
        return self._down


class Board:
    """Everything that is soldered to the Pico."""

    def __init__(self):
        self.button = Button(machine.Pin(pins.BUTTON, machine.Pin.IN, machine.Pin.PULL_UP))
        sda, scl = machine.Pin(pins.OLED_SDA), machine.Pin(pins.OLED_SCL)
        i2c = machine.I2C(pins.OLED_BUS, sda=sda, scl=scl, freq=400000)
        self.screen = screen.Screen(i2c, pins.OLED_ADDRESS, pins.OLED_WIDTH, pins.OLED_HEIGHT)
        self._ring = neopixel.NeoPixel(machine.Pin(pins.RING), pins.RING_PIXELS)

    def light(self, shares):
        """Give the whole ring one colour, in thirds of the greatest brightness."""
        colour = tuple([pins.RING_MAX * share // 3 for share in shares])
        for at in range(pins.RING_PIXELS):
            self._ring[at] = colour
        self._ring.write()

    def name(self):
        """The tower's name: its board's own number makes it one of a kind."""
        return "tower-" + "".join([("0" + hex(byte)[2:])[-2:] for byte in machine.unique_id()[-3:]])


class Turning:
    """The tower on its board: one step after the other, for ever."""

    def __init__(self, board, raw):
        self._board = board
        self._clock = Clock()
        self._tower = tower.Tower(board.name(), entropy.Entropy(raw))
        self._shown = None
        self._drawn = 0

    def step(self, chunk):
        """Take what the host sent, return what it shall get; look after button, screen and ring."""
        now = self._clock.now()
        if chunk:
            self._tower.feed(chunk, now)
        if self._board.button.pressed(now):
            self._tower.press(time.ticks_us(), now)
        self._tower.tick(now)
        self._show(now)
        return self._tower.take_output()

    def _show(self, now):
        mood = self._tower.mood(now)
        retry = not self._board.screen.works and now - self._drawn > RETRY_DISPLAY_MS
        if self._shown == (mood, self._tower.changes) and not retry:
            return
        if self._shown is None or self._shown[0] != mood:
            self._board.light(COLOURS[mood])
        self._shown = (mood, self._tower.changes)
        self._drawn = now
        self._board.screen.draw(mood, self._tower.who, self._tower.armed, self._tower.last_roll)
        self._tower.display_works = self._board.screen.works


def read(poller, stream):
    """What the host has sent, at most 64 bytes; waits 2 ms at most."""
    chunk = bytearray()
    wait = WAIT_MS
    while len(chunk) < CHUNK and poller.poll(wait):
        byte = stream.read(1)
        if not byte:
            time.sleep_ms(WAIT_MS)
            break
        chunk.extend(byte)
        wait = 0
    return chunk


def serve(board, raw):
    """Be the tower on the USB cable."""
    turning = Turning(board, raw)
    stream, out = sys.stdin.buffer, sys.stdout.buffer
    poller = select.poll()
    poller.register(sys.stdin, select.POLLIN)
    while True:
        answer = turning.step(read(poller, stream))
        if answer:
            out.write(answer)


def run(raw):
    """Start, unless the button is held. An error is written to fault.txt, and the tower starts anew."""
    board = Board()
    if board.button.held():
        return
    micropython.kbd_intr(-1)  # a 0x03 among the bytes must not stop the tower
    try:
        serve(board, raw)
    except Exception as error:
        with open("fault.txt", "w") as file:  # noqa: PTH123 (MicroPython has no pathlib)
            sys.print_exception(error, file)
        machine.reset()


if __name__ == "__main__":
    run(os.urandom)
