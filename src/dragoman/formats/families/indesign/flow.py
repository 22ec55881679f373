"""The text of a story, a cell or a note of InDesign while it is read, and its split into lines."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.indesign.lines import LineWord, State, StoryLine
from dragoman.formats.families.indesign.run_formatting import StoryRunStyles
from dragoman.formats.paragraphs.inline_content import (
    InlineItem,
    MarkupRole,
    ParagraphElement,
    RawContent,
    TextRun,
    split_at_fixed,
)
from dragoman.formats.paragraphs.segments import map_segment
from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.xml.tags import content

_SPECIAL: Final = re.compile(  # content other than text: instructions, tabs, line breaks, markers of objects
    rb"<!--.*?-->|<\?(?P<code>.*?)\?>|(?P<tab>\t|&#9;|&#[xX]0*9;)"
    rb"|(?P<line>\xe2\x80\xa8|&#8232;|&#[xX]2028;)|\xef\xbb\xbf|&#65279;|&#[xX][fF][eE][fF][fF];"
    rb"|\xef\xbf\xbc|&#65532;|&#[xX][fF]{3}[cC];",
    re.DOTALL,
)
_NUMBERS: Final = frozenset({b"ACE 4", b"ACE 18", b"ACE 19", b"ACE 24", b"ACE 25"})  # computed by InDesign
_RIGHT_TAB: Final = b"ACE 8"  # the text after it is aligned to the right
_MOST_ITEMS: Final = 2_000  # of a line


@dataclass(slots=True, eq=False)
class StoryFlow:
    """The text of a story, a cell or a note, as a sequence of lines."""

    start: int  # offset of the first line that was not taken yet
    items: list[InlineItem] = field(default_factory=list)
    words: list[LineWord] = field(default_factory=list)
    states: dict[int, State] = field(default_factory=dict)
    runs: list[bytes] = field(default_factory=list)  # open runs since the latest pair was opened
    enclosing: bytes = b""  # the run around that pair
    outer: list[tuple[bytes, list[bytes]]] = field(default_factory=list)  # the same of the pairs around it
    paragraphs: int = 0  # number of open ones
    pairs: int = 0  # number of open ones in a paragraph

    def state(self) -> State:
        """The run around the innermost pair, and the open runs inside it."""
        return self.enclosing, b"".join(self.runs)

    def add_element(
        self,
        styles: StoryRunStyles,
        role: MarkupRole,
        span: tuple[int, int],
        *,
        kind: str = "object",
        shown: str = "",
    ) -> None:
        """Add an element."""
        start, end = span
        state = self.states[start] = self.states[end] = self.state()
        style = styles.of(state[1] or state[0]) if any(state) else None
        self.items.append(ParagraphElement(role, (RawContent(start, end, style),), kind, shown))

    def add_text(self, styles: StoryRunStyles, body: bytes, span: tuple[int, int]) -> int:
        """Add the content of an element with text, split at other content. Returns the computed length."""
        raw = body[span[0] : span[1]]
        position, computed = span[0], 0
        for found in _SPECIAL.finditer(raw) if b"<![CDATA[" not in raw else ():
            start, end = span[0] + found.start(), span[0] + found.end()
            self._add_words(styles, body, (position, start))
            kind, shown = _describe(found)
            self.add_element(styles, MarkupRole.ALONE, (start, end), kind=kind, shown=shown)
            computed += kind == "field"
            position = end
        self._add_words(styles, body, (position, span[1]))
        return computed

    def _add_words(self, styles: StoryRunStyles, body: bytes, span: tuple[int, int]) -> None:
        start, end = span
        text = content(body[start:end]) if start < end else ""
        if text:
            state = self.states[start] = self.states[end] = self.state()
            style = styles.of(state[1] or state[0])
            self.words.append(LineWord(start, end, len(text), style))
            self.items.append(TextRun(text, style))

    def begin_pair(self, end: int) -> None:
        """Begin a pair, whose start tag ends at `end`; it has runs of its own."""
        self.outer.append((self.enclosing, self.runs))
        self.enclosing, self.runs = (b"".join(self.runs) or self.enclosing), []
        self.states[end] = self.state()

    def end_pair(self, start: int, end: int) -> None:
        """End the innermost pair."""
        self.states[start] = self.state()
        self.enclosing, self.runs = self.outer.pop()
        self.states[end] = self.state()

    def cut(self, part: str, number: int, end: int) -> tuple[list[StoryLine], int]:
        """Take the lines up to an offset. The second value is the number of the next line."""
        self.states[end] = self.state()
        items, words, states, start = self.items, iter(self.words), self.states, self.start
        self.items, self.words, self.states, self.start = [], [], {end: states[end]}, end
        lines: list[StoryLine] = []
        sections = split_at_fixed(items)
        for index, section in enumerate(sections):
            if isinstance(section, ParagraphElement):
                number += 1
                start = section.raw_contents[-1].end
                continue
            own = tuple(next(words) for item in section if isinstance(item, TextRun))
            if len(section) > _MOST_ITEMS:
                raise ConversionFailed("A paragraph of a story has too many texts and codes.")
            if own and (mapped := map_segment(section)).has_text:
                following = sections[index + 1] if index + 1 < len(sections) else None
                stop = following.raw_contents[0].start if isinstance(following, ParagraphElement) else end
                name = f"{part}#{number}"
                lines.append(
                    StoryLine(id=name, start=start, end=stop, mapped=mapped, words=own, states=states)
                )
        return lines, number + 1


def _describe(found: re.Match[bytes]) -> tuple[str, str]:
    """The type of the code for special content of a text, and its text for people."""
    if found["tab"]:
        return "tab", "\t"
    if found["line"]:
        return "break", "\n"
    if found["code"] is None:
        return "object", "<marker/>"
    code = found["code"].strip()
    if code == _RIGHT_TAB:
        return "tab", "\t"
    return ("field" if code in _NUMBERS else "object"), f"<?{code[:40].decode('utf-8', 'replace')}?>"
