"""Where a text is several texts, as the service cuts it before an engine gets it (T10).

Texts are parted by elements of blocks, paragraphs, line breaks before a new text, tabs and columns of
blanks. White space, and codes around a text, stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

_BLOCK: Final = (
    r"</?(?:address|article|aside|blockquote|body|caption|center|dd|details|dialog|div|dl|dt|fieldset|figcaption"
    r"|figure|footer|form|h[1-6]|head|header|hr|html|legend|li|main|nav|ol|option|p|pre|section|select|summary"
    r"|table|tbody|td|tfoot|th|thead|title|tr|ul)\b[^<>]*>"
)
_GAP: Final = re.compile(rf"(?:\s|{_BLOCK})+", re.IGNORECASE)
_COLUMN: Final = re.compile(r"\t|[ \u00a0\u2000-\u200a\u3000]{3}")
_PARAGRAPH: Final = re.compile(r"\n[ \t\r]*\n")
_ENDS_SENTENCE: Final = re.compile(r"[.!?:;…。！？：；۔؟][\"'”’»)\]]*\Z")
_GOES_ON: Final = re.compile(r"[a-zà-öø-ÿ,;.:!?)\]%]")
_TAG: Final = re.compile(r"</?[A-Za-z0-9][^<>]*>")
_EDGE: Final = re.compile(
    r"</?[A-Za-z0-9][^<>]*>|<!--.*?-->|&(?:\#\d+|\#x[0-9A-Fa-f]+|[A-Za-z]\w*);|\s+", re.DOTALL
)
_NAME: Final = re.compile(r"</?([A-Za-z0-9]+)")


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A part of a text: words for an engine, or what stays as it is."""

    text: str
    has_words: bool


class _TrimmedText(NamedTuple):
    """A text in three: white space and codes, what has words, white space and codes."""

    before: str
    core: str
    after: str


def cut_text(text: str) -> list[TextPiece]:
    """Cut a text into its parts, which are the text when joined."""
    outer = _trim(text)
    parts = [one for part in _part(outer.core) for one in _pieces(_trim(part))]
    before, _, after = _pieces(outer)
    return [one for one in (before, *parts, after) if one.text]


def _pieces(trimmed: _TrimmedText) -> list[TextPiece]:
    return [
        TextPiece(trimmed.before, has_words=False),
        TextPiece(trimmed.core, has_words=True),
        TextPiece(trimmed.after, has_words=False),
    ]


def _part(text: str) -> Iterator[str]:
    """The texts and, as parts of their own, what is between them."""
    has_tags = _TAG.search(text) is not None
    start = 0
    for found in _GAP.finditer(text):
        if _is_border(text, found, start, has_tags=has_tags):
            yield text[start : found.start()]
            yield found[0]
            start = found.end()
    yield text[start:]


def _is_border(text: str, found: re.Match[str], start: int, *, has_tags: bool) -> bool:
    """Whether white space and tags of blocks part two texts. A single line break may be within a sentence."""
    gap = found[0]
    if not gap.isspace() or _PARAGRAPH.search(gap):
        return True
    if "\n" not in gap:
        return _COLUMN.search(gap) is not None
    if has_tags:  # in markup a line break is only white space
        return False
    left, right = text[start : found.start()], text[found.end() :]
    return not _GOES_ON.match(right) or _ENDS_SENTENCE.search(left) is not None


def _trim(text: str) -> _TrimmedText:
    """A text without white space and tags at its ends; a tag stays where its other half is within."""
    tokens = list(_tokens(text))
    inner = [number for number, one in enumerate(tokens) if _EDGE.fullmatch(one) is None]
    if not inner:
        return _TrimmedText(text, "", "")
    first, last = inner[0], inner[-1]
    for opening, closing in _pairs(tokens):
        if opening < first <= closing <= last:
            first = min(first, opening)
        elif first <= opening <= last < closing:
            last = max(last, closing)
    return _TrimmedText(
        "".join(tokens[:first]), "".join(tokens[first : last + 1]), "".join(tokens[last + 1 :])
    )


def _tokens(text: str) -> Iterator[str]:
    position = 0
    for found in _EDGE.finditer(text):
        if found.start() > position:
            yield text[position : found.start()]
        yield found[0]
        position = found.end()
    if position < len(text):
        yield text[position:]


def _pairs(tokens: Sequence[str]) -> list[tuple[int, int]]:
    """The places of tags that belong together, the outer ones first."""
    found: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    for number, token in enumerate(tokens):
        name = _NAME.match(token)
        if name is None or token.endswith("/>"):
            continue
        if not token.startswith("</"):
            opened.append((name[1].lower(), number))
        elif opened and opened[-1][0] == name[1].lower():
            found.append((opened.pop()[1], number))
    return sorted(found)
