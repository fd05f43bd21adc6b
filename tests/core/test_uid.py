"""A tag's number: bytes only, 4, 7 or 10, shown as upper-case hex."""

from __future__ import annotations

import pytest

from companion.core.uid import Uid


@pytest.mark.parametrize("text", ["deadbeef", "DE AD BE EF", "de:ad:be:ef", "DE-AD-BE-EF"])
def test_hex_is_read_in_every_usual_form(text: str) -> None:
    assert str(Uid.from_hex(text)) == "DEADBEEF"


@pytest.mark.parametrize("text", ["", "DEADBE", "xx", "DEADBEEF00", "1" * 40])
def test_what_is_no_uid_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="not a UID"):
        Uid.from_hex(text)


def test_only_a_short_number_that_starts_with_08_is_random() -> None:
    assert Uid.from_hex("08AABBCC").is_random
    assert not Uid.from_hex("04A3C6CAE26180").is_random
    assert not Uid.from_hex("08A3C6CAE26180").is_random
