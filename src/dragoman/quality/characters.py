"""Characters that must not be in a text, and unpaired marks of writing direction."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dragoman.quality.model import Check, Edit, Finding, Severity
from dragoman.quality.view import PairView, VisibleText

CHARACTER_INVALID: Final = Check(
    code="CHARACTER_INVALID",
    severity=Severity.ERROR,
    fixable=True,
    description="A character that XML 1.0 does not allow (controls, halves of surrogate pairs, U+FFFE), "
    "or that results from a wrong conversion (C1 controls, U+FFFD, a byte order mark) and "
    "that the source does not have.",
    message="This character does not belong in a text; remove it, or write the letter that it replaced.",
)
BIDI_UNBALANCED: Final = Check(
    code="BIDI_UNBALANCED",
    severity=Severity.WARNING,
    fixable=True,
    description="An invisible mark that begins an embedding, an override or an isolate of writing "
    "direction is not "
    "ended, or the other way round.",
    message="Invisible marks of writing direction do not come in pairs; remove or complete them.",
)

_NO_XML: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LEFT_BEHIND: Final = re.compile(r"[\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufeff\ufffd]")
_SUSPECT: Final = re.compile(f"{_NO_XML.pattern[:-1]}{_LEFT_BEHIND.pattern[1:]}")
_LOST: Final = "\ufffd"  # replaces a letter that was lost in decoding
_DIRECTION: Final = re.compile(r"[\u202a-\u202e\u2066-\u2069]")
_ENDS: Final = {"\u202c": "\u202a\u202b\u202d\u202e", "\u2069": "\u2066\u2067\u2068"}
_ENDED_BY: Final = {beginning: end for end, beginnings in _ENDS.items() for beginning in beginnings}


def check_characters(pair_view: PairView) -> Iterator[Finding]:
    """`CHARACTER_INVALID` and `BIDI_UNBALANCED`."""
    target = pair_view.target
    for match in _SUSPECT.finditer(target.text):
        if _NO_XML.match(match[0]) or match[0] not in pair_view.source.text:
            edits = () if match[0] == _LOST else target.replace(match.start(), match.end(), "")
            yield CHARACTER_INVALID.found(target=target.span(match.start(), match.end()), edits=edits)
    if _DIRECTION.search(target.text) is not None:
        yield from _check_directions(target)


def _check_directions(view: VisibleText) -> Iterator[Finding]:
    """Check each line separately: embeddings end with their paragraph."""
    for match in re.finditer(r"[^\n\u2029]+", view.text):
        ends, waiting = _unpaired(match[0])
        for place in ends:
            start = match.start() + place
            yield BIDI_UNBALANCED.found(
                target=view.span(start, start + 1), edits=view.replace(start, start + 1, "")
            )
        if waiting:
            start = match.start() + waiting[0]
            missing = "".join(_ENDED_BY[match[0][place]] for place in reversed(waiting))
            edits: tuple[Edit, ...] = view.replace(match.end(), match.end(), missing)
            yield BIDI_UNBALANCED.found(target=view.span(start, start + 1), edits=edits)


def _unpaired(line: str) -> tuple[list[int], list[int]]:
    """The offsets of marks that end nothing, and of marks that are not ended."""
    ends, waiting = [], []
    for match in _DIRECTION.finditer(line):
        beginnings = _ENDS.get(match[0])
        if beginnings is None:
            waiting.append(match.start())
        elif waiting and line[waiting[-1]] in beginnings:
            waiting.pop()
        else:
            ends.append(match.start())
    return ends, waiting
