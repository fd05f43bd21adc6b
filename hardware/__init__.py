"""The pin map, its rules and what is written from it."""
