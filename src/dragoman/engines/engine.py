"""The protocol of translation engines: four members, and two kinds of errors."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from dragoman.errors import DragomanError, RuleBroken
from dragoman.segments import Segment


class Quality(enum.StrEnum):
    """The expected quality of a pair, best first. Measured figures are in `docs/engines.md`."""

    HIGH = "high"  # closely related languages: light post-editing
    MEDIUM = "medium"  # understandable, needs editing
    GIST = "gist"  # enough to know what a text is about
    TEST = "test"  # pseudo-translation, for integrations


@dataclass(frozen=True, slots=True, kw_only=True)
class EnginePair:
    """One direction that an engine can translate now."""

    source: str  # canonical BCP 47, such as "pt-BR"
    target: str
    quality: Quality
    variant: str = ""  # the engine's own name for it, such as Apertium's mode


class EngineUnavailable(DragomanError):
    """The engine cannot answer now; another engine, or a retry, may succeed."""

    code = "ENGINE_UNAVAILABLE"


class EngineTimedOut(EngineUnavailable):
    """The engine took longer than its limit."""

    code = "ENGINE_TIMED_OUT"


class EngineRejected(RuleBroken):
    """The engine can never translate this text; the caller gets the reason."""

    code = "ENGINE_REJECTED"


class Engine(Protocol):
    """A plug-in that translates segments. Opened and closed by the table in `dragoman.engines`."""

    @property
    def name(self) -> str:
        """Short stable name, shown to users: `apertium`."""

    @property
    def version(self) -> str:
        """Version of the engine's program or model, shown to users."""

    def pairs(self) -> Sequence[EnginePair]:
        """The directions that work now. Cheap: called for every listing."""

    async def translate(self, batch: Sequence[Segment], pair: EnginePair) -> list[Segment]:
        """Translate a batch, one segment for each, in order.

        Codes come back with the segment they were sent in; an engine that cannot place them may lose them,
        and the caller checks. Raises `EngineUnavailable` or `EngineRejected`; never returns a partial batch.
        """
