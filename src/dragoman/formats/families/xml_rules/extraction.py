"""Find the text units of XML, each with the pieces of the text that it is made of, in one pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.xml_rules.element_contexts import NOTHING, ElementContext, ElementContexts
from dragoman.formats.families.xml_rules.rules import KINDS, ElementRole
from dragoman.formats.families.xml_rules.segment import XmlPiece, XmlPieceKind, XmlTextUnit
from dragoman.formats.families.xml_rules.start_tags import StartTagReader, TagSettings
from dragoman.formats.families.xml_rules.text import has_letters, is_joint, may_have_letters
from dragoman.formats.families.xml_rules.tokens import (
    ASIDE,
    CDATA,
    DEEPEST,
    END,
    MOST_ELEMENTS,
    START,
    TEXT,
    check_size,
    tokenize,
)
from dragoman.formats.format import Reason
from dragoman.formats.units.notes import join_notes

_MOST_NOTES: Final = 20  # of elements within one text
_MOST_PIECES: Final = 2_000  # of a text unit; a longer one is cut anywhere


@dataclass(slots=True)
class XmlExtraction:
    """One pass over a document; its counts are complete when `text_units` has ended."""

    text: str
    start: int
    tags: StartTagReader
    contexts: ElementContexts
    translate: bool = True  # unless overridden
    left_alone: Counter[Reason] = field(default_factory=Counter)
    _stack: list[ElementContext] = field(default_factory=list)
    _counted: int = -2  # the region that was counted last
    _found: list[XmlTextUnit] = field(default_factory=list)  # that were not yet handed out

    def text_units(self) -> Iterator[XmlTextUnit]:
        """All text units; those within another's codes come before it."""
        root = ElementContext("", KINDS["block"], [], self.translate, reason=Reason.KEY)
        self._stack.append(root)
        found = self._found
        for kind, start, end, name in tokenize(self.text, self.start):
            if kind in (TEXT, CDATA):
                self._text(kind, start, end)
            elif kind == END:
                self._end(end)
            elif kind != ASIDE:
                self._start(kind, start, end, name)
            else:
                self._aside(start, end)
            if found:
                yield from found
                found.clear()
        self._flush(root)
        yield from found

    def _aside(self, start: int, end: int) -> None:
        """Add a comment or instruction: a code where it is between text."""
        context = self._stack[-1]
        if not context.translate or not context.line:
            return
        last = context.line[-1]
        if last.type == "comment" and last.end == start:
            context.line[-1] = last._replace(end=end)
        elif len(context.line) < _MOST_PIECES:
            context.line.append(XmlPiece(XmlPieceKind.ALONE, start, end, 0, "comment"))
        else:
            self._flush(context)

    def _text(self, kind: int, start: int, end: int) -> None:
        context = self._stack[-1]
        if context.translate:
            if kind == CDATA and self._joins_section(context.line, start, end):
                return
            if context.line or kind == CDATA or not self.text[start:end].isspace():
                as_ = XmlPieceKind.TEXT if kind == TEXT else XmlPieceKind.CDATA
                context.line.append(XmlPiece(as_, start, end, 0, "", context.keep))
        elif self._counted != context.region and has_letters(self.text[start:end]):
            self._counted = context.region
            self.left_alone[context.reason] += 1

    def _joins_section(self, line: list[XmlPiece], start: int, end: int) -> bool:
        """Merge two adjacent CDATA sections."""
        last = len(line) - 1
        if last > 0 and line[last].kind is XmlPieceKind.TEXT:
            last -= 1
        if last < 0 or line[last].kind is not XmlPieceKind.CDATA:
            return False
        if not is_joint(self.text[line[last].end : start]):
            return False
        line[last:] = [line[last]._replace(end=end)]
        return True

    def _start(self, kind: int, start: int, end: int, name: str) -> None:
        parent = self._stack[-1]
        settings = self.tags.read(self.text[start:end], name)
        context = self.contexts.open(start, settings, parent, name)
        if context.number >= MOST_ELEMENTS or len(self._stack) > DEEPEST:
            check_size(context.number + 1, len(self._stack))
        role = context.kind.role
        if parent.line and (role is ElementRole.BLOCK or len(parent.line) >= _MOST_PIECES):
            self._flush(parent)
        if settings.names or (settings.attributes and context.translate):
            self._attributes(start, settings, context)
        if kind == START:
            if role is ElementRole.INLINE:
                self._open(settings, context, end)
                self._add_note(context, parent)
            if settings.declared:
                context.declared = settings.declared
                self.tags.enter(settings.declared)
            self._stack.append(context)
        elif role is not ElementRole.BLOCK:
            self._alone(parent, context, end)

    def _add_note(self, context: ElementContext, parent: ElementContext) -> None:
        """Add a note on an inline element to the whole text."""
        if context.note != parent.note and context.translate:
            block = self._block()
            if len(block.inner_notes) < _MOST_NOTES:
                block.inner_notes = (*block.inner_notes, context.note)

    def _open(self, settings: TagSettings, context: ElementContext, end: int) -> None:
        """Start an inline element."""
        line = context.line
        if settings.begins_line and any(piece.keep for piece in line if piece.kind is XmlPieceKind.OPEN):
            line.append(XmlPiece(XmlPieceKind.ALONE, context.start, context.start, 0, "break"))
        context.pair = context.number + 1
        mark = self.contexts.marks.get(context.number, NOTHING)
        if context.kind.type == "fmt" and (settings.attributes or mark.attributes):
            context.kind = KINDS["inline"]  # it has attributes with text, so it is more than formatting
        line.append(
            XmlPiece(
                XmlPieceKind.OPEN,
                context.start,
                end,
                context.pair,
                context.kind.type,
                keep=settings.begins_line,
            )
        )

    def _end(self, end: int) -> None:
        context = self._stack.pop()
        if context.declared:
            self.tags.exit(context.declared)
        if context.kind.role is ElementRole.INLINE:
            line = context.line
            if line and line[-1].kind is XmlPieceKind.OPEN and line[-1].pair == context.pair:
                line.pop()  # nothing is in it
                self._alone(self._stack[-1], context, end)
                return
            start = self.text.rindex("<", context.start, end)
            line.append(XmlPiece(XmlPieceKind.CLOSE, start, end, context.pair, context.kind.type))
            return
        if context.line:
            self._flush(context)
        if context.kind.role is not ElementRole.BLOCK:
            self._alone(self._stack[-1], context, end)

    def _alone(self, parent: ElementContext, context: ElementContext, end: int) -> None:
        """Add one code for an element with its whole content."""
        if parent.translate:
            type_ = context.kind.type
            if context.kind.role is ElementRole.INLINE:
                type_ = "variable"  # what programs fill in
            parent.line.append(XmlPiece(XmlPieceKind.ALONE, context.start, end, 0, type_))

    def _attributes(self, tag: int, settings: TagSettings, context: ElementContext) -> None:
        marked = self.contexts.marks.get(context.number, NOTHING).attributes
        chosen = list(settings.attributes) if context.translate else []
        for namespace, local, attribute in settings.names if marked else ():
            wanted = marked.get((namespace, local))
            if wanted and attribute not in chosen:
                chosen.append(attribute)
            elif wanted is False and attribute in chosen:
                chosen.remove(attribute)
        for attribute in sorted(chosen, key=lambda one: one.start):
            start, end = tag + attribute.start, tag + attribute.end
            if start < end:
                piece = XmlPiece(XmlPieceKind.TEXT, start, end)
                quote = self.text[start - 1]
                name = f"{context.name}@{attribute.name}"
                self._found.append(XmlTextUnit([piece], name, context.key, quote, context.certain))

    def _flush(self, context: ElementContext) -> None:
        """End the line of an element: its parts between standalone tags are text units."""
        pieces = context.line
        if context.translate:
            around = self._block() if context.kind.role is ElementRole.INLINE else context
            note = join_notes([around.note, *around.inner_notes]) if around.inner_notes else around.note
            around.inner_notes = ()
            for section in _sections(pieces):
                texts = [self.text[piece.start : piece.end] for piece in section if piece.kind in _TEXTS]
                if any(map(may_have_letters, texts)):
                    self._found.append(
                        XmlTextUnit(section, around.name, around.key, certain=around.certain, note=note)
                    )
                elif any(not text.isspace() for text in texts):
                    self.left_alone[Reason.NO_TEXT] += 1
        pieces.clear()

    def _block(self) -> ElementContext:
        return next(
            context for context in reversed(self._stack) if context.kind.role is not ElementRole.INLINE
        )


_TEXTS: Final = (XmlPieceKind.TEXT, XmlPieceKind.CDATA)


def _sections(pieces: list[XmlPiece]) -> Iterator[list[XmlPiece]]:
    """Split a line at tags whose other half is elsewhere."""
    if len(pieces) == 1:
        yield pieces[:]
        return
    opened = {piece.pair for piece in pieces if piece.kind is XmlPieceKind.OPEN}
    closed = {piece.pair for piece in pieces if piece.kind is XmlPieceKind.CLOSE}
    whole = opened & closed
    section: list[XmlPiece] = []
    for piece in pieces:
        if piece.pair and piece.pair not in whole:
            if section:
                yield section
            section = []
        else:
            section.append(piece)
    if section:
        yield section
