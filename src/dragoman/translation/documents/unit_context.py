"""The context of a document's units and segments: the texts before and after each.

Memory look-ups and stored units have it, so that a translation is found again as a context match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from dragoman.formats.format import Document, Unit
from dragoman.memories.model import Context
from dragoman.segments import plain_text
from dragoman.translation.documents.preparing import PreparedUnit, restore


@dataclass(frozen=True, slots=True)
class UnitInContext:
    """A unit with its context; prepared when it is to be translated."""

    unit: Unit
    prepared: PreparedUnit | None
    around: Context
    inside: Sequence[Context]  # of its segments


def find_unit_contexts(
    document: Document, prepared: Sequence[PreparedUnit], *, name: str
) -> list[UnitInContext]:
    """Every unit of a document called `name`, in order, those in `prepared` with their segments."""
    made = {one.unit.id: one for one in prepared}
    found = [(unit, made.get(unit.id)) for unit in document.units]
    texts = [_texts(unit, one) for unit, one in found]
    units = _neighbours([[plain_text(unit.segment).strip()] for unit, _ in found])
    segments = iter(_neighbours(texts))
    rows = []
    for (unit, one), said, (before, after) in zip(found, texts, units, strict=True):
        key = unit.context or None
        inside = [
            Context(previous=left, next=right, document=name, key=key)
            for left, right in islice(segments, len(said))
        ]
        rows.append(
            UnitInContext(unit, one, Context(previous=before, next=after, document=name, key=key), inside)
        )
    return rows


def _texts(unit: Unit, one: PreparedUnit | None) -> list[str]:
    """The text of each segment of a unit, as context of its neighbours."""
    sentences = one.plan.sentences if one else ()
    if len(sentences) < 2:
        return [plain_text(unit.segment).strip()]
    return [plain_text(restore(sentence.core, unit.segment)).strip() for sentence in sentences]


def _neighbours(texts: Sequence[Sequence[str]]) -> list[tuple[str, str]]:
    """The texts before and after each text."""
    row = ["", *(text for some in texts for text in some), ""]
    return list(zip(row, row[2:], strict=False))
