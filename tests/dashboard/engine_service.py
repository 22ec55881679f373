"""`dragoman` with engines of the test's own beside the machine's: remote ones, a vast one, broken ones.

What the remote one translates is counted as for real services.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final

from babel import Locale

from dragoman import resources
from dragoman.__main__ import main
from dragoman.engine_registry.sources import InstallationSecrets, open_sources
from dragoman.engine_registry.spending import CountedSpending
from dragoman.engines.engine import (
    LOCAL,
    NO_GUIDANCE,
    Engine,
    EngineFault,
    EnginePair,
    EngineSource,
    EngineTraits,
    Guidance,
    HintKind,
    Quality,
)
from dragoman.segments import Segment, Text, plain_text
from dragoman.styles import StyleRule

VAST: Final = 200  # languages of one engine, which has all of their pairs
REASONS: Final[Mapping[str, str]] = {
    "broken": "model.bin is missing. Add the model again.",  # it cannot be opened
    "locked": "The service refused the key. Set up its engine again with another one.",
}
_REMOTE: Final = EngineTraits(
    remote=True, uses=frozenset({HintKind.TERMS}), follows=frozenset({StyleRule.FORMALITY})
)


@dataclass(kw_only=True)
class LettersEngine:
    """Translates into capitals, or small letters."""

    name: str
    version: str = "1"
    traits: EngineTraits = LOCAL
    offered: Sequence[EnginePair]
    capitals: bool = True
    spending: CountedSpending | None = field(default=None, repr=False)

    def pairs(self) -> Sequence[EnginePair]:
        return self.offered

    async def translate(
        self, batch: Sequence[Segment], pair: EnginePair, guidance: Guidance = NO_GUIDANCE, /
    ) -> list[Segment]:
        if self.spending is not None:
            await self.spending.reserve(sum(len(plain_text(segment)) for segment in batch))
        return [self._write(segment) for segment in batch]

    def _write(self, segment: Segment) -> Segment:
        write = str.upper if self.capitals else str.lower
        return tuple(replace(one, text=write(one.text)) if isinstance(one, Text) else one for one in segment)


def _pairs(*pairs: str, quality: Quality = Quality.HIGH) -> Sequence[EnginePair]:
    return [
        EnginePair(source=source, target=target, quality=quality)
        for source, _, target in (pair.partition(">") for pair in pairs)
    ]


def vast_pairs() -> Sequence[EnginePair]:
    """All pairs of many languages, none of which another engine of these has."""
    used = {"en", "de", "es", "ja", "ca", "fr", "pt", "gl"}
    codes = [code for code in Locale("en").languages if code.isalpha() and code not in used][:VAST]
    return _pairs(*(f"{a}>{b}" for a in codes for b in codes if a != b), quality=Quality.GIST)


class SourceOfTests:
    """The engines of this module."""

    def __init__(self, secrets: InstallationSecrets) -> None:
        spending = CountedSpending(secrets.database, "far", budget=None)
        self._engines = [
            LettersEngine(
                name="far",
                version="2026-01",
                traits=_REMOTE,
                offered=_pairs("en>de", "en>ja", "en-GB>de"),
                spending=spending,
            ),
            LettersEngine(name="locked", traits=_REMOTE, offered=_pairs("en>de")),
            LettersEngine(
                name="near", offered=_pairs("en>de", "ja>de", "de>ja", quality=Quality.MEDIUM), capitals=False
            ),
            LettersEngine(name="vast", offered=vast_pairs()),
        ]

    def engines(self) -> Sequence[Engine]:
        return self._engines

    def faults(self) -> Sequence[EngineFault]:
        return [EngineFault(name=name, reason=reason) for name, reason in REASONS.items()]

    async def refresh(self) -> None:
        return


@asynccontextmanager
async def _open_with_these(
    *arguments: Any, secrets: InstallationSecrets | None, **options: Any
) -> AsyncIterator[Sequence[EngineSource]]:
    async with open_sources(*arguments, secrets=secrets, **options) as sources:
        yield [*sources, *([SourceOfTests(secrets)] if secrets is not None else [])]


if __name__ == "__main__":
    resources.open_sources = _open_with_these  # type: ignore[attr-defined]
    main()
