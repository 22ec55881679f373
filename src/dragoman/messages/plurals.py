"""Plural forms: which a language has by CLDR and by gettext, and which form of the source feeds each.

CLDR's categories come from `plural_rules`, gettext's headers from Babel's table and, where that knows
nothing, from the CLDR rule. Nothing here reads a file.
"""

from __future__ import annotations

import functools
import gettext
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from babel.messages.plurals import PLURALS
from babel.plural import PluralRule, to_gettext

from dragoman.languages import candidates, is_well_formed, primary
from dragoman.messages.plural_rules import CARDINALS, ORDINALS

CATEGORIES: Final = ("zero", "one", "two", "few", "many", "other")  # in CLDR's order
OTHER: Final = "other"

# Languages of which CLDR says that they have no plural: any other without a rule is one it does not know.
_WITHOUT_PLURAL: Final = re.compile(
    "bm|bo|dz|hnj|id|ig|ii|ja|jbo|jv|kde|kea|km|ko|lkt|lo|ms|my|nqo|osa|sah|ses|sg|su|th|to|tpi|vi|wo|yo|yue|zh"
)
_CARDINALS: Final = {code: rules for codes, rules in CARDINALS.items() for code in codes.split()}
_ORDINALS: Final = {code: rules for codes, rules in ORDINALS.items() for code in codes.split()}
_USUAL: Final = PluralRule({"one": "n is 1"})
_SAMPLES: Final = (*range(1001), 10_000, 100_000, 1_000_000, 2_000_000)
_OFTEN: Final = 5  # a form of more numbers than these must show which (GNU msgfmt draws the same line)
_MOST_FORMS: Final = 10

Rule: TypeAlias = Callable[[int], str]


@functools.lru_cache(maxsize=512)
def categories(language: str, *, ordinal: bool = False) -> tuple[str, ...]:
    """The categories of a language (BCP 47) in CLDR's order; "other" is always the last."""
    known = _rule(language, ordinal=ordinal).tags
    return tuple(name for name in CATEGORIES if name in known or name == OTHER)


def has_rule(language: str, *, ordinal: bool = False) -> bool:
    """Whether CLDR knows the categories of a language."""
    return _conditions(language, ordinal=ordinal) is not None


def category(language: str, number: float, *, ordinal: bool = False) -> str:
    """The category of a number in a language."""
    return _rule(language, ordinal=ordinal)(abs(number))


@functools.lru_cache(maxsize=2048)
def covers_many(language: str, name: str, *, ordinal: bool = False) -> bool:
    """Whether a category is for many numbers, as Russian's "one" is for 21 and 31."""
    rule = _rule(language, ordinal=ordinal)
    return sum(rule(number) == name for number in range(1001)) > _OFTEN


@functools.lru_cache(maxsize=2048)
def only_number(language: str, name: str, *, ordinal: bool = False) -> int | None:
    """The only whole number of a category, as 1 of English's "one"; None: it has none, or several.

    "other" is for fractions, too.
    """
    rule = _rule(language, ordinal=ordinal)
    found = [number for number in _SAMPLES if rule(number) == name] if name != OTHER else []
    return found[0] if len(found) == 1 else None


def feeding(name: str, *, shows_number: Mapping[str, bool], language: str, ordinal: bool = False) -> str:
    """Which form of the source the category `name` of the target `language` is translated from.

    `shows_number` has the source's forms, one at least, and whether each says the number (holds its
    placeholder). The form of the same name, but for a category of many numbers only if it says the number
    whenever "other" does ("one file" is not 21 files); else "other", else the last.
    """
    last = OTHER if OTHER in shows_number else list(shows_number)[-1]
    if name not in shows_number:
        return last
    silent = shows_number[last] and not shows_number[name]
    return last if silent and covers_many(language, name, ordinal=ordinal) else name


