"""Labels of list items: bullets, numbers and letters at the start of a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from dragoman.formats.pdf.graphics import MOST_DOTS
from dragoman.formats.pdf.lines import PdfLine, PdfRun
from dragoman.formats.pdf.page_content import Box

BULLETS: Final = "•●○◦▪▫■□◆◇❖➢➔►▶▸‣⁃∙·✓✔✗✘❑➤★☐☑☒–—-*\uf0b7\uf0a7\uf0d8\uf0fc\uf06e\uf076\uf0a8"
_BULLET: Final = re.compile(rf"^([{re.escape(BULLETS)}]|[\ue000-\uf8ff]|o(?=\s))\s*(?=\S|$)")
_COUNT: Final = r"(?:[0-9]{1,3}|[A-Za-z]|[ivxlc]{1,6}|[IVXLC]{1,6})"
_PARENTS: Final = r"(?:[0-9]{1,3}\.){0,4}"  # "1.2." of "1.2.3"
_CLOSED: Final = r"(?:\.[)º°-]|[.)º°])"
_NUMBER: Final = re.compile(
    rf"^(\(?{_PARENTS}{_COUNT}{_CLOSED}|\[[0-9]{{1,3}}\]|[0-9]{{1,3}}(?:\.[0-9]{{1,3}}){{1,4}})(?=\s|$)"
    rf"|^(\(?{_PARENTS}{_COUNT}\)|[0-9]{{1,3}}\.)(?=[^\W\d_])"
    rf"|^(（?{_COUNT}[．、）])"
)
_ALONE: Final = re.compile(
    rf"^(?:\(?{_PARENTS}{_COUNT}{_CLOSED}|\[[0-9]{{1,3}}\]|[0-9]{{1,2}}(?:\.[0-9]{{1,2}}){{0,4}}\.?)$"
)
_FARTHEST: Final = 4.0  # of the size: maximum distance between a label and its text
_NEAR_NUMBER: Final = 2.6
_LOWEST, _HIGHEST = 0.1, 0.65  # of the size, above the baseline: the middle of a drawn bullet
_MOST_EQUAL: Final = 200  # lines that begin with the same number
_SAME_LEFT: Final = 3.0  # of the size: maximum distance between labels of one list
_PAGES: Final = 2  # number of pages between two items
_SMALLEST, _LARGEST = 0.15, 0.6  # of the size: its sides


def join_labels(row: Sequence[PdfLine]) -> list[PdfLine]:
    """The lines of a row; a separate label is joined with its text."""
    if len(row) != 2:
        return list(row)
    label, line = row
    text = label.text.strip()
    gap = line.left - label.right
    is_bullet = _BULLET.fullmatch(text) is not None
    if not is_bullet and not _ALONE.match(text):
        return list(row)
    if gap > (_NEAR_NUMBER if text[-1].isdigit() else _FARTHEST) * line.size:
        return list(row)
    line.text_left, line.left, line.counted = line.left, label.left, label.counted
    if is_bullet or text[-1] in ")]-º°" or (text[-1] == "." and text.count(".") == 1):
        line.label = text
    else:
        line.runs = [PdfRun(f"{text} ", *line.runs[0][1:]), *line.runs]  # the number of a heading
        line.read_runs()
    return [line]


def add_drawn_bullets(dots: Sequence[Box], lines: Sequence[PdfLine]) -> None:
    """Use drawn bullets as the labels of the lines after them."""
    if len(dots) > MOST_DOTS:
        return
    for left, bottom, right, top in dots:
        middle, side = (bottom + top) / 2, right - left
        followed = [
            line
            for line in lines
            if 0 < line.left - right < _FARTHEST * line.size
            and line.base + _LOWEST * line.size < middle < line.base + _HIGHEST * line.size
            and _SMALLEST * line.size < side < _LARGEST * line.size
        ]
        if followed:
            line = min(followed, key=lambda line: line.left)
            line.text_left, line.left, line.label = line.left, left, "•"


def find_labels(lines: Sequence[PdfLine], right: float) -> None:
    """Move labels from the text of lines to `label`; `right` is the end of full lines."""
    last_label = ""
    for index, line in enumerate(lines):
        if not line.label:
            before = lines[index - 1] if index else None
            label = _find(line)
            if label and (before is None or _may_begin(before, line, right) or _follows(last_label, label)):
                _move_label(line, label)
        last_label = line.label or last_label


def _find(line: PdfLine) -> str:
    """The label at the start of a line; "": none."""
    match = _BULLET.match(line.text)
    if match is None and line.counted is not False:
        match = _number(line.text)
    if match is None or not line.text[match.end() :].strip() or match.end() > len(line.runs[0].text):
        return ""
    label: str = match[match.lastindex or 1]
    behind = line.text[len(label) :]
    return "" if label in "–—-*·∙" and not behind.startswith(" ") else label


def _number(text: str) -> re.Match[str] | None:
    """The number at the start of a text, which may be that of an item."""
    match = _NUMBER.match(text)
    return match if match is not None and read_numbers(match[match.lastindex or 1]) else None


def set_counted(pages: Iterable[Sequence[PdfLine]]) -> None:
    """Set for all lines whether the number at their start continues another line's, or is continued."""
    found: dict[ListNumber, list[tuple[int, PdfLine]]] = {}
    for page, lines in enumerate(pages):
        for line in lines:
            line.counted = False
            if match := _number(line.text):
                for number in read_numbers(match[match.lastindex or 1]):
                    found.setdefault(number, []).append((page, line))
    for number, occurrences in found.items():
        following = found.get(number._replace(value=number.value + 1), ())
        for page, line in occurrences[:_MOST_EQUAL]:
            for other_page, other in following[:_MOST_EQUAL]:
                near = abs(line.left - other.left) < _SAME_LEFT * line.size
                if near if page == other_page else 0 < other_page - page <= _PAGES:
                    line.counted = other.counted = True


