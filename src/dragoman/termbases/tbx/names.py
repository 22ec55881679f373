"""The names of TBX: elements and data categories; and the escapes of ids that are not XML names.

A data category is an attribute (`<descrip type="definition">`) or an element (`<basic:definition>`, TBX-Min's
`<partOfSpeech>`). The tables have both in lower case, without punctuation.
"""

from __future__ import annotations

import re
from typing import Final

LANGUAGES: Final = frozenset({"langset", "langsec", "langgroup", "langgrp"})
TERM_SECTIONS: Final = frozenset({"tig", "ntig", "termsec", "termgroup"})
TERM_GROUP: Final = "termgrp"  # within ntig
GROUPS: Final = frozenset({"descripgrp", "admingrp", "termnotegrp", "notegrp", "notegroup"})
TRANSACTIONS: Final = frozenset({"transacgrp", "transacgroup"})
# Elements whose content is native code of another format, not text.
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
TRANSLATED: Final = frozenset(
    {"translationneeded", "translate", "translatable"}
)  # its value "no" means: do not translate
NOT_TRANSLATED: Final = frozenset({"donottranslate", "dnt", "untranslatable", "nontranslatable"})
CASE: Final = frozenset({"casesensitive", "casesensitivity"})
MATCH: Final = frozenset({"match", "matching", "matchtype"})
FORM: Final = frozenset({"form", "inflectedform", "inflection"})
OF_TERMS: Final = STATUS | PART_OF_SPEECH | GENDER | TYPE | CASE | MATCH | FORM | NOTE | EXAMPLE
CREATED: Final = frozenset({"origination", "creation", "created", "input", "importation"})
CHANGED: Final = frozenset({"modification", "modified", "changed", "change", "update"})

# Properties that TBX-Basic lacks are written as processing instructions, which every reader may skip.
INSTRUCTION: Final = "dragoman"

_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.\-]*", re.ASCII)
_NO_NAME: Final = re.compile(r"[^A-Za-z0-9.\-_]|\A[^A-Za-z_]|_(?=x[0-9A-Fa-f]{4,6}_)", re.ASCII)
_ESCAPED: Final = re.compile(r"_x([0-9A-Fa-f]{4,6})_")


def escape_id(identity: str) -> str:
    """Escape an id as an XML name: characters that a name cannot have become `_xHHHH_`."""
    if _NAME.fullmatch(identity) and "_x" not in identity:
        return identity
    return _NO_NAME.sub(lambda found: f"_x{ord(found[0]):04X}_", identity)


def unescape_id(escaped: str) -> str:
    """Undo `escape_id`; other ids do not change."""

    def character(found: re.Match[str]) -> str:
        code = int(found[1], 16)
        is_character = 0x20 <= code < 0x110000 and not 0xD800 <= code < 0xE000
        return chr(code) if is_character else found[0]

    return _ESCAPED.sub(character, escaped)
