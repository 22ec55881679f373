"""What reading a file of TMX gives: units with what could not be kept of them, and the one refusal."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from dragoman.errors import RuleBroken
from dragoman.memories.model import MemoryUnit


class TmxRefused(RuleBroken):
    """The file, or the rest of it, cannot be read as TMX. Entries that were given before it stand."""

    code = "TMX_UNREADABLE"


class ProblemCode(enum.StrEnum):
    """What is wrong with a translation unit. The names are kept for ever."""

    MALFORMED = "malformed"  # no well-formed XML: left out
    CUT = "cut"  # no end tag: left out
    TOO_LONG = "too_long"  # over a limit: left out, or a part of it
    ENCODING = "encoding"  # bytes that are no characters: left out
    NO_LANGUAGE = "no_language"  # a language is missing or unknown: that variant is left out
    ONE_LANGUAGE = "one_language"  # nothing to translate into: left out
    LANGUAGE_TWICE = "language_twice"  # the first one of a language is kept
    EMPTY = "empty"  # a segment without text: that variant is left out
    SOURCE_UNSURE = "source_unsure"  # no variant has the source language: the first one is the source
    CODES = "codes"  # halves of pairs without the other half: kept as codes that stand alone
    DATE = "date"  # not readable: not kept
    PROPERTY = "property"  # too long, or too many: not kept
    CHARACTERS = "characters"  # that no text has: left out


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportProblem:
    """One thing that could not be kept as it was. Its message repeats nothing of the file."""

    number: int  # of the translation unit, from 1
    line: int | None  # of the file, where the unit begins
    code: ProblemCode
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TmxUnits:
    """What a `<tu>` gave: a unit for each language but the source's."""

    number: int  # of the `<tu>`, from 1
    units: tuple[MemoryUnit, ...]
    problems: tuple[ImportProblem, ...] = ()
