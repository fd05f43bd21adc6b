"""Generated from firmware/protocol.toml by firmware/generate.py; do not edit."""

PROTO = 1
MAX_BYTES = 64
CRC_POLYNOMIAL = 4129
CRC_START = 65535
FIRST_RESEND_MS = 80
RESEND_MS = 400
HEARTBEAT_MS = 2000
GREETING_MS = 2500
MISSES = 3
UNACKNOWLEDGED = 4
ACKNOWLEDGED = 4
DICE_MAX = 8
FACES_MIN = 2
FACES_MAX = 100
SPEC_MAX = 24
SPEC_AND_DICE_MAX = 36
WHO_MAX = 16

# name: (kind, least, most, allowed, may be a single -)
FIELDS = {
    "nonce": ("word", 1, 6, "abcdefghijklmnopqrstuvwxyz0123456789", False),
    "proto": ("number", 1, 999, "", False),
    "name": ("word", 1, 16, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-", False),
    "boot": ("word", 5, 5, "abcdefghijklmnopqrstuvwxyz0123456789", False),
    "n": ("number", 1, 9999, "", False),
    "newest": ("number", 0, 9999, "", False),
    "health": ("choice", 0, 0, ("ok", "entropy", "display"), False),
    "req": ("word", 1, 6, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", False),
    "by": ("word", 1, 6, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", True),
    "spec": ("text", 2, 24, "", False),
    "armed": ("text", 2, 24, "", True),
    "who": ("text", 0, 16, "", False),
    "dice": ("text", 1, 31, "", False),
    "bad": ("number", 0, 9999, "", False),
    "presses": ("number", 0, 9999, "", False),
    "reason": ("choice", 0, 0, ("full", "entropy", "spec"), False),
}

FROM_HOST = {
    "?": ("nonce",),
    "R": ("req", "spec"),
    "A": ("boot", "n"),
    "P": ("nonce",),
    "B": ("req", "armed", "who"),
}

FROM_TOWER = {
    "H": ("nonce", "proto", "name", "boot", "newest", "health"),
    "E": ("boot", "n", "by", "spec", "dice"),
    "P": ("nonce", "bad", "health"),
    "N": ("req", "reason"),
    "B": ("req",),
    "Q": ("boot", "presses"),
}
