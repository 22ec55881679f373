"""Read stories of InDesign and InCopy: the text between two breaks is a line, which is a unit.

A single pass over the tags of a part. Runs (`CharacterStyleRange`) become formatting; links and XML tags
become pairs; special characters, notes and objects become single codes. The content of tables, notes and
objects has lines of its own. `lines` writes them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dragoman.formats.families.indesign.flow import StoryFlow
from dragoman.formats.families.indesign.lines import StoryLine
from dragoman.formats.families.indesign.run_formatting import RUN, StoryRunStyles
from dragoman.formats.format import Reason
from dragoman.formats.paragraphs.inline_content import RANGE, MarkupRole, ParagraphElement, RawContent
from dragoman.text_io.errors import DocumentCorrupt

_TAG: Final = re.compile(
    rb"<(?:!--.*?-->|!\[CDATA\[.*?\]\]>|\?.*?\?>"
    rb"""|(/?)([A-Za-z_][^\s/>]*)[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>)""",
    re.DOTALL,
)
_INNER: Final = re.compile(  # content of a Content element: only text, comments and instructions
    rb"[^<]*(?:<(?:!--.*?-->|!\[CDATA\[.*?\]\]>|\?.*?\?>)[^<]*)*(?=</Content[\s>])", re.DOTALL
)
_PAIRS: Final = {  # elements around text, and the type of their codes
    b"HyperlinkTextSource": "link",
    b"CrossReferenceSource": "link",
    b"XMLElement": "object",
    b"Change": "object",
    b"EndnoteRange": "object",
}
_POINTS: Final = frozenset({b"HyperlinkTextDestination", b"ParagraphDestination", b"PageReference"})
_NOTES: Final = frozenset({b"Footnote", b"Endnote", b"Note"})
_FIXED: Final = frozenset({b"Table"})  # elements between lines
_PARAGRAPH: Final = b"ParagraphStyleRange"
_TYPES_OF: Final = {Reason.HIDDEN: "hidden", Reason.COMMENT: "note", Reason.DELETED: "deleted"}
_DEEPEST: Final = 200
_DECLARES_TEXT: Final = re.compile(rb"<Content[^<>]*>\s*[^<\s]")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryOptions:
    """The options of reading."""

    hidden: bool = False  # hidden text
    notes: bool = False  # editorial notes


@dataclass(slots=True, eq=False)
class _OpenElement:
    """An open element."""

    name: bytes
    start: int
    end: int  # of its start tag
    flow: StoryFlow | None = None  # its own
    is_pair: bool = False
    skipped: Reason | None = None  # why all its content is left alone
    silent: bool = False  # its content is left alone and not counted


class StoryReader:
    """Reads one part; `left_alone` is complete after `lines` has ended."""

    def __init__(self, name: str, body: bytes, styles: StoryRunStyles, options: StoryOptions) -> None:
        self.name = name
        self.body = body
        self.left_alone: Counter[Reason] = Counter()
        self._looks = styles
        self._choices = options
        self._open: list[_OpenElement] = []
        self._flows: list[StoryFlow] = []
        self._skipped = 0  # number of open elements inside a skipped one
        self._number = 0

    def lines(self) -> Iterator[list[StoryLine]]:
        """All lines with text, paragraph by paragraph; lines inside a paragraph come before it."""
        position, body = 0, self.body
        while found := _TAG.search(body, position):
            position = found.end()
            name = found[2]
            if name is None:
                if self._flows and not self._is_skipping():
                    self._add_element(MarkupRole.FIXED, found.start(), position)
                continue
            if found[1]:
                yield from self._end(found.start(), position)
                continue
            empty = body[position - 2] == 0x2F
            if self._is_skipping():
                self._skipped += not empty
            elif name == b"Content" and self._flows and not empty:
                position = self._read_content(position)
            elif empty:
                self._read_empty(name, found.start(), position)
            else:
                self._start(name, found.start(), position)

    # --- tags ---------------------------------------------------------------------------------------------

    def _is_skipping(self) -> bool:
        return bool(self._open) and (self._open[-1].silent or self._open[-1].skipped is not None)

    def _start(self, name: bytes, start: int, end: int) -> None:
        if len(self._open) >= _DEEPEST:
            raise DocumentCorrupt(f"The story is nested deeper than {_DEEPEST} levels.")
        opened = _OpenElement(name, start, end)
        self._open.append(opened)
        if name == b"Properties":
            opened.silent = True
        elif not self._flows:
            if name == b"Story":
                self._begin_flow(opened)
        elif (reason := self._reason(name, start, end)) is not None:
            opened.skipped = reason
        elif name == RUN:
            self._flows[-1].runs.append(self.body[start:end])
        elif name == _PARAGRAPH:
            self._add_element(MarkupRole.FIXED, start, end)
            self._flows[-1].paragraphs += 1
        elif name in _PAIRS:
            self._begin_pair(opened)
        elif name == b"Br":
            opened.silent = True
        else:
            self._begin_flow(opened)

    def _read_empty(self, name: bytes, start: int, end: int) -> None:
        """An element without contents."""
        if not self._flows or name in {RUN, b"Content", _PARAGRAPH}:
            return
        if name == b"Properties":
            self._add_properties(start, end)
        elif name == b"Br" or name in _FIXED:
            self._add_element(MarkupRole.FIXED, start, end)
        else:
            self._add_object(name, start, end)

    def _end(self, start: int, end: int) -> Iterator[list[StoryLine]]:
        if self._skipped:
            self._skipped -= 1
            return
        opened = self._open.pop()
        if not self._flows:
            return
        if opened.silent or opened.skipped is not None:
            self._end_skipped(opened, end)
        elif opened.flow is not None:
            yield from self._flush(opened.flow, start)
            self._flows.pop()
            if self._flows and opened.name in _FIXED:
                self._add_element(MarkupRole.FIXED, opened.start, end)
            elif self._flows:
                self._add_object(opened.name, opened.start, end)
        elif opened.is_pair:
            self._end_pair(opened.name, start, end)
        elif opened.name == RUN:
            self._flows[-1].runs.pop()
        elif opened.name == _PARAGRAPH:
            flow = self._flows[-1]
            flow.paragraphs -= 1
            self._add_element(MarkupRole.FIXED, start, end)
            if not flow.paragraphs and not flow.pairs:
                yield from self._flush(flow, end)

    def _end_skipped(self, opened: _OpenElement, end: int) -> None:
        """End an element whose content was not read."""
        if opened.skipped is not None:
            if _DECLARES_TEXT.search(self.body, opened.start, end):
                self.left_alone[opened.skipped] += 1
            self._add_object(opened.name, opened.start, end, kind=_TYPES_OF[opened.skipped])
        elif opened.name == b"Properties":
            self._add_properties(opened.start, end)
        else:
            self._add_element(MarkupRole.FIXED, opened.start, end)

    def _reason(self, name: bytes, start: int, end: int) -> Reason | None:
        """The reason why all content of an element is left alone, if any."""
        if name == b"HiddenText" and not self._choices.hidden:
            return Reason.HIDDEN
        if name == b"Note" and not self._choices.notes:
            return Reason.COMMENT
        if name == b"Change" and b"Deleted" in self.body[start:end]:
            return Reason.DELETED
        return None

    def _begin_flow(self, opened: _OpenElement) -> None:
        opened.flow = StoryFlow(start=opened.end)
        opened.flow.states[opened.end] = opened.flow.state()
        self._flows.append(opened.flow)

    def _begin_pair(self, opened: _OpenElement) -> None:
        flow = self._flows[-1]
        opened.is_pair = True
        role = MarkupRole.BEGIN if flow.paragraphs else MarkupRole.FIXED
        shown = f"<{opened.name.decode()}>"
        self._add_element(role, opened.start, opened.end, kind=_PAIRS[opened.name], shown=shown)
        flow.pairs += role is MarkupRole.BEGIN
        flow.begin_pair(opened.end)

    def _end_pair(self, name: bytes, start: int, end: int) -> None:
        flow = self._flows[-1]
        role = MarkupRole.END if flow.paragraphs else MarkupRole.FIXED
        flow.pairs -= role is MarkupRole.END
        flow.end_pair(start, end)
        flow.items.append(ParagraphElement(role, (RawContent(start, end),), _PAIRS[name]))

    def _add_properties(self, start: int, end: int) -> None:
        """Add properties to the start tag before them; at other positions they are copied."""
        flow = self._flows[-1]
        outer = self._open[-1] if self._open else None
        if outer is not None and not self.body[outer.end : start].strip():
            if outer.name == RUN and flow.runs:
                flow.runs[-1] = self.body[outer.start : end]
                return
            if outer.is_pair and flow.items and isinstance(last := flow.items[-1], ParagraphElement):
                flow.items[-1] = last._replace(raw_contents=(last.raw_contents[0]._replace(end=end),))
                flow.states[end] = flow.state()
                return
        self._add_element(MarkupRole.FIXED, start, end)

    # --- content ------------------------------------------------------------------------------------------

    def _add_element(
        self, role: MarkupRole, start: int, end: int, *, kind: str = "object", shown: str = ""
    ) -> None:
        self._flows[-1].add_element(self._looks, role, (start, end), kind=kind, shown=shown)

    def _add_object(self, name: bytes, start: int, end: int, *, kind: str = "") -> None:
        if name == b"TextVariableInstance":
            self.left_alone[Reason.FIELD] += 1
            kind = "field"
        elif name in _POINTS:
            kind = RANGE
        kind = kind or ("note" if name in _NOTES else "object")
        self._add_element(MarkupRole.ALONE, start, end, kind=kind, shown=f"<{name.decode()[:40]}/>")

    def _read_content(self, inside: int) -> int:
        """Read a Content element. Returns the offset of its end."""
        inner = _INNER.match(self.body, inside)
        if inner is None:
            raise DocumentCorrupt("A story has elements where only text may be.")
        flow, end = self._flows[-1], inner.end()
        state = flow.state()
        if end > inside and self._looks.of(state[1] or state[0]).hidden and not self._choices.hidden:
            self._add_element(MarkupRole.ALONE, inside, end, kind="hidden", shown="<hidden/>")
            self.left_alone[Reason.HIDDEN] += bool(self.body[inside:end].strip())
        elif end > inside:
            self.left_alone[Reason.FIELD] += flow.add_text(self._looks, self.body, (inside, end))
        return self.body.index(b">", end) + 1

    def _flush(self, flow: StoryFlow, end: int) -> Iterator[list[StoryLine]]:
        """The lines up to an offset."""
        lines, self._number = flow.cut(self.name, self._number, end)
        if lines:
            yield lines
