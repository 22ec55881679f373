"""The help beside a segment: matches, terms, suggestions, what a search in memories finds."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from dragoman_client.provider.segment_results import TargetFinding


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentMatch:
    """What a memory, or the project itself, has for a segment."""

    score: int  # 0 to 101, after penalties; 101: in the same context
    penalty: int = 0
    source: str = field(default="", repr=False)  # as the memory has it
    target: str = field(default="", repr=False)  # with codes of the segment only
    fits: bool = False  # all codes of the segment are in their places
    memory: str | None = None  # its name; None: the project's own confirmed segments
    changed_at: datetime | None = None
    changed_by: str | None = None
    changed_by_name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentTerm:
    """A term in a segment."""

    source: str = field(repr=False)  # as in the segment
    start: int  # into the source without its codes, in code points
    end: int
    targets: tuple[str, ...] = field(default=(), repr=False)  # the preferred one first
    forbidden: tuple[str, ...] = field(default=(), repr=False)
    definition: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentHelp:
    """What helps with a segment."""

    number: int
    matches: tuple[SegmentMatch, ...] = ()  # best first
    terms: tuple[SegmentTerm, ...] = ()
    key: str | None = None
    note: str | None = field(default=None, repr=False)  # of the file, for translators
    previous: str = field(default="", repr=False)  # the text before it
    next: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestedTarget:
    """What an engine makes of a segment. It is not stored."""

    target: str = field(repr=False)
    engine: str  # names and versions
    findings: tuple[TargetFinding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConcordancePart:
    """A part of a text: one that a search has found, or not."""

    text: str = field(repr=False)  # with its codes as `<1>`
    found: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ConcordanceUnit:
    """A source and its translation that have the words of a search."""

    source: tuple[ConcordancePart, ...]
    target: tuple[ConcordancePart, ...]
    memory: str | None = None  # its name; None: the project's own confirmed segments
