"""The results of reading a TMX file: units with their problems, and the refusal of a file."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from dragoman.errors import RuleBroken
from dragoman.memories.model import MemoryUnit


class TmxRefused(RuleBroken):
    """The file, or the rest of it, cannot be read as TMX. Units read before are valid."""

    code = "TMX_UNREADABLE"


class ProblemCode(enum.StrEnum):
    """A kind of problem of a translation unit. The values never change."""

    MALFORMED = "malformed"  # not well-formed XML: left out
    CUT = "cut"  # no end tag: left out
    TOO_LONG = "too_long"  # over a limit: left out, or a part of it
    ENCODING = "encoding"  # bytes that cannot be decoded: left out
    NO_LANGUAGE = "no_language"  # a language is missing or unknown: that variant is left out
    ONE_LANGUAGE = "one_language"  # no target language: left out
    LANGUAGE_TWICE = "language_twice"  # the first one of a language is kept
    EMPTY = "empty"  # a segment without text: that variant is left out
    SOURCE_UNSURE = "source_unsure"  # no variant has the source language: the first one is the source
    CODES = "codes"  # an end of a pair alone: kept as a standalone code; nested too deep: left out
    DATE = "date"  # unreadable: left out
    PROPERTY = "property"  # too long, or too many: left out
    CHARACTERS = "characters"  # that no text may have: left out


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportProblem:
    """A problem of a unit. Its message quotes nothing of the file."""

    number: int  # of the translation unit, from 1
    line: int | None  # of the file, where the unit begins
    code: ProblemCode
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TmxUnits:
    """The units of a `<tu>`: one for each target language."""

    number: int  # of the `<tu>`, from 1
    units: tuple[MemoryUnit, ...]
    problems: tuple[ImportProblem, ...] = ()
