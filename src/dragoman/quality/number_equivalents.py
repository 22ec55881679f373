"""Equivalent expressions of a number: with a word such as "million", by the 12-hour clock, as a century."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.quality.number_values import (
    NumberSpan,
    all_values,
    han_values,
    parts,
    roman_values,
    significant,
)

# Words that multiply, by their beginnings, in many languages.
_MAGNITUDE: Final = re.compile(
    r"[\s\u00a0\u202f-]?(?:thousand|million|billion|trillion|mil\b|mill|mil[ijy]|mille|milh|milió|milion|bil[hij]|"
    r"bill[oó]n|tril|tausend|mio\b|mrd\b|duizend|tysi|tys\b|tisí|tuh|mld|mln|mlrd|mi?l[jy]|tusen|ribu|juta|bin\b|"
    r"nghìn|ngàn|triệu|tỷ|ezer|ezr|millió|mii\b|хиляд|тыс|тис|млн|млрд|милли|мільй|мілья|милион|милијар|χιλι|εκατ|"
    r"δισ|אלף|אלפי|מיל|ألف|آلاف|الف|ملي|مل[اي]|هزار|میلی|हज़ार|हजार|लाख|करोड़|करोड|अरब|মিলিয়ন|হাজার|লক্ষ|লাখ|কোটি|"
    r"พัน|หมื่น|แสน|ล้าน|[kM]\b|bn\b|m\b|[万萬亿億兆千百십백천만억조])",
    re.IGNORECASE,
)
_CLOCK: Final = re.compile(
    r"\d\s?[ap]\.?\s?m\b|午[前后後]|[上下]午|오[전후]|\d\s?h\b|\d[:h.]\d\d|[صم](?!\w)|Uhr|час|heures",
    re.IGNORECASE,
)
_RUN: Final = re.compile(r"\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberWording:
    """The numbers of a text, indexed so that those of the other text can be looked up."""

    values: frozenset[str]  # everything that its numbers can mean, as wholes or in parts
    digits: frozenset[str]  # the significant digits of its numbers
    multiplied: frozenset[str]  # of those that a word multiplies
    runs: frozenset[str]  # digits in a row, also within names
    short_years: frozenset[int]  # the last two digits of its years
    clock: bool  # it speaks of a time of day


def read_number_wording(text: str, numbers: Sequence[NumberSpan]) -> NumberWording:
    """Index the numbers of a text; `numbers` are those found in it."""
    values = {number.value for number in numbers}
    for number in numbers:
        if not number.written.isdigit():
            values.update(all_values(number.written), parts(number))
    values |= roman_values(text) | han_values(text)
    return NumberWording(
        values=frozenset(values),
        digits=frozenset(significant(number.value) for number in numbers),
        multiplied=frozenset(significant(number.value) for number in numbers if is_multiplied(number, text)),
        runs=frozenset(_RUN.findall(text)),
        short_years=frozenset(int(value) % 100 for value in values if len(value) == 4 and value.isdigit()),
        clock=_CLOCK.search(text) is not None,
    )


def is_multiplied(number: NumberSpan, text: str) -> bool:
    """Whether a word for thousands, millions and the like follows."""
    return _MAGNITUDE.match(text, number.end) is not None


def has_equivalent(number: NumberSpan, own: NumberWording, other: NumberWording) -> bool:
    """Whether the other text has an equivalent expression of a number of this text."""
    return (
        _reads_as(number, other.values)
        or number.written in other.runs
        or _is_multiple(number, own, other)
        or _is_year_or_century(number.small, other)
        or ((own.clock or other.clock) and _is_on_other_clock(number, other.values))
    )


def _reads_as(number: NumberSpan, values: frozenset[str]) -> bool:
    if number.value in values:
        return True
    if number.written.isdigit():
        return False
    return not values.isdisjoint(all_values(number.written)) or all(part in values for part in parts(number))


def _is_multiple(number: NumberSpan, own: NumberWording, other: NumberWording) -> bool:
    """2.5 million for 2,500,000, 30万 for 300,000, two and a half millions for 2.5 million."""
    digits = significant(number.value)
    if digits in own.multiplied:
        return digits in other.digits or not other.digits
    return digits in other.multiplied


def _is_on_other_clock(number: NumberSpan, values: frozenset[str]) -> bool:
    """11 p.m. for 23:00, 8.30 p.m. for 20:30, 1200 hours for 12 o'clock."""
    pieces = parts(number)
    if len(pieces) == 1 and 3 <= len(number.written) <= 4:
        pieces = [number.written[:-2].lstrip("0") or "0", number.written[-2:].lstrip("0") or "0"]
    if len(pieces) > 2 or any(len(piece) > 2 for piece in pieces):
        return False
    minutes_match = len(pieces) == 1 or pieces[1] == "0" or pieces[1] in values
    return minutes_match and _is_hour_among(int(pieces[0]), values)


def _is_hour_among(hour: int, values: frozenset[str]) -> bool:
    return hour <= 24 and not values.isdisjoint(map(str, (hour, hour + 12, abs(hour - 12), hour % 12)))


def _is_year_or_century(year: int, other: NumberWording) -> bool:
    """The '60s for the 1960s, the 18th century for the 1700s, 2568 in Thailand for 2025."""
    if 0 <= year < 100 and year in other.short_years:
        return True
    also: set[int] = set()
    if 1000 <= year <= 2100:
        also.add(year % 100)
    if 1500 < year < 2700:
        also |= {year + 543, year - 543}
    if 500 <= year <= 2100 and year % 100 == 0:
        also.add(year // 100 + 1)
    if 5 < year < 22:
        also.add((year - 1) * 100)
    return not other.values.isdisjoint(map(str, also))
