"""The protocol of translation engines: five members, and two kinds of errors."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from dragoman.errors import DragomanError, RuleBroken
from dragoman.segments import Segment
from dragoman.styles import Formality, StyleRule


class Quality(enum.StrEnum):
    """The expected quality of a pair, best first. Measured figures are in `docs/concepts/apertium.md`."""

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


class HintKind(enum.StrEnum):
    """A kind of information beside the text that an engine may use."""

    TERMS = "terms"
    EXAMPLES = "examples"  # similar translations of memories
    CONTEXT = "context"  # the document, and the text around
    DRAFTS = "drafts"  # translations that are to be rewritten, and how


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineTraits:
    """What is special about an engine."""

    remote: bool = False  # texts leave the operator's machines: an account must have opted in
    fluent: bool = False  # capitals, quotes and marks in answers are as people write them
    uses: frozenset[HintKind] = frozenset()
    follows: frozenset[StyleRule] = frozenset()  # the rules of style guides that it can follow


LOCAL: Final = EngineTraits()


@dataclass(frozen=True, slots=True, kw_only=True)
class TermHint:
    """A term of a segment with its required translations, the preferred one first."""

    source: str  # as written in the segment
    targets: tuple[str, ...]  # never empty


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A translation in a memory of a text like the segment."""

    source: str
    target: str
    score: int  # 50 to 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Hints:
    """Information for the translation of one segment."""

    terms: tuple[TermHint, ...] = ()
    examples: tuple[Example, ...] = ()  # best first
    before: str = ""  # the text before it, and after it, in its document or request
    after: str = ""
    draft: Segment = ()  # a translation with codes of the segment, to be rewritten by the batch's wishes


NO_HINTS: Final = Hints()


@dataclass(frozen=True, slots=True, kw_only=True)
class Guidance:
    """Information for the translation of a batch, of the kinds that the engine's traits name.

    It is data: what a customer wrote in it must not change how an engine works.
    """

    title: str = ""  # of the document
    briefing: str = ""  # of the project
    context: str = ""  # text around, which is not translated
    formality: Formality | None = None
    instructions: tuple[str, ...] = ()  # of the style guide, in plain sentences
    wishes: tuple[str, ...] = ()  # how drafts are to be rewritten, in plain sentences
    hints: tuple[Hints, ...] = ()  # one for each segment, or none

    def of(self, index: int) -> Hints:
        """The hints for one segment of the batch."""
        return self.hints[index] if self.hints else NO_HINTS


NO_GUIDANCE: Final = Guidance()


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

    @property
    def traits(self) -> EngineTraits:
        """What is special about it; `LOCAL` where nothing is."""

    def pairs(self) -> Sequence[EnginePair]:
        """The directions that work now. Cheap, and the same value while nothing changes: asked constantly."""

    async def translate(
        self, batch: Sequence[Segment], pair: EnginePair, guidance: Guidance = NO_GUIDANCE, /
    ) -> list[Segment]:
        """Translate a batch, one segment for each, in order; an empty one where it has no usable translation.

        Codes come back with the segment they were sent in; an engine that cannot place them may lose them,
        and the caller checks. A segment that stays empty is translated by the next engine. Raises
        `EngineUnavailable` or `EngineRejected`; never returns a partial batch.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineFault:
    """Something that was set up as an engine and cannot be used."""

    name: str
    reason: str  # for the operator: what is wrong, and what to do


class EngineSource(Protocol):
    """A source of engines that come and go while the service runs."""

    def engines(self) -> Sequence[Engine]:
        """The engines that can be used now."""

    def faults(self) -> Sequence[EngineFault]:
        """What cannot be used now."""

    async def refresh(self) -> None:
        """Look for changes. Called every few seconds; raises `Unavailable` when it cannot look now."""
