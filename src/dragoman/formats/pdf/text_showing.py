"""Convert strings shown on a page to glyph runs with positions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Final

from dragoman.formats.pdf.font_styles import FontStyle
from dragoman.formats.pdf.fonts import Font
from dragoman.formats.pdf.page_content import IDENTITY, GlyphRun, Matrix, PageContent, multiply
from dragoman.text_io.errors import ConversionFailed

_JOINED: Final = 0.08  # of the size: maximum gap within a word
_APART: Final = 0.12  # of the size: a step within a string that may be a blank
_SMALLEST: Final = 0.5  # points: smaller letters are unreadable
_LARGEST: Final = 2_000.0
_LONGEST: Final = 200  # letters of a glyph run: a page without blanks is split
_MOST_GLYPH_RUNS: Final = 100_000  # of a page
_INVISIBLE: Final = frozenset({3, 7})  # render modes that show nothing
_STROKED: Final = frozenset({2, 6})  # filled and stroked: simulated bold
_LEAST_STROKE: Final = 0.008  # of the size: thinner strokes are not visible
_LEAST_SKEW: Final = 0.1  # of the height: simulated italics

_ORDINARY: Final = FontStyle()


@dataclass(slots=True)
class TextState:
    """The text state of PDF (ISO 32000-1, 9.3)."""

    font: Font | None = None
    size: float = 0.0
    spacing: float = 0.0  # after each letter
    word_spacing: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0
    stroke: float = 1.0  # width of lines

    def copy(self) -> TextState:
        """An independent copy."""
        return replace(self)


@dataclass(slots=True)
class ReplacementText:
    """Text that replaces the letters shown (`ActualText`); only their position is used."""

    text: str
    first: GlyphRun | None = None
    right: float = 0.0


@dataclass(slots=True)
class TextCollector:
    """Collects the glyph runs of a page."""

    page: PageContent
    limit: int  # number of letters that may still be added
    matrix: Matrix = IDENTITY  # of text
    line: Matrix = IDENTITY  # of the line
    replacement: ReplacementText | None = None
    artifact: bool = False
    unseen: bool = False
    last: GlyphRun | None = field(default=None, repr=False)
    blank: bool = False
    blank_end: float | None = None  # end of the last blank, if it was a single one

    def begin(self) -> None:
        """Begin a text object."""
        self.matrix = self.line = IDENTITY

    def move(self, x: float, y: float) -> None:
        """Move to another line."""
        self.matrix = self.line = multiply((1.0, 0.0, 0.0, 1.0, x, y), self.line)

    def set_matrix(self, matrix: Matrix) -> None:
        """Set the text matrix."""
        self.matrix = self.line = matrix

    def show(self, items: Iterable[object], state: TextState, page_matrix: Matrix) -> None:
        """Show strings, with steps between them in thousandths of the size."""
        font = state.font
        if font is None:
            self.page.broken = True
            return
        operation = _ShowOperation(self, state, page_matrix, vertical=font.vertical)
        for item in items:
            if isinstance(item, bytes):
                self.limit -= len(item) // 2 if font.wide else len(item)
                if self.limit < 0 or len(self.page.glyph_runs) > _MOST_GLYPH_RUNS:
                    raise ConversionFailed("The document has more text than can be read at once. Split it.")
                for glyph in font.glyphs(item):
                    operation.write(glyph.text, glyph.width, blank=glyph.blank)
            elif isinstance(item, float):
                operation.step(-item / 1000 * state.size)
        self.matrix = operation.end()

    def finish_replacement(self) -> None:
        """Add the text that replaces the letters just shown."""
        replacement, self.replacement = self.replacement, None
        if replacement is None or replacement.first is None:
            return
        glyph_run = replacement.first
        if not replacement.text.strip():
            self.blank = self.blank or replacement.text.isspace()
            return
        glyph_run.glyphs = [replacement.text.strip()]  # in reading order for all scripts
        glyph_run.right = replacement.right
        self.page.glyph_runs.append(glyph_run)
        self.last, self.blank = glyph_run, replacement.text[-1:].isspace()


class _ShowOperation:
    """One text-showing instruction: its current position and the glyph runs it adds."""

    def __init__(
        self, collector: TextCollector, state: TextState, page_matrix: Matrix, *, vertical: bool
    ) -> None:
        self.collector, self.state, self.vertical = collector, state, vertical
        self.moved = 0.0  # along the text, in text space
        whole = multiply(collector.matrix, page_matrix)
        a, b, c, d, e, f = whole
        along, up = hypot(a, b), hypot(c, d)
        if vertical:  # downwards equals rightwards on a page rotated by 90 degrees
            a, b, along, up = -c, -d, up, along
        turn = atan2(b, a)
        self.angle = round(degrees(turn)) % 360
        if self.angle % 90:
            cosine, sine = cos(turn), sin(turn)
        else:
            cosine, sine = round(cos(radians(self.angle))), round(sin(radians(self.angle)))
        self.scale = along
        self.size = min(abs(state.size) * up, _LARGEST)
        self.style = self._visible_style(whole, hypot(*page_matrix[:2]))
        rise = state.rise * up
        self.start = e * cosine + f * sine
        self.base = -e * sine + f * cosine + rise
        self.open: GlyphRun | None = None
        self.visible = self.size >= _SMALLEST and not collector.unseen

    def write(self, text: str | None, width: float, *, blank: bool) -> None:
        state = self.state
        if self.vertical:
            advance = state.size + state.spacing
        else:
            advance = width * state.size + state.spacing
            if blank:
                advance += state.word_spacing
            advance *= state.stretch
        inked = (state.size if self.vertical else width * state.size * state.stretch) * self.scale
        left = self.start + self.moved * self.scale
        self.moved += advance
        if text == " ":
            self.collector.blank_end = None if self.collector.blank else self.start + self.moved * self.scale
            self.collector.blank, self.open = True, None
        elif text is None:
            if inked and self.visible:
                self.collector.page.unknown += 1
        elif not self.visible:
            self.collector.page.unseen += self.collector.unseen
        elif text:
            self._letter(text, left, left + inked)

    def _letter(self, text: str, left: float, right: float) -> None:
        collector, replacement = self.collector, self.collector.replacement
        if replacement is not None:
            if replacement.first is None:
                replacement.first = self._glyph_run(text, left, right)
            replacement.right = max(replacement.right, right) if replacement.right else right
            return
        glyph_run = self.open or self._continued(left)
        if glyph_run is not None and len(glyph_run.glyphs) < _LONGEST:
            glyph_run.glyphs.append(text)
            glyph_run.right = max(glyph_run.right, right)
            self.open = glyph_run
            return
        self.open = collector.last = self._glyph_run(text, left, right)
        collector.page.glyph_runs.append(self.open)

    def _continued(self, left: float) -> GlyphRun | None:
        """The last glyph run, if this letter is adjacent to it and has the same style."""
        last, collector = self.collector.last, self.collector
        if last is None or collector.blank or last.angle != self.angle or last.artifact != collector.artifact:
            return None
        near = (
            abs(left - last.right) < _JOINED * self.size and abs(self.base - last.base) < _JOINED * self.size
        )
        alike = abs(self.size - last.size) < 0.05 * self.size and last.style == self.style
        return last if near and alike and last.hidden == (self.state.mode in _INVISIBLE) else None

    def _glyph_run(self, text: str, left: float, right: float) -> GlyphRun:
        glyph_run = GlyphRun(
            glyphs=[text],
            left=left,
            right=right,
            base=self.base,
            size=self.size,
            style=self.style,
            angle=self.angle,
            spaced=self.collector.blank,
            typed=self.collector.blank_end is not None
            and abs(left - self.collector.blank_end) < _JOINED * self.size,
            artifact=self.collector.artifact,
            hidden=self.state.mode in _INVISIBLE,
        )
        self.collector.blank, self.collector.blank_end = False, None
        return glyph_run

    def _visible_style(self, whole: Matrix, scale: float) -> FontStyle:
        """The style of the font, changed by simulated bold (strokes) and italics (skew)."""
        state = self.state
        style = state.font.style if state.font is not None else _ORDINARY
        a, b, c, d, _, _ = whole
        skew = (a * c + b * d) / max(abs(a * d - b * c), 1e-9)
        if not self.vertical and _LEAST_SKEW < skew < 1.0:
            style = style._replace(italic=True)
        if state.mode in _STROKED and state.stroke * scale > _LEAST_STROKE * self.size:
            style = style._replace(bold=True)
        return style

    def step(self, distance: float) -> None:
        """Move without showing text; a step of some width may be a blank."""
        self.moved += distance * (1.0 if self.vertical else self.state.stretch)
        if abs(distance) > _APART * abs(self.state.size):
            self.open = None

    def end(self) -> Matrix:
        """The text matrix after this instruction."""
        shift = (0.0, -self.moved) if self.vertical else (self.moved, 0.0)
        return multiply((1.0, 0.0, 0.0, 1.0, *shift), self.collector.matrix)
