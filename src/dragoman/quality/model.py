"""The input and output of checks: a pair of segments with its facts, a check, a finding.

`view` prepares a pair for the checks, `registry` lists them; `fixes` applies the fix of a finding.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.segments import Segment
from dragoman.styles import Style


class Severity(enum.StrEnum):
    """How much a finding matters."""

    ERROR = "error"  # breaks something: a program, a file, a limit
    WARNING = "warning"  # most likely wrong
    NOTICE = "notice"  # deserves a look


class TermRule(enum.StrEnum):
    """What a term requires of the translation."""

    REQUIRED = "required"  # one of its `targets` has to be there
    FORBIDDEN = "forbidden"  # none of its `targets` may be there
    KEEP = "keep"  # not to be translated: the source's own words have to be there


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A span of a plain text, in code points: text[start:end]. A code is a point between characters."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedTerm:
    """What a term base expects of one translation, for one place where a term was recognised."""

    rule: TermRule
    source: str = ""  # the words as written in the source
    targets: tuple[str, ...] = ()  # every accepted form, or every forbidden one
    case_sensitive: bool = False
    prefix: bool = False  # its last word may have any ending
    span: Span | None = None  # where in the source's plain text


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """The match or machine translation that a translation began with, and whether a person accepted it."""

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
    style: Style | None = None  # of a style guide that is for the target language


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A change of one part of the target: text[start:end] of a text is replaced.

    A code is not replaced: the text is inserted after it.
    """

    part: int  # index into the segment
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A problem of a translation, its place, and the fix for it, if there is one."""

    code: str
    severity: Severity
    message: str  # for people; quotes nothing of either text
    target: Span | None = None  # in the target's plain text
    source: Span | None = None  # in the source's plain text
    edits: tuple[Edit, ...] = ()  # what mends it, for the target that was checked; none: people have to


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that can be wrong with a translation. Stable; explained in `docs/reference/quality.md`."""

    code: str
    severity: Severity
    fixable: bool  # whether its findings may propose a change
    description: str  # one sentence for the documentation
    message: str  # message of a finding, unless it has a more specific one

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
