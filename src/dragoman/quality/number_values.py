"""Parse the numbers of a text: in the digits of any script, with any language's separators.

`numbers` compares those of a source and its translation.
"""

from __future__ import annotations

import functools
import re
from typing import Final, NamedTuple, TypeAlias

Convention: TypeAlias = tuple[str, str]  # signs between groups of digits and before decimals

_GROUP_BLANK: Final = " \u00a0\u202f\u2009"
# A letter before digits makes a name (A320, MP3) where scripts do not run into one another.
_NUMBER: Final = re.compile(
    rf"(?<![A-Za-z\u00c0-\u024f\u0370-\u052f\d])(?<![A-Za-z]\.)"
    rf"(?:\d{{1,3}}(?>(?:[{_GROUP_BLANK}]\d{{3}})+)(?!\d)(?>(?:[.,\u066b]\d+)?)"
    r"|\d++(?>(?:[.,'’\u066b\u066c]\d++)*))"
)
_SEPARATOR: Final = re.compile(r"\D")
_GROUPED: Final = re.compile(r"\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}")
_CONVENTIONS: Final[tuple[Convention, ...]] = ((",", "."), (".", ","), (" ", ","), (" ", "."), ("'", "."))
_ALIKE: Final = str.maketrans(dict.fromkeys(_GROUP_BLANK, " ") | {"’": "'", "\u066b": ".", "\u066c": ","})
_LONGEST: Final = 40


class NumberSpan(NamedTuple):
    """A number at text[start:end]."""

    start: int
    end: int
    written: str  # in Western digits
    value: str  # as the language reads it; a plain decimal, "1234.5"

    @property
    def small(self) -> int:
        """Its value when it is a whole number of at most six digits, else -1."""
        return int(self.value) if len(self.value) <= 6 and self.value.isdigit() else -1


def find_numbers(text: str, convention: Convention) -> list[NumberSpan]:
    """The numbers of a text whose language writes them by a convention."""
    numbers = []
    for match in _NUMBER.finditer(text):
        written = match[0]
        if not written.isascii():
            written = _western(written)
        if len(written) <= _LONGEST:
            value = (written.lstrip("0") or "0") if written.isdigit() else _likely_value(written, convention)
            numbers.append(NumberSpan(match.start(), match.end(), written, value))
    return numbers


def _western(written: str) -> str:
    written = written.translate(_ALIKE)
    return "".join(str(int(one)) if one.isdecimal() else one for one in written)


def _likely_value(written: str, convention: Convention) -> str:
    return read_number(written, convention) or next(iter(all_values(written)), written)


@functools.lru_cache(maxsize=4096)
def read_number(written: str, convention: Convention) -> str | None:
    """The value of digits with separators by a convention, or None if they do not follow it."""
    group, decimal = convention
    whole, sign, fraction = written.partition(decimal)
    if sign and not fraction.isdecimal():
        return None
    if not whole.isdecimal():
        if _GROUPED.fullmatch(whole.replace(group, ",") if "," not in whole or group == "," else "-") is None:
            return None
        whole = whole.replace(group, "")
    whole, fraction = whole.lstrip("0") or "0", fraction.rstrip("0")
    return f"{whole}.{fraction}" if fraction else whole


@functools.lru_cache(maxsize=4096)
def all_values(written: str) -> tuple[str, ...]:
    """All values that digits with separators can have in any language."""
    values = (read_number(written, convention) for convention in _CONVENTIONS)
    return tuple(dict.fromkeys(value for value in values if value is not None))


def parts(number: NumberSpan) -> list[str]:
    """The values of the digits between separators: those of a date, a version, or two numbers in a row."""
    return [piece.lstrip("0") or "0" for piece in _SEPARATOR.split(number.written) if piece]


def significant(value: str) -> str:
    """The digits without zeros at the ends: the same for 2.5 million, 2,500,000 and 250万."""
    return value.replace(".", "").strip("0")


# Chinese characters for numbers, which texts use beside digits.
_HAN_DIGITS: Final = {character: place % 10 for place, character in enumerate("〇一二三四五六七八九零")} | {
    "两": 2,
    "兩": 2,
}
_HAN_UNITS: Final = {"十": 10, "百": 100, "千": 1000, "万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_HAN_NUMBER: Final = re.compile(f"[{''.join(_HAN_DIGITS)}{''.join(_HAN_UNITS)}]{{1,20}}")


def han_values(text: str) -> set[str]:
    """The values of the numbers written in Chinese characters."""
    return {_han_value(match[0]) for match in _HAN_NUMBER.finditer(text)}


def _han_value(written: str) -> str:
    if all(character in _HAN_DIGITS for character in written):
        return "".join(str(_HAN_DIGITS[character]) for character in written).lstrip("0") or "0"
    total = section = digit = 0
    for character in written:
        unit = _HAN_UNITS.get(character)
        if unit is None:
            digit = _HAN_DIGITS[character]
        elif unit >= 10**4:
            total, section, digit = total + (section + digit or 1) * unit, 0, 0
        else:
            section, digit = section + (digit or 1) * unit, 0
    return str(total + section + digit)


# One letter alone may be a name, and an ending is only looked for behind two: XVIe, XVI-го, but not Il.
_ROMAN: Final = re.compile(r"(?<![^\W_])(?:([IVX])|([IVXLCDM]{2,15})[^\W\d_A-Z]{0,4})(?![^\W_])")
_ROMAN_FORM: Final = re.compile(r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_ROMAN_DIGITS: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def roman_values(text: str) -> set[str]:
    """The values of the Roman numerals in capitals, also with an ending."""
    written = (match[1] or match[2] for match in _ROMAN.finditer(text))
    return {str(_roman_value(one)) for one in written if _ROMAN_FORM.fullmatch(one)}


def _roman_value(written: str) -> int:
    values = [_ROMAN_DIGITS[letter] for letter in written]
    return sum(
        -value if following > value else value
        for value, following in zip(values, [*values[1:], 0], strict=True)
    )
