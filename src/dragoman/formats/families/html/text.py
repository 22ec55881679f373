"""Unescape and escape text of HTML sources: references, white space, undecodable bytes.

White space collapses to single blanks as in browsers. Characters written by reference are written so again
(`&nbsp;`, `&eacute;`); all others are written plainly.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

_SPACE: Final = " \t\n\r\f"
_RUN: Final = re.compile(r"[ \t\n\r\f]+")
_UNEVEN: Final = re.compile(r"[\t\n\r\f]|  ")
_REFERENCE: Final = re.compile(r"&(?:#[0-9]{1,8};?|#[xX][0-9a-fA-F]{1,7};?|[A-Za-z][A-Za-z0-9]{1,31};?)")
_NOTABLE: Final = re.compile(r"[&\ud800-\udfff]")
_SPECIAL: Final = re.compile(
    r"&(?:#[0-9]{1,8};?|#[xX][0-9a-fA-F]{1,7};?|[A-Za-z][A-Za-z0-9]{1,31};?)|[\ud800-\udfff]+"
)
_BLANK: Final = r"[ \t\n\r\f\u00a0]|&nbsp;|&#0*160;|&#[xX]0*[aA]0;"
_BLANK_START: Final = re.compile(rf"(?>(?:{_BLANK})+)")
_LAST_BLANK: Final = re.compile(rf"(?:{_BLANK})\Z")
_CONTROLS: Final = re.compile("[\x00-\x08\x0b\x0e-\x1f\ufffe\uffff]")  # that XML does not allow


_REFERABLE: Final = "\"'\n\t"  # of ASCII; other references to ASCII are written plainly or escaped anyway


@dataclass(slots=True)
class HtmlEscaping:
    """Which characters a text had, and which of them it wrote by reference."""

    references: dict[str, str] = field(default_factory=dict)  # character → its reference
    characters: set[str] = field(default_factory=set)

    def is_plain(self, character: str) -> bool:
        """Whether the text had this character unescaped."""
        return character in self.characters


@dataclass(frozen=True, slots=True)
class NonText:
    """A part of the source that is not readable text: source[start:end]."""

    start: int
    end: int
    shown: str  # a display for people


def read_text(
    source: str,
    start: int,
    end: int,
    escaping: HtmlEscaping,
    *,
    collapse: bool = True,
    attribute: bool = False,
) -> Iterator[str | NonText]:
    """Unescape source[start:end], piece by piece; record in `escaping` how it was escaped."""
    raw = source[start:end]
    escaping.characters.update(raw)
    if _NOTABLE.search(raw) is None:
        yield _collapsed(raw) if collapse else raw
        return
    position = 0
    for match in _SPECIAL.finditer(raw):
        read = _read(match[0], following=raw[match.end() : match.end() + 1], attribute=attribute)
        if read is None:
            continue
        plain = raw[position : match.start()]
        yield _collapsed(plain) if collapse else plain
        position = match.end()
        if read:
            if len(read) == 1 and (read > "\x7f" or read in _REFERABLE):
                escaping.references.setdefault(read, match[0])
            yield read
        else:
            yield NonText(start + match.start(), start + position, _picture(match[0]))
    yield _collapsed(raw[position:]) if collapse else raw[position:]


def _collapsed(text: str) -> str:
    return _RUN.sub(" ", text) if _UNEVEN.search(text) else text


def _picture(special: str) -> str:
    if special[0] == "&":
        return special
    return "".join(f"\\x{ord(half) & 0xFF:02X}" for half in special[:40])


def _read(special: str, *, following: str, attribute: bool) -> str | None:
    """The text of a reference; "" when it is kept as a code, None when it is plain text."""
    if special[0] != "&":
        return ""
    named = special[1] != "#"
    if attribute and named and special[-1] != ";" and (following == "=" or following.isalnum()):
        return None
    read = html.unescape(special)
    if read == special:
        return None
    if read == "\ufffd" or not read or _CONTROLS.search(read):
        return ""
    return read


def write_text(text: str, escaping: HtmlEscaping, *, quote: str = "", xml: bool = False) -> str:
    """Escape a text as HTML source; `quote` is the quotation mark around an attribute's value."""
    if xml:
        text = _CONTROLS.sub("", text)
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    if not escaping.is_plain(">"):
        text = text.replace(">", "&gt;")
    if quote == '"':
        text = text.replace('"', "&quot;")
    elif quote == "'":
        text = text.replace("'", "&#39;")
    for character, reference in escaping.references.items():
        if character in text and not escaping.is_plain(character):
            text = text.replace(character, reference if reference.endswith(";") else f"{reference};")
    return text


def strip_blanks(source: str, start: int, end: int) -> tuple[int, int]:
    """source[start:end] without the white space at its ends, no-break spaces included."""
    if match := _BLANK_START.match(source, start, end):
        start = match.end()
    while end > start:
        if source[end - 1] in _SPACE or source[end - 1] == "\u00a0":
            end -= 1
        elif source[end - 1] == ";" and (match := _LAST_BLANK.search(source[max(start, end - 12) : end])):
            end -= len(match[0])
        else:
            break
    return start, end


def has_letters(source: str, start: int, end: int) -> bool:
    """Whether source[start:end] has a letter, also by reference."""
    raw = source[start:end]
    if "&" in raw:
        raw = _REFERENCE.sub(
            lambda match: "" if html.unescape(match[0]) == match[0] else html.unescape(match[0]), raw
        )
    return any(map(str.isalpha, raw))
