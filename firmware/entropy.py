"""Random numbers, and the tests that watch where they come from. No board code."""

import hashlib

BATCH = 128  # raw bytes for one roll: even half a bit of chance in each is 512 bits
STARTUP_BATCHES = 8  # 1,024 samples before the first roll, and before trust comes back
REPEATS_MAX = 41  # repetition count test: this many equal bytes in a row (half a bit a byte, 1 in 2**20)
PROPORTION_MAX = 793  # adaptive proportion test: this many of 1,024 alike, once on bytes, once on bits
WINDOW = 1024
LAGS = 8  # the same counting against the byte 1 to 8 places before finds what goes in circles
LAG_MAX = 114  # of the 128 bytes of a batch; the same odds as the other two
ONES = (0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4)
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


class Entropy:
    """Random numbers out of a raw source that is watched all the time (NIST SP 800-90B, section 4.4).

    *raw* is a function: a count of bytes in, raw bytes out. *works* is False while the tests fail.
    """

    def __init__(self, raw):
        self.raw = raw
        self.works = False
        self._pool = b"dice tower"
        self._ready = b""
        self._before = b""
        self._repeats = 0
        self._window = 0
        self._first = -1
        self._alike = 0
        self.start()

    def mix(self, value):
        """Stir in something that nobody can know, such as when the button was pressed, in microseconds."""
        self._pool = hashlib.sha256(self._pool + str(value).encode()).digest()
        self._ready = b""

    def start(self):
        """Test 1,024 raw bytes; True when all is well. Also the way back after a failure."""
        self._before = b""
        self._repeats = 0
        self._window = 0
        self.works = True
        for _ in range(STARTUP_BATCHES):
            self.check()
        return self.works

    def check(self):
        """Take one batch of raw bytes, test it, stir it in."""
        batch = self.raw(BATCH)
        if len(batch) != BATCH or not self._sound(batch):
            self.works = False
        self._pool = hashlib.sha256(self._pool + batch).digest()
        self._ready = hashlib.sha256(self._pool + b"out").digest()
        return self.works

    def fresh(self):
        """Renew the chance before a roll; True when it can be trusted."""
        return self.check() if self.works else self.start()

    def below(self, limit):
        """A number from 0 to *limit* - 1, all equally likely: bytes past the last multiple are not used."""
        end = 256 - 256 % limit
        while True:
            if not self._ready:
                self.check()
            byte = self._ready[0]
            self._ready = self._ready[1:]
            if byte < end:
                return byte % limit

    def word(self, length):
        """A random word, usable as a name even while the tests fail."""
        return "".join([LETTERS[self.below(len(LETTERS))] for _ in range(length)])

    def _sound(self, batch):
        ones = 0
        row = self._before + batch
        start = len(self._before)
        for at in range(start, len(row)):
            byte = row[at]
            ones += ONES[byte >> 4] + ONES[byte & 15]
            self._repeats = self._repeats + 1 if at and byte == row[at - 1] else 1
            if self._window == 0:
                self._first = byte
                self._alike = 0
                self._window = WINDOW
            self._window -= 1
            self._alike += byte == self._first
            if self._repeats >= REPEATS_MAX or self._alike >= PROPORTION_MAX:
                return False
        self._before = batch[-LAGS:]
        if max(ones, 8 * BATCH - ones) >= PROPORTION_MAX:
            return False
        for lag in range(1, LAGS + 1):
            if sum([row[at] == row[at - lag] for at in range(max(lag, start), len(row))]) >= LAG_MAX:
                return False
        return True
