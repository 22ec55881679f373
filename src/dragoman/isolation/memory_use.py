"""The memory of processes, as the system counts it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def measure(pids: Iterable[int]) -> int:
    """The memory of processes in bytes, shared pages counted in parts (PSS). Up to a millisecond each."""
    return sum(_measure_one(pid) for pid in pids)


def _measure_one(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError):  # gone meanwhile
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)
