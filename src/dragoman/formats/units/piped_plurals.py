"""Plural forms between pipes in one string, as Laravel, Symfony and vue-i18n write them.

`one apple|:count apples`, `{0} none|[1,19] some|[20,*] many`, `car | cars`.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from dragoman.formats.format import Languages
from dragoman.formats.units.coded_text import inline
from dragoman.formats.units.string_segments import ParsedString, Reading, StringForm, read_string
from dragoman.formats.units.values import has_letters
from dragoman.messages import plurals
from dragoman.messages.placeholders import keeps_placeholders

_MOST_FORMS: Final = 12
_NUMBER: Final = r"\s{0,9}(?:[-+]?\d{1,18}|[-+]?Inf|\*)\s{0,9}"
_CONDITION: Final = re.compile(
    rf"\s{{0,9}}(?:\{{{_NUMBER}(?:,{_NUMBER}){{0,20}}\}}|[\[\]]{_NUMBER},{_NUMBER}[\[\]])\s*"
)
_COUNT: Final = re.compile(r":count\b|%count%")
_TAG: Final = re.compile(r"<(/?)([A-Za-z][\w:.\-]{0,60})[^<>]{0,1000}>")
_SPLIT: Final = re.compile(r"(?<!\|)\|(?!\|)")  # two are an escaped one


def read_forms(text: str, languages: Languages, pattern: str, *, always: bool = False) -> Reading:
    """Parse an ICU message, else forms between pipes, else a string of one form; see `read_string`."""
    reading = read_string(text, languages, pattern, always=always)
    return (read_pipes(text, languages, pattern) if isinstance(reading, ParsedString) else None) or reading


def read_pipes(text: str, languages: Languages, pattern: str = "") -> ParsedString | None:
    """The forms of a string; None when it has none. `pattern`: the parts that are not text.

    Two bare forms become as many as the target language has; forms for explicit numbers are kept.
    """
    if "|" not in text or "\n" in text:
        return None
    pieces = _SPLIT.split(text)
    if not 2 <= len(pieces) <= _MOST_FORMS or not all(map(has_letters, pieces)):
        return None
    if any(map(ends_outer_element, pieces)):
        return None
    conditions = [_CONDITION.match(piece) for piece in pieces]
    if any(conditions) or len(pieces) != 2 or pieces[0].endswith(" ") or pieces[1].startswith(" "):
        forms = [_form(number, piece) for number, piece in enumerate(pieces, start=1)]
        return ParsedString(text=text, forms=tuple(forms), inline=inline(pattern))
    return ParsedString(
        text=text, forms=_forms(pieces[0], pieces[1], languages.target), inline=inline(pattern)
    )


def ends_outer_element(piece: str) -> bool:
    """Whether a tag closes an element that begins before the piece: then the pipe is part of a text."""
    opened: Counter[str] = Counter()
    for tag in _TAG.finditer(piece):
        opened[tag[2]] += -1 if tag[1] else 1
        if opened[tag[2]] < 0:
            return True
    return False


def _form(number: int, piece: str) -> StringForm:
    """A form; the condition and the blanks around it are not text."""
    condition = _CONDITION.match(piece)
    start = condition.end() if condition else len(piece) - len(piece.lstrip())
    return StringForm(str(number), ("|" if number > 1 else "") + piece[:start], piece[start:])


def _forms(singular: str, plural: str, target: str) -> tuple[StringForm, ...]:
    """The forms of the target language, in gettext's order, which these programs use."""
    forms = plurals.gettext_plurals(target)
    if forms.count == 2:
        return (StringForm("1", "", singular), StringForm("2", "|", plural))
    silent = not keeps_placeholders(singular, plural) or (
        _COUNT.search(plural) is not None and _COUNT.search(singular) is None
    )
    return tuple(
        StringForm(
            str(index + 1),
            "|" if index else "",
            singular if plurals.takes_singular(forms, index, silent=silent) else plural,
        )
        for index in range(forms.count)
    )
