"""Language codes: BCP 47 in canonical spelling, and RFC 4647 look-up that never crosses scripts.

Which languages can be translated is known by `dragoman.translation.routes`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Container
from typing import Final

import langcodes
from langcodes.tag_parser import LanguageTagError

SHORTEST: Final = 2
LONGEST: Final = 25

# RFC 5646 §2.1. The irregular grandfathered tags do not follow the grammar and are listed by it.
_WELL_FORMED: Final = re.compile(
    r"""
    (?: (?: [a-z]{2,3} (?: -[a-z]{3} ){0,3} | [a-z]{4,8} )     # language, extended languages
        (?: -[a-z]{4} )?                                       # script
        (?: -(?: [a-z]{2} | [0-9]{3} ) )?                      # region
        (?: -(?: [a-z0-9]{5,8} | [0-9][a-z0-9]{3} ) )*         # variants
        (?: -[0-9a-wyz] (?: -[a-z0-9]{2,8} )+ )*               # extensions
        (?: -x (?: -[a-z0-9]{1,8} )+ )?                        # private use
    |   x (?: -[a-z0-9]{1,8} )+
    |   en-GB-oed | sgn-(?: BE-FR | BE-NL | CH-DE )
    |   i-(?: ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu )
    )""",
    re.IGNORECASE | re.ASCII | re.VERBOSE,
)

_REGION_BEFORE_VARIANT: Final = re.compile(
    r"\A([a-z]{2,3}(?:-[A-Z][a-z]{3})?)-(?:[A-Z]{2}|[0-9]{3})(-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3})\b)"
)

# Codes of the one member that a macrolanguage's own code means in practice, as in CLDR's aliases.
_DOMINANT: Final = {
    "als": "sq",
    "arb": "ar",
    "ayr": "ay",
    "azj": "az",
    "cmn": "zh",
    "ekk": "et",
    "gug": "gn",
    "khk": "mn",
    "kmr": "ku",
    "lvs": "lv",
    "npi": "ne",
    "ory": "or",
    "pes": "fa",
    "plt": "mg",
    "quz": "qu",
    "swh": "sw",
    "uzn": "uz",
    "ydd": "yi",
    "zsm": "ms",
}

# "Norwegian" nearly always means Bokmål; the other way round only where an engine calls its Bokmål that.
_INTERCHANGEABLE: Final = {"no": "nb", "nb": "no"}

_RIGHT_TO_LEFT: Final = frozenset(
    ("Adlm", "Arab", "Aran", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa", "Yezi")
)
_UNKNOWN_SCRIPT: Final = "Zzzz"


def read_code(text: str) -> str:
    """A code as clients write it, with the low lines of POSIX and Java as hyphens: `en_GB` is `en-GB`."""
    return text.replace("_", "-")


def is_well_formed(code: str) -> bool:
    """Whether a text has the shape of a BCP 47 tag of 2 to 25 characters (T3)."""
    return SHORTEST <= len(code) <= LONGEST and _WELL_FORMED.fullmatch(code) is not None


@functools.lru_cache(maxsize=4096)
def canonical(code: str) -> str:
    """The canonical spelling of a tag: `EN-gb` is `en-GB`, `eng` is `en`, `iw` is `he`, `arb` is `ar`.

    Raises ValueError for what is not well formed.
    """
    if not is_well_formed(code):
        raise ValueError("not a language code of BCP 47")
    try:
        tag = langcodes.standardize_tag(code)
    except LanguageTagError:  # languages of four letters and more: none was ever registered
        return code.lower()
    if not is_well_formed(tag):  # subtags that no language has, put into an order that no tag has
        return code.lower()
    language, dash, rest = tag.partition("-")
    return _DOMINANT.get(language, language) + dash + rest


@functools.lru_cache(maxsize=4096)
def script(code: str) -> str:
    """The script of a well-formed tag, written in it or by CLDR's likely subtags: `sr` is `Cyrl`."""
    try:
        return langcodes.Language.get(canonical(code)).maximize().script or _UNKNOWN_SCRIPT
    except LanguageTagError:
        return _UNKNOWN_SCRIPT


def is_rtl(code: str) -> bool:
    """Whether the language of a well-formed tag is written from right to left."""
    return script(code) in _RIGHT_TO_LEFT


def primary(code: str) -> str:
    """The primary language of a well-formed tag: `pt-BR` is `pt`; a private tag is itself."""
    tag = canonical(code)
    return tag if tag.startswith("x-") else tag.partition("-")[0]


@functools.lru_cache(maxsize=4096)
def candidates(code: str) -> tuple[str, ...]:
    """The canonical codes that may serve a request for `code`, best first; none if it is malformed.

    RFC 4647 §3.4 (subtags are dropped from the end) with the script filled in where CLDR knows it, so
    `zh-TW` gives `zh-TW, zh-Hant-TW, zh-Hant` and not `zh`, which is written in another script. A variant
    outlives its region: `ca-ES-valencia` gives `ca-valencia` before `ca-ES`.
    """
    if not is_well_formed(code):
        return ()
    tag = canonical(code)
    if tag.startswith("x-"):
        return (tag,)
    found: dict[str, None] = {}
    for range_ in _truncations(tag):
        forms = (range_, _with_script(range_, script(tag)), _without_script(range_))
        for form in (*forms, *map(_without_region, forms)):
            for name in (form, _interchanged(form)):
                if _script_or_none(name) == script(tag):
                    found[name] = None
    return tuple(found)


def lookup(requested: str, available: Container[str]) -> str | None:
    """The best of the `available` canonical codes for a request, or None."""
    return next((code for code in candidates(requested) if code in available), None)


def _truncations(tag: str) -> list[str]:
    """The tag, and what is left as subtags are dropped; a singleton goes with what it introduced."""
    subtags = tag.split("-")
    ranges = []
    while subtags:
        ranges.append("-".join(subtags))
        subtags.pop()
        while subtags and len(subtags[-1]) == 1:
            subtags.pop()
    return ranges


def _with_script(tag: str, script_: str) -> str:
    language, dash, rest = tag.partition("-")
    return tag if _has_script(tag) else f"{language}-{script_}{dash}{rest}"


def _without_script(tag: str) -> str:
    subtags = tag.split("-")
    return "-".join([subtags[0], *subtags[2:]]) if _has_script(tag) else tag


def _without_region(tag: str) -> str:
    """The tag without its region where a variant follows that; else the tag."""
    return _REGION_BEFORE_VARIANT.sub(r"\1\2", tag)


def _has_script(tag: str) -> bool:
    second = tag.split("-")[1:2]
    return bool(second) and len(second[0]) == 4 and second[0].isalpha()


def _interchanged(tag: str) -> str:
    language, dash, rest = tag.partition("-")
    return _INTERCHANGEABLE.get(language, language) + dash + rest


def _script_or_none(tag: str) -> str | None:
    """The script of a tag we made; None where it became too long to be one."""
    return script(tag) if is_well_formed(tag) else None
