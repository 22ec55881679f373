"""Convert a string to a segment and back: parts that are not text become codes, which are written unchanged.

Such parts are undecodable bytes, lone surrogates, and placeholders that only the format knows. The pipeline
protects everything else inside a text.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from dataclasses import replace
from typing import Final

from dragoman.segments import Code, CodeKind, Part, Segment, Text, codes, normalise
from dragoman.text_io.errors import ConversionFailed

MOST_CODES: Final = 20_000  # in one string
MOST_DATA: Final = 200  # characters of a code's display
_HALVES: Final = r"(?P<half>[\ud800-\udfff]+)"


@functools.lru_cache(maxsize=64)
def inline(placeholders: str = "") -> re.Pattern[str]:
    """The pattern of parts that are not text, with a format's own placeholders."""
    return re.compile(f"{_HALVES}|{placeholders}" if placeholders else _HALVES)


PLAIN: Final = inline()
# Placeholders of Apple's systems beyond printf: variables of plural rules.
APPLE: Final = inline(r"%(?:\d{1,2}\$)?#@[^@%\s]{1,100}@|%arg(?![A-Za-z])")


def read_coded(text: str, pattern: re.Pattern[str] = PLAIN) -> Segment:
    """A string with codes for the matches of `pattern`, numbered in order. Raises ConversionFailed."""
    if pattern.search(text) is None:
        return (Text(text=text),) if text else ()
    parts: list[Part] = []
    position = 0
    for number, found in enumerate(pattern.finditer(text), start=1):
        if number > MOST_CODES:
            message = f"A string holds more than {MOST_CODES} placeholders or broken characters."
            raise ConversionFailed(message)
        parts.append(Text(text=text[position : found.start()]))
        position = found.end()
        data = display(found)
        kind = "variable" if data.strip("\r\n\t\\nrtN") else "break"
        parts.append(Code(id=str(number), kind=CodeKind.STANDALONE, type=kind, data=data))
    parts.append(Text(text=text[position:]))
    return normalise(parts)


def write_coded(target: Segment, source: str, pattern: re.Pattern[str] = PLAIN) -> str:
    """A translation of the string `source` as text.

    Raises ConversionFailed when its codes are not those of its source.
    """
    written = {str(number): found[0] for number, found in enumerate(pattern.finditer(source), start=1)}
    if Counter(code.id for code in codes(target)) != Counter(list(written)):
        raise ConversionFailed("The translation of a string does not have the placeholders of its source.")
    return "".join(part.text if isinstance(part, Text) else written[part.id] for part in target)


def align_codes(segment: Segment, source: Segment) -> Segment:
    """A translation from a file, with its codes named as those of its source with the same display.

    Other codes keep names of their own.
    """
    names: dict[str, list[str]] = {}
    for code in codes(source):
        names.setdefault(code.data, []).append(code.id)
    parts: list[Part] = []
    for number, part in enumerate(segment):
        if isinstance(part, Code):
            same = names.get(part.data)
            parts.append(replace(part, id=same.pop(0) if same else f"t{number}"))
        else:
            parts.append(part)
    return tuple(parts)


def display(found: re.Match[str]) -> str:
    """The display, for people, of a match of `inline`'s pattern."""
    data = found[0]
    if found["half"]:
        data = "".join(f"\\u{ord(character):04x}" for character in data[:30])
    return data if len(data) <= MOST_DATA else data[: MOST_DATA - 1] + "…"
