"""The engines of the process that answers: what they translate, how fast they are, and what is wrong.

Figures are those since the process started: `/metrics` has them for a monitoring system.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from prometheus_client import CollectorRegistry

from dragoman.engines.engine import Engine, EnginePair, EngineTraits, Quality
from dragoman.engines.table import EngineTable


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineState:
    """An engine of this process. Pairs that do not work are not among its pairs."""

    name: str
    version: str = ""  # empty where it could not be opened, as the next two
    traits: EngineTraits | None = None
    pairs: tuple[EnginePair, ...] = ()
    problem: str | None = None  # why it cannot be used, or not now; for the operator
    batches: int = 0  # since the process started, as the next two
    mean_seconds: float | None = None  # of a batch; None: there was none
    restarts: Mapping[str, int] = field(default_factory=dict)  # of its processes, by reason

    @property
    def is_open(self) -> bool:
        """Whether it could be opened. It may have a problem all the same, such as a service that is away."""
        return self.traits is not None

    @property
    def is_remote(self) -> bool:
        """Whether texts leave the operator's machines, as far as is known."""
        return self.traits is not None and self.traits.remote

    def qualities(self) -> Sequence[Quality]:
        """The qualities of its pairs, best first."""
        found = {pair.quality for pair in self.pairs}
        return [one for one in Quality if one in found]

    def languages(self) -> frozenset[str]:
        """The codes of all languages that it translates from or into."""
        return frozenset(code for pair in self.pairs for code in (pair.source, pair.target))


def list_engine_states(table: EngineTable, registry: CollectorRegistry) -> list[EngineState]:
    """The engines in the order of the table; after them by name what could not be opened."""
    problems = {fault.name: fault.reason for fault in table.faults()}
    current = [_read_engine(engine, registry, problems.get(engine.name)) for engine in table.current()]
    missing = problems.keys() - {one.name for one in current}
    return [*current, *(EngineState(name=name, problem=problems[name]) for name in sorted(missing))]


def _read_engine(engine: Engine, registry: CollectorRegistry, problem: str | None) -> EngineState:
    batches, seconds = _read_histogram(registry, "dragoman_engine_seconds", {"engine": engine.name})
    return EngineState(
        name=engine.name,
        version=engine.version,
        traits=engine.traits,
        pairs=tuple(engine.pairs()),
        problem=problem,
        batches=batches,
        mean_seconds=seconds / batches if batches else None,
        restarts={
            sample["reason"]: int(value)
            for sample, value in read_samples(registry, "dragoman_engine_restarts_total")
            if sample["engine"] == engine.name
        },
    )


def _read_histogram(registry: CollectorRegistry, name: str, labels: Mapping[str, str]) -> tuple[int, float]:
    count = registry.get_sample_value(f"{name}_count", dict(labels)) or 0
    return int(count), registry.get_sample_value(f"{name}_sum", dict(labels)) or 0.0


def read_samples(registry: CollectorRegistry, name: str) -> Iterator[tuple[Mapping[str, str], float]]:
    """The values of a metric with their labels."""
    for metric in registry.collect():
        for sample in metric.samples:
            if sample.name == name:
                yield sample.labels, sample.value
