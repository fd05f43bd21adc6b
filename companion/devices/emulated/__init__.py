"""Readers down to their registers: tags, the air, the chip, its wires, on a clock that never waits."""
