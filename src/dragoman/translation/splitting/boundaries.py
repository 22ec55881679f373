"""Boundaries between independent texts within a segment (T10).

They are at block elements, tabs and columns of blanks, line breaks before a new text, signs between items,
and between elements that touch. An engine that gets two cells as one phrase moves words between them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import regex

from dragoman.segments import Code, CodeKind, Segment, Text, codes, render
from dragoman.translation.splitting.separators import (
    ends_with_bullet,
    find_labels,
    is_bullet,
    parts_elements,
    parts_texts,
    starts_with_bullet,
    written,
)
from dragoman.translation.splitting.text_runs import MARK, SegmentRun

# Ruby text is not part of the sentence around it.
_BLOCK: Final = re.compile(
    r"</?(?:address|article|aside|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset"
    r"|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hgroup|hr|html|iframe|legend|li|main|menu"
    r"|nav|ol|optgroup|option|p|pre|rp|rt|rtc|search|section|select|summary|table|tbody|td|template|textarea|tfoot|th|thead"
    r"|title|tr|ul)\b",
    re.IGNORECASE,
)
_LINE_BREAK: Final = re.compile(r"<br\b", re.IGNORECASE)
_IN_WORDS: Final = re.compile(r"<(?:wbr|su[bp])\b|&(?:shy|zwj|zwnj|#173|#x0*ad);|\u00ad", re.IGNORECASE)
# Elements of HTML and of interchange formats that only show how text looks, or what it is, within a sentence.
_INLINE: Final = re.compile(
    r"<(?:abbr|acronym|b|bdi|bdo|big|bpt|bx|cite|code|data|del|dfn|ec|em|ept|ex|font|g|i|ins|it|kbd|mark|mrk|pc|ph|q"
    r"|rb|ruby|s|samp|sc|small|span|strike|strong|sub|sup|time|tt|u|var|x)(?=[\s/>])",
    re.IGNORECASE,
)
_NAME: Final = re.compile(r"<[\w:]")

_TAB: Final = re.compile(r"\t|[ \u00a0\u2000-\u200a\u3000]{3,}")
_TWO_BLANKS: Final = re.compile(r"  ")
_PARAGRAPH: Final = re.compile(r"\n[ \t\r]*\n")
_ENDS_SENTENCE: Final = regex.compile(r"[.!?:;…。！？：；।۔؟][\"'”’»)\]]*\s*\Z")
_GOES_ON: Final = regex.compile(r"\s*[\p{Ll},;.:!?)\]%]")


def is_block(code: Code) -> bool:
    """Whether a code begins or ends a block: a paragraph, a cell, an item."""
    return code.type == "block" or (code.type == "tag" and _BLOCK.match(code.data) is not None)


def breaks_line(code: Code) -> bool:
    """Whether a code is a line break."""
    return code.type == "break" or (code.type == "tag" and _LINE_BREAK.match(code.data) is not None)


@dataclass(slots=True)
class _Gap:
    """The runs without words between two runs with words."""

    left: SegmentRun
    right: SegmentRun
    between: Sequence[SegmentRun]  # without words
    halves: list[Code] = field(default_factory=list)
    text: str = ""  # the texts between, and codes for white space or signs
    standalone: list[Code] = field(default_factory=list)  # other codes between

    def __post_init__(self) -> None:
        texts: list[str] = []
        for run in self.between:
            self.halves += run.halves
            text = run.part.text if isinstance(run.part, Text) else written(run.part)
            if text is not None:
                texts.append(text)
            elif isinstance(run.part, Code):
                self.standalone.append(run.part)
        self.text = "".join(texts)
        self.halves += self.right.halves
        self.halves = [half for half in self.halves if half.type != MARK]

    @property
    def left_text(self) -> str:
        return self.left.part.text if isinstance(self.left.part, Text) else ""

    @property
    def right_text(self) -> str:
        return self.right.part.text if isinstance(self.right.part, Text) else ""

    @property
    def white_space(self) -> str:
        """The white space between the words, if there is nothing else between them."""
        left, right = self.left_text, self.right_text
        return left[len(left.rstrip()) :] + self.text + right[: len(right) - len(right.lstrip())]


def find_borders(core: Segment, runs: Sequence[SegmentRun], *, in_trail: bool) -> set[int]:
    """Find the numbers of the runs before which a segment is cut. Separators belong to neither text.

    Time is linear in the number of runs.
    """
    rules = _Rules(core, runs, in_trail=in_trail)
    borders: set[int] = set()
    last: int | None = None
    for index, run in enumerate(runs):
        if not run.has_words:
            continue
        if last is not None and rules.parts(_Gap(runs[last], run, runs[last + 1 : index])):
            borders |= {last + 1, index}
        last = index
    return borders


class _Rules:
    """The rules for boundaries between texts."""

    def __init__(self, core: Segment, runs: Sequence[SegmentRun], *, in_trail: bool) -> None:
        # In HTML and XML a line break is only white space. Formats say by a code what breaks a line.
        self._lines = not any(code.type == "tag" for code in codes(core))
        self._own_words = {run.ids for run in runs if run.has_words}
        self._opening = {code.id: code for code in codes(core) if code.kind is CodeKind.OPEN}
        self._in_trail = in_trail
        self._labels = find_labels(runs)
        self._rows = _find_rows(runs)
        self._has_columns = _has_columns(runs) if "  " in render(core) else False

    def parts(self, gap: _Gap) -> bool:
        """Whether two texts are separate sentences."""
        return (
            self._is_block(gap)
            or self._is_column(gap)
            or self._is_line_break(gap)
            or (bool(gap.halves) and (self._touches(gap) or self._are_items(gap) or self._is_label(gap)))
            or self._stands_between(gap)
            or parts_texts(gap.white_space, in_trail=self._in_trail)
        )

    def _is_block(self, gap: _Gap) -> bool:
        return any(
            code.type == "block" or (code.type != "inline" and _BLOCK.match(code.data))
            for code in (*gap.halves, *gap.standalone)
        )

    def _is_column(self, gap: _Gap) -> bool:
        if any(code.type == "tab" for code in gap.standalone):
            return True
        space = gap.white_space
        if "\n" not in space and _TAB.search(space):
            return True
        return self._has_columns and _is_double_blank(gap)

    def _is_line_break(self, gap: _Gap) -> bool:
        space = gap.white_space
        if _PARAGRAPH.search(space):
            return True
        breaks = any(map(breaks_line, gap.standalone))
        if not breaks and not (self._lines and "\n" in space):
            return False
        return _GOES_ON.match(gap.right_text) is None or _ENDS_SENTENCE.search(gap.left_text) is not None

    def _touches(self, gap: _Gap) -> bool:
        """Whether elements touch each other, a word or a sign, or have only a sign between them."""
        if gap.standalone:
            return False
        closes = any(code.kind is CodeKind.CLOSE for code in gap.halves)
        opens = any(code.kind is CodeKind.OPEN for code in gap.halves)
        if (closes and opens and parts_elements(gap.text)) or is_bullet(gap.text):
            return True
        if ends_with_bullet(gap.left_text) or starts_with_bullet(gap.right_text):
            return True
        if gap.white_space:
            return False
        if closes and opens:
            return not _is_in_word(gap)
        return _ENDS_SENTENCE.search(gap.left_text) is not None or _is_new_word(gap)

    def _are_items(self, gap: _Gap) -> bool:
        """Whether two elements are items of a list: only white space between, and no sentence continues."""
        if gap.text.strip():
            return False
        outer = gap.left.ids & gap.right.ids
        if outer in self._own_words:
            return False
        closed = [code for code in gap.halves if code.kind is CodeKind.CLOSE and code.id not in outer]
        opened = [code for code in gap.halves if code.kind is CodeKind.OPEN and code.id not in outer]
        if not (closed and opened):
            return False
        if closed[-1].id in self._rows and opened[0].id in self._rows:
            return True
        return self._is_item(closed[-1].id) and self._is_item(opened[0].id)

    def _is_item(self, identity: str) -> bool:
        code = self._opening[identity]
        if code.type != "tag":
            return code.type == "link"
        return _NAME.match(code.data) is not None and _INLINE.match(code.data) is None

    def _is_label(self, gap: _Gap) -> bool:
        """Whether an element that names what follows begins or ends here: `<b>Size:</b> large`."""
        return any(code.id in self._labels for code in gap.halves)

    def _stands_between(self, gap: _Gap) -> bool:
        """Whether a tag is between two words without a blank, and is not part of a word."""
        tags = [code for code in gap.standalone if code.type in _STANDING_ALONE and not breaks_line(code)]
        return bool(tags) and not gap.white_space and not any(_IN_WORDS.match(code.data) for code in tags)


_LOWER_THEN_UPPER: Final = regex.compile(r"\p{Ll}\p{Lu}")


_STANDING_ALONE: Final = frozenset({"tag", "object", "image"})


def _is_new_word(gap: _Gap) -> bool:
    """Whether a capital follows a small letter, as it never does within a word (`<b>Warning</b>Do not`)."""
    return _LOWER_THEN_UPPER.fullmatch(gap.left_text[-1:] + gap.right_text[:1]) is not None


def _is_in_word(gap: _Gap) -> bool:
    """Whether touching elements are letters of one word: a drop cap, or letters in different formatting."""
    left, right = gap.left_text, gap.right_text
    return len(left) == 1 and left.isalpha() and (right[:1].islower() or len(right) == 1)


_FEWEST_IN_ROW: Final = 3


def _find_rows(runs: Sequence[SegmentRun]) -> frozenset[str]:
    """The ids of elements that are items in a row: `<b>Size</b> <i>Color</i> <u>Price</u>`.

    Three at least, each beginning with no small letter, and only white space between them in the element
    around them. Formats that split a sentence into arbitrary pairs (Word's runs) have none.
    """
    rows: dict[frozenset[str], dict[str, None]] = {}
    sentences: set[frozenset[str]] = set()  # what has words or signs of its own, or an item that goes on
    beginning: set[str] = set()  # of the elements, those without words up to here
    around: list[Code] = []
    for run in runs:
        for half in run.halves:
            if half.type == MARK:
                continue
            if half.kind is CodeKind.CLOSE:
                beginning.discard(around.pop().id)
            else:
                around.append(half)
                beginning.add(half.id)
        text = run.part.text if isinstance(run.part, Text) else written(run.part)
        if run.has_words or (text is not None and text.strip()):
            sentences.add(run.ids)
        if not run.has_words:
            continue
        outer = run.ids
        for code in reversed(around):
            if code.id not in beginning:
                break
            beginning.discard(code.id)
            outer -= {code.id}
            rows.setdefault(outer, {})[code.id] = None
            if code.type != "tag" or _GOES_ON.match(text or ""):
                sentences.add(outer)
    return frozenset(
        item
        for outer, items in rows.items()
        if len(items) >= _FEWEST_IN_ROW and outer not in sentences
        for item in items
    )


def _is_double_blank(gap: _Gap) -> bool:
    space = gap.white_space
    return (
        _TWO_BLANKS.search(space) is not None
        and "\n" not in space
        and _ENDS_SENTENCE.search(gap.left_text.rstrip()) is None
    )


def _has_columns(runs: Sequence[SegmentRun]) -> bool:
    """Whether double blanks separate columns: there are two of them, and none follows a full stop."""
    worded = [index for index, run in enumerate(runs) if run.has_words]
    found = 0
    for first, second in pairwise(worded):
        found += _is_double_blank(_Gap(runs[first], runs[second], runs[first + 1 : second]))
    return found > 1
