"""Devices without hardware, driven by the simulator page or by a test."""
