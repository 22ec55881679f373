"""White space: at the ends as in the source, and no two blanks in a row that the source does not have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dragoman.quality.model import Check, Finding, Severity
from dragoman.quality.view import PairView

SPACE_LEADING: Final = Check(
    code="SPACE_LEADING",
    severity=Severity.WARNING,
    fixable=True,
    description="The white space before the first character differs from the source's.",
    message="The white space at the beginning differs from the source's; make it the same.",
)
SPACE_TRAILING: Final = Check(
    code="SPACE_TRAILING",
    severity=Severity.WARNING,
    fixable=True,
    description="The white space behind the last character differs from the source's.",
    message="The white space at the end differs from the source's; make it the same.",
)
SPACE_DOUBLE: Final = Check(
    code="SPACE_DOUBLE",
    severity=Severity.WARNING,
    fixable=True,
    description="There are two or more blanks in a row, and none in the source.",
    message="There are two or more blanks in a row; leave one.",
)

_BLANK: Final = " \u00a0\u202f\u2007\u2009"
_DOUBLE: Final = re.compile(rf"(?<=\S)[{_BLANK}]{{2,}}+(?=\S)")
_INDENT: Final = "\u3000"  # begins a paragraph in Chinese and Japanese
_ALIKE: Final = str.maketrans(dict.fromkeys(_BLANK[1:], " ") | {"\r": None})


def check_spaces(pair_view: PairView) -> Iterator[Finding]:
    """`SPACE_LEADING`, `SPACE_TRAILING` and `SPACE_DOUBLE`."""
    source, target = pair_view.source.text, pair_view.target.text
    if not source or not target or source.isspace() or target.isspace():
        return
    if source[0].isspace() or target[0].isspace():
        yield from _leading(pair_view)
    if source[-1].isspace() or target[-1].isspace():
        yield from _trailing(pair_view)
    # An ideographic space is as wide as two: no doubt about what is meant.
    for match in _DOUBLE.finditer(target) if _DOUBLE.search(source) is None else ():
        start, end = match.span()
        single = next((blank for blank in match[0] if blank != " "), " ")
        edits = pair_view.target.replace(start, end, single)
        yield SPACE_DOUBLE.found(target=pair_view.target.span(start, end), edits=edits)


def _leading(pair_view: PairView) -> Iterator[Finding]:
    source, target = pair_view.source.text, pair_view.target.text
    wanted, found = (text[: len(text) - len(text.lstrip())] for text in (source, target))
    if not _differ(wanted, found.lstrip(_INDENT), unspaced=pair_view.target_language.unspaced):
        return
    edits = pair_view.target.replace(0, len(found), wanted)
    yield SPACE_LEADING.found(target=pair_view.target.span(0, len(found)), edits=edits)


def _trailing(pair_view: PairView) -> Iterator[Finding]:
    source, target = pair_view.source.text, pair_view.target.text
    wanted, found = (text[len(text.rstrip()) :] for text in (source, target))
    if not _differ(wanted, found, unspaced=pair_view.target_language.unspaced):
        return
    start, end = len(target) - len(found), len(target)
    edits = pair_view.target.replace(start, end, wanted)
    yield SPACE_TRAILING.found(target=pair_view.target.span(start, end), edits=edits)


def _differ(wanted: str, found: str, *, unspaced: bool) -> bool:
    """Whether white space at an end differs. Where words have no blanks between them, they need none "
    "there."""
    wanted, found = wanted.translate(_ALIKE), found.translate(_ALIKE)
    if unspaced:
        return found.replace(" ", "") != wanted.replace(" ", "") or found.count(" ") > wanted.count(" ")
    return wanted != found
