"""Pins of the tower's Pico by GP number."""

# Written by hardware/generate.py from hardware/pins.toml; do not edit.

OLED_SDA = 4  # board pin 6, i2c0.sda
OLED_SCL = 5  # board pin 7, i2c0.scl
BUTTON = 14  # board pin 19, gpio
RING = 16  # board pin 21, gpio

OLED_BUS = 0  # I2C block of the two pins
OLED_ADDRESS = 0x3C  # 7-bit address of the SSD1306
OLED_WIDTH = 128  # pixels
OLED_HEIGHT = 64  # pixels
RING_PIXELS = 12  # lights on the ring
RING_MAX = 40  # brightest channel value of 255: keeps the ring under 130 mA
