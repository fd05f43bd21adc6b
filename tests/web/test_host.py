"""The host's own way in, over the real server."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from companion.core.seats import Role
from companion.table.table import Table
from companion.web.host import NoAnswer, fetch_link, fetch_token
from companion.web.serve import listen
from tests.web.house import SECRET, House
from tests.web.test_serve import Running, running

__all__ = ["running"]


def url(server: Running) -> str:
    return f"http://127.0.0.1:{server.server.port}/"


def test_a_link_for_the_banker_is_good_once(house: House, table: Table, running: Running) -> None:
    link = fetch_link(url(running), SECRET, table.id)
    assert link.startswith("http://192.0.2.7:8080/t/")
    phone, late = house.device(), house.device()
    assert phone.post(urlsplit(link).path).status_code == 303
    assert phone.say(table, "options", "banker", set={}).status_code == 200
    assert late.post(urlsplit(link).path, json={}).status_code == 409
    assert house.seating.token(table.id, Role.BANKER) not in link


def test_a_token_plays_its_seat(house: House, table: Table, running: Running) -> None:
    token = fetch_token(url(running), SECRET, table.id, "1")
    said = {"do": "take", "by": "Bob", "amount": 1}
    answer = running.request("POST", f"/t/{table.id}/act", said, Authorization=f"Bearer {token}", Origin="")
    assert answer.status == 200
    running.connection.close()


@pytest.mark.parametrize(
    ("table_id", "place", "why"),
    [("none-9", "banker", "404"), ("coins-1", "7", "404"), ("../x", "banker", "404")],
)
def test_what_is_not_there_says_so(
    house: House, table: Table, running: Running, table_id: str, place: str, why: str
) -> None:
    with pytest.raises(NoAnswer, match=why):
        fetch_link(url(running), SECRET, table_id, place)


def test_a_wrong_secret_gets_nothing(house: House, table: Table, running: Running) -> None:
    with pytest.raises(NoAnswer, match="403"):
        fetch_link(url(running), b"some other secret of thirty-two by", table.id)


def test_a_companion_that_does_not_run_says_so() -> None:
    closed = listen("127.0.0.1", 0)
    port = closed.getsockname()[1]
    closed.close()
    with pytest.raises(NoAnswer, match="no companion answers"):
        fetch_link(f"http://127.0.0.1:{port}", SECRET, "coins-1")
