"""What is checked and what is found: a pair of segments with its facts, a check, a finding.

`view` reads a pair for the checks, `registry` lists them; `fixes` applies what a finding proposes.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.segments import Segment


class Severity(enum.StrEnum):
    """How much a finding matters."""

    ERROR = "error"  # breaks something: a program, a file, a limit
    WARNING = "warning"  # most likely wrong
    NOTICE = "notice"  # deserves a look


class TermRule(enum.StrEnum):
    """What a term asks of the translation."""

    REQUIRED = "required"  # one of its `targets` has to be there
    FORBIDDEN = "forbidden"  # none of its `targets` may be there
    KEEP = "keep"  # not to be translated: the source's own words have to be there


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A stretch of a plain text, in code points: text[start:end]. A code is a point between characters."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedTerm:
    """What a term base expects of one translation, for one place where a term was recognised."""

    rule: TermRule
    source: str = ""  # the words as they stand in the source
    targets: tuple[str, ...] = ()  # every accepted form, or every forbidden one
    case_sensitive: bool = False
    prefix: bool = False  # its last word may go on: an ending is no other word
    span: Span | None = None  # where in the source's plain text


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """Where a translation began: a match of a memory or an engine, and whether a person took it over."""

    score: int | None  # of the memory's match, 0 to 101; None: an engine's
    edited: bool  # changed or confirmed


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A segment and its translation, with what is known about them. Languages are BCP 47."""

    source: Segment
    target: Segment
    source_language: str
    target_language: str
    terms: tuple[ExpectedTerm, ...] = ()
    limit: int | None = None  # code points of the target's plain text
    suggestion: Suggestion | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A change of one part of the target: text[start:end] of a text is replaced.

    Of a code nothing is replaced: the text goes in behind it.
    """

    part: int  # index into the segment
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something about a translation, where it is, and what would mend it."""

    code: str
    severity: Severity
    message: str  # for people; quotes nothing of either text
    target: Span | None = None  # in the target's plain text
    source: Span | None = None  # in the source's plain text
    edits: tuple[Edit, ...] = ()  # what mends it, for the target that was checked; none: people have to


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that can be wrong with a translation. Stable; explained in `docs/quality.md`."""

    code: str
    severity: Severity
    fixable: bool  # whether its findings may propose a change
    description: str  # one sentence for the documentation
    message: str  # what a finding says unless its place has more to say

    def found(
        self,
        *,
        target: Span | None = None,
        source: Span | None = None,
        message: str | None = None,
        edits: Sequence[Edit] = (),
    ) -> Finding:
        """A finding of this check."""
        return Finding(
            code=self.code,
            severity=self.severity,
            message=message or self.message,
            target=target,
            source=source,
            edits=tuple(edits),
        )
