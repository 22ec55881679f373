"""The memory of the pipelines, and the choice of the pipeline to close."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from dragoman.engines.apertium.pipeline import Pipeline

_LEAST_LIFE: Final = 2.0  # seconds a pipeline may work before it must make room for another pair


def measure(pids: Iterable[int]) -> int:
    """The memory of processes in bytes, shared pages counted in parts (PSS). Up to a millisecond each."""
    return sum(_measure_one(pid) for pid in pids)


def _measure_one(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError):  # gone meanwhile
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)


def choose_victim(pipelines: Sequence[Pipeline], *, now: float) -> Pipeline | None:
    """The pipeline to close for another pair: the idle one unused for longest, else the oldest busy one."""
    idle = [pipeline for pipeline in pipelines if not pipeline.load]
    if idle:
        return min(idle, key=lambda pipeline: pipeline.used)
    old = [p for p in pipelines if not p.draining and now - p.started >= _LEAST_LIFE]
    return min(old, key=lambda pipeline: pipeline.started, default=None)
