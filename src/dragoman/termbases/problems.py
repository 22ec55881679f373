"""What a file of terms says, entry by entry, and what is wrong with it. Nothing here quotes the file."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from dragoman.errors import RuleBroken
from dragoman.termbases.model import Concept


class Effect(enum.StrEnum):
    """What a problem came to."""

    NOTICED = "noticed"  # all is there; somebody may want to look
    PART_LEFT_OUT = "part-left-out"  # the entry is there without what the message names
    ENTRY_LEFT_OUT = "entry-left-out"
    REST_LEFT_OUT = "rest-left-out"  # the file could not be read beyond this line, or ends too early


@dataclass(frozen=True, slots=True, kw_only=True)
class TermProblem:
    """One thing wrong with a file."""

    line: int  # from 1
    effect: Effect
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TermEntry:
    """One entry of a file: its concept, and what was wrong with it."""

    line: int  # where it begins, from 1
    concept: Concept | None = None  # None: it is left out, or this is about the file
    problems: tuple[TermProblem, ...] = ()
    unmatched: frozenset[tuple[str, str]] = frozenset()  # language and text of terms without a `match` in it


class TermsUnreadable(RuleBroken):
    """A file of which no entry can be read; the message says why and what to do."""

    code = "FILE_UNREADABLE"
