"""Segments as marked-up text for services, and their answers as segments again.

Codes travel as elements with numbers. Text is escaped, so that no text of a customer is an element. An answer
may move, lose or double codes, which `translation.codes.restoring` mends. One with elements that were not
sent is not used.
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import regex

from dragoman.segments import Code, CodeKind, Part, Segment, Text, is_nested, normalise, plain_text

_TAG: Final = regex.compile(r"<(/?)([A-Za-z][\w:-]*+)([^<>]*+)>")
_NUMBER: Final = regex.compile(r"""(?<![\w-])id\s*=\s*["']?(\d{1,6})(?!\d)""", regex.IGNORECASE)
_REFERENCE: Final = regex.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_NOT_XML: Final = regex.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_LONGEST_SHOWN: Final = 60  # characters of a placeholder that a service sees


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkupStyle:
    """How codes are written for a service."""

    pair: str  # element around text
    lone: str  # element without content
    void: frozenset[str]  # elements that have no end tag
    kept: str = ""  # element whose content is left alone, with its attributes; empty: there is none

    @property
    def kept_name(self) -> str:
        """The name of that element."""
        return self.kept.partition(" ")[0]


XML: Final = MarkupStyle(pair="g", lone="x", void=frozenset(), kept="k")
HTML: Final = MarkupStyle(
    pair="span",
    lone="img",
    void=frozenset({"img", "br"}),
    kept='span class="notranslate" translate="no"',
)
PLAIN_HTML: Final = MarkupStyle(pair="span", lone="img", void=frozenset({"img", "br"}))


@dataclass(frozen=True, slots=True)
class _Sent:
    """A code by its number."""

    open: Code  # of a pair, or the code itself
    close: Code | None = None
    content: str | None = None  # that the service was shown


def number_codes(segment: Segment) -> dict[int, tuple[Code, Code | None]]:
    """The codes by numbers from 1: a standalone code with None, the halves of a pair together."""
    numbered: dict[int, tuple[Code, Code | None]] = {}
    if not is_nested(segment):  # then each half is a code by itself
        codes = (part for part in segment if isinstance(part, Code))
        return {number: (code, None) for number, code in enumerate(codes, 1)}
    opened: list[int] = []
    for part in segment:
        if isinstance(part, Text):
            continue
        if part.kind is CodeKind.CLOSE:
            number = opened.pop()
            numbered[number] = numbered[number][0], part
            continue
        numbered[len(numbered) + 1] = part, None
        if part.kind is CodeKind.OPEN:
            opened.append(len(numbered))
    return numbered


def write_marked(segment: Segment, style: MarkupStyle) -> str:
    """A segment as text for a service."""
    if len(segment) == 1 and isinstance(segment[0], Text):
        return _escape(segment[0].text)
    written: list[str] = []
    opened: list[int] = []
    number = 0
    nested = is_nested(segment)
    for part in segment:
        if isinstance(part, Text):
            written.append(_escape(part.text))
        elif nested and part.kind is CodeKind.CLOSE:
            opened.pop()
            written.append(f"</{style.pair}>")
        else:
            number += 1
            if nested and part.kind is CodeKind.OPEN:
                opened.append(number)
                written.append(f'<{style.pair} id="{number}">')
            else:
                written.append(_write_lone(part, number, style))
    return "".join(written)


def _write_lone(code: Code, number: int, style: MarkupStyle) -> str:
    content = _shown(code, style)
    if content is not None:
        return f'<{style.kept} id="{number}">{_escape(content)}</{style.kept_name}>'
    return f'<{style.lone} id="{number}">' if style.lone in style.void else f'<{style.lone} id="{number}"/>'


def _shown(code: Code, style: MarkupStyle) -> str | None:
    """What a service sees of a code: placeholders, which are words of the sentence, but no tags."""
    shown = code.data
    if not style.kept or code.kind is not CodeKind.STANDALONE or not any(map(str.isalnum, shown)):
        return None
    is_tag = shown.startswith(("<", "&"))
    is_short = len(shown) <= _LONGEST_SHOWN and shown == shown.strip()
    return shown if is_short and not is_tag and _NOT_XML.search(shown) is None else None


def _escape(text: str) -> str:
    text = _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _unescape(text: str) -> str:
    return _REFERENCE.sub(lambda found: html.unescape(found[0]), text) if "&" in text else text


def read_marked(answer: str, source: Segment, style: MarkupStyle) -> Segment:
    """A service's answer as a segment; empty where it has elements that were not sent."""
    sent = {
        number: _Sent(first, last, _shown(first, style) if last is None else None)
        for number, (first, last) in number_codes(source).items()
    }
    reader = _Reader(sent=sent, style=style, plain=plain_text(source))
    return reader.read(answer)


@dataclass(slots=True)
class _Element:
    """An element of the answer that is open."""

    name: str
    number: int
    at: int  # where its contents begin in the parts
    start: int  # and in the text


@dataclass(slots=True)
class _Reader:
    sent: Mapping[int, _Sent]
    style: MarkupStyle
    plain: str  # text of the source
    parts: list[Part] = field(default_factory=list)
    opened: list[_Element] = field(default_factory=list)

    def read(self, answer: str) -> Segment:
        position = 0
        for match in _TAG.finditer(answer):
            self._add_text(answer[position : match.start()])
            position = match.end()
            if not self._read_tag(match, answer):
                if match[0] not in self.plain:
                    return ()
                self.parts.append(Text(text=match[0]))
        self._add_text(answer[position:])
        lost = {element.at for element in self.opened if not self._is_lone(element)}
        return normalise(part for index, part in enumerate(self.parts) if index not in lost)

    def _add_text(self, text: str) -> None:
        self.parts.append(Text(text=_unescape(text)))

    def _read_tag(self, match: regex.Match[str], answer: str) -> bool:
        """Take a tag; False where it was not sent."""
        slash, name, rest = match[1], match[2].lower(), match[3]
        if slash:
            return self._close(name, match.start(), answer)
        found = _NUMBER.search(rest)
        code = self.sent.get(int(found[1])) if found is not None else None
        if found is None or code is None:
            return False
        is_empty = rest.rstrip().endswith("/") or name in self.style.void
        self.parts.append(code.open)
        if not is_empty:
            self._open(name, int(found[1]), match)
        elif code.close is not None:
            self.parts.append(code.close)
        return True

    def _open(self, name: str, number: int, match: regex.Match[str]) -> None:
        self.opened.append(_Element(name, number, len(self.parts) - 1, match.end()))

    def _close(self, name: str, end: int, answer: str) -> bool:
        while self.opened and self.opened[-1].name != name and self._is_lone(self.opened[-1]):
            self.opened.pop()  # written without an end
        if not self.opened or self.opened[-1].name != name:
            # Crossed: the pair is lost, as its half at the end is. What was not sent is not taken.
            return name in {self.style.pair, self.style.kept_name, self.style.lone}
        element = self.opened.pop()
        code = self.sent[element.number]
        if code.close is not None:
            self.parts.append(code.close)
            return True
        del self.parts[element.at + 1 :]
        shown = _unescape(answer[element.start : end]).strip()
        return shown in {"", (code.content or "").strip()}  # else words went in, which must not be lost

    def _is_lone(self, element: _Element) -> bool:
        return self.sent[element.number].close is None
