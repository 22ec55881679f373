"""Page numbers in headers and footers: numbers of a line that are the page's, or the number of pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from dragoman.formats.pdf.list_labels import read_roman

# Digits, and words that may be Roman numbers; `number_of_token` decides.
TOKEN: Final = re.compile(r"\d+|(?<![^\W_])(?:[ivxlcdm]{1,7}|[IVXLCDM]{1,7})(?![^\W_])")
_ALONE: Final = re.compile(r"^(?:#|([-–—|·•~])#\1|\(#\)|\[#\])$")
_OF: Final = re.compile(r"\d(?:\s*/\s*|\D*[^\W\d_]\D*)\d+\W?$")  # 1/7, Page 1 of 7
_DIGITS: Final = re.compile(r"\d+")
_BETWEEN: Final = 14  # characters from the page's number to the number of pages: " of ", " von insgesamt "
_MOST: Final = 0.7  # share of the pages on which a number is the page's
_LONGEST: Final = 24  # letters of a line that is recognised by its numbers only


class PageField(NamedTuple):
    """A number that Word computes."""

    field: str  # PAGE or NUMPAGES, with its form
    start: int = 1  # value of PAGE on the first page


def number_of_token(token: str) -> int | None:
    """The value of a number in digits or Roman letters; None for a word that only looks like one ("mild")."""
    return int(token[:9]) if token.isdecimal() else read_roman(token.lower())


def same_key(text: str, page: int) -> str:
    """A key that is equal for lines that differ only in numbers: each number is replaced by `#`.

    Roman numbers are only recognised if they are page numbers; the difference to the page is part of the key.
    """
    short = "".join(text.lower().split())
    if any(map(str.isdecimal, short)):
        return _DIGITS.sub("#", short)
    tokens = [(match, number_of_token(match[0])) for match in TOKEN.finditer(text)]
    numbers = [(match, value) for match, value in tokens if value is not None]
    if len(numbers) != 1:
        return short
    match, value = numbers[0]
    before, behind = ("".join(part.lower().split()) for part in (text[: match.start()], text[match.end() :]))
    if not any(map(str.isalnum, before + behind)):
        return f"{before}#{behind}"
    return f"{before}#{value - page}#{behind}"


def is_number_alone(key: str) -> bool:
    """Whether lines with a key consist of one number, with dashes or parentheses around it."""
    return _ALONE.match(key) is not None


def counts_alone(text: str, page: int, pages: int) -> bool:
    """Whether a line that no other page has is the number of its page: "3", "– 3 –", "Page 3 of 7"."""
    values = [number_of_token(token) for token in TOKEN.findall(text)]
    if len(text) > _LONGEST or not values or values[0] != page + 1:
        return False
    if values[1:] == [pages]:
        return _OF.search(text) is not None
    return len(values) == 1 and is_number_alone(same_key(text, page))


def find_fields(text: str, others: Iterable[tuple[int, str]], pages: int) -> Mapping[int, PageField]:
    """The numbers of a line that Word computes, by their indexes among the matches of `TOKEN`.

    `others` are the matching lines of all pages, with their page numbers from 0.
    """
    lines = [(page, TOKEN.findall(other)) for page, other in others]
    tokens = TOKEN.findall(text)
    lines = [(page, found) for page, found in lines if len(found) == len(tokens)]
    fields: dict[int, PageField] = {}
    for index, token in enumerate(tokens):
        values = [(page, found[index], number_of_token(found[index])) for page, found in lines]
        if index - 1 in fields and all(value == pages for *_, value in values) and _is_near(text, index):
            fields[index] = PageField("NUMPAGES")
            continue
        start = _counted(values, token, pages)
        if start is not None:
            roman = "" if token.isdecimal() else r" \* roman" if token.islower() else r" \* ROMAN"
            fields[index] = PageField(f"PAGE{roman}", start)
    return fields


def _counted(values: Sequence[tuple[int, str, int | None]], token: str, pages: int) -> int | None:
    """The value of a page number on the first page, if it is one. Front matter may have its own numbers."""
    alike = [
        (page, value)
        for page, found, value in values
        if value is not None and found.isdecimal() == token.isdecimal()
    ]
    starts = Counter(value - page for page, value in alike)
    if not starts or (len(alike) < 2 and starts.most_common(1)[0][0] != 1):
        return None
    start, times = starts.most_common(1)[0]
    if times < _MOST * len(alike) or (len(alike) == 1 and pages > 2):
        return None
    return start


def _is_near(text: str, index: int) -> bool:
    numbers = list(TOKEN.finditer(text))
    return numbers[index].start() - numbers[index - 1].end() <= _BETWEEN
