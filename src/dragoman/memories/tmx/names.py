"""The names in TMX: languages, properties that have a meaning here, and the escapes of control characters.

XML cannot hold control characters. Dragoman writes them as elements of the type `CHARACTER` in segments, and
as `_xHHHH_` elsewhere; there, a literal `_x0007_` is written `_x005F_x0007_`.
"""

from __future__ import annotations

import functools
import re
from typing import Final

from dragoman.languages import canonical, is_well_formed

ORIGIN: Final = "x-dragoman-origin"
STATUS: Final = "x-dragoman-status"
CHARACTER: Final = "x-dragoman-character"
# The prefix of properties whose names have another meaning in TMX.
PROPERTY: Final = "x-dragoman-property-"

PREVIOUS: Final = "x-context-pre"
NEXT: Final = "x-context-post"
DOCUMENT: Final = "x-document"
KEY: Final = "x-key"

# Properties that are part of a unit's context: those of Dragoman, memoQ, XTM and Phrase.
CONTEXT: Final = {
    PREVIOUS: "previous",
    NEXT: "next",
    DOCUMENT: "document",
    KEY: "key",
    "x-previous-source-text": "previous",
    "x-next-source-text": "next",
    "context_prev": "previous",
    "context_next": "next",
}
# Those of OmegaT; in files of other tools, such common names may mean something else.
OMEGAT_CONTEXT: Final = {"prev": "previous", "next": "next", "file": "document", "id": "key"}
# Hashes and copies of neighbours that only Trados can read; some units have hundreds.
UNREADABLE: Final = frozenset({"x-Context", "x-ContextContent"})
# Properties for which TMX has its own element or attribute.
NOTE: Final = "note"
UNIT_ID: Final = "tuid"

RESERVED: Final = frozenset({ORIGIN, STATUS, *CONTEXT}) | UNREADABLE

MACHINES: Final = frozenset({"MT!", "MT"})  # values of `creationid` for machine translations

_PRIMARY: Final = re.compile(r"[a-z]{2,3}|x", re.IGNORECASE | re.ASCII)
_LONGEST: Final = 60  # characters of a locale
_MODIFIERS: Final = {"latin": "Latn", "cyrillic": "Cyrl", "valencia": "valencia", "devanagari": "Deva"}
NO_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_TO_ESCAPE: Final = re.compile("[\x01-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|_(?=x[0-9A-F]{4}_)")
_ESCAPED: Final = re.compile("_x(00(?:0[1-8BCEF]|1[0-9A-F])|005F|FFF[EF])_")


def find_language(given: str) -> str | None:
    """Find the canonical code of BCP 47 or of a locale (`en_US.UTF-8`, `sr@latin`); None if it is neither."""
    return _find_language(given) if len(given) <= _LONGEST else None


@functools.lru_cache(maxsize=1024)
def _find_language(given: str) -> str | None:
    code, _, modifier = given.strip().partition("@")
    code = code.partition(".")[0].replace("_", "-")
    if modifier.lower() in _MODIFIERS:
        language, dash, region = code.partition("-")
        added = _MODIFIERS[modifier.lower()]
        code = f"{code}-{added}" if added.islower() else f"{language}-{added}{dash}{region}"
    known = _PRIMARY.fullmatch(code.partition("-")[0]) is not None and is_well_formed(code)
    return canonical(code) if known else None


def escape(text: str) -> str:
    """Escape what XML cannot hold. U+0000, which PostgreSQL cannot store either, becomes U+FFFD."""
    text = text.replace("\x00", "\ufffd")
    return _TO_ESCAPE.sub(lambda found: f"_x{ord(found[0]):04X}_", text)


def unescape(escaped: str) -> str:
    """Undo `escape`."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), escaped) if "_x" in escaped else escaped
