"""Convert one string of a resource file to segments and back: messages, plural forms, placeholders.

A plain string is one form, or several that are translated separately, with fixed characters before each.
Parts of a form that are not text are codes: undecodable bytes, lone surrogates, and matches of the format's
pattern. The pipeline protects placeholders common to all strings (`{x}`, `%s`, tags).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from dragoman.formats.format import Languages
from dragoman.formats.units.coded_text import PLAIN, inline, read_coded, write_coded
from dragoman.formats.units.icu_segments import MessageText, read_message, write_message
from dragoman.messages.icu import Apostrophes, parse_choices
from dragoman.segments import Segment

_OTHER_PLACEHOLDER: Final = re.compile(r"[%#$]\{|\{\{|%[A-Za-z_]\w{0,60}%")


@dataclass(frozen=True, slots=True)
class StringForm:
    """A text that is translated by itself."""

    name: str  # unique in its string; "" when there is but one
    before: str  # written before it
    text: str  # its source text


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedString:
    """A string of one or more forms."""

    text: str  # the current text
    forms: tuple[StringForm, ...]
    inline: re.Pattern[str]  # the parts that are not text
    after: str = ""


Reading: TypeAlias = ParsedString | MessageText


def has_halves(text: str) -> bool:
    """Whether a text has lone surrogates."""
    return not text.isascii() and PLAIN.search(text) is not None


def read_plain(text: str, pattern: str = "") -> ParsedString:
    """Parse a string of one form."""
    return ParsedString(text=text, forms=(StringForm("", "", text),), inline=inline(pattern))


def read_string(
    text: str,
    languages: Languages,
    pattern: str = "",
    *,
    apostrophes: Apostrophes = Apostrophes.OPTIONAL,
    always: bool = False,
) -> Reading:
    """Parse an ICU message, else a string of one form. `always`: all strings of the file are messages."""
    message = None
    if not has_halves(text):
        message = read_message(text, languages, apostrophes=apostrophes, always=always)
    return message or read_plain(text, pattern)


def are_messages(texts: Sequence[str]) -> bool:
    """Whether all strings of a file are ICU messages: one has choices, none has placeholders of others."""
    if any(map(_OTHER_PLACEHOLDER.search, texts)):
        return False
    return any(parse_choices(text) is not None for text in texts)


def segments_of(reading: Reading) -> dict[str, Segment]:
    """The segments of a string by the names of its forms."""
    if isinstance(reading, MessageText):
        return {variant.path: variant.segment for variant in reading.variants}
    return {form.name: read_coded(form.text, reading.inline) for form in reading.forms}


def write_text(reading: Reading, targets: Mapping[str, Segment]) -> str:
    """The string with `targets` (by the names of `segments_of`); the other texts are unchanged.

    Raises ConversionFailed when a target's codes are not those of its segment.
    """
    if isinstance(reading, MessageText):
        return write_message(reading, targets)
    return "".join(_pieces(reading, targets)) + reading.after


def _pieces(plain: ParsedString, targets: Mapping[str, Segment]) -> list[str]:
    pieces: list[str] = []
    for form in plain.forms:
        target = targets.get(form.name)
        pieces += [form.before, form.text if target is None else write_coded(target, form.text, plain.inline)]
    return pieces
