"""Medians and percentiles of measured times."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence


def measure_ms(work: Callable[[], object], times: int) -> list[float]:
    """How long *work* took each time, in milliseconds."""
    spent = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        spent.append((time.perf_counter() - begun) * 1000)
    return spent


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which *share* (0 to 1) of *values* lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def show_ms(name: str, values: Sequence[float], mark: str = "") -> str:
    """One line: median, 99th percentile, largest."""
    told = f" (mark {mark})" if mark else ""
    return (
        f"{name}: p50 {statistics.median(values):.1f} ms, p99 {percentile(values, 0.99):.1f} ms, "
        f"most {max(values):.1f} ms, {len(values)} times{told}"
    )
