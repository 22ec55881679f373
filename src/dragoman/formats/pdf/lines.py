"""From pieces of text to lines: what stands on one line of writing, and where wide gaps cut it."""

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

_SAME_LINE: Final = 0.18  # of the size: how far bases of one line may differ
_SMALL: Final = 0.86  # of the neighbour's size: superscripts and subscripts are smaller
_SMALLEST: Final = 0.4  # what is smaller stands beside an initial
_BLANK: Final = 0.17  # of the size: a wider gap is a blank
_WIDE_BLANK: Final = 0.6  # between letters of scripts without blanks
_CUT: Final = 0.9  # of the size: a gap as wide cuts a line
_TABULAR: Final = 3  # gaps as wide: it is the row of a table, whose cells may be nearer to each other
_WIDEST: Final = 2.5  # of the size: a single blank that was typed, in a justified line or a wide font
_CUT_TABULAR: Final = 0.55
_UNUSUAL: Final = 2.2  # times the usual gap of the line
_MOST_STRETCHED: Final = 1.6  # of the size: blanks of justified lines are hardly wider
_USUAL: Final = 0.3  # of the size: the gap of lines that have too few to tell
_LEADER: Final = re.compile(r" ?(?:[.·…]\s?){4,}")
_WIDE_SCRIPTS: Final = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_UNBROKEN: Final = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u312f\u3190-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)


class PdfRun(NamedTuple):
    """Text of one look."""

    text: str
    bold: bool = False
    italic: bool = False
    raised: int = 0  # 1: superscript, -1: subscript
    link: str = ""
    note: int = 0  # it is the mark of the footnote of this number


@dataclass(slots=True, eq=False)
class PdfLine:
    """A line of writing, or the part of one between two wide gaps."""

    left: float
    right: float
    base: float
    size: float
    runs: list[PdfRun]
    family: str
    page: int
    first_word: float = 0.0  # how wide its first word is
    artifact: bool = False
    letters: int = 0
    label: str = ""  # of a list's item; the runs are what follows
    text_left: float = 0.0  # where the text begins behind a label
    counted: bool | None = None  # other lines go on from the number that it begins with; None: not known
    tabs: list[float] = field(default_factory=list)  # where parts that a wide gap cuts off begin
    leader: bool = False  # dots lead from one part to the next
    text: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        self.text_left = self.left
        self.read_runs()

    def read_runs(self) -> None:
        """Take the text from runs that have changed."""
        self.text = "".join(run.text for run in self.runs)
        self.letters = len(self.text)

    @property
    def width(self) -> float:
        """How wide it is."""
        return self.right - self.left

    @property
    def top(self) -> float:
        """Where its letters end above, nearly."""
        return self.base + 0.75 * self.size

    @property
    def bottom(self) -> float:
        """Where its letters end below, nearly."""
        return self.base - 0.25 * self.size

    @property
    def all_bold(self) -> bool:
        """Whether all of it is bold."""
        return all(run.bold for run in self.runs if run.text.strip())

    @property
    def any_bold(self) -> bool:
        """Whether some of it is bold."""
        return any(run.bold for run in self.runs)


def is_unbroken(character: str) -> bool:
    """Whether a character is of a script that writes no blanks between words."""
    return character >= "\u0e00" and _UNBROKEN.match(character) is not None


def make_lines(glyph_runs: Iterable[GlyphRun], page: int) -> list[PdfLine]:
    """The lines of some pieces, cut at wide gaps, from the top downwards and from left to right."""
    rows = _rows(_once(glyph_runs))
    return [line for row in rows for line in _cut(row, page)]


def _once(glyph_runs: Iterable[GlyphRun]) -> list[GlyphRun]:
    """Without what is written twice at one place to look bold or to have a shadow."""
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
    """Pieces by the line they stand on; raised and lowered ones with their neighbours."""
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
    """Move small pieces that stand a little above or below the end of a larger one into its row."""
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
    """1 or -1 where a piece is the superscript or subscript of one in a row, else 0."""
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
    """Cut a row where its gaps are much wider than usual. Leaders of dots do not cut: they are one line."""
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
    """From which width on a gap is a blank. Letters that are set apart for show have gaps, too."""
    size = max(glyph_run.size for glyph_run in row)
    single = sum(len(glyph_run.text) == 1 for glyph_run in row)
    if len(gaps) >= 4 and single > 0.7 * len(row) and not any(glyph_run.spaced for glyph_run in row[1:]):
        return max(_BLANK * size, 1.7 * median(gaps))
    return _BLANK * size


def _line(glyph_runs: list[GlyphRun], blank: float, page: int) -> PdfLine:
    letters = Counter[float]()
    for glyph_run in glyph_runs:
        letters[round(glyph_run.size, 1)] += 0 if glyph_run.raised else len(glyph_run.text)
    # a long word of code is smaller than its line
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
    gap = max(two.left - one.right, one.left - two.right)  # two may stand to the left: Arabic
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
