"""Read a TMX file to units, one `<tu>` at a time. A broken `<tu>` does not affect the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final

from dragoman.memories.tmx.decoding import read_text
from dragoman.memories.tmx.header import read_header
from dragoman.memories.tmx.problems import ImportProblem, ProblemCode, TmxRefused, TmxUnits
from dragoman.memories.tmx.units import read_units
from dragoman.text_io.xml.elements import (
    BrokenElement,
    ElementProblem,
    ElementXml,
    compile_syntax,
    cut_elements,
)
from dragoman.text_io.xml.windows import TextWindow

LONGEST_UNIT: Final = 1_000_000  # characters

_SYNTAX: Final = compile_syntax("tu", "body|tmx", longest=LONGEST_UNIT)
_BROKEN: Final = {
    ElementProblem.NO_END_TAG: (ProblemCode.CUT, "The unit has no end tag; it is left out."),
    ElementProblem.TOO_LONG: (
        ProblemCode.TOO_LONG,
        f"The unit is longer than {LONGEST_UNIT} characters; it is left out.",
    ),
}


def read_tmx(stream: BinaryIO, *, skip: int = 0) -> Iterator[TmxUnits]:
    """Read the units of a file, one `<tu>` after the other, without the first `skip`.

    The file is read once, in pieces. Raises `TmxRefused`: before the first unit if the file is not TMX, after
    the last complete unit if it is truncated.
    """
    window = TextWindow(read_text(stream))
    header = read_header(window)
    for number, element in enumerate(cut_elements(window, _SYNTAX), 1):
        if isinstance(element, ElementXml):
            if number > skip:
                yield read_units(number, element, header)
        elif element.problem not in _BROKEN:
            raise _refuse(number, element)
        elif number > skip:
            code, message = _BROKEN[element.problem]
            problem = ImportProblem(number=number, line=element.line, code=code, message=message)
            yield TmxUnits(number=number, units=(), problems=(problem,))


def _refuse(number: int, element: BrokenElement) -> TmxRefused:
    if element.problem is ElementProblem.COMMENT_OPEN:
        return TmxRefused(f"The comment or section that begins at line {element.line} does not end.")
    if element.problem is ElementProblem.FILE_ENDS_WITHIN:
        message = f"The file ends within unit {number}, which begins at line {element.line}: it is truncated."
        return TmxRefused(message, hints="Export it again. The units before it can be used.")
    message = f"The file ends at line {element.line}, within its body: it is truncated."
    return TmxRefused(message, hints="Export it again. The units before the end can be used.")
