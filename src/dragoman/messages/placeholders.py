"""Find the placeholders of a text and which of them are equal, to compare a text with its translation.

Narrower than `placeholder_grammars`, by which texts are protected before an engine: here a false alarm costs
more than a miss. Every repetition is bounded or possessive, so that a search is linear in the text.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final, NamedTuple


class Placeholder(NamedTuple):
    """A placeholder at text[start:end]."""

    start: int
    end: int
    key: str  # what makes two the same
    position: int  # of a numbered %1$s: 1; of %s: 0; of one with a name: -1
    sure: bool  # no language writes such a thing


_PERCENT: Final = (
    r"%(?:\((?P<name>[\w.\- ]{1,100})\)[-+#0 ]*\d*(?:\.\d+)?(?P<kind>[a-zA-Z])"
    r"|(?P<variable>[A-Z][A-Z0-9_]{1,60})%(?![\w(%])"
    r"|(?:(?P<number>\d{1,2})\$)?[-+#0']*(?P<width>\*|\d{1,3})?(?:\.(?:\*|\d{1,3}))?"
    r"(?P<conversion>(?:hh?|ll?|[jztLq])?[@diouxXeEfFgGaAcCsSp]))"
)
_BRACES: Final = (
    r"\{\{\{[^{}\n]{0,100}\}\}\}|\{\{[^{}\n]{0,100}\}\}|\{%[^{}%\n]{0,100}%\}|[$#%@]\{[^{}\n]{0,100}\}"
    r"|\{\s?[\w.$:@#!?+\[\]<>^\-]{0,100}\s?\}|\{\d{1,3},-?\d{1,3}(?::[^{}\n]{0,100})?\}"
    r"|\{\s*+[\w.\-]{1,100}\s*+,\s*+(?:number|date|time|spellout|ordinal|duration|list)\b[^{}]{0,100}\}"
)
_DOLLARS: Final = r"(?<![\w$])\$[A-Z][A-Z0-9_]{1,60}\$(?!\w)|\$t\([^()\s]{1,100}\)"
# A percent sign behind a number is one, except right before a numbered placeholder.
_PLACEHOLDER: Final = re.compile(
    rf"(?=[%{{$#@])(?:%%|(?<!\d)(?<!\d[ \u00a0\u202f]){_PERCENT}|(?P<other>{_BRACES}|{_DOLLARS}))", re.ASCII
)
_BLANKS: Final = re.compile(r"\s+")


def find_placeholders(text: str) -> tuple[Placeholder, ...]:
    """The placeholders of a text, in order. `%%` is none."""
    if "%" not in text and "{" not in text and "$" not in text:
        return ()
    return tuple(_placeholder(match) for match in _PLACEHOLDER.finditer(text) if match[0] != "%%")


def _placeholder(match: re.Match[str]) -> Placeholder:
    start, end = match.span()
    if other := match["other"]:
        return Placeholder(start, end, _BLANKS.sub("", other), -1, sure=True)
    if match["name"] is not None:
        return Placeholder(start, end, f"%({match['name']}){_kind(match['kind'])}", -1, sure=True)
    if match["variable"] is not None:
        return Placeholder(start, end, match[0], -1, sure=True)
    number, conversion = match["number"], _kind(match["conversion"])
    following = match.string[end : end + 1]
    sure = number is not None or not (following.isalpha() or (match["width"] or "").isdigit())
    return Placeholder(start, end, conversion, int(number or 0), sure)


def _kind(conversion: str) -> str:
    return conversion[:-1] + "d" if conversion.endswith("i") else conversion


def has_placeholder(text: str) -> bool:
    """Whether a text has a placeholder."""
    return bool(find_placeholders(text))


def keeps_placeholders(text: str, other: str) -> bool:
    """Whether a text has all placeholders that the other one has, as often."""
    wanted = Counter(found.key for found in find_placeholders(other))
    return not wanted or wanted <= Counter(found.key for found in find_placeholders(text))
