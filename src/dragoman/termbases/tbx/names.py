"""The names of TBX: elements, data categories, and how ids that are no XML names are spelled.

A data category is an attribute (`<descrip type="definition">`) or an element (`<basic:definition>`, TBX-Min's
`<partOfSpeech>`); both are looked up here in small letters, without signs.
"""

from __future__ import annotations

import re
from typing import Final

LANGUAGES: Final = frozenset({"langset", "langsec", "langgroup", "langgrp"})
TERM_SECTIONS: Final = frozenset({"tig", "ntig", "termsec", "termgroup"})
TERM_GROUP: Final = "termgrp"  # within ntig
GROUPS: Final = frozenset({"descripgrp", "admingrp", "termnotegrp", "notegrp", "notegroup"})
TRANSACTIONS: Final = frozenset({"transacgrp", "transacgroup"})
# Elements whose content is code of another format, not text.
NATIVE_CODE: Final = frozenset({"bpt", "ept", "it", "ph", "sc", "ec"})

DEFINITION: Final = frozenset({"definition", "explanation", "conceptdefinition"})
DOMAIN: Final = frozenset({"subjectfield", "subject", "domain"})
NOTE: Final = frozenset({"note", "comment", "remark", "remarks", "usagenote"})
EXAMPLE: Final = frozenset({"context", "example", "usageexample", "samplesentence"})
STATUS: Final = frozenset(
    {"administrativestatus", "normativeauthorization", "termstatus", "status", "usagestatus"}
)
PART_OF_SPEECH: Final = frozenset({"partofspeech", "pos"})
GENDER: Final = frozenset({"grammaticalgender", "gender"})
TYPE: Final = frozenset({"termtype"})
TRANSLATED: Final = frozenset({"translationneeded", "translate", "translatable"})  # no: it is not
NOT_TRANSLATED: Final = frozenset({"donottranslate", "dnt", "untranslatable", "nontranslatable"})
CASE: Final = frozenset({"casesensitive", "casesensitivity"})
MATCH: Final = frozenset({"match", "matching", "matchtype"})
FORM: Final = frozenset({"form", "inflectedform", "inflection"})
OF_TERMS: Final = STATUS | PART_OF_SPEECH | GENDER | TYPE | CASE | MATCH | FORM | NOTE | EXAMPLE
CREATED: Final = frozenset({"origination", "creation", "created", "input", "importation"})
CHANGED: Final = frozenset({"modification", "modified", "changed", "change", "update"})

# What TBX-Basic has no category for is written as a processing instruction, which every reader may skip.
INSTRUCTION: Final = "dragoman"

_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.\-]*", re.ASCII)
_NO_NAME: Final = re.compile(r"[^A-Za-z0-9.\-_]|\A[^A-Za-z_]|_(?=x[0-9A-Fa-f]{4,6}_)", re.ASCII)
_SPELLED: Final = re.compile(r"_x([0-9A-Fa-f]{4,6})_")


def spell_id(identity: str) -> str:
    """An id as an XML name: characters that a name cannot have are `_xHHHH_`."""
    if _NAME.fullmatch(identity) and "_x" not in identity:
        return identity
    return _NO_NAME.sub(lambda found: f"_x{ord(found[0]):04X}_", identity)


def read_id(spelled: str) -> str:
    """The id that `spell_id` was given; other ones as they are."""

    def character(found: re.Match[str]) -> str:
        code = int(found[1], 16)
        known = 0x20 <= code < 0x110000 and not 0xD800 <= code < 0xE000
        return chr(code) if known else found[0]

    return _SPELLED.sub(character, spelled)
