"""Wiring pictures and circuits drawn from the pin map."""
