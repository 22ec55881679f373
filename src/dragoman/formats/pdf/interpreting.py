"""Interpret the content stream of a page: text, rules, pictures and layers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pdfminer.pdftypes import PDFObjRef, PDFStream

from dragoman.formats.pdf.fonts import Font, read_font
from dragoman.formats.pdf.graphics import GraphicsCollector
from dragoman.formats.pdf.instructions import Operand, instructions
from dragoman.formats.pdf.marked_content import MarkedContentStack, is_hidden
from dragoman.formats.pdf.objects import (
    dict_of,
    identity_of,
    list_of,
    name_of,
    numbers_of,
    resolve,
    stream_data,
)
from dragoman.formats.pdf.page_content import IDENTITY, Matrix, PageContent, multiply, transform_box
from dragoman.formats.pdf.text_showing import TextCollector, TextState
from dragoman.text_io.errors import ConversionFailed

MOST_INSTRUCTIONS: Final = 2_000_000  # of a document
MOST_BYTES: Final = 32_000_000  # of all unpacked content
MOST_LETTERS: Final = 1_000_000
_TOO_MUCH: Final = "The document has more drawings and text than can be read at once. Split it."
_DEEPEST: Final = 12  # nested forms
_MOST_STATES: Final = 200


@dataclass(slots=True)
class ContentBudget:
    """Limits and caches that all pages of a document share."""

    hidden_layers: frozenset[int] = frozenset()
    instructions: int = MOST_INSTRUCTIONS
    bytes: int = MOST_BYTES
    letters: int = MOST_LETTERS
    # By object number, or by `id`, for which the dictionary is kept alive.
    fonts: dict[int, tuple[Font, Mapping[str, Any]]] = field(default_factory=dict)

    def count_content(self, size: int) -> None:
        """Count the bytes of content. Raises `ConversionFailed` above the limit."""
        self.bytes -= size
        if self.bytes < 0:
            raise ConversionFailed(_TOO_MUCH)

    def count_instruction(self) -> None:
        """Count an instruction. Raises `ConversionFailed` above the limit."""
        self.instructions -= 1
        if self.instructions < 0:
            raise ConversionFailed(_TOO_MUCH)


@dataclass(slots=True)
class _State:
    matrix: Matrix
    text: TextState = field(default_factory=TextState)

    def copy(self) -> _State:
        return _State(self.matrix, self.text.copy())


class ContentInterpreter:
    """Interprets the content of one page, and of its forms."""

    def __init__(self, page: PageContent, budget: ContentBudget, matrix: Matrix) -> None:
        self.page, self.budget = page, budget
        self.state = _State(matrix)
        self.states: list[_State] = []
        self.collector = TextCollector(page=page, limit=budget.letters)
        self.drawing = GraphicsCollector(page)
        self.marked_content = MarkedContentStack(self.collector)
        self.resources: Mapping[str, Any] = {}
        self.forms: list[int] = []  # identities of forms that are being interpreted

    def run(self, data: bytes, resources: object) -> None:
        """Execute the instructions. Raises `ConversionFailed` above the limit."""
        outer, self.resources = self.resources, dict_of(resources)
        marked_content, states = self.marked_content.depth, len(self.states)
        self.budget.count_content(len(data))
        for operator, operands in instructions(data):
            self.budget.count_instruction()
            execute = _ACTS.get(operator)
            if execute is None:
                self.drawing.execute(operator, operands, self.state.matrix)
                continue
            try:
                execute(self, operands)
            except (IndexError, TypeError, ValueError, OverflowError):
                self.page.broken = True
        while self.marked_content.depth > marked_content:
            self.marked_content.end()
        if len(self.states) > states:
            self.state = self.states[states]
            del self.states[states:]
        self.resources = outer
        self.budget.letters = self.collector.limit

    def save(self, _: list[Operand]) -> None:
        """`q`: save the graphics state."""
        if len(self.states) < _MOST_STATES:
            self.states.append(self.state.copy())

    def restore(self, _: list[Operand]) -> None:
        """`Q`: restore the saved graphics state."""
        if self.states:
            self.state = self.states.pop()

    def transform(self, operands: list[Operand]) -> None:
        """`cm`: change the matrix."""
        self.state.matrix = multiply(_matrix(operands), self.state.matrix)

    def set_font(self, operands: list[Operand]) -> None:
        """`Tf`: set font and size."""
        name, size = operands[-2:]
        self.state.text.size = _number(size)
        self.state.text.font = self._font(self._resource("Font", name))

    def _font(self, found: object) -> Font | None:
        specification = dict_of(found)
        if not specification:
            return None
        key = found.objid if isinstance(found, PDFObjRef) else -id(specification)
        known = self.budget.fonts.get(key)
        if known is None:
            known = self.budget.fonts[key] = (read_font(specification), specification)
        return known[0]

    def _resource(self, kind: str, name: object) -> object:
        return dict_of(self.resources.get(kind)).get(name) if isinstance(name, str) else None

    def graphics(self, operands: list[Operand]) -> None:
        """`gs`: read settings from the resources; they may include a font."""
        entry = list_of(dict_of(self._resource("ExtGState", operands[-1])).get("Font"))
        if len(entry) == 2:
            self.state.text.font = self._font(entry[0])
            self.state.text.size = _number(resolve(entry[1]))

    def begin_text(self, _: list[Operand]) -> None:
        """`BT`: begin a text object."""
        self.collector.begin()

    def move(self, operands: list[Operand]) -> None:
        """`Td`: move to another line."""
        self.collector.move(_number(operands[-2]), _number(operands[-1]))

    def move_leading(self, operands: list[Operand]) -> None:
        """`TD`: move to another line, and set the leading."""
        self.state.text.leading = -_number(operands[-1])
        self.move(operands)

    def next_line(self, _: list[Operand]) -> None:
        """`T*`: move to the next line."""
        self.collector.move(0.0, -self.state.text.leading)

    def set_matrix(self, operands: list[Operand]) -> None:
        """`Tm`: set the text matrix."""
        self.collector.set_matrix(_matrix(operands))

    def show(self, operands: list[Operand]) -> None:
        """`Tj` and `TJ`: show text."""
        items = operands[-1]
        self.collector.show(items if isinstance(items, list) else [items], self.state.text, self.state.matrix)

    def show_next(self, operands: list[Operand]) -> None:
        """`'`: show text on the next line."""
        self.next_line([])
        self.show(operands)

    def show_spaced(self, operands: list[Operand]) -> None:
        """`"`: set spacing, and show text on the next line."""
        self.state.text.word_spacing, self.state.text.spacing = _number(operands[-3]), _number(operands[-2])
        self.show_next(operands)

    def begin_marked_content(self, operands: list[Operand]) -> None:
        """`BMC` and `BDC`: begin marked content."""
        tag, given = (operands[-2], operands[-1]) if len(operands) > 1 else (operands[-1], None)
        found = self._resource("Properties", given)
        properties = given if isinstance(given, dict) else dict_of(found)
        hidden = tag == "OC" and is_hidden(found, self.budget.hidden_layers)
        self.marked_content.begin(tag, properties, hidden=hidden)

    def end_marked_content(self, _: list[Operand]) -> None:
        """`EMC`: end marked content."""
        self.marked_content.end()

    def paint(self, operands: list[Operand]) -> None:
        """`Do`: show a picture or a form."""
        found = self._resource("XObject", operands[-1])
        stream = resolve(found)
        if not isinstance(stream, PDFStream):
            return
        kind = name_of(stream.get("Subtype"))
        if kind == "Image":
            if not (self.collector.unseen or is_hidden(stream.get("OC"), self.budget.hidden_layers)):
                self.drawing.picture(self.state.matrix, stream)
        elif kind == "Form" and not is_hidden(stream.get("OC"), self.budget.hidden_layers):
            self.form(stream, IDENTITY)

    def form(self, stream: PDFStream, placed: Matrix) -> None:
        """Interpret a form, unless it contains itself."""
        number = identity_of(stream)
        if number in self.forms or len(self.forms) >= _DEEPEST:
            return
        self.forms.append(number)
        outer, line, matrix = self.state.copy(), self.collector.line, self.collector.matrix
        own = numbers_of(stream.get("Matrix"), 6)
        self.state.matrix = multiply(multiply(_six(own) if own else IDENTITY, placed), self.state.matrix)
        self.run(stream_data(stream), stream.get("Resources") or self.resources)
        self.state, self.collector.line, self.collector.matrix = outer, line, matrix
        self.forms.pop()

    def appearance(self, annotation: Mapping[str, Any], stream: PDFStream) -> None:
        """Show the appearance of an annotation: its form fills its rectangle."""
        set_matrix, box = numbers_of(annotation.get("Rect"), 4), numbers_of(stream.get("BBox"), 4)
        if set_matrix is None or box is None:
            return
        own = numbers_of(stream.get("Matrix"), 6)
        left, bottom, right, top = transform_box(_six(own) if own else IDENTITY, _four(box))
        if right - left <= 0 or top - bottom <= 0:
            return
        x0, x1 = sorted((set_matrix[0], set_matrix[2]))
        y0, y1 = sorted((set_matrix[1], set_matrix[3]))
        across, up = (x1 - x0) / (right - left), (y1 - y0) / (top - bottom)
        self.form(stream, (across, 0.0, 0.0, up, x0 - left * across, y0 - bottom * up))


def _set(name: str, scale: float = 1.0) -> Callable[[ContentInterpreter, list[Operand]], None]:
    def execute(interpreter: ContentInterpreter, operands: list[Operand]) -> None:
        setattr(interpreter.state.text, name, _number(operands[-1]) * scale)

    return execute


def _set_mode(interpreter: ContentInterpreter, operands: list[Operand]) -> None:
    interpreter.state.text.mode = int(_number(operands[-1]))


def _number(value: object) -> float:
    if not isinstance(value, float | int) or abs(value) > 1e9:
        raise TypeError("not a number")
    return float(value)


def _matrix(operands: list[Operand]) -> Matrix:
    a, b, c, d, e, f = map(_number, operands[-6:])
    return (a, b, c, d, e, f)


def _six(numbers: tuple[float, ...]) -> Matrix:
    a, b, c, d, e, f = numbers
    return (a, b, c, d, e, f)


def _four(numbers: tuple[float, ...]) -> tuple[float, float, float, float]:
    a, b, c, d = numbers
    return (min(a, c), min(b, d), max(a, c), max(b, d))


_ACTS: Final[Mapping[bytes, Callable[[ContentInterpreter, list[Operand]], None]]] = {
    b"q": ContentInterpreter.save,
    b"Q": ContentInterpreter.restore,
    b"cm": ContentInterpreter.transform,
    b"gs": ContentInterpreter.graphics,
    b"Tf": ContentInterpreter.set_font,
    b"BT": ContentInterpreter.begin_text,
    b"Td": ContentInterpreter.move,
    b"TD": ContentInterpreter.move_leading,
    b"T*": ContentInterpreter.next_line,
    b"Tm": ContentInterpreter.set_matrix,
    b"Tj": ContentInterpreter.show,
    b"TJ": ContentInterpreter.show,
    b"'": ContentInterpreter.show_next,
    b'"': ContentInterpreter.show_spaced,
    b"Tc": _set("spacing"),
    b"Tw": _set("word_spacing"),
    b"Tz": _set("stretch", 0.01),
    b"TL": _set("leading"),
    b"Ts": _set("rise"),
    b"Tr": _set_mode,
    b"w": _set("stroke"),
    b"BMC": ContentInterpreter.begin_marked_content,
    b"BDC": ContentInterpreter.begin_marked_content,
    b"EMC": ContentInterpreter.end_marked_content,
    b"Do": ContentInterpreter.paint,
}
