"""DeepL's tag handling as rules for our own parser of tags."""

from __future__ import annotations

import re
from typing import Final
from xml.parsers.expat import ExpatError, ParserCreate

from dragoman.api.compat.deepl.text_fields import TagHandling, TextFields
from dragoman.errors import RuleBroken
from dragoman.translation.protection.markup import HTML_RULES, MarkupRules

# Character references and lone signs are text here, whatever entities a document has.
_REFERENCES: Final = re.compile("&")
_DECLARATION: Final = re.compile(r"\A\s*<\?xml\b[^<>]*\?>")
_NO_CHARACTERS: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def markup_rules(fields: TextFields) -> MarkupRules:
    """The rules for the texts of a call.

    Without tag handling DeepL promises nothing about tags. They are kept as on our own interface then, by the
    rules of HTML.
    """
    if fields.tag_handling is None:
        return HTML_RULES
    is_html = fields.tag_handling is TagHandling.HTML
    ignored = _names(fields.ignore_tags)
    blocks = _names(fields.splitting_tags)
    inline = _names(fields.non_splitting_tags) - blocks
    return MarkupRules(
        opaque=ignored | HTML_RULES.opaque if is_html else ignored,
        void=HTML_RULES.void if is_html else frozenset(),
        raw=HTML_RULES.raw if is_html else frozenset(),
        attributes=is_html,
        blocks=blocks,
        # Without detection of the outline, only the tags that are named part sentences.
        inline=None if not fields.outline_detection and not is_html else inline,
    )


def _names(names: list[str]) -> frozenset[str]:
    return frozenset(name.lower() for name in names)


def check_xml(texts: list[str]) -> None:
    """Refuse texts whose tags are not well-formed XML, in DeepL's words. Raises `RuleBroken`."""
    for text in texts:
        if "<" not in text:
            continue
        plain = _NO_CHARACTERS.sub("", _REFERENCES.sub("", _DECLARATION.sub("", text)))
        try:
            ParserCreate("utf-8").Parse(f"<text>{plain}</text>".encode("utf-8", "replace"), True)
        except ExpatError:
            raise RuleBroken("Tag handling parsing failed, please check input.") from None
