"""What is no language in a text, as the checks look for it: placeholders, URLs and e-mail addresses.

Narrower than what is protected before an engine: here a false alarm costs more than a miss. Every repetition
is bounded or possessive, so that a search is linear in the text.
"""

from __future__ import annotations

import re
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


# Writing without blanks ends an address, as do quotes and brackets of the text around.
_ENDS: Final = (
    r"\s\u0085\u00a0\u2000-\u200a\u2028\u2029\u202f<>\"'`“”„«»‘’"
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef\ufffc"
)
_URL: Final = re.compile(
    rf"(?<![\w@.])(?:[A-Za-z][A-Za-z0-9+.\-]{{1,20}}://|mailto:|www\.)[^{_ENDS}]++", re.ASCII
)
_EMAIL: Final = re.compile(
    r"(?<![\w.+%\-@])[A-Za-z0-9.!#$%&*+/=?^_|~\-]{1,64}@[^\W_][\w\-]{0,62}(?:\.[\w\-]{1,62})+", re.ASCII
)
_SHORTEST: Final = 4  # of what may be a URL
_OPENED_BY: Final = {")": "(", "]": "[", "}": "{"}


def find_addresses(text: str) -> tuple[tuple[int, int], ...]:
    """Where addresses stand in a text, in order."""
    found: list[tuple[int, int]] = []
    if "://" in text or "www." in text or "mailto:" in text:
        ends = ((match.start(), _end(text, *match.span())) for match in _URL.finditer(text))
        found = [(start, end) for start, end in ends if end - start > _SHORTEST]
    if "@" in text:
        urls = tuple(found)
        for match in _EMAIL.finditer(text):
            start, end = match.start(), _end(text, *match.span())
            if not any(first < end and start < last for first, last in urls):
                found.append((start, end))
        found.sort()
    return tuple(found)


def _end(text: str, start: int, end: int) -> int:
    """An address ends before the sentence's punctuation, and before a bracket that it did not open."""
    surplus = {
        last: text.count(last, start, end) - text.count(first, start, end)
        for last, first in _OPENED_BY.items()
    }
    while end > start:
        last = text[end - 1]
        if surplus.get(last, 0) > 0:
            surplus[last] -= 1
        elif last not in ".,;:!?*~…-":
            break
        end -= 1
    return end