def _may_begin(before: PdfLine, line: PdfLine, right: float) -> bool:
    """Whether a line may begin a paragraph instead of continuing the previous one."""
    gap = before.base - line.base
    return (
        right - before.right > line.first_word + 0.6 * line.size
        or abs(before.left - line.left) > 0.5 * line.size
        or not 0 < gap < 1.6 * line.size
    )


def _follows(last: str, label: str) -> bool:
    """Whether a label is the successor of the last one, or the same bullet."""
    if not last:
        return False
    before, after = read_numbers(last), read_numbers(label)
    if not before or not after:
        return last == label
    return any(one.style == two.style and two.value == one.value + 1 for one in before for two in after)


def _move_label(line: PdfLine, label: str) -> None:
    first = line.runs[0]
    rest = first.text[len(label) :].lstrip()
    removed = len(first.text) - len(rest)
    line.text_left = max(line.text_left, line.left + line.width * removed / max(1, len(line.text)))
    line.label = label
    line.runs = ([first._replace(text=rest)] if rest else []) + line.runs[1:]
    line.read_runs()


class ListNumber(NamedTuple):
    """The number of a list item, in one interpretation of its label."""

    style: str  # the text around a 1: "%1.", "(%1)"; with the type of letters or digits before it
    value: int


_PARTS: Final = re.compile(rf"^([(（\[]?)({_PARENTS})([0-9]{{1,3}}|[A-Za-z]+)({_CLOSED}|[\]．、）]|)$")
_ROMAN: Final = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}


def read_numbers(label: str) -> tuple[ListNumber, ...]:
    """The possible numbers of a label, the likeliest first: "v)" is a letter or a five. None for a bullet."""
    match = _PARTS.match(label)
    if match is None or not (match[2] or match[4]):
        return ()
    around = f"{match[1]}{match[2]}%1{match[4]}"
    digits = match[3]
    if digits.isdigit():
        return (ListNumber(f"decimal {around}", int(digits)),)
    kind = "lower" if digits.islower() else "upper"
    found = []
    if (value := read_roman(digits.lower())) is not None:
        found.append(ListNumber(f"{kind}Roman {around}", value))
    if len(digits) == 1:
        found.append(ListNumber(f"{kind}Letter {around}", ord(digits.lower()) - ord("a") + 1))
    if len(found) == 2 and digits.lower() != "i":
        found.reverse()
    return tuple(found)


_STEPS: Final = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl")),
    *((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


def read_roman(digits: str) -> int | None:
    """The value of a Roman number in lower case; None if it is not one ("civil")."""
    values = [_ROMAN.get(digit, 0) for digit in digits]
    total = sum(-one if one < two else one for one, two in pairwise([*values, 0]))
    rest, written = total, ""
    for step, letters in _STEPS:
        count, rest = divmod(rest, step) if rest > 0 else (0, 0)
        written += letters * count
    return total if digits and written == digits else None
