"""Reading the inside of an OpenDocument paragraph: text, spans, links, fields and marks as pieces."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.odf.elements import (
    BREAKS,
    CHOSEN,
    NOTES,
    OBJECTS,
    PAIRS,
    POINTS,
    RANGES,
    SAID,
    WRITTEN,
)
from dragoman.formats.families.odf.reader_state import State
from dragoman.formats.families.odf.tables_of_contents import REFERENCES
from dragoman.formats.format import Reason
from dragoman.formats.paragraphs.inline_content import RANGE, Atom, Mark, Piece, Role, Style, Words, apart
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag, content

_SPACE: Final = re.compile("[ \t\r\n]+")
_TEXT: Final = re.compile(rb">[^<]*[^<\s]")
_MOST_BLANKS: Final = 200  # shown of a row
_COLUMN: Final = 3  # blanks in a row that part columns as a tab does
_FIELD_CODE: Final = re.compile(rb"<[^\s<>]*:fieldmark-(?:start|end|separator)(?=[\s/>])")


@dataclass(slots=True, eq=False)
class Open:
    """The paragraph that is being read."""

    style: Style  # of the text that comes next
    hidden: bool = False  # as a whole: a field in it says so
    blank: bool = True  # white space that comes next does not count
    pieces: list[Piece] = field(default_factory=list)
    around: list[tuple[str, Style]] = field(default_factory=list)  # open elements, and the style before them
    ended: int = -1  # where an element ended last
    touches: bool = False  # whether the span that is open began there, and nothing was in it yet
    spans: list[bytes] = field(default_factory=list)  # first tags of those that are open
    before: tuple[bytes, ...] = ()  # of those that were open around the text or mark before
    kept: list[Reason] = field(default_factory=list)  # of text that stays
    names: dict[str, str] = field(default_factory=dict)  # range of a bookmark in it → its name


class Content:
    """Reads what stands between the tags of one paragraph after the other. `block_reader` reads around it."""

    def __init__(self, block: XmlBlock, state: State) -> None:
        self.block = block
        self.state = state

    def look_inside(self, tag: XmlTag, end: int) -> None:
        """Read the paragraphs and descriptions inside an object."""

    def read_said(self, tag: XmlTag) -> None:
        """Read the attributes of an element that are texts."""

    def read_repeated(self, tag: XmlTag) -> None:
        """Read what a link or a reference repeats of another text."""

    def read_content(self, here: Open, position: int) -> XmlTag:
        """Read up to the closing tag of the element in which `position` stands, and return that."""
        depth = len(here.around)
        while True:
            tag = self.block.expect(position)
            if tag.start > position:
                self._add_text(here, position, tag.start)
            if tag.kind is not TagKind.END:
                position = self._read_inner(here, tag)
            elif len(here.around) == depth:
                return tag
            else:
                position = tag.end
                name, here.style = here.around.pop()
                here.ended = position
                if name == "text:span":
                    here.spans.pop()
                if name != "text:span":
                    here.pieces.append(Mark(Role.END, (Atom(tag.start, tag.end),), PAIRS[name]))

    def _add_text(self, here: Open, start: int, end: int) -> None:
        text = collapse(content(self.block.data[start:end]), blank=here.blank)
        if not text:
            return
        self._keep_apart(here)
        if here.style.hidden:
            self._mark(here, (Atom(start, end, here.style),), "hidden", "<text:span/>")
            if text.strip():
                here.kept.append(Reason.HIDDEN)
        else:
            here.blank = text[-1] == " "
            here.pieces.append(Words(text, here.style))

    def _mark(self, here: Open, atoms: tuple[Atom, ...], kind: str, shown: str) -> None:
        """Something that is no text stands here; blanks behind it count again."""
        here.pieces.append(Mark(Role.ALONE, atoms, kind, shown))
        here.blank = False

    def _read_inner(self, here: Open, tag: XmlTag) -> int:
        """Read an element of a paragraph. Returns where to go on."""
        name = tag.name
        if tag.kind is TagKind.START:
            if name == "text:span":
                self._begin_span(here, tag)
                return tag.end
            if name in PAIRS:
                return self._begin_pair(here, tag)
            if name == "text:ruby":
                return self._read_ruby(here, tag)
        elif name == "text:span":
            return tag.end
        end = self.block.end_of(tag)
        if name not in RANGES and name not in POINTS:
            self._keep_apart(here)
        if name == "text:s":
            self._read_blanks(here, tag, end)
        elif name in BREAKS:
            self._mark(here, (Atom(tag.start, end, here.style),), *BREAKS[name])
        elif name in RANGES or name in POINTS:
            self._read_range(here, tag, end)
        elif name == "field:fieldmark-start":
            return self._read_form_field(here, tag, end)
        else:
            self._keep(here, tag, end)
        return end

    def _read_blanks(self, here: Open, tag: XmlTag, end: int) -> None:
        """Read an element that stands for blanks: many of them, with those before it, part columns."""
        written = self.block.attributes(tag).get("text:c", "1")
        count = min(int(written), _MOST_BLANKS) if written.isascii() and written.isdigit() else 1
        before = "".join(map(_blanks_of, here.pieces[-_COLUMN:]))
        row = len(before) - len(before.rstrip(" ")) + count
        kind = "tab" if row >= _COLUMN else "space"
        self._mark(here, (Atom(tag.start, end, here.style),), kind, " " * count)

    def _begin_span(self, here: Open, tag: XmlTag) -> None:
        self._begin(here, tag.name)
        here.spans.append(self.block.data[tag.start : tag.end])
        here.style = self.state.looks.span(here.style, here.spans[-1])
        here.touches |= here.ended == tag.start

    def _keep_apart(self, here: Open) -> None:
        """What comes next does not join a span that touches its own, if their style has a name.

        Where a program cut one span in two, for its editing sessions, the tags of the two differ.
        """
        touches, before = here.touches, here.before
        here.touches, here.before = False, tuple(here.spans)
        if touches and before == here.before and self.state.looks.is_named(b"".join(before)):
            last = next((piece for piece in reversed(here.pieces) if not _is_range(piece)), None)
            style = last.style if isinstance(last, Words) else last.atoms[0].style if last else None
            here.style = apart(here.style, style.key) if style else here.style

    def _begin(self, here: Open, name: str) -> None:
        self.state.check_depth(len(here.around))
        here.around.append((name, here.style))

    def _begin_pair(self, here: Open, tag: XmlTag) -> int:
        """Open an element around text, unless a list or a calendar chooses what is in it."""
        if tag.name == "loext:content-control" and self._is_chosen(tag):
            end = self.block.end_of(tag)
            self._keep(here, tag, end)
            return end
        if tag.name in SAID:
            self.read_said(tag)
        if tag.name == "text:a":
            self.read_repeated(tag)
        self._begin(here, tag.name)
        here.pieces.append(Mark(Role.BEGIN, (Atom(tag.start, tag.end),), PAIRS[tag.name], f"<{tag.name}>"))
        return tag.end

    def _is_chosen(self, tag: XmlTag) -> bool:
        attributes = self.block.attributes(tag)
        if any(attributes.get(name, "false") != "false" for name in CHOSEN):
            return True
        return self.block.expect(tag.end).name == "loext:list-item"

    def _read_ruby(self, here: Open, ruby: XmlTag) -> int:
        """Read text with a reading beside it: a pair around the text, the reading stays."""
        base = self.block.expect(ruby.end)
        end = self.block.end_of(ruby)
        if base.name != "text:ruby-base" or base.kind is not TagKind.START:
            self._keep(here, ruby, end)
            return end
        self.state.check_depth(len(here.around))
        opening = Mark(Role.BEGIN, (Atom(ruby.start, base.end),), "object", "<text:ruby>")
        here.pieces.append(opening)
        with self.state.deeper():
            closing = self.read_content(here, base.end)
        here.pieces.append(Mark(Role.END, (Atom(closing.start, end),), "object"))
        return end

    def _read_range(self, here: Open, tag: XmlTag, end: int) -> None:
        if tag.name in SAID:
            self.read_said(tag)
        limit, attribute = RANGES.get(tag.name, ("", ""))
        attributes = self.block.attributes(tag)
        if attribute:
            limit += attributes.get(attribute, "")
        if not limit.startswith("-"):
            name = attributes.get("text:name", "")
            here.names[limit or name] = name
        mark = Mark(Role.ALONE, (Atom(tag.start, end),), RANGE, f"<{tag.name}/>", limit)
        here.pieces.append(mark)

    def _read_form_field(self, here: Open, tag: XmlTag, end: int) -> int:
        """Read the beginning of a field from another office: its code, if it shows one, is no text."""
        following = _FIELD_CODE.search(self.block.data, end)
        if following is not None:
            other = self.block.expect(following.start())
            if other.name == "field:fieldmark-separator" and not self._leaves(end, other.start):
                end = self.block.end_of(other)
        mark = Mark(Role.ALONE, (Atom(tag.start, end),), RANGE, f"<{tag.name}/>", "+field")
        here.pieces.append(mark)
        return end

    def _leaves(self, start: int, end: int) -> bool:
        """Whether elements between two places begin or end beyond them."""
        depth = 0
        for tag in self.block.tags(start, end):
            depth += {TagKind.START: 1, TagKind.END: -1}.get(tag.kind, 0)
            if depth < 0:
                return True
        return depth != 0

    def _keep(self, here: Open, tag: XmlTag, end: int) -> None:
        """Take an element as it is, whatever it holds; paragraphs in it are read."""
        atoms = (Atom(tag.start, end, here.style),)
        shown = f"<{tag.name.lstrip(':')}/>"
        if tag.name == "text:number" and not here.pieces:
            here.pieces.append(Mark(Role.FIXED, (Atom(tag.start, end),), "field", shown))
            return
        if tag.name == "text:hidden-paragraph":
            here.hidden |= self.block.attributes(tag).get("text:is-hidden") == "true"
        if tag.name in NOTES or tag.name.partition(":")[0] in OBJECTS:
            self._mark(here, atoms, "note" if tag.name in NOTES else "object", shown)
            self.look_inside(tag, end)
            return
        self._mark(here, atoms, "field", shown)
        if tag.name == "text:sequence":
            name = self.block.attributes(tag).get("text:ref-name", "")
            here.names[name] = name
        if tag.name in WRITTEN:
            self.look_inside(tag, end)
        elif _TEXT.search(self.block.data, tag.end - 1, end):
            here.kept.append(Reason.FIELD)
            if tag.name in REFERENCES:
                self.read_repeated(tag)


def _is_range(piece: Piece) -> bool:
    return isinstance(piece, Mark) and piece.type == RANGE


def _blanks_of(piece: Piece) -> str:
    """A piece as far as blanks at its end matter."""
    if isinstance(piece, Words):
        return piece.text
    if _is_range(piece):
        return ""
    return piece.shown if piece.type in {"space", "tab"} else "\0"


def collapse(text: str, *, blank: bool) -> str:
    """Text as programs read it: a row of white space is one blank, and none where `blank`."""
    if "  " in text or "\n" in text or "\t" in text or "\r" in text:
        text = _SPACE.sub(" ", text)
    return text[1:] if blank and text[:1] == " " else text
