"""The text of one JSON string: an ICU message, forms between pipes, or what `string_segments` reads.

The codes of a segment here are lone surrogates, which are not characters, and the references of vue-i18n and
WebExtensions. The pipeline protects everything else inside a text.
"""

from __future__ import annotations

import enum
import re
from typing import Final

from dragoman.formats.format import Languages
from dragoman.formats.units.coded_text import inline
from dragoman.formats.units.piped_plurals import ends_outer_element
from dragoman.formats.units.string_segments import ParsedString, Reading, StringForm, read_plain, read_string

_MOST_FORMS: Final = 12
_BETWEEN: Final = " | "  # vue-i18n: forms of a plural
_PIPE: Final = re.compile(r"(?<=\S) \| (?=\S)")
_REFERENCE: Final = (  # a linked message of vue-i18n
    r"@(?:\.[a-z]{1,30})?:"
    r"(?:\([\w.\-]{1,100}\)|\{'[^'{}]{1,100}'\}|\w[\w\-]{0,60}(?:\.\w[\w\-]{0,60}){0,20})"
)
_EXTENSION: Final = r"\$[A-Za-z0-9_@]{1,60}\$|\$[1-9](?![0-9])|\$\$"


class JsonMessageSyntax(enum.Enum):
    """The syntax of all strings of a file."""

    TEXT = "text"
    MESSAGE = "message"  # ICU messages, all of them
    EXTENSION = "extension"  # of a WebExtension


def read_text(text: str, languages: Languages, style: JsonMessageSyntax) -> Reading:
    """Parse a string."""
    if style is JsonMessageSyntax.EXTENSION:
        return read_plain(text, _EXTENSION)
    reading = read_string(text, languages, _REFERENCE, always=style is JsonMessageSyntax.MESSAGE)
    if not isinstance(reading, ParsedString) or _BETWEEN not in text or "\n" in text:
        return reading
    pieces = _PIPE.split(text)
    if not 2 <= len(pieces) <= _MOST_FORMS or any(map(ends_outer_element, pieces)):
        return reading
    forms = (
        StringForm(str(at), _BETWEEN if at > 1 else "", piece) for at, piece in enumerate(pieces, start=1)
    )
    return ParsedString(text=text, forms=tuple(forms), inline=inline(_REFERENCE))
