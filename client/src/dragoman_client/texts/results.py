"""What a translated text is. No text is in any `repr`; `str()` of a translation is its text."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchedUnit:
    """The unit of a memory that a translation is from."""

    id: int  # of the memory
    unit: int
    score: int  # percent; 101: a context match


@dataclass(frozen=True, slots=True, kw_only=True)
class MetTerm:
    """A term of a term base that is in the source."""

    source: str = field(repr=False)
    target: str = field(repr=False)
    applied: bool
    method: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TextIssue:
    """Something to know about a translation, such as `TRANSLATED_IN_PARTS`."""

    code: str
    message: str
    severity: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Where a translation is from (clause T6); of a text that was split its first part, with all issues."""

    origin: str | None = None  # "memory", "engine" or "unchanged"
    engine: str | None = None  # with its version
    memory: MatchedUnit | None = None
    terms: tuple[MetTerm, ...] = ()
    issues: tuple[TextIssue, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Translation:
    """The translation of one text."""

    text: str = field(repr=False)
    source: str  # language; detected where "auto" was asked for
    target: str
    explanation: Explanation | None = None  # where `explain=True` was asked for

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one request may hold (clause T2). Lengths are code points."""

    segments: int = 100
    segment_characters: int = 10_000
    characters: int = 100_000  # of all segments, for each target
    body_bytes: int = 2 * 1024 * 1024
    targets: int = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceLimits(Limits):
    """What the service accepts."""

    document_bytes: int = 20 * 1024 * 1024
    document_words: int = 50_000
