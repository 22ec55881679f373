"""Numbers: the translation has each number of the source, in the format of its language, and no other.

Translators also rewrite numbers: small ones as words, thousands with other separators or as words, times by
another clock, centuries in Roman numerals. Numbers with such an equivalent are no findings.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from dragoman.quality.languages import LanguageFacts
from dragoman.quality.model import Check, Finding, Severity
from dragoman.quality.number_equivalents import NumberWording, has_equivalent, read_number_wording
from dragoman.quality.number_values import Convention, NumberSpan, find_numbers, read_number, significant
from dragoman.quality.view import PairView, VisibleText

NUMBER_MISSING: Final = Check(
    code="NUMBER_MISSING",
    severity=Severity.WARNING,
    fixable=False,
    description="A number of the source is not in the translation: neither in other digits, with other "
    "separators, by another clock, nor, when it is small or round, in words.",
    message="A number of the source is missing or changed in the translation; compare the numbers.",
)
NUMBER_EXTRA: Final = Check(
    code="NUMBER_EXTRA",
    severity=Severity.WARNING,
    fixable=False,
    description="The translation has a number that the source does not have.",
    message="This number is not in the source; compare the numbers.",
)
NUMBER_FORMAT: Final = Check(
    code="NUMBER_FORMAT",
    severity=Severity.WARNING,
    fixable=True,
    description="A number is written with the source language's separators, which the target language "
    "reads as "
    "another number or not at all: `1,234.5` in German.",
    message="The separators of this number are those of the source language; write those of the target "
    "language.",
)

_DIGIT: Final = re.compile(r"\d")
_SPELLED: Final = frozenset((*range(21), *range(30, 101, 10)))  # often written as words; so are round ones
UNIT: Final = re.compile(
    r"[ \u00a0\u202f]?(?:[%‰€$£°]|[kcmdµ]m[²³]?\b|km/h|kg\b|[MGkT]i?B\b|[MGk]Hz\b|mil[lhij]|tri[lł]|bil[lhi]"
    r"|mio\b|mrd\b)|[ \u00a0\u202f][mgBlV]\b"
)


def check_numbers(pair_view: PairView) -> Iterator[Finding]:
    """`NUMBER_MISSING`, `NUMBER_EXTRA` and `NUMBER_FORMAT`."""
    source = _numbers(pair_view.source, pair_view.source_language)
    target = _numbers(pair_view.target, pair_view.target_language)
    if not source and not target:
        return
    missing, extra = _surplus(source, target), _surplus(target, source)
    if missing or extra:
        yield from _compare(pair_view, (source, target), (missing, extra))
    yield from _formats(pair_view, source, target)


def _numbers(view: VisibleText, language: LanguageFacts) -> list[NumberSpan]:
    if _DIGIT.search(view.bare) is None:
        return []
    return find_numbers(view.bare, _convention(language))


def _convention(language: LanguageFacts) -> Convention:
    group = language.group
    if group.isspace():
        return " ", language.decimal
    return "'" if group == "’" else group, language.decimal


def _surplus(one: Sequence[NumberSpan], other: Sequence[NumberSpan]) -> list[NumberSpan]:
    """The numbers of one side that the other has not as often."""
    waiting = Counter(number.value for number in other)
    surplus = []
    for number in one:
        if waiting[number.value]:
            waiting[number.value] -= 1
        else:
            surplus.append(number)
    return surplus


_Both: TypeAlias = tuple[Sequence[NumberSpan], Sequence[NumberSpan]]


def _compare(pair_view: PairView, numbers: _Both, surplus: _Both) -> Iterator[Finding]:
    """The findings about numbers that the other text does not have, unless it has an equivalent."""
    source, target = (
        read_number_wording(pair_view.source.bare, numbers[0]),
        read_number_wording(pair_view.target.bare, numbers[1]),
    )
    values = tuple(frozenset(number.value for number in side) for side in numbers)
    missing = _unexplained(surplus[0], source, target, values[1])
    extra = _unexplained(surplus[1], target, source, values[0])
    both = bool(missing and extra)
    for number in missing:
        if both or not _is_weak(number, values[1]):
            yield NUMBER_MISSING.found(source=pair_view.source.span(number.start, number.end))
    for number in extra:
        if both or not _is_weak(number, values[0]):
            yield NUMBER_EXTRA.found(target=pair_view.target.span(number.start, number.end))


def _unexplained(
    numbers: Sequence[NumberSpan], own: NumberWording, other: NumberWording, values: frozenset[str]
) -> list[NumberSpan]:
    """The numbers that have no equivalent in the other text, or occur less often there."""
    return [number for number in numbers if number.value in values or not has_equivalent(number, own, other)]


def _is_weak(number: NumberSpan, values: frozenset[str]) -> bool:
    """Whether its absence proves nothing: it is often written in words, or the other text has it as well."""
    digits = significant(number.value)
    round_one = len(digits) <= 2 and number.value.endswith("00")
    return number.small in _SPELLED or round_one or number.value in values


def _formats(
    pair_view: PairView, source: Sequence[NumberSpan], target: Sequence[NumberSpan]
) -> Iterator[Finding]:
    here, there = _convention(pair_view.source_language), _convention(pair_view.target_language)
    if here == there:
        return
    written = {number.written for number in source if not number.written.isdigit()}
    for number in target:
        if number.written in written and (value := read_number(number.written, here)) is not None:
            group, decimal = pair_view.target_language.group, pair_view.target_language.decimal
            fixed = number.written.translate({ord(here[0]): group, ord(here[1]): decimal})
            if read_number(number.written, there) != value and _is_amount(
                number, here, pair_view.target.bare
            ):
                edits = pair_view.target.replace(number.start, number.end, fixed)
                yield NUMBER_FORMAT.found(target=pair_view.target.span(number.start, number.end), edits=edits)


def _is_amount(number: NumberSpan, convention: Convention, text: str) -> bool:
    """Whether it is an amount, not a version or a section: it has groups, or a unit follows."""
    return convention[0] in number.written or UNIT.match(text, number.end) is not None
