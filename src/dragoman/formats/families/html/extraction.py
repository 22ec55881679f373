"""Find the text units of HTML, each with the pieces of the source that it is made of, in one pass.

A block's text is a text unit, and so is each attribute that people read. The stack of open elements serves
only `translate` and skipped content. Invalid HTML may mislead it there, but never causes a loss.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.html.open_elements import OpenElement, OpenElements
from dragoman.formats.families.html.text import has_letters
from dragoman.formats.families.html.text_units import HtmlPiece, HtmlPieceKind, HtmlTextUnit
from dragoman.formats.families.html.tokens import HtmlToken, HtmlTokenKind, attributes, tokenize
from dragoman.formats.format import Reason
from dragoman.formats.units import html_elements as elements
from dragoman.formats.units.notes import join_notes
from dragoman.text_io.errors import ConversionFailed

_NOTABLE_ATTRIBUTE: Final = re.compile(
    r"[\s\"'/](?:title|alt|placeholder|aria-|summary|label|value|content|translate|class)", re.IGNORECASE
)
_NOTRANSLATE: Final = re.compile(r"(?:\A|\s)notranslate(?:\s|\Z)", re.IGNORECASE)
_NOTE: Final = "its-loc-note"
_MOST_NOTES: Final = 20  # of elements within one line
_MOST_TOKENS: Final = 2_000_000  # of a source; it keeps time bounded
_MOST_PIECES: Final = 2_000  # of a text unit; a longer line is cut anywhere


@dataclass(slots=True)
class _Skipped:
    """An element whose content is skipped, while the pass is inside it."""

    name: str
    start: int
    inline: bool
    type: str
    depth: int = 1  # of elements of its name
    blocks: int = 0  # that are open within


@dataclass(slots=True)
class HtmlExtraction:
    """One pass over a source; `left_alone` is complete when `text_units` has ended."""

    source: str
    xml: bool = False
    left_alone: Counter[Reason] = field(default_factory=Counter)
    _open: OpenElements = field(default_factory=OpenElements)
    _pieces: list[HtmlPiece] = field(default_factory=list)
    _outer: list[HtmlPiece] | None = None  # of the line around a button or a list of choices
    _embedded: HtmlToken | None = None
    _left: _Skipped | None = None
    _notes: list[str] = field(default_factory=list)  # of elements within the line

    def text_units(self, start: int = 0, end: int | None = None) -> Iterator[HtmlTextUnit]:
        """All text units; those within another's codes come before it."""
        for number, token in enumerate(tokenize(self.source, xml=self.xml, start=start, end=end)):
            if number > _MOST_TOKENS:
                message = f"The page has more than {_MOST_TOKENS} tags and texts; split it."
                raise ConversionFailed(message)
            if self._left is not None and self._is_skipped(token):
                continue
            if len(self._pieces) >= _MOST_PIECES:
                yield from self._flush()
            if token.kind is HtmlTokenKind.TEXT:
                self._add(HtmlPieceKind.TEXT, token)
            elif token.kind is HtmlTokenKind.START:
                yield from self._start(token)
            elif token.kind is HtmlTokenKind.END:
                yield from self._end(token)
            elif token.kind is HtmlTokenKind.PLAIN:
                yield from self._plain(token)
            elif token.kind is HtmlTokenKind.RAW:
                yield from self._raw(token)
            else:
                self._add(HtmlPieceKind.ALONE, token, "comment")
        yield from self._flush()
        if self._outer is not None:
            self._pieces, self._outer = self._outer, None
            yield from self._flush()

    # --- tokens -------------------------------------------------------------------------------------------

    def _start(self, token: HtmlToken) -> Iterator[HtmlTextUnit]:
        name = token.name
        inline = name not in elements.BLOCK and name not in elements.EMBEDDED
        known = not inline or name in elements.INLINE
        void = name in elements.VOID or (token.closed and (self.xml or not known))
        if not inline:
            self._open.end_left_out(name)
        translated = self._open.translated
        found: list[HtmlTextUnit] = []
        translated = self._read_attributes(token, translated, found)
        kind = self._skipped_type(name, translated) if not void else ""
        if kind:
            self._left = _Skipped(name, token.start, inline, kind)
            self.left_alone[Reason.CODE if translated else Reason.LOCKED] += 1
        if not inline and not self._begins_embedded(token):
            yield from self._flush()
        yield from found
        if kind:
            return
        if not void:
            self._open.push(OpenElement(name, translated, inline, self._read_note(token, inline)))
        if inline:
            yield from self._add_inline(token, void)

    def _skipped_type(self, name: str, translated: bool) -> str:
        """The code's type when an element's content is skipped, "" when it is not."""
        if not translated:
            # A block may contain elements with translate="yes"; inline elements are not searched for them.
            return "protected" if name in elements.INLINE or name in elements.LEFT_BLOCKS else ""
        if name in elements.PROTECTED:
            return "protected"
        if name in elements.RAW:  # with a prefix, in XML
            return "object"
        return "object" if name in elements.OBJECTS or name in elements.LEFT_BLOCKS else ""

    def _add_inline(self, token: HtmlToken, void: bool) -> Iterator[HtmlTextUnit]:
        if token.name == "br":
            if self._last_is_break():
                yield from self._flush()
                return
            self._add(HtmlPieceKind.ALONE, token, "break")
        elif token.name in ("img", "input", "embed", "area", "source", "param", "slot"):
            self._add(HtmlPieceKind.ALONE, token, "object")
        else:
            kind = HtmlPieceKind.ALONE if void else HtmlPieceKind.OPEN
            self._add(kind, token, "link" if token.name == "a" else "fmt")

    def _end(self, token: HtmlToken) -> Iterator[HtmlTextUnit]:
        name = token.name
        if self._embedded is not None and name == self._embedded.name:
            yield from self._end_embedded(token)
        elif name in elements.BLOCK or name in elements.EMBEDDED:
            yield from self._flush()
        else:
            self._add(HtmlPieceKind.CLOSE, token, "link" if name == "a" else "fmt")
        self._open.pop(name)

    def _raw(self, token: HtmlToken) -> Iterator[HtmlTextUnit]:
        """An element with raw content; the title of a frame in the page is read to users."""
        found: list[HtmlTextUnit] = []
        if token.name == "iframe":
            self._read_attributes(_head(token), self._open.translated, found)
        self.left_alone[Reason.CODE] += token.inside[0] < token.inside[1]
        self._add(HtmlPieceKind.ALONE, token, "object")
        yield from found

    def _plain(self, token: HtmlToken) -> Iterator[HtmlTextUnit]:
        """A title or a text field with content."""
        found: list[HtmlTextUnit] = []
        translated = self._read_attributes(_head(token), self._open.translated, found)
        if token.name == "title":
            yield from self._flush()
        else:
            self._add(HtmlPieceKind.ALONE, token, "object")
        yield from found
        if not translated:
            self.left_alone[Reason.LOCKED] += 1
        elif has_letters(self.source, *token.inside):
            yield HtmlTextUnit(
                [HtmlPiece(HtmlPieceKind.TEXT, *token.inside)],
                token.name,
                bare=True,
                plain=token.name != "title",
            )

    # --- content that is left -----------------------------------------------------------------------------

    def _is_skipped(self, token: HtmlToken) -> bool:
        """Whether a token is within skipped content.

        The end tag closes it, or the end of a block around it.
        """
        left = self._left
        assert left is not None
        if token.kind is HtmlTokenKind.START and not token.closed and token.name not in elements.VOID:
            left.depth += token.name == left.name
            left.blocks += token.name != left.name and token.name in elements.BLOCK
        elif token.kind is HtmlTokenKind.END and token.name == left.name:
            left.depth -= 1
            if left.depth == 0:
                self._finish_left(token.end)
        elif token.kind is HtmlTokenKind.END and token.name in elements.BLOCK:
            left.blocks -= 1
            if left.blocks < 0:
                self._finish_left(token.start)
                return False
        return True

    def _finish_left(self, end: int) -> None:
        left, self._left = self._left, None
        if left is not None and left.inline:
            self._add(
                HtmlPieceKind.ALONE, HtmlToken(HtmlTokenKind.RAW, left.start, end, left.name), left.type
            )

    # --- attributes ---------------------------------------------------------------------------------------

    def _read_attributes(self, token: HtmlToken, translated: bool, found: list[HtmlTextUnit]) -> bool:
        """Find attributes for people; return whether the element is translated."""
        if _NOTABLE_ATTRIBUTE.search(self.source, token.start, token.end) is None:
            return translated
        everything = list(attributes(self.source, token))
        values: dict[str, str] = {}
        for attribute in everything:
            values.setdefault(attribute.name, self.source[attribute.start : attribute.end])
        flag = values.get("translate", "").strip().lower()
        if flag in ("no", "yes"):
            translated = flag == "yes"
        elif _NOTRANSLATE.search(values.get("class", "")):
            translated = False
        seen: set[str] = set()
        for attribute in everything if translated else ():
            name = attribute.name
            if name in seen or name not in elements.ATTRIBUTES:
                continue
            seen.add(name)  # browsers take the first of several
            if not elements.is_translated_attribute(token.name, name, values):
                continue
            if has_letters(self.source, attribute.start, attribute.end):
                piece = HtmlPiece(HtmlPieceKind.TEXT, attribute.start, attribute.end)
                found.append(HtmlTextUnit([piece], f"{token.name}@{name}", quote=attribute.quote))
        return translated

    def _read_note(self, token: HtmlToken, inline: bool) -> str:
        """Read the note of ITS on a block, or on the one around it; a note on an inline element is kept."""
        note = ""
        if _NOTE in self.source[token.start : token.end]:
            notes = [a for a in attributes(self.source, token) if a.name in (_NOTE, f"{_NOTE}-ref")]
            note = join_notes(html.unescape(self.source[a.start : a.end]) for a in notes)
        if note and inline and len(self._notes) < _MOST_NOTES:
            self._notes.append(note)
        return note if note and not inline else self._open.note

    # --- the line -----------------------------------------------------------------------------------------

    def _add(self, kind: HtmlPieceKind, token: HtmlToken, type: str = "") -> None:  # noqa: A002 # as codes call it
        if kind is HtmlPieceKind.TEXT and not self._open.translated:
            self.left_alone[Reason.LOCKED] += bool(self.source[token.start : token.end].strip())
            return
        if self._pieces and (end := self._pieces[-1].end) != token.start:  # something that is not translated
            blank = self.source[end : token.start].isspace()
            gap = HtmlPieceKind.TEXT if blank else HtmlPieceKind.ALONE
            self._pieces.append(HtmlPiece(gap, end, token.start, "", "protected"))
        self._pieces.append(HtmlPiece(kind, token.start, token.end, token.name, type))

    def _last_is_break(self) -> bool:
        for piece in reversed(self._pieces):
            if piece.kind is not HtmlPieceKind.TEXT:
                return piece.type == "break"
            if not self.source[piece.start : piece.end].isspace():
                return False
        return False

    def _begins_embedded(self, token: HtmlToken) -> bool:
        if token.name not in elements.EMBEDDED or self._embedded is not None or self._left is not None:
            return False
        self._outer, self._pieces, self._embedded = self._pieces, [], token
        return True

    def _end_embedded(self, token: HtmlToken) -> Iterator[HtmlTextUnit]:
        yield from self._flush()
        begin, self._embedded = self._embedded, None
        self._pieces, self._outer = self._outer or [], None
        if begin is not None:
            self._add(
                HtmlPieceKind.ALONE,
                HtmlToken(HtmlTokenKind.RAW, begin.start, token.end, begin.name),
                "object",
            )

    def _flush(self) -> Iterator[HtmlTextUnit]:
        """End the line: it is a text unit when it has letters."""
        pieces, self._pieces = self._pieces, []
        if not pieces:
            return
        note = join_notes([self._open.note, *self._notes]) if self._notes else self._open.note
        self._notes.clear()
        texts = [piece for piece in pieces if piece.kind is HtmlPieceKind.TEXT]
        if any(has_letters(self.source, piece.start, piece.end) for piece in texts):
            yield HtmlTextUnit(pieces, self._open.block, note=note)
        elif any(not self.source[piece.start : piece.end].isspace() for piece in texts):
            self.left_alone[Reason.NO_TEXT] += 1


def _head(token: HtmlToken) -> HtmlToken:
    """The start tag of a token that is a whole element."""
    return HtmlToken(HtmlTokenKind.START, token.start, token.inside[0], token.name)
