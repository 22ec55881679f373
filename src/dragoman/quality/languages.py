"""Facts about a language from CLDR: its scripts, its numbers, its plural forms."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from babel import Locale, UnknownLocaleError
from langcodes import Language

from dragoman.languages import candidates, canonical, is_well_formed, primary, script
from dragoman.messages import plurals

# Scripts that mix in one language's writing, as `regex` names them.
_WRITTEN_WITH: Final = {
    "Jpan": ("Han", "Hiragana", "Katakana"),
    "Hrkt": ("Hiragana", "Katakana"),
    "Kore": ("Hangul", "Han"),
    "Hans": ("Han", "Bopomofo"),
    "Hant": ("Han", "Bopomofo"),
    "Hanb": ("Han", "Bopomofo"),
}
_KNOWN_SCRIPTS: Final = frozenset({
    "Adlm", "Arab", "Armn", "Beng", "Cans", "Cher", "Cyrl", "Deva", "Ethi", "Geor", "Grek", "Gujr",
    "Guru", "Hebr", "Khmr", "Knda", "Laoo", "Latn", "Mlym", "Mong", "Mymr", "Nkoo", "Olck", "Orya",
    "Sinh", "Syrc", "Taml", "Telu", "Tfng", "Thaa", "Thai", "Tibt", "Vaii", "Yiii",
})  # fmt: skip
_UNSPACED: Final = frozenset({"Jpan", "Hrkt", "Hans", "Hant", "Hanb", "Thai", "Laoo", "Khmr", "Mymr", "Tibt"})
_NO_CASE: Final = frozenset(_WRITTEN_WITH) | (
    _KNOWN_SCRIPTS - {"Latn", "Cyrl", "Grek", "Armn", "Adlm", "Cher"}
)

# The approximate length of a translation of 100 characters of English.
_DENSITY: Final = {
    "Hans": 35,
    "Hant": 35,
    "Hanb": 35,
    "Jpan": 48,
    "Kore": 55,
    "Hebr": 80,
    "Arab": 88,
    "Ethi": 70,
    "Tibt": 110,
}
_PLURAL_LOOK: Final = (
    200  # a category that no smaller whole number has (millions, fractions) is left to `other`
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plurals:
    """The plural categories of a language, or of its ordinal numbers."""

    allowed: frozenset[str]
    needed: Mapping[str, frozenset[int]]  # those that small whole numbers have, and which these are


_ANY_PLURALS: Final = Plurals(allowed=frozenset(plurals.CATEGORIES), needed={plurals.OTHER: frozenset({0})})


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageFacts:
    """One language."""

    language: str  # the primary subtag
    script: str  # ISO 15924
    scripts: tuple[str, ...]  # those of its letters, as `regex` names them; none: not known
    unspaced: bool  # no blanks between words
    cased: bool  # capitals and small letters
    density: int  # characters for 100 characters of English
    decimal: str
    group: str
    cardinals: Plurals
    ordinals: Plurals


@functools.lru_cache(maxsize=1024)
def language_facts(code: str) -> LanguageFacts:
    """The facts of a language; for one that CLDR does not know, safe assumptions."""
    known = is_well_formed(code)
    locale = _locale(code)
    # Likely subtags call any language that they do not know Latin.
    known_script = known and (locale is not None or Language.get(canonical(code)).is_valid())
    written = script(code) if known_script else "Zzzz"
    symbols = _symbols(locale)
    return LanguageFacts(
        language=primary(code) if known else code.lower(),
        script=written,
        scripts=_WRITTEN_WITH.get(written, (written,) if written in _KNOWN_SCRIPTS else ()),
        unspaced=written in _UNSPACED,
        cased=written not in _NO_CASE,
        density=_DENSITY.get(written, 100),
        decimal=symbols.get("decimal", "."),
        group=symbols.get("group", ","),
        cardinals=_plurals(code, ordinal=False),
        ordinals=_plurals(code, ordinal=True),
    )


def _locale(code: str) -> Locale | None:
    for candidate in candidates(code):
        try:
            return Locale.parse(candidate, sep="-")
        except (UnknownLocaleError, ValueError):
            continue
    return None


def _symbols(locale: Locale | None) -> dict[str, str]:
    """The signs within numbers in Western digits."""
    if locale is None:
        return {}
    systems = locale.number_symbols
    found: Mapping[str, object] = systems.get("latn") or next(iter(systems.values()), {})
    return {name: sign for name, sign in found.items() if isinstance(sign, str)}


def _plurals(code: str, *, ordinal: bool) -> Plurals:
    if not plurals.has_rule(code, ordinal=ordinal):
        return _ANY_PLURALS
    needed: defaultdict[str, set[int]] = defaultdict(set)
    for number in range(_PLURAL_LOOK):
        needed[plurals.category(code, number, ordinal=ordinal)].add(number)
    needed[plurals.OTHER].add(_PLURAL_LOOK)  # always: ICU requires it
    return Plurals(
        allowed=frozenset(plurals.categories(code, ordinal=ordinal)),
        needed={name: frozenset(those) for name, those in needed.items()},
    )
