"""Read the content of an OpenDocument paragraph: text, spans, links, fields and other elements."""

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
    TEXT_ATTRIBUTES,
    WRITTEN,
)
from dragoman.formats.families.odf.reader_state import OdfReaderState
from dragoman.formats.families.odf.tables_of_contents import REFERENCES
from dragoman.formats.format import Reason
from dragoman.formats.paragraphs.inline_content import (
    RANGE,
    InlineItem,
    MarkupRole,
    ParagraphElement,
    RawContent,
    RunStyle,
    TextRun,
    as_separate,
)
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag, content

_SPACE: Final = re.compile("[ \t\r\n]+")
_TEXT: Final = re.compile(rb">[^<]*[^<\s]")
_MOST_BLANKS: Final = 200  # of a sequence that are shown
_COLUMN: Final = 3  # consecutive blanks that separate columns like a tab
_FIELD_CODE: Final = re.compile(rb"<[^\s<>]*:fieldmark-(?:start|end|separator)(?=[\s/>])")


@dataclass(slots=True, eq=False)
class OdfParagraphState:
    """The paragraph that is being read."""

    style: RunStyle  # of the text that follows
    hidden: bool = False  # as a whole, by a field in it
    blank: bool = True  # white space that follows is ignored
    items: list[InlineItem] = field(default_factory=list)
    enclosing: list[tuple[str, RunStyle]] = field(default_factory=list)  # open elements, the style before
    ended: int = -1  # offset of the latest end of an element
    touches: bool = False  # whether the open span began at `ended` and is still empty
    spans: list[bytes] = field(default_factory=list)  # start tags of open spans
    before: tuple[bytes, ...] = ()  # of those that were open around the previous text or element
    kept: list[Reason] = field(default_factory=list)  # of text that is left alone
    names: dict[str, str] = field(default_factory=dict)  # range of a bookmark in it → the bookmark's name


