"""Tag readers, the dice tower and the panel: real, simulated, and emulated down to the register."""
