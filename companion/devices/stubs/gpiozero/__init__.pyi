from collections.abc import Callable
from typing import Any

class Device:
    pin_factory: Any
    def close(self) -> None: ...

class DigitalOutputDevice(Device):
    def __init__(self, pin: int, *, active_high: bool = True, initial_value: bool | None = False) -> None: ...
    def on(self) -> None: ...
    def off(self) -> None: ...

class DigitalInputDevice(Device):
    when_activated: Callable[[], None] | None
    when_deactivated: Callable[[], None] | None
    def __init__(
        self, pin: int, *, pull_up: bool | None = False, bounce_time: float | None = None
    ) -> None: ...
    @property
    def value(self) -> int: ...

class RGBLED(Device):
    value: tuple[float, float, float]
    def __init__(
        self, red: int, green: int, blue: int, *, active_high: bool = True, pwm: bool = True
    ) -> None: ...

class PWMOutputDevice(Device):
    value: float
    frequency: float | None
    def __init__(self, pin: int, *, initial_value: float = 0, frequency: int = 100) -> None: ...
