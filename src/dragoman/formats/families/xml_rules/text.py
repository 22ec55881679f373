"""Unescape and escape text of XML: references, white space, CDATA sections, attribute values."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.entities import html5
from typing import Final, NamedTuple

SPACE: Final = " \t\r\n"

_RUN: Final = re.compile(r"[ \t\r\n]+")
_LINE_END: Final = re.compile(r"\r\n?")
_REFERENCE: Final = re.compile(r"&(?:#([0-9]{1,7})|#x([0-9a-fA-F]{1,6})|([^\s;&<>#]{1,100}));")
_REFERENCES: Final = re.compile(r"(?:&#[0-9]{2,7};)+")
_JOINT: Final = re.compile(r"\]\]>((?:&#[0-9]{2,7};)*)<!\[CDATA\[")
_PREDEFINED: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_IMPOSSIBLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LETTER: Final = re.compile(r"[^\W\d_]")


class EntityReference(NamedTuple):
    """A reference to an unknown entity: text[start:end]."""

    start: int
    end: int


@dataclass(slots=True)
class XmlEscaping:
    """How a text unit wrote its characters, so that a translation writes them alike."""

    references: dict[str, str] = field(default_factory=dict)  # character → its reference
    raw: list[str] = field(default_factory=list)  # what was read
    _writes: dict[str, bool] = field(default_factory=dict)

    def note(self, character: str, reference: str) -> None:
        """Record a character that was written by reference without need."""
        if character > "\x7f" or character in SPACE:
            self.references.setdefault(character, reference)

    def writes(self, character: str) -> bool:
        """Whether the text had this character unescaped."""
        known = self._writes.get(character)
        if known is None:
            known = self._writes[character] = any(character in text for text in self.raw)
        return known


def read_text(
    text: str, start: int, end: int, spelling: XmlEscaping, *, keep: bool, entities: frozenset[str]
) -> Iterator[str | EntityReference]:
    """Unescape text[start:end], piece by piece; white space collapses unless `keep`.

    References to entities that the document declares itself, or to unknown ones, are `EntityReference`.
    """
    raw = text[start:end]
    spelling.raw.append(raw)
    if "&" not in raw:
        yield spaced(raw, keep=keep)
        return
    position = 0
    for found in _REFERENCE.finditer(raw):
        yield spaced(raw[position : found.start()], keep=keep)
        position = found.end()
        character = _character(found, entities)
        if character is None:
            yield EntityReference(start + found.start(), start + position)
        else:
            spelling.note(character, found[0])
            yield character
    yield spaced(raw[position:], keep=keep)


def read_cdata(raw: str) -> str:
    """The text of a CDATA section, or of several that are separated by at most a few references."""
    raw = _LINE_END.sub("\n", raw) if "\r" in raw else raw
    return _JOINT.sub(lambda joint: html.unescape(joint[1]), raw) if "]]>" in raw else raw


def is_joint(between: str) -> bool:
    """Whether the text between two CDATA sections separates them only because the encoding lacks letters."""
    return not between or _REFERENCES.fullmatch(between) is not None


def write_text(text: str, spelling: XmlEscaping, *, quote: str = "") -> str:
    """Escape a text for use between tags, or in an attribute's value within `quote`.

    Characters that XML does not allow are dropped.
    """
    text = _IMPOSSIBLE.sub("", text).replace("&", "&amp;").replace("<", "&lt;").replace("\r", "&#13;")
    if quote or "]]>" in text or not spelling.writes(">"):
        text = text.replace(">", "&gt;")
    if quote:
        text = text.replace("\n", "&#10;").replace("\t", "&#9;")
        text = text.replace(quote, "&quot;" if quote == '"' else "&apos;")
    for character, reference in spelling.references.items():
        if character in text and (character in SPACE or not spelling.writes(character)):
            text = text.replace(character, reference)
    return text


def write_cdata(text: str, encoding: str) -> str:
    """Write a text as a CDATA section; characters that the encoding lacks are put between two sections."""
    text = _IMPOSSIBLE.sub("", text).replace("]]>", "]]]]><![CDATA[>")
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(
            letter if _fits(letter, encoding) else f"]]>&#{ord(letter)};<![CDATA[" for letter in text
        )
    return text


def strip(text: str, start: int, end: int) -> tuple[int, int]:
    """text[start:end] without the white space at its ends."""
    stretch = text[start:end]
    left = len(stretch) - len(stretch.lstrip(SPACE))
    return start + left, max(start + left, start + len(stretch.rstrip(SPACE)))


def may_have_letters(raw: str) -> bool:
    """Whether there may be a letter, also by reference."""
    return "&" in raw or _LETTER.search(raw) is not None


def has_letters(raw: str) -> bool:
    """Whether there is a letter, not counting references."""
    return _LETTER.search(_REFERENCE.sub("", raw) if "&" in raw else raw) is not None


def _fits(letter: str, encoding: str) -> bool:
    try:
        letter.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def spaced(raw: str, *, keep: bool) -> str:
    """Text without references, its white space collapsed unless `keep`."""
    if keep:
        return _LINE_END.sub("\n", raw) if "\r" in raw else raw
    return _RUN.sub(" ", raw)


def _character(found: re.Match[str], entities: frozenset[str]) -> str | None:
    """The character of a reference; None: it is kept."""
    if name := found[3]:
        known = None if name in entities else _PREDEFINED.get(name) or html5.get(f"{name};")
        return known if known and len(known) == 1 else None
    number = int(found[1]) if found[1] else int(found[2], 16)
    return chr(number) if number <= 0x10FFFF and not 0xD800 <= number < 0xE000 else None
