"""Write an entry of a table of contents with the translation of the heading that it repeats.

Only the words of the heading change; number, tab, page and links stay. Formatting inside an entry follows
the words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

from dragoman.segments import Code, CodeKind, Part, Segment, Text, normalise

_SOFT_HYPHEN: Final = "\u00ad"
_LONGEST_LABEL: Final = 60
_LONGEST_PAGES: Final = 200
_BETWEEN: Final = re.compile(r"[^\w]+")
_ROMAN: Final = r"c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})"
_PAGE: Final = re.compile(rf"\d+[a-z]?|{_ROMAN}|{_ROMAN.upper()}|[^\W\d_]\d*")
_SPACE: Final = re.compile(r"[ \t\r\n]+")


class TocFragment(NamedTuple):
    """Text, or the text that a standalone code shows."""

    text: str
    path: tuple[str, ...]  # ids of the pairs around it, the outermost first
    code: Code | None = None


class TocHeading(NamedTuple):
    """A text that entries repeat."""

    text: str  # comparable
    source: tuple[TocFragment, ...]
    target: tuple[TocFragment, ...]  # (): unchanged


def fragments_of(parts: Segment, shown: Mapping[str, str], prefix: str = "") -> Iterator[TocFragment]:
    """The texts of a segment; `shown`: standalone code → its text; `prefix`: of all ids in paths."""
    path: list[str] = []
    for part in parts:
        if isinstance(part, Text):
            yield TocFragment(part.text, tuple(path))
        elif part.kind is CodeKind.OPEN:
            path.append(f"{prefix}{part.id}")
        elif part.kind is CodeKind.CLOSE:
            path = path[:-1]
        else:
            text = part.data if part.data.isspace() else shown.get(part.id, "")
            yield TocFragment(text, tuple(path), part)


def comparable(fragments: Iterable[TocFragment]) -> str:
    """The text for comparison: runs of white space become one blank, invisible hyphens are dropped."""
    return " ".join("".join(fragment.text for fragment in fragments).replace(_SOFT_HYPHEN, "").split())


def plain(fragments: Iterable[TocFragment]) -> str:
    """The text in one line."""
    return _SPACE.sub(" ", "".join(fragment.text for fragment in fragments)).strip()


def is_label(text: str) -> bool:
    """Whether text before a heading can be its number: "", "1.2 ", "Chapter 1: ", "IV. "."""
    if not text:
        return True
    if text[-1].isalnum() or len(text) > _LONGEST_LABEL:
        return False  # in the middle of a word, or not a number
    return any(character.isnumeric() for character in text) or is_page(text)


def are_pages(behind: str) -> bool:
    """Whether text after a heading can be its page numbers."""
    return not behind[:1].isalnum() and is_page(behind)


def is_page(text: str) -> bool:
    """Whether text consists of page numbers only: "", " .... 12", ", 3, 7-9", " xiv"."""
    if len(text) > _LONGEST_PAGES:
        return False
    return all(_PAGE.fullmatch(word) for word in _BETWEEN.split(text) if word)


def write_label(heading: TocHeading, label: str) -> str:
    """The translation of a heading up to its number, where `label` is the heading up to there: "Figure 1".

    "" if the translation begins with the number, or `label` is another text.
    """
    for place, fragment in enumerate(heading.source):
        if _is_number(fragment) and comparable(heading.source[: place + 1]) == label:
            same = [number for number, other in enumerate(heading.target) if other.code == fragment.code]
            new = plain(heading.target[: same[0] + 1]) if same else ""
            return "" if is_page(new) and not is_page(label) else new
    return ""


def _is_number(fragment: TocFragment) -> bool:
    return fragment.code is not None and bool(fragment.text.strip())


def write_entry(entry: Segment, start: int, heading: TocHeading) -> Segment:
    """Replace the heading's text in an entry, at `start` of its comparable text, by the translation."""
    first, last, title, paths = _find_title(entry, start, heading)
    opening, closing = entry[first[0]], entry[last[0]]
    assert isinstance(opening, Text)  # a heading neither begins nor ends with white space
    assert isinstance(closing, Text)
    return normalise(
        (
            *entry[: first[0]],
            Text(text=opening.text[: first[1]]),
            *title.write(heading, paths),
            Text(text=closing.text[last[1] :]),
            *entry[last[0] + 1 :],
        )
    )


def has_codes_of(entry: Segment, heading: TocHeading) -> bool:
    """Whether an entry that consists of the heading's text has no formatting and line breaks of its own.

    Then all its formatting still contains words after it gets the heading's translation.
    """
    _, _, title, paths = _find_title(entry, 0, heading)
    known = Counter(fragment.text for fragment in heading.source if fragment.code is not None)
    own = Counter(code.data for code in title.alone)
    return title.movable and title.pairs.keys() <= set(title.follow(heading, paths).values()) and own <= known


