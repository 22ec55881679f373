"""Marked content of a page: artifacts, layers, and replacement text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from pdfminer.pdftypes import PDFObjRef

from dragoman.formats.pdf.objects import dict_of, list_of, name_of, text_of
from dragoman.formats.pdf.text_showing import ReplacementText, TextCollector

_PAGE_ARTIFACTS: Final = frozenset({"Pagination", "Header", "Footer", "Watermark"})
_MOST_OPEN: Final = 1_000


@dataclass(slots=True)
class _MarkedContent:
    artifact: bool = False
    unseen: bool = False
    replacement: bool = False  # its text is replaced


class MarkedContentStack:
    """The open marked content, which sets the state of a text collector."""

    def __init__(self, collector: TextCollector) -> None:
        self._collector = collector
        self._open: list[_MarkedContent] = []

    @property
    def depth(self) -> int:
        """The number of open sequences."""
        return len(self._open)

    def begin(self, tag: object, properties: Mapping[Any, Any], *, hidden: bool) -> None:
        """Begin a sequence; `hidden`: it is of a layer that is off."""
        content = replace(self._open[-1], replacement=False) if self._open else _MarkedContent()
        content.unseen = content.unseen or hidden
        kinds = {_name(properties.get("Type")), _name(properties.get("Subtype"))}
        content.artifact = content.artifact or (tag == "Artifact" and bool(kinds & _PAGE_ARTIFACTS))
        if (
            "ActualText" in properties
            and self._collector.replacement is None
            and len(self._open) < _MOST_OPEN
        ):
            content.replacement = True
            self._collector.replacement = ReplacementText(text=text_of(properties["ActualText"]))
        self._open.append(content)
        self._collector.artifact, self._collector.unseen = content.artifact, content.unseen

    def end(self) -> None:
        """End the last sequence."""
        if not self._open:
            return
        if self._open.pop().replacement:
            self._collector.finish_replacement()
        content = self._open[-1] if self._open else _MarkedContent()
        self._collector.artifact, self._collector.unseen = content.artifact, content.unseen


def is_hidden(layer: object, hidden: frozenset[int]) -> bool:
    """Whether a layer, or all layers of a membership, are off."""
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
