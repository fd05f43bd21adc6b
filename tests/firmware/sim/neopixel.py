"""The light ring in the MicroPython VM."""

import machine
import pins


class NeoPixel:
    """Keeps the colour it was last told to show."""

    def __init__(self, pin, count):
        if pin.number != pins.RING or count != pins.RING_PIXELS:
            raise ValueError("bad pin or length of the ring")
        self._lights = [(0, 0, 0)] * count

    def __setitem__(self, at, colour):
        if not all(0 <= part <= pins.RING_MAX for part in colour):
            raise ValueError("brighter than the supply allows")
        self._lights[at] = colour

    def write(self):
        """Show it; every light has the same colour on this tower."""
        if len(set(self._lights)) != 1:
            raise ValueError("the ring shows more than one colour")
        machine.world.ring = self._lights[0]
