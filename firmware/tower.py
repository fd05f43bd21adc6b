"""The dice tower without its board: lines, rolls, and events that wait for their acknowledgement.

Runs on any MicroPython and on the companion's Python: no f-strings, no typing, no pins, no clock of its own.
Times are milliseconds that only grow; whoever calls says what time it is.
"""

import protocol

SHOW_ROLL_MS = 6000
IDLE_CHECK_MS = 5000
GREATEST = 9999  # of counters in a line


def crc(text):
    """CRC-16/CCITT of ASCII text, as four hex digits."""
    value = protocol.CRC_START
    for byte in text.encode():
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1) ^ protocol.CRC_POLYNOMIAL if value & 0x8000 else value << 1
            value &= 0xFFFF
    return ("000" + hex(value)[2:].upper())[-4:]


def line(*fields):
    """The bytes of one line."""
    body = ",".join([str(field) for field in fields])
    return ("$" + body + "*" + crc(body) + "\n").encode()


def number(text, low, high):
    """The number that *text* is, or None: digits only, no leading zero, low to high."""
    if not 1 <= len(text) <= 9 or not all("0" <= sign <= "9" for sign in text) or str(int(text)) != text:
        return None
    return int(text) if low <= int(text) <= high else None


def fits(name, text, last):
    """Whether *text* may stand in the field *name*."""
    kind, least, most, allowed, may_be_none = protocol.FIELDS[name]
    if may_be_none and text == "-":
        return True
    if kind == "number":
        return number(text, least, most) is not None
    if kind == "choice":
        return text in allowed
    if not least <= len(text) <= most:
        return False
    if kind == "word":
        return all(sign in allowed for sign in text)
    return all(" " <= sign <= "~" and sign not in "$*" and (last or sign != ",") for sign in text)


def read_spec(text):
    """(letters, faces of each die) of a spec, or None when no tower rolls it."""
    letters = ""
    faces = []
    terms = text.split("+")
    if ":" in text:
        parts = text.split(":")
        letters = parts[0]
        if len(parts) != 2 or not letters:
            return None
        for at, letter in enumerate(letters):
            if not ("a" <= letter <= "z" or "A" <= letter <= "Z") or letter in letters[:at]:
                return None
        terms = ["1d" + parts[1]]
    for term in terms:
        parts = term.split("d")
        if len(parts) != 2:
            return None
        count = number(parts[0], 1, protocol.DICE_MAX)
        sides = number(parts[1], protocol.FACES_MIN, protocol.FACES_MAX)
        if count is None or sides is None:
            return None
        faces.extend([sides] * count)
    longest = sum([len(str(sides)) + 1 for sides in faces]) - 1 + (1 if letters else 0)
    if len(faces) > protocol.DICE_MAX or len(text) + longest > protocol.SPEC_AND_DICE_MAX:
        return None
    return letters, faces


class Lines:
    """Finds lines in whatever arrives. After noise it starts again at the next `$` or line end."""

    def __init__(self):
        self.bad = 0
        self._line = bytearray()
        self._inside = False
        self._noise = False

    def feed(self, chunk):
        """The bodies of the good lines that end in *chunk*."""
        bodies = []
        for byte in chunk:
            if byte == 36:  # $
                self._drop()
                self._inside = True
            elif byte == 10 or byte == 13:
                body = self._body() if self._inside else None
                if body is None:
                    self._drop()
                else:
                    bodies.append(body)
                self._line = bytearray()
                self._inside = False
            elif not self._inside:
                self._noise = True
            elif len(self._line) < protocol.MAX_BYTES - 2:
                self._line.append(byte)
            else:
                self._inside = False
                self._noise = True
        return bodies

    def complain(self):
        """Count a line that was thrown away."""
        self.bad = min(GREATEST, self.bad + 1)

    def _drop(self):
        if self._inside or self._noise:
            self.complain()
        self._line = bytearray()
        self._inside = False
        self._noise = False

    def _body(self):
        found = bytes(self._line)
        if len(found) < 6 or found[-5] != 42 or not all(32 <= byte <= 126 for byte in found):
            return None
        text = found.decode()
        return text[:-5] if crc(text[:-5]) == text[-4:] else None


