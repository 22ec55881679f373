"""Detect the vocabulary of an XML file, as far as there are rules for it."""

from __future__ import annotations

import re
from typing import Final

from dragoman.formats.families.xml_rules.rules import VocabularyRules, load_rules
from dragoman.text_io.errors import ConversionFailed

DOCBOOK: Final = load_rules(__package__, "docbook.toml")
PLAIN: Final = load_rules(__package__, "plain.toml")

_DOCBOOK_NAMESPACE: Final = re.compile(r"""\sxmlns(?::\w+)?\s*=\s*["']http://docbook\.org/ns/docbook["']""")
_DOCBOOK_TYPE: Final = re.compile(r"<!DOCTYPE[^>\[]{1,200}DocBook", re.IGNORECASE)
_ROOT_NAMES: Final = (
    "appendix article book chapter glossary part preface refentry reference sect1 section set"
)
_DOCBOOK_ROOTS: Final = frozenset(_ROOT_NAMES.split())
_DOCBOOK_NAMES: Final = re.compile(
    r"<(?:para|sect1|simpara|itemizedlist|articleinfo|bookinfo|chapterinfo|refentrytitle|programlisting)[\s>]"
)
_NAME: Final = re.compile(r"<([^\s/>]+)")
_IMPORTS: Final = {
    "tmx": "a translation memory (TMX)",
    "martif": "a term base (TBX)",
    "tbx": "a term base (TBX)",
}


def find_rules_for(text: str, start: int) -> VocabularyRules:
    """The rules for a document whose root begins at `start`.

    Raises `ConversionFailed` for files that are imported, not translated.
    """
    found = _NAME.match(text, start)
    name = found[1].rpartition(":")[2] if found else ""
    if name in _IMPORTS:
        raise ConversionFailed(
            f"The file is {_IMPORTS[name]}, which is not a document to translate: import it as such."
        )
    root = text[start : text.find(">", start) + 1]
    if _DOCBOOK_NAMESPACE.search(root) or _DOCBOOK_TYPE.search(text, 0, start):
        return DOCBOOK
    beginning = text[start : start + 64 * 1024]
    return DOCBOOK if name in _DOCBOOK_ROOTS and _DOCBOOK_NAMES.search(beginning) else PLAIN
