"""Find the paragraphs of plain text: indentation, bullets and numbers, and which lines belong together.

A line end is soft, inside a paragraph, when the line is no wider than the text and the next line's first word
would not have fitted on it: that is how editors and mail programs wrap. The width is the one that explains
most line ends. A text counts as wrapped only if many of its lines end so and continue with a small letter:
lists, logs and poems do not. Lines wrapped at another width than the rest are recognised when all of them fit
it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from dragoman.formats.units.wrapping import width_of

_LINE: Final = re.compile(
    r"([^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*+)(\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]|\Z)"
)
_BLANKS: Final = re.compile(r"[ \t\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*+")
_INDENT: Final = re.compile(r"[\s\ufeff]*+(?:[>|][>| \t]*+)?")
_MARKER: Final = re.compile(
    r"(?:[-*+•‣⁃◦▪●○■□–—·]+|\(?\d{1,3}[.)]|\(?[A-Za-z]\)|\[[ xX]\])(?>[ \t\u00a0\u3000]+)"
)
_ENDINGS: Final = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
_NARROW: Final = 40  # columns; narrower lines are wrapped by intent
_WIDE: Final = 200  # wider ones are not wrapped
_SHARE: Final = (
    0.3  # of line ends must fit a width, and of these continue with a small letter, in scripts that have them
)
_MANY: Final = 20  # line ends
_NEARLY_ALL: Final = 0.95
_SHARE_OF_ALIKE: Final = 0.7
_EARLY: Final = 0.85  # of the width
_CLOSING: Final = frozenset(".!?…:;)]}>\"'»”’。！？")
_SURE: Final = 2  # line ends that are enough evidence of another width
_SAMPLE: Final = 20_000  # lines from which the width of a text is found
_MOST_LINES: Final = 500  # of a paragraph


class TextLine(NamedTuple):
    """One line: source[start:end] is its text between indentation and trailing white space."""

    begin: int  # of the line
    start: int
    end: int
    ending: str
    indent: str  # white space and quotation marks before the text, and blanks in place of its bullet
    bullet: bool


@dataclass(frozen=True, slots=True)
class TextParagraph:
    """Lines that are one text."""

    lines: Sequence[TextLine]
    width: int = 0  # columns to wrap at; 0: not wrapped


def read_lines(source: str) -> Iterator[TextLine]:
    """All lines of a text."""
    position = 0
    while position < len(source):
        blanks = _BLANKS.match(source, position)
        last = max(source.rfind(ending, position, blanks.end()) for ending in _ENDINGS) if blanks else -1
        if last >= position:  # blank lines that count as one
            yield TextLine(position, last, last, source[last], "", bullet=False)
            position = last + 1
        match = _LINE.match(source, position)
        if match is None or match.end() == position:
            return
        begin, end = match.span(1)
        position = match.end()
        indent = _INDENT.match(source, begin, end)
        start = indent.end() if indent else begin
        marker = _MARKER.match(source, start, end)
        bullet = marker is not None and marker.end() < end
        start = marker.end() if marker and bullet else start
        end = start + len(source[start:end].rstrip(" \t\ufeff\u00a0\u3000"))
        shown = re.sub(r"\S", " ", source[begin:start]) if bullet else source[begin:start]
        yield TextLine(begin, start, end, match[2], shown, bullet)


def read_paragraphs(source: str, *, otherwise: int = 0) -> Iterator[TextParagraph]:
    """All paragraphs of a text that have text; blank lines are between them.

    A text that does not look wrapped is read as wrapped at the width `otherwise`.
    """
    width = wrapped_at(source) or otherwise
    if not width:
        yield from (TextParagraph([line]) for line in read_lines(source) if line.start < line.end)
        return
    run: list[TextLine] = []  # lines that may continue each other
    for line in read_lines(source):
        if run and (len(run) >= _MOST_LINES or not _may_go_on(run[-1], line)):
            yield from _parted(source, run, width)
            run = []
        if line.start < line.end:
            run.append(line)
    if run:
        yield from _parted(source, run, width)


def _parted(source: str, run: Sequence[TextLine], width: int) -> Iterator[TextParagraph]:
    """The paragraphs of lines that may continue each other, in a text wrapped at a width."""
    ends = [_Ending(source, *pair) for pair in pairwise(run)]
    own = _own_width(ends, width)
    if own:
        yield TextParagraph(run, own)
        return
    start = 0
    for place, end in enumerate(ends, start=1):
        alone = place - start == 1 and end.begins_anew
        if alone or not (end.fits(width) or end.nearly_fits(width)):
            yield TextParagraph(run[start:place], width if place - start > 1 else 0)
            start = place
    yield TextParagraph(run[start:], width if len(run) - start > 1 else 0)


class _Ending:
    """A line end after which another line may continue the text."""

    __slots__ = ("begins_anew", "closed", "going_on", "least", "most")

    def __init__(self, source: str, line: TextLine, following: TextLine) -> None:
        words, next_words = source[line.start : line.end], source[following.start : following.end]
        # A word that is wider than the text is a line of its own.
        self.least = _columns(source, line) if any(map(str.isspace, words)) else 0
        self.most = _columns(source, line) + width_of(next_words.split(maxsplit=1)[0])
        if not (any(map(str.isalnum, words)) and any(map(str.isalnum, next_words))):
            self.most = -1  # a ruler, above or below a title
        first = next_words[0]
        self.going_on = first.islower() or not (first.isupper() or first.isdigit() or first.isascii())
        # One line with a whole sentence, and then another sentence: entries of a list, most often.
        self.closed = words[-1:] in _CLOSING
        self.begins_anew = self.closed and not self.going_on

    def fits(self, width: int) -> bool:
        """Whether a text wrapped at a width has a soft end here."""
        return self.least <= width <= self.most

    def nearly_fits(self, width: int) -> bool:
        """Whether a sentence continues here, in lines that were broken a little early by hand."""
        return self.going_on and not self.closed and _EARLY * width <= self.most < width


def _own_width(ends: Sequence[_Ending], width: int) -> int:
    """The other width at which consecutive lines are wrapped; 0: there is none."""
    if len(ends) < _SURE or all(end.fits(width) for end in ends) or not all(end.going_on for end in ends):
        return 0
    own = max(end.least for end in ends)
    return own if own >= _NARROW and all(end.fits(own) for end in ends) else 0


def _may_go_on(line: TextLine, following: TextLine) -> bool:
    same = following.indent.expandtabs() == line.indent.expandtabs()
    hanging = (
        len(line.indent) > 0
        and not line.indent.isspace()
        and following.indent.rstrip() == line.indent.rstrip()
    )
    return (
        following.start < following.end
        and not following.bullet
        and (
            same
            or hanging
            or (line.bullet and following.indent.isspace() and line.indent.startswith(following.indent))
        )
        and line.ending in ("\n", "\r\n", "\r")
    )


def _columns(source: str, line: TextLine) -> int:
    return width_of(source[line.begin : line.end].expandtabs())


def wrapped_at(source: str) -> int:
    """The width at which a text is wrapped, 0 when it is not."""
    ends: list[_Ending] = []
    before: TextLine | None = None
    for number, line in enumerate(read_lines(source)):
        if number >= _SAMPLE:
            break
        may = before is not None and before.start < before.end and _may_go_on(before, line)
        if before is not None and may and _columns(source, before) >= _NARROW:
            ends.append(_Ending(source, before, line))
        before = line
    going_on = [end for end in ends if end.going_on]
    if not going_on:
        return 0
    width = _most_fitting(going_on)
    fitting = [end for end in ends if end.fits(width)]
    # Where every line begins with a small letter, as in some lists, small letters are no evidence.
    alike = len(ends) >= _MANY and len(going_on) > _NEARLY_ALL * len(ends)
    enough = len(fitting) >= (_SHARE_OF_ALIKE if alike else _SHARE) * len(ends)
    return width if enough and sum(end.going_on for end in fitting) >= _SHARE * len(fitting) else 0


def _most_fitting(ends: Sequence[_Ending]) -> int:
    """The width that most line ends fit; of several equally good the widest."""
    steps = [0] * (_WIDE + 2)
    for end in ends:
        if end.least <= min(end.most, _WIDE):
            steps[end.least] += 1
            steps[min(end.most, _WIDE) + 1] -= 1
    fitting = list(accumulate(steps))
    return max(range(_NARROW, _WIDE + 1), key=lambda width: (fitting[width], width))