def _find_title(
    entry: Segment, start: int, heading: TocHeading
) -> tuple[tuple[int, int], tuple[int, int], _TitleCodes, list[tuple[str, ...]]]:
    """Where the heading's text is in an entry (part and offset), and the codes and pairs around it."""
    positions = _character_positions(list(fragments_of(entry, {})))
    span = positions[start : start + len(heading.text)]
    indexes = [index for index, part in enumerate(entry) if not _surrounds(part)]
    first = indexes[span[0][0]], span[0][1]
    last = indexes[span[-1][0]], span[-1][1] + 1
    inside = [part for part in entry[first[0] + 1 : last[0]] if isinstance(part, Code)]
    return first, last, _TitleCodes(inside), [path for _, _, path in span]


def _surrounds(part: Part) -> bool:
    return isinstance(part, Code) and part.kind is not CodeKind.STANDALONE


def _character_positions(fragments: Sequence[TocFragment]) -> list[tuple[int, int, tuple[str, ...]]]:
    """For each character of the comparable text: the fragment, the offset in it, and the pairs around it."""
    positions: list[tuple[int, int, tuple[str, ...]]] = []
    blank: tuple[int, int, tuple[str, ...]] | None = None
    for number, fragment in enumerate(fragments):
        for offset, character in enumerate(fragment.text):
            if character.isspace():
                blank = blank or (number, offset, fragment.path)
            elif character != _SOFT_HYPHEN:
                if blank is not None and positions:
                    positions.append(blank)
                blank = None
                positions.append((number, offset, fragment.path))
    return positions


class _TitleCodes:
    """The codes among the words of an entry's title, and the new words between them."""

    def __init__(self, codes: Sequence[Code]) -> None:
        self.codes = codes
        self.pairs: dict[str, list[Code]] = {}  # outermost pair → its codes and all codes inside
        self.alone: list[Code] = []
        opened = Counter(code.id for code in codes if code.kind is not CodeKind.STANDALONE)
        self.movable = all(count == 2 for count in opened.values())  # no pair crosses the title's ends
        depth = 0
        current: list[Code] = []
        for code in codes if self.movable else ():
            depth += {CodeKind.OPEN: 1, CodeKind.CLOSE: -1}.get(code.kind, 0)
            if depth == 1 and code.kind is CodeKind.OPEN:
                current = self.pairs[code.id] = [code]
            elif depth or code.kind is CodeKind.CLOSE:
                current.append(code)
            else:
                self.alone.append(code)

    def write(self, heading: TocHeading, paths: Sequence[tuple[str, ...]]) -> list[Part]:
        """The words of the heading's translation and all codes."""
        if not self.movable:
            return [Text(text=plain(heading.target)), *self.codes]
        words = self._words(heading, self.follow(heading, paths))
        longest: dict[str, tuple[int, int]] = {}  # pair → length and start of its longest sequence of words
        for number, (pair, parts) in enumerate(words):
            size = sum(len(part.text) for part in parts if isinstance(part, Text))
            longest[pair] = max(longest.get(pair, (-1, 0)), (size, -number))
        written: list[Part] = []
        for number, (pair, parts) in enumerate(words):
            if pair and longest[pair][1] == -number:
                codes = self.pairs.pop(pair)
                written += (*codes[:-1], *parts, codes[-1])
            else:
                written += parts
        return [*written, *(code for codes in self.pairs.values() for code in codes), *self.alone]

    def follow(self, heading: TocHeading, paths: Sequence[tuple[str, ...]]) -> dict[tuple[str, ...], str]:
        """Map the pairs around words of the heading to the entry's pair around the same words; "": none."""
        found: dict[tuple[str, ...], Counter[str]] = {}
        for (_, _, own), path in zip(_character_positions(heading.source), paths, strict=True):
            pair = next((identity for identity in path if identity in self.pairs), "")
            found.setdefault(own, Counter())[pair] += 1
        return {own: pairs.most_common(1)[0][0] for own, pairs in found.items()}

    def _words(
        self, heading: TocHeading, formats: Mapping[tuple[str, ...], str]
    ) -> list[tuple[str, list[Part]]]:
        """The new words in sequences, each with the entry's pair to put around it."""
        target = [fragment for fragment in heading.target if fragment.text]
        while target and not target[0].text.strip():
            del target[0]
        while target and not target[-1].text.strip():
            del target[-1]
        parts = [(formats.get(fragment.path, ""), self._part(fragment)) for fragment in target]
        for place, strip in ((0, str.lstrip), (-1, str.rstrip)):
            pair, part = parts[place]
            if isinstance(part, Text):
                parts[place] = (pair, Text(text=strip(part.text)))
        return [(pair, [part for _, part in row]) for pair, row in groupby(parts, key=itemgetter(0))]

    def _part(self, fragment: TocFragment) -> Part:
        """A tab of the heading becomes a tab of the entry, if it has one; a line break becomes a blank."""
        if fragment.code is None or not fragment.text.isspace():
            return Text(text=fragment.text)
        same = next((code for code in self.alone if code.data == fragment.text), None)
        if same is None:
            return Text(text=" ")
        self.alone.remove(same)
        return same
