"""Self test on the board, from the MicroPython prompt: `import selftest; selftest.run()`."""

import os
import time

import entropy

ROLLS = 60000
# Chi-square values that true chance exceeds once in a million: for 5, 23 and 35 degrees of freedom.
LIMITS = {5: 35.888, 23: 70.550, 35: 89.947}
PRESS_MS = 15000
LOOK_MS = 700


def chi_square(counts):
    """How far *counts* are from equal."""
    expected = sum(counts) / len(counts)
    return sum([(count - expected) ** 2 for count in counts]) / expected


def sources():
    """Broken random sources, each of which the tests must find."""

    def eighty(count):
        found = bytearray()
        for _ in range(count):
            chance = os.urandom(8)
            found.append(sum([(chance[bit] % 5 != 0) << bit for bit in range(8)]))
        return bytes(found)

    return (
        ("stuck at 0", lambda count: bytes(count)),
        ("stuck at 255", lambda count: b"\xff" * count),
        ("period 2", lambda count: b"\x37\xc5" * (count // 2)),
        ("80 % ones", eighty),
    )


def dice_counts(source, rolls):
    """Counts of each face and of each pair of neighbours."""
    faces, pairs = [0] * 6, [0] * 36
    before = None
    for _ in range(rolls):
        face = source.below(6)
        faces[face] += 1
        if before is not None:
            pairs[6 * before + face] += 1
            before = None
        else:
            before = face
    return faces, pairs


def bag_counts(source, bags):
    """How often each of the 24 orders came out of a bag of four."""
    counts = {}
    for _ in range(bags):
        inside = [0, 1, 2, 3]
        order = []
        while inside:
            order.append(inside.pop(source.below(len(inside))))
        counts[tuple(order)] = counts.get(tuple(order), 0) + 1
    return [counts.get(key, 0) for key in counts] + [0] * (24 - len(counts))


def test_chance(raw, rolls, say):
    """The random source, the tests that watch it, and the dice made of it."""
    good = True
    for name, broken in sources():
        found = not entropy.Entropy(broken).works
        good = say(found, "a source " + name + " is found out") and good
    source = entropy.Entropy(raw)
    good = say(source.works, "the board's own source passes") and good
    faces, pairs = dice_counts(source, rolls)
    orders = bag_counts(source, rolls // 10)
    for what, counts in (("faces", faces), ("pairs", pairs), ("orders of a bag", orders)):
        value = chi_square(counts)
        limit = LIMITS[len(counts) - 1]
        text = what + ": chi-square " + str(round(value, 1)) + ", limit " + str(limit)
        good = say(value < limit, text) and good
    return say(source.works, "no alarm in " + str(rolls) + " rolls") and good


def test_board(board, say):
    """Display and ring to look at, and the button to press."""
    board.screen.fill(1)
    good = say(board.screen.works, "the display answers (all dots are lit)")
    for name, shares in (("red", (3, 0, 0)), ("green", (0, 3, 0)), ("blue", (0, 0, 3))):
        board.light(shares)
        say(True, "the ring is " + name)
        time.sleep_ms(LOOK_MS)
    board.light((0, 0, 0))
    board.screen.fill(0)
    say(True, "now press the big button")
    start = time.ticks_ms()
    while True:
        waited = time.ticks_diff(time.ticks_ms(), start)
        if board.button.pressed(waited):
            return say(True, "the button was pressed") and good
        if waited > PRESS_MS:
            return say(False, "no press in " + str(PRESS_MS // 1000) + " seconds") and good


def run(raw=os.urandom, rolls=ROLLS):
    """Test everything; True when all is well."""
    import main  # the pins are touched only when the test runs

    def say(good, text):
        print("ok  " if good else "BAD ", text)
        return good

    board = main.Board()
    good = test_chance(raw, rolls, say)
    good = test_board(board, say) and good
    print("all well" if good else "NOT WELL: see BAD above")
    return good