class Tower:
    """Answers the host, rolls, repeats each event until it is acknowledged. Knows nothing of any game."""

    def __init__(self, name, entropy):
        self.name = name
        self.entropy = entropy
        self.display_works = True
        self.lines = Lines()
        self.boot = entropy.word(5)
        self.presses = 0
        self.armed = None
        self.who = ""
        self.last_roll = None  # (spec, dice as text)
        self.note = ""  # why the last press did nothing: "", "ask" or "full"
        self.changes = 0  # grows whenever the screen has something new to show
        self._armed_by = None
        self._n = 0
        self._newest = 0
        self._waiting = []  # events without acknowledgement, oldest first: [n, by, spec, dice, due]
        self._past = []
        self._out = bytearray()
        self._now = 0
        self._heard = None
        self._rolled = None
        self._checked = 0
        self._ask()

    def feed(self, chunk, now):
        """Bytes came from the host."""
        self._now = now
        for body in self.lines.feed(chunk):
            self._take(body)

    def press(self, micros, now):
        """The button went down; *micros* is a clock fine enough to be unpredictable."""
        self._now = now
        self.entropy.mix(micros)
        self.presses = min(GREATEST, self.presses + 1)
        self.note = ""
        if self.armed is None:
            self.note = "ask"
            self._ask()
        elif self._full():
            self.note = "full"
        elif self.entropy.fresh():
            spec = self.armed
            self.armed = None
            self._roll("-", spec)
        self.changes += 1

    def tick(self, now):
        """Time has passed: repeat what waits, look after the random source."""
        self._now = now
        for event in self._waiting:
            if now >= event[4]:
                self._send_event(event)
                event[4] = now + protocol.RESEND_MS
        if now - self._checked >= IDLE_CHECK_MS:
            self._checked = now
            before = self.entropy.works
            if self.entropy.fresh() != before:
                self.changes += 1

    def take_output(self):
        """The bytes to send to the host since the last call."""
        out = bytes(self._out)
        self._out = bytearray()
        return out

    def health(self):
        """ "ok", or what fails."""
        if not self.entropy.works:
            return "entropy"
        return "ok" if self.display_works else "display"

    def mood(self, now):
        """What the screen shows: splash, entropy, rolled, offline, full, ask, armed or turn."""
        if self._heard is None and self.last_roll is None:
            return "splash"
        if not self.entropy.works:
            return "entropy"
        if self._rolled is not None and now - self._rolled < SHOW_ROLL_MS:
            return "rolled"
        if self._heard is None or now - self._heard > (protocol.MISSES + 1) * protocol.HEARTBEAT_MS:
            return "offline"
        return self.note or ("turn" if self.armed is None else "armed")

    def _take(self, body):
        verb = body.split(",")[0]
        names = protocol.FROM_HOST.get(verb)
        if names is None:
            self.lines.complain()
            return
        fields = body.split(",", len(names))[1:]
        good = len(fields) == len(names)
        for at, text in enumerate(fields):
            good = good and fits(names[at], text, at == len(names) - 1)
        if not good:
            self.lines.complain()
            if verb in ("R", "B") and len(fields) > 1 and fits("req", fields[0], False):
                self._refuse(fields[0], "spec")
            return
        if self._heard is None or self._now - self._heard > protocol.HEARTBEAT_MS:
            self.changes += 1
        self._heard = self._now
        if verb == "?":
            self._send("H", fields[0], protocol.PROTO, self.name, self.boot, self._newest, self.health())
            for event in self._waiting:
                event[4] = self._now
        elif verb == "R":
            self._request(fields[0], fields[1])
        elif verb == "A":
            self._acknowledged(fields[0], int(fields[1]))
        elif verb == "P":
            self._send("P", fields[0], self.lines.bad, self.health())
        else:
            self._arm(fields[0], fields[1], fields[2])

    def _request(self, req, spec):
        for event in self._past + self._waiting:
            if event[1] == req:
                self._send_event(event)
                return
        if read_spec(spec) is None:
            self._refuse(req, "spec")
        elif self._full():
            self._refuse(req, "full")
        elif not self.entropy.fresh():
            self.changes += 1
            self._refuse(req, "entropy")
        else:
            self._roll(req, spec)

    def _arm(self, req, spec, who):
        if spec != "-" and read_spec(spec) is None:
            self._refuse(req, "spec")
            return
        if req != self._armed_by:  # the same one again must not arm a second roll
            self._armed_by = req
            self.armed = None if spec == "-" else spec
            self.who = who
            self.note = ""
            self.changes += 1
        self._send("B", req)

    def _acknowledged(self, boot, n):
        if boot != self.boot or n > self._n:
            return
        while self._waiting and self._waiting[0][0] <= n:
            self._past.append(self._waiting.pop(0))
        self._past = self._past[-protocol.ACKNOWLEDGED :]
        self._newest = max(self._newest, n)
        if self.note == "full":
            self.note = ""
            self.changes += 1

    def _full(self):
        return len(self._waiting) >= protocol.UNACKNOWLEDGED or (
            self._n >= GREATEST and len(self._waiting) > 0
        )

    def _roll(self, by, spec):
        if self._n >= GREATEST:  # all of them acknowledged: count anew under another name
            self.boot = self.entropy.word(5)
            self._n = 0
            self._newest = 0
            self._past = []
        letters, faces = read_spec(spec)
        letter = letters[self.entropy.below(len(letters))] if letters else ""
        dice = letter + ",".join([str(1 + self.entropy.below(sides)) for sides in faces])
        self._n += 1
        event = [self._n, by, spec, dice, self._now + protocol.FIRST_RESEND_MS]
        self._waiting.append(event)
        self.last_roll = (spec, dice)
        self._rolled = self._now
        self.note = ""
        self.changes += 1
        self._send_event(event)

    def _ask(self):
        self._send("Q", self.boot, self.presses)

    def _refuse(self, req, reason):
        self._send("N", req, reason)

    def _send_event(self, event):
        self._send("E", self.boot, event[0], event[1], event[2], event[3])

    def _send(self, *fields):
        self._out.extend(line(*fields))
