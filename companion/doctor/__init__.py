"""Looks at this machine and what is fitted to it, and says what to do. Part of the composition root."""
