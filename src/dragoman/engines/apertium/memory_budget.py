"""The choice of the pipeline to close when memory is short."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dragoman.engines.apertium.pipeline import Pipeline

_LEAST_LIFE: Final = 2.0  # seconds a pipeline may work before it must make room for another pair


def choose_victim(pipelines: Sequence[Pipeline], *, now: float) -> Pipeline | None:
    """The pipeline to close for another pair: the idle one unused for longest, else the oldest busy one."""
    idle = [pipeline for pipeline in pipelines if not pipeline.load]
    if idle:
        return min(idle, key=lambda pipeline: pipeline.used)
    old = [p for p in pipelines if not p.draining and now - p.started >= _LEAST_LIFE]
    return min(old, key=lambda pipeline: pipeline.started, default=None)
