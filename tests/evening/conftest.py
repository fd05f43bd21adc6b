"""The devices of an evening: the browsers of the browser tests."""

from tests.browser.conftest import browser, devices, other_phone, phone, screen

__all__ = ["browser", "devices", "other_phone", "phone", "screen"]
