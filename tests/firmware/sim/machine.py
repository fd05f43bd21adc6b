"""The Pico's pins and buses in the MicroPython VM, played by a test.

A test writes lines to one pipe and reads one line of answer to each from the other: `tap` presses the
button for 60 ms, `press` and `release` hold it, `oled off|on` unplugs the display, `source NAME` swaps the
random source, `see TEXT` asks whether the display shows a text, `ring` asks for the ring's colour.
One line is taken each time the button is looked at.
"""

import os
import sys
import time

import control
import framebuf
import pins

WIDTH, HEIGHT = pins.OLED_WIDTH, pins.OLED_HEIGHT
TAP_MS = 60


def biased(count):
    """Bytes whose bits are 1 in 86 %: 7 standard errors beyond what one batch may show."""
    found = bytearray()
    for _ in range(count):
        chance = os.urandom(8)
        found.append(sum([(chance[bit] % 7 != 0) << bit for bit in range(8)]))
    return bytes(found)


SOURCES = {
    "good": lambda count: os.urandom(count),
    "stuck": lambda count: b"\x5a" * count,
    "period": lambda count: b"\x37\xc5" * (count // 2),
    "biased": biased,
}


class World:
    """What surrounds the board."""

    def __init__(self):
        self.source = "good"
        self.ring = (0, 0, 0)
        self.memory = bytearray(WIDTH * HEIGHT // 8)
        self.display = True
        self._edges = []  # (when, down), what is still to happen to the button
        self._down = False

    def button_level(self):
        """The level of the button's pin; takes a waiting command first."""
        command = control.take()
        if command:
            control.answer(self.obey(command))
        while self._edges and time.ticks_diff(time.ticks_ms(), self._edges[0][0]) >= 0:
            self._down = self._edges.pop(0)[1]
        return 0 if self._down else 1

    def obey(self, command):
        """Do what a test says, and answer."""
        word, _, rest = command.partition(" ")
        if word == "tap":
            start = self._edges[-1][0] if self._edges else time.ticks_ms()
            for after, down in ((0, False), (TAP_MS // 2, True), (TAP_MS + TAP_MS // 2, False)):
                self._edges.append((time.ticks_add(start, after), down))
        elif word in ("press", "release"):
            self._down = word == "press"
        elif word == "oled":
            self.display = rest == "on"
        elif word == "source":
            self.source = rest
        elif word == "see":
            return "yes" if self.shows(rest) else "no"
        elif word == "ring":
            return " ".join([str(part) for part in self.ring])
        else:
            return "what?"
        return "done"

    def shows(self, text):
        """Whether the dots of *text* stand somewhere on the display, in plain or double size."""
        picture = framebuf.FrameBuffer(self.memory, WIDTH, HEIGHT, framebuf.MONO_VLSB)
        width = 8 * len(text)
        wanted = framebuf.FrameBuffer(bytearray(width), width, 8, framebuf.MONO_VLSB)
        wanted.text(text, 0, 0)
        dots = [(x, y, wanted.pixel(x, y)) for x in range(width) for y in range(8)]
        for scale in (1, 2):
            for left in range(WIDTH - width * scale + 1):
                for top in range(HEIGHT - 8 * scale + 1):
                    if all(picture.pixel(left + x * scale, top + y * scale) == dot for x, y, dot in dots):
                        return True
        return False


world = World()


def raw(count):
    """Raw bytes of the source that the test has chosen."""
    return SOURCES[world.source](count)


def unique_id():
    """The number of this board."""
    return b"\xe6\x61\x41\x04\x03\x5a\xb0\x1c"


def reset():
    """Power comes anew: the test starts another VM."""
    sys.stderr.write("reset\n")
    raise SystemExit


class Pin:
    """A pin; the button's is the only one that is read."""

    IN = 0
    PULL_UP = 1

    def __init__(self, number, mode=None, pull=None):
        self.number = number
        if number == pins.BUTTON and (mode, pull) != (Pin.IN, Pin.PULL_UP):
            raise ValueError("the button needs an input with a pull-up")

    def value(self):
        """1 is high."""
        return world.button_level() if self.number == pins.BUTTON else 1


class I2C:
    """A bus with an SSD1306 on it, of which the memory is kept."""

    def __init__(self, bus, sda, scl, freq):
        if (bus, sda.number, scl.number) != (pins.OLED_BUS, pins.OLED_SDA, pins.OLED_SCL) or freq > 400000:
            raise ValueError("bad I2C bus, pin or speed")

    def writeto(self, address, octets):
        """A transfer; nobody answers while the display is unplugged."""
        if address != pins.OLED_ADDRESS or not world.display:
            raise OSError(5)
        if octets[0] == 0x40:
            if len(octets) != 1 + len(world.memory):
                raise ValueError("only whole pictures")
            world.memory[:] = octets[1:]
        elif octets[0] != 0x80 or len(octets) != 2:
            raise ValueError("neither a command nor a picture")
