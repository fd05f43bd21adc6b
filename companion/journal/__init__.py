"""The journal: entries in a file that loses nothing. It knows values, not games."""
