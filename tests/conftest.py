"""Fixtures that every part of the suite may use."""

from tests.browser.contexts import browser, devices, other_phone, phone, screen

__all__ = ["browser", "devices", "other_phone", "phone", "screen"]
