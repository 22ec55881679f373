"""Numbers and dates in digits, written as a style guide says. `style_marks` and `style_address` have more.

Only what is certainly a number or a date of the source is judged: a version, a time or a score is not.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from babel import Locale, UnknownLocaleError

from dragoman.languages import candidates
from dragoman.quality.languages import LanguageFacts
from dragoman.quality.model import Check, Finding, Severity
from dragoman.quality.number_values import Convention, NumberSpan, all_values, find_numbers, read_number
from dragoman.quality.numbers import UNIT
from dragoman.quality.view import PairView
from dragoman.styles import DateFormat, NumberFormat

STYLE_NUMBERS: Final = Check(
    code="STYLE_NUMBERS",
    severity=Severity.WARNING,
    fixable=True,
    description="A number of the source has other separators than the style guide says.",
    message="The style guide writes the separators of numbers in another way.",
)
STYLE_DATES: Final = Check(
    code="STYLE_DATES",
    severity=Severity.WARNING,
    fixable=False,
    description="A date in digits is in another form than the style guide says.",
    message="The style guide writes dates in digits in another form.",
)

_NAMED: Final[Mapping[NumberFormat, Convention]] = {
    NumberFormat.COMMA_POINT: (",", "."),
    NumberFormat.POINT_COMMA: (".", ","),
    NumberFormat.SPACE_COMMA: (" ", ","),
    NumberFormat.SPACE_POINT: (" ", "."),
    NumberFormat.APOSTROPHE_POINT: ("'", "."),
}
_BLANKS: Final = str.maketrans(dict.fromkeys("\u00a0\u202f\u2009", " ") | {"’": "'"})
_GROUPED: Final = re.compile(r"\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*(?:\D\d+)?")
_ADDRESS: Final = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")  # of a computer
_CURRENCY: Final = re.compile(r"[€$£¥][ \u00a0\u202f]?$")
_GROUP: Final = {" ": "\u00a0", "'": "’"}  # as it is written: a number does not end a line within
# Not part of a longer number, an address or a version. The year has four digits.
_DATE: Final = re.compile(
    r"(?<![\w./-])(?:(?P<y>\d{4})(?P<s>[./-])(?P<ym>\d{1,2})(?P=s)(?P<yd>\d{1,2})"
    r"|(?P<a>\d{1,2})(?P<t>[./-])[ \u00a0]?(?P<b>\d{1,2})(?P=t)[ \u00a0]?(?P<e>\d{4}))"
    r"(?![\w/-]|\.\d| \d\d:\d\d)"
)


def replaces_number_format(pair_view: PairView) -> bool:
    """Whether the style guide wants another format of numbers than that of the target language."""
    style = pair_view.pair.style
    return style is not None and style.numbers not in (None, NumberFormat.LANGUAGE)


def check_style_figures(pair_view: PairView) -> Iterator[Finding]:
    """`STYLE_NUMBERS` and `STYLE_DATES`."""
    style = pair_view.pair.style
    if style is None:
        return
    if style.numbers is not None:
        yield from _check_numbers(pair_view, style.numbers)
    if style.dates is not None:
        yield from _check_dates(pair_view, style.dates)


def _check_numbers(pair_view: PairView, wanted: NumberFormat) -> Iterator[Finding]:
    before = _with_separators(pair_view.source.bare, pair_view.source_language)
    if not before:
        return
    spelled = {one.written.translate(_BLANKS) for one in before}
    values = {value for one in before for value in (one.value, *all_values(one.written.translate(_BLANKS)))}
    own = {one.value for one in before}
    allowed = _allowed(wanted, pair_view.target_language)
    for number in _with_separators(pair_view.target.bare, pair_view.target_language):
        written = number.written.translate(_BLANKS)
        if wanted is NumberFormat.SOURCE:
            is_right = written in spelled or not values.intersection(all_values(written))
        else:
            is_right = _is_right(written, allowed, own)
        if not is_right:
            fixed = _rewrite(written, allowed[0], own) if wanted is not NumberFormat.SOURCE else None
            edits = pair_view.target.replace(number.start, number.end, fixed) if fixed else ()
            yield STYLE_NUMBERS.found(target=pair_view.target.span(number.start, number.end), edits=edits)


def _with_separators(text: str, language: LanguageFacts) -> list[NumberSpan]:
    """The amounts with a sign within them: no dates, versions, sections or addresses."""
    dates = [match.span() for match in _DATE.finditer(text)]
    return [
        one
        for one in find_numbers(text, _convention(language))
        if not one.written.isdigit()
        and not any(start <= one.start < end for start, end in dates)
        and _is_amount(one, text)
    ]


def _is_amount(number: NumberSpan, text: str) -> bool:
    """Whether it has groups, or a unit or currency next to it."""
    written = number.written.translate(_BLANKS)
    if _ADDRESS.fullmatch(written) or text[number.start - 1 : number.start] == "{":
        return False
    return (
        _GROUPED.fullmatch(written) is not None
        or UNIT.match(text, number.end) is not None
        or _CURRENCY.search(text, max(0, number.start - 2), number.start) is not None
    )


def _convention(language: LanguageFacts) -> Convention:
    group = language.group
    return (" " if group.isspace() else "'" if group == "’" else group), language.decimal


def _allowed(wanted: NumberFormat, language: LanguageFacts) -> tuple[Convention, ...]:
    """The conventions that are right, the one to suggest first. Blanks are right in every language."""
    if wanted in _NAMED:
        return (_NAMED[wanted],)
    own = _convention(language)
    return (own, (" ", own[1]))


def _is_right(written: str, allowed: tuple[Convention, ...], values: set[str]) -> bool:
    """Whether digits with separators are as they have to be, or are no number of the source at all."""
    if any(read_number(written, convention) in values for convention in allowed):
        return True
    return not values.intersection(all_values(written))


def _rewrite(written: str, convention: Convention, values: set[str]) -> str | None:
    """The number by a convention, grouped as it is; None if it can be read in two ways."""
    group, decimal = convention
    readings = set()
    for old_group, old_decimal in ((",", "."), (".", ","), (" ", ","), (" ", "."), ("'", ".")):
        if read_number(written, (old_group, old_decimal)) in values:
            signs = {ord(old_group): _GROUP.get(group, group), ord(old_decimal): decimal}
            readings.add(written.translate(signs))
    return readings.pop() if len(readings) == 1 else None


# Where more than one form is usual.
_SEVERAL_FORMS: Final = frozenset({"en", "en-CA", "fr-CA", "da", "es-US"})


class _WrittenDate(NamedTuple):
    start: int
    end: int
    text: str
    order: str  # "ymd", "dmy", "mdy", or "?" where day and month may be either
    sign: str
    parts: tuple[int, int, int]  # year, and day and month in ascending order


def _check_dates(pair_view: PairView, wanted: DateFormat) -> Iterator[Finding]:
    before: dict[tuple[int, int, int], set[str]] = {}
    for one in _dates(pair_view.source.bare):
        before.setdefault(one.parts, set()).add(one.text)
    for date in _dates(pair_view.target.bare):
        if date.parts in before and not _is_date_right(pair_view, date, wanted, before[date.parts]):
            yield STYLE_DATES.found(target=pair_view.target.span(date.start, date.end))


def _is_date_right(pair_view: PairView, date: _WrittenDate, wanted: DateFormat, before: set[str]) -> bool:
    if wanted is DateFormat.SOURCE:
        return date.text in before
    if wanted is DateFormat.ISO:
        return date.order == "ymd" and date.sign == "-" and len(date.text) == len("2026-03-31")
    order, sign = _usual(pair_view.pair.target_language)
    if order == "?":
        return True
    if date.order == "?":  # the parts before the year may be in the right order
        return order != "ymd" and not (sign == "." and date.sign != ".")
    # Languages with full stops have them always; among the others, dash and stroke are both in use.
    return date.order == order and not (sign == "." and date.sign != "." and order != "ymd")


def _dates(text: str) -> Iterator[_WrittenDate]:
    for match in _DATE.finditer(text):
        is_first = match["y"] is not None
        year, sign = (match["y"], match["s"]) if is_first else (match["e"], match["t"])
        one, two = (int(match["ym"]), int(match["yd"])) if is_first else (int(match["a"]), int(match["b"]))
        if not (1 <= min(one, two) <= 12 and max(one, two) <= 31 and 1000 <= int(year) < 2200):
            continue
        order = "ymd" if is_first else "dmy" if one > 12 else "mdy" if two > 12 else "?"
        parts = (int(year), min(one, two), max(one, two))
        yield _WrittenDate(*match.span(), match[0], order, sign, parts)


@functools.lru_cache(maxsize=256)
def _usual(code: str) -> tuple[str, str]:
    """The order of day, month and year of a language, and the sign between them; "?" if it is not known."""
    if code in _SEVERAL_FORMS:
        return "?", ""
    for candidate in candidates(code):
        try:
            pattern: str = Locale.parse(candidate, sep="-").date_formats["short"].pattern
        except (UnknownLocaleError, ValueError, KeyError):
            continue
        letters = dict.fromkeys(letter.lower() for letter in pattern if letter in "yMd")
        signs = [sign for sign in pattern if sign in "./-"]
        order = "".join(letters)
        return (order, signs[0]) if sorted(order) == ["d", "m", "y"] and signs else ("?", "")
    return "?", ""
