"""The entries of a file of terms, and their problems. Messages quote nothing of the file."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from dragoman.errors import RuleBroken
from dragoman.termbases.model import Concept


class Effect(enum.StrEnum):
    """The effect of a problem."""

    NOTICED = "noticed"  # nothing is left out; the user should check it
    PART_LEFT_OUT = "part-left-out"  # the entry is used without the part that the message names
    ENTRY_LEFT_OUT = "entry-left-out"
    REST_LEFT_OUT = "rest-left-out"  # the file cannot be read behind this line, or is truncated


@dataclass(frozen=True, slots=True, kw_only=True)
class TermProblem:
    """A problem of a file."""

    line: int  # from 1
    effect: Effect
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TermEntry:
    """An entry of a file: its concept and its problems."""

    line: int  # where it begins, from 1
    concept: Concept | None = None  # None: the entry is left out, or the problems are those of the file
    problems: tuple[TermProblem, ...] = ()
    unmatched: frozenset[tuple[str, str]] = frozenset()  # language and text of terms without a `match` in it


class TermsUnreadable(RuleBroken):
    """No entry of the file can be read; the message has the reason and the way out."""

    code = "FILE_UNREADABLE"
