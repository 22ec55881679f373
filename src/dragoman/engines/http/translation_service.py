"""The protocol of services, and what is the same in all that translate marked-up text."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from dragoman.cpu_work import run, weigh
from dragoman.engines.engine import EngineTraits, Guidance
from dragoman.engines.http.batching import BatchLimits, divide
from dragoman.engines.http.client import ServiceClient
from dragoman.engines.http.markup import MarkupStyle, read_marked, write_marked
from dragoman.segments import Segment


@dataclass(frozen=True, slots=True, kw_only=True)
class ServicePair:
    """A direction that a service offers."""

    source: str  # canonical BCP 47
    target: str
    source_code: str  # the service's own
    target_code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A part of a batch that a service translates by one call, or by several where it has to."""

    indexes: tuple[int, ...]  # in the batch
    segments: tuple[Segment, ...]
    texts: tuple[str, ...]  # as they are sent
    guidance: Guidance

    @property
    def characters(self) -> int:
        """What the service counts."""
        return sum(map(len, self.texts))


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceAccess:
    """What a service works with."""

    client: ServiceClient
    reserve: Callable[[int], Awaitable[None]]  # more characters than those of its work; raises `BudgetSpent`
    note: Callable[[str], None]  # tell operators of a fault that is not the connection's


class TranslationService(Protocol):
    """A kind of service: how it is asked and how its answers are read."""

    @property
    def version(self) -> str:
        """Shown to users beside the engine's name."""

    @property
    def traits(self) -> EngineTraits:
        """What it uses and follows; whether it is remote is decided elsewhere."""

    async def fetch_pairs(self, client: ServiceClient) -> Sequence[ServicePair]:
        """The directions that it offers. Raises `ServiceFailed`."""

    def plan(self, batch: Sequence[Segment], pair: ServicePair, guidance: Guidance) -> list[Work]:
        """Divide a batch. Segments that it cannot be sent are in no part."""

    async def translate(self, caller: ServiceAccess, work: Work, pair: ServicePair) -> list[Segment]:
        """Translate a part, one segment for each; empty where there is no usable translation.

        Raises `ServiceFailed`.
        """


def plan_marked(
    batch: Sequence[Segment], guidance: Guidance, *, style: MarkupStyle, limits: BatchLimits
) -> list[Work]:
    """Divide a batch of marked-up texts by the limits of a service."""
    texts = [write_marked(segment, style) for segment in batch]
    return [
        Work(
            indexes=tuple(indexes),
            segments=tuple(batch[index] for index in indexes),
            texts=tuple(texts[index] for index in indexes),
            guidance=guidance,
        )
        for indexes in divide([limits.measure(text) for text in texts], limits)
    ]


async def read_all(answers: Sequence[str], work: Work, style: MarkupStyle) -> list[Segment]:
    """The segments of a service's answers."""
    return await run(
        max(weigh(work.segments), sum(map(len, answers))),
        lambda: [
            read_marked(answer, segment, style)
            for answer, segment in zip(answers, work.segments, strict=True)
        ],
    )