@dataclass(frozen=True, slots=True, kw_only=True)
class GettextPlurals:
    """The plural forms that a `Plural-Forms` header declares."""

    count: int
    expression: str  # C, of n
    singular: int | None  # the form of n = 1; None: there is but one form
    numbers: tuple[tuple[int, ...], ...]  # of each form its first whole numbers, six at most

    @property
    def often(self) -> frozenset[int]:
        """Forms that are for many numbers."""
        return frozenset(form for form, numbers in enumerate(self.numbers) if len(numbers) > _OFTEN)

    def describe(self, form: int) -> str:
        """Describe a form to translators: "Plural form 2 of 3, for 2, 3, 4, 22, 23 and more."."""
        numbers = ", ".join(str(number) for number in self.numbers[form][:_OFTEN])
        examples = f", for {numbers}{' and more' if form in self.often else ''}" if numbers else ""
        return f"Plural form {form + 1} of {self.count}{examples}."

    @property
    def header(self) -> str:
        """The header's value."""
        return f"nplurals={self.count}; plural={self.expression};"


@functools.lru_cache(maxsize=512)
def gettext_plurals(language: str) -> GettextPlurals:
    """The forms that gettext files of a language (BCP 47) have."""
    for code in (*candidates(language), _primary(language)):
        known = PLURALS.get(code.replace("-", "_"))
        if known is not None and (found := read_plurals(*known)) is not None:
            return found
    rule = _rule(language, ordinal=False)
    for known in PLURALS.values():  # a plain expression of the table, if one sorts numbers the same way
        if (found := read_plurals(*known)) is not None and _sorts_as(found, rule):
            return found
    count, _, expression = to_gettext(rule).removeprefix("nplurals=").removesuffix(";").partition("; plural=")
    found = read_plurals(int(count), expression) or read_plurals(2, "(n != 1)")
    assert found is not None
    return found


@functools.lru_cache(maxsize=512)
def read_plurals(count: int, expression: str) -> GettextPlurals | None:
    """Read what a header gives; None when it makes no sense: placeholders of templates, a broken rule."""
    if not 1 <= count <= _MOST_FORMS:
        return None
    numbers: list[list[int]] = [[] for _ in range(count)]
    try:
        form = gettext.c2py(expression)
        for number in _SAMPLES:
            numbers[form(number)].append(number)
        singular = form(1)
    except (ValueError, ArithmeticError, IndexError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None
    return GettextPlurals(
        count=count,
        expression=expression,
        singular=singular if count > 1 else None,
        numbers=tuple(tuple(some[: _OFTEN + 1]) for some in numbers),
    )


def missing(present: Collection[str], language: str, *, ordinal: bool = False) -> tuple[str, ...]:
    """The categories that a language needs beyond those present, in CLDR's order."""
    return tuple(name for name in categories(language, ordinal=ordinal) if name not in present)


def _sorts_as(plurals: GettextPlurals, rule: Rule) -> bool:
    """Whether a header sorts numbers into forms exactly as a CLDR rule does."""
    form = gettext.c2py(plurals.expression)
    seen = {(form(number), rule(number)) for number in _SAMPLES}
    return len(seen) == len({index for index, _ in seen}) == len({name for _, name in seen}) == plurals.count


@functools.lru_cache(maxsize=512)
def _rule(language: str, *, ordinal: bool) -> PluralRule:
    """The rule of a language; of one that CLDR does not know, the usual one."""
    conditions = _conditions(language, ordinal=ordinal)
    if conditions is not None:
        return PluralRule(conditions)
    return PluralRule({}) if ordinal else _USUAL


def _conditions(language: str, *, ordinal: bool) -> Mapping[str, str] | None:
    """The rule that CLDR has for a language or, by RFC 4647, for what it is a variety of."""
    for code in (*candidates(language), _primary(language)):
        rules = (_ORDINALS if ordinal else _CARDINALS).get(code)
        if rules is not None and (rules or ordinal or _WITHOUT_PLURAL.fullmatch(code.partition("-")[0])):
            return rules
    return None


def _primary(language: str) -> str:
    return primary(language) if is_well_formed(language) else language


def takes_singular(forms: GettextPlurals, form: int, *, silent: bool) -> bool:
    """Whether a form is translated from the singular; else from the plural.

    `silent`: the singular does not contain the number, so it is not for many ("One file" is not 21 files).
    """
    return form == forms.singular and not (silent and form in forms.often)


def is_variety(language: str, of: str) -> bool:
    """Whether a language (BCP 47) is another one, or a variety of it."""
    return _primary(language) == _primary(of)
