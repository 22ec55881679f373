"""What must hold when a damaged document went there and back: no translation was lost on its way.

Units may fall apart or become one, where a translation reads as another kind of text, and a language with
other plurals has other units; but every text that was written is read again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from dragoman.formats.format import Document, FormatInfo, Unit, WarningCode
from dragoman.segments import Segment, Text
from scripts.corpus_units import retranslated

_SHOWN: Final = 60
_HEADED: Final = frozenset({"csv"})  # a first row may look like names of columns once it is translated
_FIRST_ROW: Final = "1."
_BESIDE: Final = frozenset({"csv"})  # translations may be beside the source, which is read again


def broken_law(info: FormatInfo, before: Document, after: Document, targets: Mapping[str, Segment]) -> str:
    """What was lost; "" if nothing. `after` is what is read of the document with these targets in it."""
    bilingual = info.bilingual
    if next(retranslated(before, after, targets, bilingual=bilingual), None) is None:
        return ""
    if any(_is_guessed(document) for document in (before, after)):  # and perhaps otherwise the second time
        return ""
    if info.name in _BESIDE and _sources(before.units) == _sources(after.units):
        return ""
    units = before.units
    if info.name in _HEADED and len(after.units) < len(units):
        units = tuple(unit for unit in units if not unit.id.startswith(_FIRST_ROW))
    wanted = [_squeezed(targets.get(unit.id, unit.segment)) for unit in units]
    segments = ((unit.target if bilingual else None) or unit.segment for unit in after.units)
    found = "".join(map(_squeezed, segments))
    lost = next((text for text in wanted if text not in found), None)
    if lost is not None:
        return f"{len(before.units)} units, then {len(after.units)}: {lost[:_SHOWN]!r} is lost"
    if len(found) < sum(map(len, wanted)):
        return f"{len(before.units)} units, then {len(after.units)}: a text that stood there twice is lost"
    return ""


def _is_guessed(document: Document) -> bool:
    return any(warning.code is WarningCode.ENCODING_GUESSED for warning in document.warnings)


def _sources(units: Iterable[Unit]) -> list[str]:
    return [_squeezed(unit.segment) for unit in units]


def _squeezed(segment: Segment) -> str:
    """A segment's text without any white space, which languages and formats treat in their ways.

    An address may take the sign after it in, where a language puts no blank between them; a hyphen that comes
    to begin a line of a subtitle is a mark of it.
    """
    texts = (part.text if isinstance(part, Text) else part.data * (part.type == "url") for part in segment)
    return "".join("".join(texts).replace("-", "").split())
