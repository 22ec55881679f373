"""Reading the inside of a Word paragraph: runs, links, revisions and content controls as pieces."""

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
    find_datum,
)
from dragoman.formats.docx.field_boundaries import begin_field, end_field, separate_field
from dragoman.formats.docx.fields import CONTENTS, field_word, why_kept
from dragoman.formats.docx.reader_state import Open, State
from dragoman.formats.docx.tables_of_contents import BEGINNING, ENDING
from dragoman.formats.format import Reason
from dragoman.formats.paragraphs.inline_content import RANGE, Atom, Mark, Role, Style, Words
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag, content

_BLANK: Final = " \t\r\n"


class Content:
    """Reads what stands between the tags of one paragraph after the other. `block_reader` reads around it."""

    def __init__(self, block: XmlBlock, state: State, simple: re.Pattern[bytes]) -> None:
        self.block = block
        self.state = state
        self.simple = simple

    def look_inside(self, outer: XmlTag, end: int) -> None:
        """Read the text boxes and descriptions inside an object."""

    def read_values(self, tag: XmlTag, *attributes: str) -> None:
        """Read attributes as places with text."""

    def read_reference(self, code: str, start: int, end: int) -> None:
        """Read the result of a field that may show the text of a bookmark."""

    def read_content(self, here: Open, position: int) -> XmlTag:
        """Read up to the closing tag of the element in which `position` stands, and return that."""
        depth = len(here.pairs)
        data = self.block.data
        while True:
            if run := self.simple.match(data, position):
                style = self.state.formats.style(run[1] or b"", here.hidden)
                self._add_text(here, (run.start(3), run.end(3)), style, kept=run[2] is not None)
                position = run.end()
                continue
            tag = self.block.expect(position)
            if tag.kind is not TagKind.END:
                position = self._read_element(here, tag)
            elif len(here.pairs) == depth:
                return tag
            else:
                position = self._end_pair(here, tag)

    def _add_text(self, here: Open, span: tuple[int, int], style: Style, *, kept: bool) -> None:
        """Take the text between two places, which stands in an element w:t."""
        text = content(self.block.data[span[0] : span[1]])
        if not (kept or self.state.preserve):
            text = text.strip(_BLANK)
        if self.state.lock is None and not style.hidden:
            if text:
                here.pieces.append(Words(text, style))
            return
        if text.strip():
            reason = self.state.lock or Reason.HIDDEN
            here.kept.add((reason, self.state.fields[-1].number if self.state.fields else 0))
        data = self.block.data
        start = data.rindex(b"<", 0, span[0])
        atom = Atom(start, data.index(b">", span[1]) + 1, style)
        here.pieces.append(Mark(Role.ALONE, (atom,), "hidden" if style.hidden else "field", "<w:t>"))

    def _read_element(self, here: Open, tag: XmlTag) -> int:
        """Read an element between runs, or a run. Returns where to go on."""
        if tag.name == "w:r":
            return self._read_run(here, tag)
        if tag.name in DROPPED:
            return self.block.end_of(tag)
        if tag.name in RANGES:
            return self._read_range(here, tag)
        if tag.name in PAIRS and tag.kind is TagKind.START:
            return self._begin_pair(here, tag)
        if tag.name == "w:sdt" and tag.kind is TagKind.START:
            return self._begin_control(here, tag)
        with self.state.inner_story():
            return self._keep(here, tag, None, "deleted" if tag.name in DELETED else "object")

    def _keep(self, here: Open, tag: XmlTag, style: Style | None, kind: str) -> int:
        """Take an element as it is, whatever it holds; text boxes in it are read."""
        end = self.block.end_of(tag)
        shown = tag.name if tag.name[0] != ":" else tag.name[1:]
        here.pieces.append(Mark(Role.ALONE, (Atom(tag.start, end, style),), kind, f"<{shown}/>"))
        if kind == "deleted":
            if TEXT.search(self.block.data, tag.start, end):
                here.kept.add((Reason.DELETED, tag.start))
        elif kind in {"object", "field"}:
            self.look_inside(tag, end)
        return end

    def _read_range(self, here: Open, tag: XmlTag) -> int:
        end = self.block.end_of(tag)
        attributes = self.block.attributes(tag)
        identity = attributes.get("w:id", "")
        limit = f"{RANGES[tag.name]}{identity}"
        if tag.name == "w:bookmarkStart":
            here.names[limit] = attributes.get("w:name", "")
        mark = Mark(Role.ALONE, (Atom(tag.start, end),), RANGE, f"<{tag.name}/>", limit)
        here.pieces.append(mark)
        return end

    def _begin_pair(self, here: Open, tag: XmlTag) -> int:
        """Open an element around runs, with the properties that belong to its opening tag."""
        kind = PAIRS[tag.name]
        if tag.name == "w:fldSimple":
            code = self.block.attributes(tag).get("w:instr", "")
            word = field_word(code)
            if word in CONTENTS and self.state.lock is None:
                self._open_pair(here, ENDING, Mark(Role.FIXED, (Atom(tag.start, tag.end),), range=BEGINNING))
                return tag.end
            if reason := why_kept(word):
                end = self._keep_pair(here, tag, reason)
                self.read_reference(code, tag.end, end)
                return end
            kind = "link" if word == "HYPERLINK" else "field"
        if tag.name == "w:hyperlink":
            self.read_values(tag, "w:tooltip")
        end = tag.end
        inner = self.block.expect(end)
        if inner.name in PROPERTIES and inner.kind is not TagKind.END:
            end = self.block.end_of(inner)
        self._open_pair(here, tag.name, Mark(Role.BEGIN, (Atom(tag.start, end),), kind, f"<{tag.name}>"))
        return end

    def _begin_control(self, here: Open, tag: XmlTag) -> int:
        """Open a content control up to where its content begins, or keep it whole."""
        position, reason, bound = tag.end, None, ""
        while (inner := self.block.expect(position)).kind is not TagKind.END:
            if inner.name == "w:sdtPr":
                reason = control_reason(self.block, inner)
                bound = find_datum(self.block, inner)
            elif inner.name == "w:sdtContent" and inner.kind is TagKind.START and reason is None:
                atoms = (Atom(tag.start, inner.end),)
                mark = Mark(Role.BEGIN, atoms, "object", "<w:sdt>", bound=bound)
                self._open_pair(here, inner.name, mark)
                return inner.end
            position = self.block.end_of(inner)
        return self._keep_pair(here, tag, reason or Reason.FIELD)

    def _keep_pair(self, here: Open, tag: XmlTag, reason: Reason) -> int:
        end = self.block.end_of(tag)
        here.pieces.append(Mark(Role.ALONE, (Atom(tag.start, end),), "field", f"<{tag.name}/>"))
        if TEXT.search(self.block.data, tag.start, end):
            here.kept.add((reason, tag.start))
        return end

    def _open_pair(self, here: Open, name: str, mark: Mark) -> None:
        self.state.check_depth(len(here.pairs))
        here.pairs.append(name)
        here.pieces.append(mark)

    def _end_pair(self, here: Open, tag: XmlTag) -> int:
        end = tag.end
        name = here.pairs.pop()
        if name == "w:sdtContent":
            while (closing := self.block.expect(end)).name != "w:sdt" or closing.kind is not TagKind.END:
                end = closing.end
            end = closing.end
        atoms = (Atom(tag.start, end),)
        here.pieces.append(Mark(Role.FIXED, atoms, range=ENDING) if name == ENDING else Mark(Role.END, atoms))
        return end

    def _read_run(self, here: Open, run: XmlTag) -> int:
        if run.kind is TagKind.EMPTY:
            return run.end
        style = self.state.formats.style(b"", here.hidden)
        position = run.end
        while (tag := self.block.expect(position)).kind is not TagKind.END:
            if tag.name == "w:rPr":
                position = self.block.end_of(tag)
                style = self.state.formats.style(self.block.data[tag.start : position], here.hidden)
            else:
                position = self._read_in_run(here, tag, style)
        return tag.end

    def _read_in_run(self, here: Open, tag: XmlTag, style: Style) -> int:
        """Read one element of a run. Returns where to go on."""
        name = tag.name
        shown = self.state.lock is None and not style.hidden
        if name == "w:t":
            return self._read_text(here, tag, style)
        if name in {"w:fldChar", "w:instrText"}:
            return self._read_field(here, tag, style)
        if name == "w:ruby" and shown:
            return self._read_ruby(here, tag, style)
        end = self.block.end_of(tag)
        if name in CHARACTERS and shown:
            here.elements.add(CHARACTERS[name])
            here.pieces.append(Words(CHARACTERS[name], style))
        elif name in BREAKS:
            kind, sign = BREAKS[name]
            if name == "w:br" and self.block.attributes(tag).get("w:type") in BLOCK_BREAKS:
                kind = "block"
            here.pieces.append(Mark(Role.ALONE, (Atom(tag.start, end, style),), kind, sign))
        elif name not in DROPPED:
            self._keep_in_run(here, tag, style)
        return end

    def _keep_in_run(self, here: Open, tag: XmlTag, style: Style) -> None:
        name = tag.name
        kind = "note" if name in NOTES else "deleted" if name == "w:delText" else "object"
        with self.state.inner_story(Reason.HIDDEN if style.hidden else None):
            self._keep(here, tag, style, kind)

    def _read_text(self, here: Open, tag: XmlTag, style: Style) -> int:
        end = self.block.end_of(tag)
        if tag.kind is TagKind.EMPTY:
            return end
        close = self.block.data.rindex(b"<", tag.end, end)
        if (inner := self.block.tag(tag.end)) is not None and inner.start < close:
            return self._keep(here, tag, style, "object")
        kept = self.block.attributes(tag).get("xml:space") == "preserve"
        self._add_text(here, (tag.end, close), style, kept=kept)
        return end

    def _read_field(self, here: Open, tag: XmlTag, style: Style) -> int:
        """Read a field's code, or one of the three signs that say where code and result begin and end."""
        end = self.block.end_of(tag)
        mark = Mark(Role.ALONE, (Atom(tag.start, end, style, alone=True),), "field", f"<{tag.name}/>")
        kind = self.block.attributes(tag).get("w:fldCharType", "")
        if tag.name == "w:instrText":
            if self.state.fields:
                self.state.fields[-1].code.append(content(self.block.inside(tag)))
            here.pieces.append(mark)
        elif kind == "begin":
            begin_field(self.state, here, mark)
        elif kind == "separate" and self.state.fields:
            separate_field(self.state, here, mark)
        elif kind == "end" and self.state.fields:
            field = self.state.fields[-1]
            end_field(self.state, here, mark)
            if field.owner is here and field.result:
                self.read_reference("".join(field.code), field.result, tag.start)
        else:
            here.pieces.append(mark._replace(role=Role.FIXED))
        return end

    def _read_ruby(self, here: Open, ruby: XmlTag, style: Style) -> int:
        """Read text with a reading above it: a pair around the text, the reading stays."""
        position = ruby.end
        while (tag := self.block.expect(position)).kind is not TagKind.END:
            if tag.name == "w:rubyBase" and tag.kind is TagKind.START:
                break
            position = self.block.end_of(tag)
        else:
            return self._keep(here, ruby, style, "object")
        run = self.block.names.write("w:r", self.block.written(ruby))
        before = Atom(0, 0, None, b"<" + run + b">" + style.raw)
        self._open_pair(
            here, "w:ruby", Mark(Role.BEGIN, (before, Atom(ruby.start, tag.end)), "object", "<w:ruby>")
        )
        with self.state.deeper():
            closing = self.read_content(here, tag.end)
        end = self.block.end_of(ruby)
        here.pairs.pop()
        after = Atom(0, 0, None, b"</" + run + b">")
        here.pieces.append(Mark(Role.END, (Atom(closing.start, end), after)))
        return end
