"""What engines offer, by pairs of languages, and the steps that this makes; built once for all accounts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dragoman.engines.engine import Engine, EnginePair, Quality


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineChoice:
    """An engine that can translate a step, and the engine's own pair for it."""

    engine: Engine
    pair: EnginePair


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteStep:
    """One language to another: alternatives, never empty, the first is preferred."""

    choices: tuple[EngineChoice, ...]

    @property
    def source(self) -> str:
        """Canonical code of the language it starts from."""
        return self.choices[0].pair.source

    @property
    def target(self) -> str:
        """Canonical code of the language it ends in."""
        return self.choices[0].pair.target

    @property
    def quality(self) -> Quality:
        """What to expect of the preferred engine."""
        return self.choices[0].pair.quality


@dataclass(frozen=True, slots=True, kw_only=True)
class PairIndex:
    """What engines offer, whatever an account chose: of the sandbox, or all else."""

    choices: Mapping[tuple[str, str], Sequence[EngineChoice]]  # in the order of the engines
    targets: Mapping[str, frozenset[str]]  # of each source
    sources: Mapping[str, frozenset[str]]  # of each target


def build_index(offers: Iterable[tuple[Engine, Iterable[EnginePair]]], *, sandbox: bool) -> PairIndex:
    """The index of what engines offer.

    Engines whose pairs are all of `Quality.TEST` are those of the sandbox.
    """
    choices: dict[tuple[str, str], list[EngineChoice]] = {}
    targets: dict[str, set[str]] = {}
    sources: dict[str, set[str]] = {}
    for engine, offered in offers:
        pairs = tuple(offered)
        if sandbox is not all(pair.quality is Quality.TEST for pair in pairs):
            continue
        for pair in pairs:
            if pair.source != pair.target:
                choice = EngineChoice(engine=engine, pair=pair)
                choices.setdefault((pair.source, pair.target), []).append(choice)
                targets.setdefault(pair.source, set()).add(pair.target)
                sources.setdefault(pair.target, set()).add(pair.source)
    return PairIndex(
        choices=choices,
        targets={source: frozenset(reached) for source, reached in targets.items()},
        sources={target: frozenset(reaching) for target, reaching in sources.items()},
    )
