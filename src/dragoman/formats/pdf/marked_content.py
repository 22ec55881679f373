"""Content that a file has marked: parts of the page, layers, and text that is told in another way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from pdfminer.pdftypes import PDFObjRef

from dragoman.formats.pdf.objects import dict_of, list_of, name_of, text_of
from dragoman.formats.pdf.text_showing import Capture, Pen

_FURNITURE: Final = frozenset({"Pagination", "Header", "Footer", "Watermark"})
_MOST_OPEN: Final = 1_000


@dataclass(slots=True)
class _Mark:
    furniture: bool = False
    unseen: bool = False
    capture: bool = False  # its text is told in another way


class Marks:
    """The marks that are open, and what they mean for a pen."""

    def __init__(self, pen: Pen) -> None:
        self._pen = pen
        self._open: list[_Mark] = []

    @property
    def depth(self) -> int:
        """How many are open."""
        return len(self._open)

    def begin(self, tag: object, properties: Mapping[Any, Any], *, hidden: bool) -> None:
        """Open one; `hidden`: it is of a layer that is off."""
        mark = replace(self._open[-1], capture=False) if self._open else _Mark()
        mark.unseen = mark.unseen or hidden
        kinds = {_name(properties.get("Type")), _name(properties.get("Subtype"))}
        mark.furniture = mark.furniture or (tag == "Artifact" and bool(kinds & _FURNITURE))
        if "ActualText" in properties and self._pen.capture is None and len(self._open) < _MOST_OPEN:
            mark.capture = True
            self._pen.capture = Capture(text=text_of(properties["ActualText"]))
        self._open.append(mark)
        self._pen.furniture, self._pen.unseen = mark.furniture, mark.unseen

    def end(self) -> None:
        """Close the last one."""
        if not self._open:
            return
        if self._open.pop().capture:
            self._pen.finish_capture()
        mark = self._open[-1] if self._open else _Mark()
        self._pen.furniture, self._pen.unseen = mark.furniture, mark.unseen


def is_hidden(layer: object, hidden: frozenset[int]) -> bool:
    """Whether a layer, or all those that a membership names, are off."""
    if not isinstance(layer, PDFObjRef) or not hidden:
        return False
    if layer.objid in hidden:
        return True
    members = dict_of(layer).get("OCGs")
    several = list_of(members) or [members]
    numbers = [one.objid for one in several if isinstance(one, PDFObjRef)]
    return bool(numbers) and all(number in hidden for number in numbers)


def _name(value: object) -> str:
    return value if isinstance(value, str) else name_of(value)
