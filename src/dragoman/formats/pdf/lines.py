"""Group glyph runs into lines, split at wide gaps."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import Final, NamedTuple

from dragoman.formats.pdf.bidi import reading_order
from dragoman.formats.pdf.page_content import GlyphRun
from dragoman.unicode_normalization import normalize

_SAME_LINE: Final = 0.18  # of the size: maximum difference of baselines in a line
_SMALL: Final = 0.86  # of the neighbour's size: superscripts and subscripts are smaller
_SMALLEST: Final = 0.4  # smaller text is beside a drop cap
_BLANK: Final = 0.17  # of the size: a wider gap is a blank
_WIDE_BLANK: Final = 0.6  # between letters of scripts without blanks
_CUT: Final = 0.9  # of the size: minimum gap that splits a line
_TABULAR: Final = 3  # minimum number of such gaps in a row of a table, whose cells may be closer together
_WIDEST: Final = 2.5  # of the size: a single typed blank, in a justified line or a wide font
_CUT_TABULAR: Final = 0.55
_UNUSUAL: Final = 2.2  # times the usual gap of the line
_MOST_STRETCHED: Final = 1.6  # of the size: maximum width of blanks in justified lines
_USUAL: Final = 0.3  # of the size: the gap in lines with too few gaps to measure
_LEADER: Final = re.compile(r" ?(?:[.·…]\s?){4,}")
_WIDE_SCRIPTS: Final = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_UNBROKEN: Final = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u312f\u3190-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)


class PdfRun(NamedTuple):
    """Text of one style."""

    text: str
    bold: bool = False
    italic: bool = False
    raised: int = 0  # 1: superscript, -1: subscript
    link: str = ""
    note: int = 0  # number of the footnote that it is the mark of


@dataclass(slots=True, eq=False)
class PdfLine:
    """A line of text, or the part of one between two wide gaps."""

    left: float
    right: float
    base: float
    size: float
    runs: list[PdfRun]
    family: str
    page: int
    first_word: float = 0.0  # width of its first word
    artifact: bool = False
    letters: int = 0
    label: str = ""  # of a list item; the runs are the text after it
    text_left: float = 0.0  # start of the text after a label
    counted: bool | None = None  # whether other lines continue the number that it begins with; None: unknown
    tabs: list[float] = field(default_factory=list)  # start of the parts that wide gaps separate
    leader: bool = False  # its parts are joined by leader dots
    text: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        self.text_left = self.left
        self.read_runs()

    def read_runs(self) -> None:
        """Update the text from changed runs."""
        self.text = "".join(run.text for run in self.runs)
        self.letters = len(self.text)

    @property
    def width(self) -> float:
        """Its width."""
        return self.right - self.left

    @property
    def top(self) -> float:
        """The approximate top of its letters."""
        return self.base + 0.75 * self.size

    @property
    def bottom(self) -> float:
        """The approximate bottom of its letters."""
        return self.base - 0.25 * self.size

    @property
    def all_bold(self) -> bool:
        """Whether all its text is bold."""
        return all(run.bold for run in self.runs if run.text.strip())

    @property
    def any_bold(self) -> bool:
        """Whether any of its text is bold."""
        return any(run.bold for run in self.runs)


def is_unbroken(character: str) -> bool:
    """Whether a character is of a script without blanks between words."""
    return character >= "\u0e00" and _UNBROKEN.match(character) is not None


def make_lines(glyph_runs: Iterable[GlyphRun], page: int) -> list[PdfLine]:
    """The lines of glyph runs, split at wide gaps, from top to bottom and from left to right."""
    rows = _rows(_once(glyph_runs))
    return [line for row in rows for line in _cut(row, page)]


def _once(glyph_runs: Iterable[GlyphRun]) -> list[GlyphRun]:
    """Remove duplicates at the same position, which imitate bold text or shadows."""
    kept: list[GlyphRun] = []
    seen: dict[str, list[GlyphRun]] = {}
    for glyph_run in glyph_runs:
        text = glyph_run.text
        earlier = seen.setdefault(text, [])
        near = 0.15 * glyph_run.size
        for other in earlier[-8:]:
            if abs(other.left - glyph_run.left) < near and abs(other.base - glyph_run.base) < near:
                break
        else:
            earlier.append(glyph_run)
            kept.append(glyph_run)
    return kept


def _rows(glyph_runs: Sequence[GlyphRun]) -> list[list[GlyphRun]]:
    """Group glyph runs into rows; superscripts and subscripts with their neighbours."""
    rows: list[list[GlyphRun]] = []
    for glyph_run in sorted(glyph_runs, key=lambda glyph_run: (-glyph_run.base, glyph_run.left)):
        if rows and rows[-1][0].base - glyph_run.base <= _SAME_LINE * min(rows[-1][0].size, glyph_run.size):
            rows[-1].append(glyph_run)
        else:
            rows.append([glyph_run])
    for row in rows:
        row.sort(key=lambda glyph_run: glyph_run.left)
    _attach_raised(rows)
    return [row for row in rows if row]


def _attach_raised(rows: list[list[GlyphRun]]) -> None:
    """Move small glyph runs a little above or below a larger one into its row."""
    bases = [-row[0].base for row in rows]
    lefts = [[glyph_run.left for glyph_run in row] for row in rows]
    sizes = [max(glyph_run.size for glyph_run in row) for row in rows]
    for index, row in enumerate(rows):
        for glyph_run in list(row):
            reach = glyph_run.size / _SMALL
            first = bisect_left(bases, -glyph_run.base - 1.2 * reach)
            for other in range(first, min(first + 12, len(rows))):
                if other == index or not rows[other] or glyph_run.size >= _SMALL * sizes[other]:
                    continue
                raised = _raised_over(glyph_run, rows[other], lefts[other])
                if raised:
                    row.remove(glyph_run)
                    glyph_run.raised = raised
                    rows[other].insert(bisect_left(lefts[other], glyph_run.left), glyph_run)
                    lefts[other].insert(bisect_left(lefts[other], glyph_run.left), glyph_run.left)
                    break
        lefts[index] = [glyph_run.left for glyph_run in row]


def _raised_over(glyph_run: GlyphRun, row: Sequence[GlyphRun], lefts: Sequence[float]) -> int:
    """1 or -1 if a glyph run is the superscript or subscript of one in a row, else 0."""
    at = bisect_left(lefts, glyph_run.left)
    for neighbour in row[max(0, at - 1) : at + 1]:
        gap = max(glyph_run.left - neighbour.right, neighbour.left - glyph_run.right)
        offset = (glyph_run.base - neighbour.base) / neighbour.size
        if (
            _SMALLEST * neighbour.size < glyph_run.size < _SMALL * neighbour.size
            and gap < 0.3 * neighbour.size
            and -0.4 < offset < 0.75
        ):
            return 1 if offset > 0.1 else -1 if offset < -0.05 else 0
    return 0


def _cut(row: list[GlyphRun], page: int) -> list[PdfLine]:
    """Split a row where its gaps are much wider than usual. Leader dots do not split."""
    gaps = [two.left - one.right for one, two in pairwise(row)]
    blank = _blank_width(row, gaps)
    size = max(glyph_run.size for glyph_run in row)
    spaced = [gap for gap in gaps if gap > blank]
    usual = median(spaced) if len(spaced) >= 3 else _USUAL * size
    limit = max(_CUT * size, min(_UNUSUAL * usual, _MOST_STRETCHED * size))
    if sum(gap > limit for gap in gaps) >= _TABULAR:
        limit = min(limit, _CUT_TABULAR * size)
    parts: list[list[GlyphRun]] = [[row[0]]]
    for glyph_run, gap in zip(row[1:], gaps, strict=True):
        together = (
            (glyph_run.typed and gap < _WIDEST * size) or _is_dots(glyph_run) or _is_dots(parts[-1][-1])
        )
        if gap > limit and not together:
            parts.append([glyph_run])
        else:
            parts[-1].append(glyph_run)
    return [_line(part, blank, page) for part in parts]


def _is_dots(glyph_run: GlyphRun) -> bool:
    return all(glyph in {".", "…", "·"} for glyph in glyph_run.glyphs)


def _blank_width(row: Sequence[GlyphRun], gaps: Sequence[float]) -> float:
    """The minimum width of a blank. Letter-spaced text has gaps between its letters, too."""
    size = max(glyph_run.size for glyph_run in row)
    single = sum(len(glyph_run.text) == 1 for glyph_run in row)
    if len(gaps) >= 4 and single > 0.7 * len(row) and not any(glyph_run.spaced for glyph_run in row[1:]):
        return max(_BLANK * size, 1.7 * median(gaps))
    return _BLANK * size


def _line(glyph_runs: list[GlyphRun], blank: float, page: int) -> PdfLine:
    letters = Counter[float]()
    for glyph_run in glyph_runs:
        letters[round(glyph_run.size, 1)] += 0 if glyph_run.raised else len(glyph_run.text)
    # code in a line may be a long word in a smaller font
    usual = max(letters, key=lambda size: (letters[size], size))
    main = max(glyph_runs, key=lambda run: (not run.raised, round(run.size, 1) == usual, len(run.text)))
    runs: list[PdfRun] = []
    before: GlyphRun | None = None
    for glyph_run, text in reading_order(glyph_runs):
        gap = " " if before is not None and _is_apart(before, glyph_run, blank) else ""
        run = PdfRun(text, glyph_run.style.bold, glyph_run.style.italic, glyph_run.raised, glyph_run.link)
        if runs and runs[-1][1:] == run[1:]:
            runs[-1] = runs[-1]._replace(text=f"{runs[-1].text}{gap}{text}")
        else:
            if gap:
                runs[-1] = runs[-1]._replace(text=f"{runs[-1].text} ")
            runs.append(run)
        before = glyph_run
    texts = [normalize("NFC", run.text) for run in runs]
    short = [_shorten_leaders(text) for text in texts]
    return PdfLine(
        left=min(glyph_run.left for glyph_run in glyph_runs),
        right=max(glyph_run.right for glyph_run in glyph_runs),
        base=main.base,
        size=main.size,
        runs=[run._replace(text=text) for run, text in zip(runs, short, strict=True)],
        family=main.style.family,
        page=page,
        first_word=_first_word(glyph_runs, blank),
        artifact=all(glyph_run.artifact for glyph_run in glyph_runs),
        leader=short != texts,
    )


def _shorten_leaders(text: str) -> str:
    return _LEADER.sub("\t", text) if "." in text or "·" in text or "…" in text else text


def _is_apart(one: GlyphRun, two: GlyphRun, blank: float) -> bool:
    gap = max(two.left - one.right, one.left - two.right)  # `two` may be to the left: Arabic
    if is_unbroken(one.glyphs[-1][-1]) and is_unbroken(two.glyphs[0][0]):
        return gap > _WIDE_BLANK * two.size
    if two.raised and not one.raised and not two.spaced:
        return gap > 2 * blank
    return gap > blank or ((two.spaced or (one.left > two.left and one.spaced)) and gap > -0.5 * blank)


def _first_word(glyph_runs: Sequence[GlyphRun], blank: float) -> float:
    right = glyph_runs[0].right
    for one, two in pairwise(glyph_runs):
        if _is_apart(one, two, blank):
            break
        right = two.right
    size = glyph_runs[0].size
    return size if _WIDE_SCRIPTS.match(glyph_runs[0].glyphs[0]) else right - glyph_runs[0].left
