"""Pseudo-translation: visibly changed text, for integrations and sandbox accounts.

It is always available, needs no data, and is deterministic. `letters` changes the texts.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import permutations
from typing import Final

from dragoman.cpu_work import run, weigh
from dragoman.engines.engine import LOCAL, NO_GUIDANCE, Engine, EnginePair, Guidance, Quality
from dragoman.engines.pseudo.letters import pseudo_translate
from dragoman.segments import Segment
from dragoman.settings import Settings
from dragoman.telemetry import Metrics

# Every language of Debian's Apertium pairs, and what integrations most often want to see: other scripts,
# right-to-left text, regions. Documented in docs/concepts/text.md.
# fmt: off
LANGUAGES: Final = (
    "af", "an", "ar", "ast", "be", "bg", "bs", "br", "ca", "ca-valencia", "cs", "cy", "da", "de",
    "el", "en", "eo", "es", "eu", "fa", "fi", "fr", "frp", "gl", "he", "hi", "hr", "hu",
    "id", "is", "it", "ja", "ko", "mk", "ms", "nb", "nl", "nn", "oc", "pl", "pt", "pt-BR",
    "ro", "ru", "sc", "sk", "sl", "sr", "sv", "szl", "th", "tr", "uk", "ur", "vi", "zh-Hans",
    "zh-Hant",
)
# fmt: on

PAIRS: Final = tuple(
    EnginePair(source=source, target=target, quality=Quality.TEST)
    for source, target in permutations(LANGUAGES, 2)
)


class PseudoEngine:
    """Accents letters, makes text about 30 % longer, puts brackets around it; codes stay in place."""

    name: Final = "pseudo"
    version: Final = "1"
    traits: Final = LOCAL

    def pairs(self) -> Sequence[EnginePair]:
        """Every direction between the languages of the list."""
        return PAIRS

    async def translate(
        self, batch: Sequence[Segment], pair: EnginePair, _guidance: Guidance = NO_GUIDANCE, /
    ) -> list[Segment]:
        """Pseudo-translate a batch; never fails."""
        return await run(weigh(batch), lambda: [pseudo_translate(one, pair.target) for one in batch])


@asynccontextmanager
async def open_engine(_settings: Settings, _metrics: Metrics) -> AsyncIterator[Engine | None]:
    """Open the engine, on any machine."""
    yield PseudoEngine()
