"""The simulator's page: every handle reaches the simulated devices, and nothing is simulated unannounced."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.core.tagged import Tagged
from companion.core.uid import Uid
from companion.table.fittings import Fitting
from companion.table.registry import Registered
from tests.web.house import House

COIN = "04A3C6CAE26180"


class Hands:
    """Writes down what the page does to the devices."""

    def __init__(self) -> None:
        self.done: list[tuple[object, ...]] = []
        self.on: list[str] = []

    def readers(self) -> tuple[str, ...]:
        return ("table",)

    def lying(self, reader: str) -> tuple[str, ...]:
        return tuple(self.on)

    def lay(self, reader: str, uid: str) -> None:
        self.on.append(uid)

    def take(self, reader: str, uid: str) -> None:
        self.on.remove(uid)

    def unplug(self, reader: str) -> None:
        self.done.append(("unplug", reader))

    def replug(self, reader: str) -> None:
        self.done.append(("replug", reader))

    def set_noise(self, reader: str, share: float) -> None:
        self.done.append(("noise", reader, share))

    def press_tower(self) -> None:
        self.done.append(("tower",))

    def silence_tower(self, silent: bool) -> None:
        self.done.append(("silence", silent))

    def press_panel(self, button: str) -> None:
        self.done.append(("panel", button))


@pytest.fixture
def hands(house: House) -> Iterator[Hands]:
    made = Hands()
    house.reach = replace(house.reach, simulator=made)
    house.app.extensions["companion"] = house.reach
    yield made


def test_a_registered_tag_is_laid_down_by_name_and_taken_away(house: House, hands: Hands) -> None:
    house.start()
    house.hall.registry.register(Uid.from_hex(COIN), Registered("coins", Tagged("coin", "5")))
    phone = house.device()
    assert "The 5-coin" in phone.get("/simulator").text
    assert phone.post("/simulator/lay", {"reader": "table", "uid": COIN}).status_code == 303
    assert hands.on == [COIN]
    assert phone.post("/simulator/take", {"reader": "table", "uid": COIN}).status_code == 303
    assert hands.on == []


@pytest.mark.parametrize(
    ("deed", "form", "done"),
    [
        ("unplug", {"reader": "table"}, ("unplug", "table")),
        ("replug", {"reader": "table"}, ("replug", "table")),
        ("noise", {"reader": "table", "share": "0.02"}, ("noise", "table", 0.02)),
        ("noise", {"reader": "table", "share": "7"}, ("noise", "table", 1.0)),
        ("tower", {}, ("tower",)),
        ("silence", {"silent": "1"}, ("silence", True)),
        ("silence", {"silent": "0"}, ("silence", False)),
        ("panel", {"button": "ok"}, ("panel", "ok")),
    ],
)
def test_every_handle_does_its_deed(
    house: House, hands: Hands, deed: str, form: dict[str, str], done: tuple[object, ...]
) -> None:
    assert house.device().post(f"/simulator/{deed}", form).status_code == 303
    assert hands.done == [done]


@pytest.mark.parametrize(
    ("deed", "form", "status"),
    [
        ("lay", {"reader": "table", "uid": "xyz"}, 400),
        ("noise", {"reader": "table", "share": "much"}, 400),
        ("panel", {"button": "explode"}, 404),
        ("explode", {}, 404),
    ],
)
def test_a_deed_that_cannot_be_is_refused(
    house: House, hands: Hands, deed: str, form: dict[str, str], status: int
) -> None:
    assert house.device().post(f"/simulator/{deed}", form).status_code == status
    assert hands.done == [] and hands.on == []


def test_a_house_without_simulated_devices_says_so(house: House) -> None:
    phone = house.device()
    assert "No device is simulated here" in phone.get("/simulator").text
    assert phone.post("/simulator/tower").status_code == 404


def test_simulated_devices_are_announced_loudly_on_every_page(house: House, hands: Hands) -> None:
    table = house.start()
    phone = house.device(table, 0, banker=True)
    pages = ("/", "/new", f"/t/{table.id}/", f"/t/{table.id}/table", f"/t/{table.id}/history", "/simulator")
    assert all("SIMULATED" not in phone.get(page).text for page in pages)
    house.reach.fittings.set(Fitting("table", "reader", "simulated"))
    assert all("SIMULATED" in phone.get(page).text for page in pages)


def test_a_lost_device_stands_in_the_bar_and_one_not_fitted_does_not(house: House) -> None:
    table = house.start()
    house.reach.fittings.set(Fitting("left reader", "reader", "lost"))
    house.reach.fittings.set(Fitting("tower", "tower", "not_fitted"))
    bar = house.device(table, 0).get(f"/t/{table.id}/").text.split("</header>")[0]
    assert "left reader: lost" in bar
    assert "tower" not in bar
