"""Read the content of a Word paragraph: runs, links, revisions and content controls."""

from __future__ import annotations

import re
from typing import Final

from dragoman.formats.docx.elements import (
    BLOCK_BREAKS,
    BREAKS,
    CHARACTERS,
    DELETED,
    DROPPED,
    NOTES,
    PAIRS,
    PROPERTIES,
    RANGES,
    TEXT,
    control_reason,
    find_binding,
)
from dragoman.formats.docx.field_boundaries import begin_field, end_field, separate_field
from dragoman.formats.docx.fields import CONTENTS, field_word, reason_to_leave
from dragoman.formats.docx.reader_state import WordParagraphState, WordReaderState
from dragoman.formats.docx.tables_of_contents import BEGINNING, ENDING
from dragoman.formats.format import Reason
from dragoman.formats.paragraphs.inline_content import (
    RANGE,
    MarkupRole,
    ParagraphElement,
    RawContent,
    RunStyle,
    TextRun,
)
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag, content

_BLANK: Final = " \t\r\n"


class RunReader:
    """Reads the content of paragraphs. `block_reader` reads the structure around them."""

    def __init__(self, block: XmlBlock, state: WordReaderState, simple: re.Pattern[bytes]) -> None:
        self.block = block
        self.state = state
        self.simple = simple

    def read_inner(self, outer: XmlTag, end: int) -> None:
        """Read the text boxes and descriptions inside an object."""

    def read_values(self, tag: XmlTag, *attributes: str) -> None:
        """Add a location for each attribute with text."""

    def read_reference(self, code: str, start: int, end: int) -> None:
        """Read the result of a field that may show the text of a bookmark."""

    def read_content(self, paragraph: WordParagraphState, position: int) -> XmlTag:
        """Read up to the end tag of the element that contains `position`. Returns that tag."""
        depth = len(paragraph.pairs)
        data = self.block.data
        while True:
            if run := self.simple.match(data, position):
                style = self.state.run_styles.style(run[1] or b"", paragraph.hidden)
                self._add_text(paragraph, (run.start(3), run.end(3)), style, kept=run[2] is not None)
                position = run.end()
                continue
            tag = self.block.expect(position)
            if tag.kind is not TagKind.END:
                position = self._read_element(paragraph, tag)
            elif len(paragraph.pairs) == depth:
                return tag
            else:
                position = self._end_pair(paragraph, tag)

    def _add_text(
        self, paragraph: WordParagraphState, span: tuple[int, int], style: RunStyle, *, kept: bool
    ) -> None:
        """Add the text between two offsets, the content of an element w:t."""
        text = content(self.block.data[span[0] : span[1]])
        if not (kept or self.state.preserve):
            text = text.strip(_BLANK)
        if self.state.lock is None and not style.hidden:
            if text:
                paragraph.items.append(TextRun(text, style))
            return
        if text.strip():
            reason = self.state.lock or Reason.HIDDEN
            paragraph.left_alone.add((reason, self.state.fields[-1].number if self.state.fields else 0))
        data = self.block.data
        start = data.rindex(b"<", 0, span[0])
        raw_content = RawContent(start, data.index(b">", span[1]) + 1, style)
        paragraph.add_element(raw_content, "hidden" if style.hidden else "field", "<w:t>")

    def _read_element(self, paragraph: WordParagraphState, tag: XmlTag) -> int:
        """Read a run, or an element between runs. Returns the offset to continue at."""
        if tag.name == "w:r":
            return self._read_run(paragraph, tag)
        if tag.name in DROPPED:
            return self.block.end_of(tag)
        if tag.name in RANGES:
            return self._read_range(paragraph, tag)
        if tag.name in PAIRS and tag.kind is TagKind.START:
            return self._begin_pair(paragraph, tag)
        if tag.name == "w:sdt" and tag.kind is TagKind.START:
            return self._begin_control(paragraph, tag)
        with self.state.inner_story():
            return self._copy_element(paragraph, tag, None, "deleted" if tag.name in DELETED else "object")

    def _copy_element(
        self, paragraph: WordParagraphState, tag: XmlTag, style: RunStyle | None, kind: str
    ) -> int:
        """Copy an element unchanged; text boxes in it are read."""
        end = self.block.end_of(tag)
        shown = tag.name if tag.name[0] != ":" else tag.name[1:]
        paragraph.add_element(RawContent(tag.start, end, style), kind, f"<{shown}/>")
        if kind == "deleted":
            if TEXT.search(self.block.data, tag.start, end):
                paragraph.left_alone.add((Reason.DELETED, tag.start))
        elif kind in {"object", "field"}:
            self.read_inner(tag, end)
        return end

    def _read_range(self, paragraph: WordParagraphState, tag: XmlTag) -> int:
        end = self.block.end_of(tag)
        attributes = self.block.attributes(tag)
        identity = attributes.get("w:id", "")
        limit = f"{RANGES[tag.name]}{identity}"
        if tag.name == "w:bookmarkStart":
            paragraph.names[limit] = attributes.get("w:name", "")
        paragraph.add_element(RawContent(tag.start, end), RANGE, f"<{tag.name}/>", limit)
        return end

    def _begin_pair(self, paragraph: WordParagraphState, tag: XmlTag) -> int:
        """Open an element around runs, with the properties that belong to its start tag."""
        kind = PAIRS[tag.name]
        if tag.name == "w:fldSimple":
            code = self.block.attributes(tag).get("w:instr", "")
            word = field_word(code)
            if word in CONTENTS and self.state.lock is None:
                raw_content = RawContent(tag.start, tag.end)
                element = ParagraphElement(MarkupRole.FIXED, (raw_content,), range=BEGINNING)
                self._open_pair(paragraph, ENDING, element)
                return tag.end
            if reason := reason_to_leave(word):
                end = self._copy_pair(paragraph, tag, reason)
                self.read_reference(code, tag.end, end)
                return end
            kind = "link" if word == "HYPERLINK" else "field"
        if tag.name == "w:hyperlink":
            self.read_values(tag, "w:tooltip")
        end = tag.end
        inner = self.block.expect(end)
        if inner.name in PROPERTIES and inner.kind is not TagKind.END:
            end = self.block.end_of(inner)
        element = ParagraphElement(MarkupRole.BEGIN, (RawContent(tag.start, end),), kind, f"<{tag.name}>")
        self._open_pair(paragraph, tag.name, element)
        return end

    def _begin_control(self, paragraph: WordParagraphState, tag: XmlTag) -> int:
        """Open a content control up to where its content begins, or copy it as a whole."""
        position, reason, data_binding = tag.end, None, ""
        while (inner := self.block.expect(position)).kind is not TagKind.END:
            if inner.name == "w:sdtPr":
                reason = control_reason(self.block, inner)
                data_binding = find_binding(self.block, inner)
            elif inner.name == "w:sdtContent" and inner.kind is TagKind.START and reason is None:
                raw_contents = (RawContent(tag.start, inner.end),)
                element = ParagraphElement(
                    MarkupRole.BEGIN, raw_contents, "object", "<w:sdt>", data_binding=data_binding
                )
                self._open_pair(paragraph, inner.name, element)
                return inner.end
            position = self.block.end_of(inner)
        return self._copy_pair(paragraph, tag, reason or Reason.FIELD)

    def _copy_pair(self, paragraph: WordParagraphState, tag: XmlTag, reason: Reason) -> int:
        end = self.block.end_of(tag)
        paragraph.add_element(RawContent(tag.start, end), "field", f"<{tag.name}/>")
        if TEXT.search(self.block.data, tag.start, end):
            paragraph.left_alone.add((reason, tag.start))
        return end

    def _open_pair(self, paragraph: WordParagraphState, name: str, element: ParagraphElement) -> None:
        self.state.check_depth(len(paragraph.pairs))
        paragraph.pairs.append(name)
        paragraph.items.append(element)

    def _end_pair(self, paragraph: WordParagraphState, tag: XmlTag) -> int:
        end = tag.end
        name = paragraph.pairs.pop()
        if name == "w:sdtContent":
            while (closing := self.block.expect(end)).name != "w:sdt" or closing.kind is not TagKind.END:
                end = closing.end
            end = closing.end
        raw_contents = (RawContent(tag.start, end),)
        paragraph.items.append(
            ParagraphElement(MarkupRole.FIXED, raw_contents, range=ENDING)
            if name == ENDING
            else ParagraphElement(MarkupRole.END, raw_contents)
        )
        return end

    def _read_run(self, paragraph: WordParagraphState, run: XmlTag) -> int:
        if run.kind is TagKind.EMPTY:
            return run.end
        style = self.state.run_styles.style(b"", paragraph.hidden)
        position = run.end
        while (tag := self.block.expect(position)).kind is not TagKind.END:
            if tag.name == "w:rPr":
                position = self.block.end_of(tag)
                style = self.state.run_styles.style(self.block.data[tag.start : position], paragraph.hidden)
            else:
                position = self._read_in_run(paragraph, tag, style)
        return tag.end

    def _read_in_run(self, paragraph: WordParagraphState, tag: XmlTag, style: RunStyle) -> int:
        """Read one element of a run. Returns the offset to continue at."""
        name = tag.name
        shown = self.state.lock is None and not style.hidden
        if name == "w:t":
            return self._read_text(paragraph, tag, style)
        if name in {"w:fldChar", "w:instrText"}:
            return self._read_field(paragraph, tag, style)
        if name == "w:ruby" and shown:
            return self._read_ruby(paragraph, tag, style)
        end = self.block.end_of(tag)
        if name in CHARACTERS and shown:
            paragraph.elements.add(CHARACTERS[name])
            paragraph.items.append(TextRun(CHARACTERS[name], style))
        elif name in BREAKS:
            kind, sign = BREAKS[name]
            if name == "w:br" and self.block.attributes(tag).get("w:type") in BLOCK_BREAKS:
                kind = "block"
            paragraph.add_element(RawContent(tag.start, end, style), kind, sign)
        elif name not in DROPPED:
            self._copy_in_run(paragraph, tag, style)
        return end

    def _copy_in_run(self, paragraph: WordParagraphState, tag: XmlTag, style: RunStyle) -> None:
        name = tag.name
        kind = "note" if name in NOTES else "deleted" if name == "w:delText" else "object"
        with self.state.inner_story(Reason.HIDDEN if style.hidden else None):
            self._copy_element(paragraph, tag, style, kind)

    def _read_text(self, paragraph: WordParagraphState, tag: XmlTag, style: RunStyle) -> int:
        end = self.block.end_of(tag)
        if tag.kind is TagKind.EMPTY:
            return end
        close = self.block.data.rindex(b"<", tag.end, end)
        if (inner := self.block.tag(tag.end)) is not None and inner.start < close:
            return self._copy_element(paragraph, tag, style, "object")
        kept = self.block.attributes(tag).get("xml:space") == "preserve"
        self._add_text(paragraph, (tag.end, close), style, kept=kept)
        return end

    def _read_field(self, paragraph: WordParagraphState, tag: XmlTag, style: RunStyle) -> int:
        """Read a field's code, or one of the three characters that limit its code and result."""
        end = self.block.end_of(tag)
        element = ParagraphElement(
            MarkupRole.ALONE, (RawContent(tag.start, end, style, alone=True),), "field", f"<{tag.name}/>"
        )
        kind = self.block.attributes(tag).get("w:fldCharType", "")
        if tag.name == "w:instrText":
            if self.state.fields:
                self.state.fields[-1].code.append(content(self.block.inside(tag)))
            paragraph.items.append(element)
        elif kind == "begin":
            begin_field(self.state, paragraph, element)
        elif kind == "separate" and self.state.fields:
            separate_field(self.state, paragraph, element)
        elif kind == "end" and self.state.fields:
            field = self.state.fields[-1]
            end_field(self.state, paragraph, element)
            if field.owner is paragraph and field.result:
                self.read_reference("".join(field.code), field.result, tag.start)
        else:
            paragraph.items.append(element._replace(role=MarkupRole.FIXED))
        return end

    def _read_ruby(self, paragraph: WordParagraphState, ruby: XmlTag, style: RunStyle) -> int:
        """Read text with ruby: a pair of codes around the text; the ruby text stays."""
        position = ruby.end
        while (tag := self.block.expect(position)).kind is not TagKind.END:
            if tag.name == "w:rubyBase" and tag.kind is TagKind.START:
                break
            position = self.block.end_of(tag)
        else:
            return self._copy_element(paragraph, ruby, style, "object")
        run = self.block.names.write("w:r", self.block.written(ruby))
        before = RawContent(0, 0, None, b"<" + run + b">" + style.raw)
        raw_contents = (before, RawContent(ruby.start, tag.end))
        element = ParagraphElement(MarkupRole.BEGIN, raw_contents, "object", "<w:ruby>")
        self._open_pair(paragraph, "w:ruby", element)
        with self.state.deeper():
            closing = self.read_content(paragraph, tag.end)
        end = self.block.end_of(ruby)
        paragraph.pairs.pop()
        after = RawContent(0, 0, None, b"</" + run + b">")
        paragraph.items.append(ParagraphElement(MarkupRole.END, (RawContent(closing.start, end), after)))
        return end