class OdfContentReader:
    """Reads the content of paragraphs. `block_reader` reads the structure around them."""

    def __init__(self, block: XmlBlock, state: OdfReaderState) -> None:
        self.block = block
        self.state = state

    def read_inner(self, tag: XmlTag, end: int) -> None:
        """Read the paragraphs and descriptions inside an object."""

    def read_attribute_texts(self, tag: XmlTag) -> None:
        """Read the attributes of an element that are texts."""

    def read_repeated(self, tag: XmlTag) -> None:
        """Read the text of a link or a reference that repeats another text."""

    def read_content(self, paragraph: OdfParagraphState, position: int) -> XmlTag:
        """Read up to the end tag of the element that contains `position`. Returns that tag."""
        depth = len(paragraph.enclosing)
        while True:
            tag = self.block.expect(position)
            if tag.start > position:
                self._add_text(paragraph, position, tag.start)
            if tag.kind is not TagKind.END:
                position = self._read_inner(paragraph, tag)
            elif len(paragraph.enclosing) == depth:
                return tag
            else:
                position = tag.end
                name, paragraph.style = paragraph.enclosing.pop()
                paragraph.ended = position
                if name == "text:span":
                    paragraph.spans.pop()
                if name != "text:span":
                    paragraph.items.append(
                        ParagraphElement(MarkupRole.END, (RawContent(tag.start, tag.end),), PAIRS[name])
                    )

    def _add_text(self, paragraph: OdfParagraphState, start: int, end: int) -> None:
        text = collapse(content(self.block.data[start:end]), blank=paragraph.blank)
        if not text:
            return
        self._keep_apart(paragraph)
        if paragraph.style.hidden:
            self._add_element(paragraph, (RawContent(start, end, paragraph.style),), "hidden", "<text:span/>")
            if text.strip():
                paragraph.kept.append(Reason.HIDDEN)
        else:
            paragraph.blank = text[-1] == " "
            paragraph.items.append(TextRun(text, paragraph.style))

    def _add_element(
        self, paragraph: OdfParagraphState, raw_contents: tuple[RawContent, ...], kind: str, shown: str
    ) -> None:
        """Add an element; blanks after it count again."""
        paragraph.items.append(ParagraphElement(MarkupRole.ALONE, raw_contents, kind, shown))
        paragraph.blank = False

    def _read_inner(self, paragraph: OdfParagraphState, tag: XmlTag) -> int:
        """Read an element of a paragraph. Returns the offset to continue at."""
        name = tag.name
        if tag.kind is TagKind.START:
            if name == "text:span":
                self._begin_span(paragraph, tag)
                return tag.end
            if name in PAIRS:
                return self._begin_pair(paragraph, tag)
            if name == "text:ruby":
                return self._read_ruby(paragraph, tag)
        elif name == "text:span":
            return tag.end
        end = self.block.end_of(tag)
        if name not in RANGES and name not in POINTS:
            self._keep_apart(paragraph)
        if name == "text:s":
            self._read_blanks(paragraph, tag, end)
        elif name in BREAKS:
            self._add_element(paragraph, (RawContent(tag.start, end, paragraph.style),), *BREAKS[name])
        elif name in RANGES or name in POINTS:
            self._read_range(paragraph, tag, end)
        elif name == "field:fieldmark-start":
            return self._read_form_field(paragraph, tag, end)
        else:
            self._copy_element(paragraph, tag, end)
        return end

    def _read_blanks(self, paragraph: OdfParagraphState, tag: XmlTag, end: int) -> None:
        """Read an element for blanks: many of them, with those before it, separate columns."""
        written = self.block.attributes(tag).get("text:c", "1")
        count = min(int(written), _MOST_BLANKS) if written.isascii() and written.isdigit() else 1
        before = "".join(map(_blanks_of, paragraph.items[-_COLUMN:]))
        row = len(before) - len(before.rstrip(" ")) + count
        kind = "tab" if row >= _COLUMN else "space"
        self._add_element(paragraph, (RawContent(tag.start, end, paragraph.style),), kind, " " * count)

    def _begin_span(self, paragraph: OdfParagraphState, tag: XmlTag) -> None:
        self._begin(paragraph, tag.name)
        paragraph.spans.append(self.block.data[tag.start : tag.end])
        paragraph.style = self.state.styles.span(paragraph.style, paragraph.spans[-1])
        paragraph.touches |= paragraph.ended == tag.start

    def _keep_apart(self, paragraph: OdfParagraphState) -> None:
        """Keep the text that follows apart from an adjacent span, if their style has a name.

        Where a program split one span in two, for its editing sessions, the tags of the two differ.
        """
        touches, before = paragraph.touches, paragraph.before
        paragraph.touches, paragraph.before = False, tuple(paragraph.spans)
        if touches and before == paragraph.before and self.state.styles.is_named(b"".join(before)):
            last = next((item for item in reversed(paragraph.items) if not _is_range(item)), None)
            style = last.style if isinstance(last, TextRun) else last.raw_contents[0].style if last else None
            paragraph.style = as_separate(paragraph.style, style.key) if style else paragraph.style

    def _begin(self, paragraph: OdfParagraphState, name: str) -> None:
        self.state.check_depth(len(paragraph.enclosing))
        paragraph.enclosing.append((name, paragraph.style))

    def _begin_pair(self, paragraph: OdfParagraphState, tag: XmlTag) -> int:
        """Open an element around text, unless its content is chosen from a list or a calendar."""
        if tag.name == "loext:content-control" and self._is_chosen(tag):
            end = self.block.end_of(tag)
            self._copy_element(paragraph, tag, end)
            return end
        if tag.name in TEXT_ATTRIBUTES:
            self.read_attribute_texts(tag)
        if tag.name == "text:a":
            self.read_repeated(tag)
        self._begin(paragraph, tag.name)
        paragraph.items.append(
            ParagraphElement(
                MarkupRole.BEGIN, (RawContent(tag.start, tag.end),), PAIRS[tag.name], f"<{tag.name}>"
            )
        )
        return tag.end

    def _is_chosen(self, tag: XmlTag) -> bool:
        attributes = self.block.attributes(tag)
        if any(attributes.get(name, "false") != "false" for name in CHOSEN):
            return True
        return self.block.expect(tag.end).name == "loext:list-item"

    def _read_ruby(self, paragraph: OdfParagraphState, ruby: XmlTag) -> int:
        """Read text with ruby: a pair of codes around the text; the ruby text stays."""
        base = self.block.expect(ruby.end)
        end = self.block.end_of(ruby)
        if base.name != "text:ruby-base" or base.kind is not TagKind.START:
            self._copy_element(paragraph, ruby, end)
            return end
        self.state.check_depth(len(paragraph.enclosing))
        opening = ParagraphElement(
            MarkupRole.BEGIN, (RawContent(ruby.start, base.end),), "object", "<text:ruby>"
        )
        paragraph.items.append(opening)
        with self.state.deeper():
            closing = self.read_content(paragraph, base.end)
        paragraph.items.append(ParagraphElement(MarkupRole.END, (RawContent(closing.start, end),), "object"))
        return end

    def _read_range(self, paragraph: OdfParagraphState, tag: XmlTag, end: int) -> None:
        if tag.name in TEXT_ATTRIBUTES:
            self.read_attribute_texts(tag)
        limit, attribute = RANGES.get(tag.name, ("", ""))
        attributes = self.block.attributes(tag)
        if attribute:
            limit += attributes.get(attribute, "")
        if not limit.startswith("-"):
            name = attributes.get("text:name", "")
            paragraph.names[limit or name] = name
        element = ParagraphElement(
            MarkupRole.ALONE, (RawContent(tag.start, end),), RANGE, f"<{tag.name}/>", limit
        )
        paragraph.items.append(element)

    def _read_form_field(self, paragraph: OdfParagraphState, tag: XmlTag, end: int) -> int:
        """Read the start of a field of another office program: if it shows its code, that is not text."""
        following = _FIELD_CODE.search(self.block.data, end)
        if following is not None:
            other = self.block.expect(following.start())
            if other.name == "field:fieldmark-separator" and not self._leaves(end, other.start):
                end = self.block.end_of(other)
        element = ParagraphElement(
            MarkupRole.ALONE, (RawContent(tag.start, end),), RANGE, f"<{tag.name}/>", "+field"
        )
        paragraph.items.append(element)
        return end

    def _leaves(self, start: int, end: int) -> bool:
        """Whether elements begin or end between two offsets, but not both."""
        depth = 0
        for tag in self.block.tags(start, end):
            depth += {TagKind.START: 1, TagKind.END: -1}.get(tag.kind, 0)
            if depth < 0:
                return True
        return depth != 0

    def _copy_element(self, paragraph: OdfParagraphState, tag: XmlTag, end: int) -> None:
        """Copy an element unchanged; paragraphs in it are read."""
        raw_contents = (RawContent(tag.start, end, paragraph.style),)
        shown = f"<{tag.name.lstrip(':')}/>"
        if tag.name == "text:number" and not paragraph.items:
            paragraph.items.append(
                ParagraphElement(MarkupRole.FIXED, (RawContent(tag.start, end),), "field", shown)
            )
            return
        if tag.name == "text:hidden-paragraph":
            paragraph.hidden |= self.block.attributes(tag).get("text:is-hidden") == "true"
        if tag.name in NOTES or tag.name.partition(":")[0] in OBJECTS:
            self._add_element(paragraph, raw_contents, "note" if tag.name in NOTES else "object", shown)
            self.read_inner(tag, end)
            return
        self._add_element(paragraph, raw_contents, "field", shown)
        if tag.name == "text:sequence":
            name = self.block.attributes(tag).get("text:ref-name", "")
            paragraph.names[name] = name
        if tag.name in WRITTEN:
            self.read_inner(tag, end)
        elif _TEXT.search(self.block.data, tag.end - 1, end):
            paragraph.kept.append(Reason.FIELD)
            if tag.name in REFERENCES:
                self.read_repeated(tag)


def _is_range(item: InlineItem) -> bool:
    return isinstance(item, ParagraphElement) and item.type == RANGE


def _blanks_of(item: InlineItem) -> str:
    """The end of an item, as far as blanks matter."""
    if isinstance(item, TextRun):
        return item.text
    if _is_range(item):
        return ""
    return item.shown if item.type in {"space", "tab"} else "\0"


def collapse(text: str, *, blank: bool) -> str:
    """Collapse white space as programs do: a sequence is one blank, and none where `blank`."""
    if "  " in text or "\n" in text or "\t" in text or "\r" in text:
        text = _SPACE.sub(" ", text)
    return text[1:] if blank and text[:1] == " " else text
