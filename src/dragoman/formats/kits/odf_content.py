"""Reading the inside of an OpenDocument paragraph: text, spans, links, fields and marks as pieces."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.format import Reason
from dragoman.formats.kits.odf_elements import (
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
from dragoman.formats.kits.odf_state import State
from dragoman.formats.kits.ooxml_pieces import RANGE, Atom, Mark, Piece, Role, Style, Words
from dragoman.formats.kits.ooxml_tags import Block, Kind, Tag, content

_SPACE: Final = re.compile("[ \t\r\n]+")
_TEXT: Final = re.compile(rb">[^<]*[^<\s]")
_MOST_BLANKS: Final = 200  # shown of a row
_FIELD_CODE: Final = re.compile(rb"<[^\s<>]*:fieldmark-(?:start|end|separator)(?=[\s/>])")


@dataclass(slots=True, eq=False)
class Open:
    """The paragraph that is being read."""

    style: Style  # of the text that comes next
    hidden: bool = False  # as a whole: a field in it says so
    blank: bool = True  # white space that comes next does not count
    pieces: list[Piece] = field(default_factory=list)
    around: list[tuple[str, Style]] = field(default_factory=list)  # open elements, and the style before them
    kept: list[Reason] = field(default_factory=list)  # of text that stays


class Content:
    """Reads what stands between the tags of one paragraph after the other. `odf_reading` reads around it."""

    def __init__(self, block: Block, state: State) -> None:
        self.block = block
        self.state = state

    def look_inside(self, tag: Tag, end: int) -> None:
        """Read the paragraphs and descriptions inside an object."""

    def read_said(self, tag: Tag) -> None:
        """Read the attributes of an element that are texts."""

    def read_content(self, here: Open, position: int) -> Tag:
        """Read up to the closing tag of the element in which `position` stands, and return that."""
        depth = len(here.around)
        while True:
            tag = self.block.expect(position)
            if tag.start > position:
                self._add_text(here, position, tag.start)
            if tag.kind is not Kind.END:
                position = self._read_inner(here, tag)
            elif len(here.around) == depth:
                return tag
            else:
                position = tag.end
                name, here.style = here.around.pop()
                if name != "text:span":
                    here.pieces.append(Mark(Role.END, (Atom(tag.start, tag.end),), PAIRS[name]))

    def _add_text(self, here: Open, start: int, end: int) -> None:
        text = collapse(content(self.block.data[start:end]), blank=here.blank)
        if not text:
            return
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

    def _read_inner(self, here: Open, tag: Tag) -> int:
        """Read an element of a paragraph. Returns where to go on."""
        name = tag.name
        if tag.kind is Kind.START:
            if name == "text:span":
                self._begin(here, name)
                here.style = self.state.looks.span(here.style, self.block.data[tag.start : tag.end])
                return tag.end
            if name in PAIRS:
                return self._begin_pair(here, tag)
            if name == "text:ruby":
                return self._read_ruby(here, tag)
        elif name == "text:span":
            return tag.end
        end = self.block.end_of(tag)
        if name == "text:s":
            count = self.block.attributes(tag).get("text:c", "1")
            blanks = min(int(count), _MOST_BLANKS) if count.isascii() and count.isdigit() else 1
            self._mark(here, (Atom(tag.start, end, here.style),), "space", " " * blanks)
        elif name in BREAKS:
            self._mark(here, (Atom(tag.start, end, here.style),), "break", BREAKS[name])
        elif name in RANGES or name in POINTS:
            self._read_range(here, tag, end)
        elif name == "field:fieldmark-start":
            return self._read_form_field(here, tag, end)
        else:
            self._keep(here, tag, end)
        return end

    def _begin(self, here: Open, name: str) -> None:
        self.state.check_depth(len(here.around))
        here.around.append((name, here.style))

    def _begin_pair(self, here: Open, tag: Tag) -> int:
        """Open an element around text, unless a list or a calendar chooses what is in it."""
        if tag.name == "loext:content-control" and self._is_chosen(tag):
            end = self.block.end_of(tag)
            self._keep(here, tag, end)
            return end
        if tag.name in SAID:
            self.read_said(tag)
        self._begin(here, tag.name)
        here.pieces.append(Mark(Role.BEGIN, (Atom(tag.start, tag.end),), PAIRS[tag.name], f"<{tag.name}>"))
        return tag.end

    def _is_chosen(self, tag: Tag) -> bool:
        attributes = self.block.attributes(tag)
        if any(attributes.get(name, "false") != "false" for name in CHOSEN):
            return True
        return self.block.expect(tag.end).name == "loext:list-item"

    def _read_ruby(self, here: Open, ruby: Tag) -> int:
        """Read text with a reading beside it: a pair around the text, the reading stays."""
        base = self.block.expect(ruby.end)
        end = self.block.end_of(ruby)
        if base.name != "text:ruby-base" or base.kind is not Kind.START:
            self._keep(here, ruby, end)
            return end
        self.state.check_depth(len(here.around))
        opening = Mark(Role.BEGIN, (Atom(ruby.start, base.end),), "object", "<text:ruby>")
        here.pieces.append(opening)
        with self.state.deeper():
            closing = self.read_content(here, base.end)
        here.pieces.append(Mark(Role.END, (Atom(closing.start, end),), "object"))
        return end

    def _read_range(self, here: Open, tag: Tag, end: int) -> None:
        if tag.name in SAID:
            self.read_said(tag)
        limit, attribute = RANGES.get(tag.name, ("", ""))
        if attribute:
            limit += self.block.attributes(tag).get(attribute, "")
        mark = Mark(Role.ALONE, (Atom(tag.start, end),), RANGE, f"<{tag.name}/>", limit)
        here.pieces.append(mark)

    def _read_form_field(self, here: Open, tag: Tag, end: int) -> int:
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
            depth += {Kind.START: 1, Kind.END: -1}.get(tag.kind, 0)
            if depth < 0:
                return True
        return depth != 0

    def _keep(self, here: Open, tag: Tag, end: int) -> None:
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
        if tag.name in WRITTEN:
            self.look_inside(tag, end)
        elif _TEXT.search(self.block.data, tag.end - 1, end):
            here.kept.append(Reason.FIELD)


def collapse(text: str, *, blank: bool) -> str:
    """Text as programs read it: a row of white space is one blank, and none where `blank`."""
    if "  " in text or "\n" in text or "\t" in text or "\r" in text:
        text = _SPACE.sub(" ", text)
    return text[1:] if blank and text[:1] == " " else text
