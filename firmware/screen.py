"""The tower's small screen (SSD1306, 128 x 64, I2C) and the pictures on it."""

import framebuf
import tower

START = (
    b"\xae"  # off
    b"\x20\x00"  # addresses run row by row
    b"\x40\xa1\xc8"  # first line, left to right, top to bottom
    b"\xa8\x3f\xda\x12\xd3\x00"  # 64 lines, their wiring, no offset
    b"\xd5\x80\xd9\xf1\xdb\x30"  # clock, precharge, level
    b"\x81\x9f\xa4\xa6"  # brightness, show the memory, not inverted
    b"\x8d\x14"  # own charge pump
    b"\xaf"  # on
)
WHOLE = b"\x21\x00\x7f\x22\x00\x07"  # all columns, all pages
PIPS = ((4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))  # places in a 3 x 3 grid
TEXT = {
    "splash": ("DICE TOWER", "waiting for", "the companion"),
    "entropy": ("NO DICE", "random source", "fails its test", "type the dice"),
    "offline": ("OFFLINE", "the companion", "does not answer"),
    "full": ("WAIT", "four rolls are", "not yet stored"),
    "ask": ("WAIT", "nothing to roll", "just now"),
}


class Screen:
    """Draws what the tower shows. `works` is False while no display answers; it is tried again."""

    def __init__(self, i2c, address, width, height):
        self._i2c = i2c
        self._address = address
        self._width = width
        self._height = height
        self._bytes = bytearray(width * height // 8)
        self._picture = framebuf.FrameBuffer(self._bytes, width, height, framebuf.MONO_VLSB)
        self._started = False
        self.works = True

    def draw(self, mood, who, armed, last_roll):
        """Show *mood*; with a roll its dice, with a turn whose it is."""
        self._picture.fill(0)
        if mood == "rolled":
            spec, dice = last_roll
            self._dice(spec, dice)
            self._centred(who, 56)
        elif mood == "armed" or mood == "turn":
            self._centred(who, 8)
            if armed is not None:
                self._centred("press to roll", 28)
                self._centred(armed, 44)
        else:
            for row, text in enumerate(TEXT[mood]):
                self._centred(text, 6 + 14 * row)
        self.show()

    def fill(self, colour):
        """Light every dot, or none."""
        self._picture.fill(colour)
        self.show()

    def show(self):
        """Send the picture. A display that does not answer is no error of the tower."""
        try:
            if not self._started:
                for command in START:
                    self._i2c.writeto(self._address, bytes((0x80, command)))
                self._started = True
            for command in WHOLE:
                self._i2c.writeto(self._address, bytes((0x80, command)))
            self._i2c.writeto(self._address, b"\x40" + self._bytes)
            self.works = True
        except OSError:
            self._started = False
            self.works = False

    def _centred(self, text, y):
        self._picture.text(text, (self._width - 8 * len(text)) // 2, y)

    def _dice(self, spec, dice):
        letters, faces = tower.read_spec(spec)
        cells = [(dice[0], 0)] if letters else []
        numbers = dice[1:] if letters else dice
        cells += [(number, faces[at]) for at, number in enumerate(numbers.split(","))]
        rows = 1 if len(cells) <= 4 else 2
        columns = (len(cells) + rows - 1) // rows
        size = 30 if rows == 1 else 25
        for at, (text, sides) in enumerate(cells):
            x = (self._width - columns * (size + 2)) // 2 + at % columns * (size + 2)
            y = (54 - rows * (size + 2)) // 2 + at // columns * (size + 2)
            self._picture.rect(x, y, size, size, 1)
            if sides == 6:
                self._pips(x, y, size, int(text))
            else:
                self._big(text, x + size // 2, y + size // 2, 2 if len(text) == 1 else 1)

    def _pips(self, x, y, size, number):
        step = size // 4
        for place in PIPS[number - 1]:
            across = x + step * (1 + place % 3) - 1
            down = y + step * (1 + place // 3) - 1
            self._picture.fill_rect(across, down, 4, 4, 1)

    def _big(self, text, x, y, scale):
        width = 8 * len(text)
        small = framebuf.FrameBuffer(bytearray(width), width, 8, framebuf.MONO_VLSB)
        small.text(text, 0, 0)
        for across in range(width):
            for down in range(8):
                if small.pixel(across, down):
                    left = x - width * scale // 2 + across * scale
                    self._picture.fill_rect(left, y - 4 * scale + down * scale, scale, scale, 1)
