"""What the corpus harness writes into the units of a document, and what must be read back of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from dragoman.engines.pseudo.letters import pseudo_translate
from dragoman.formats.format import Document, Reason, Unit
from dragoman.segments import Code, CodeKind, Segment, Text, codes, keeps_codes, normalise, plain_text

_CHANGING: Final = re.compile(r"[A-Za-z]")


def own_segments(document: Document) -> dict[str, Segment]:
    """The present text of each unit that is to be translated: its target, or else its source."""
    return {
        unit.id: unit.target if unit.target and keeps_codes(unit.segment, unit.target) else unit.segment
        for unit in document.units
        if unit.reason is None
    }


def own_targets(document: Document) -> dict[str, Segment]:
    """For each unit of a bilingual document that has a translation, that."""
    return {
        unit.id: unit.target
        for unit in document.units
        if unit.target is not None and unit.reason in {None, Reason.TRANSLATED}
        if keeps_codes(unit.segment, unit.target)
    }


def with_codes_of(segments: Mapping[str, Segment], document: Document) -> dict[str, Segment]:
    """The same texts with the codes of `document`: their contents may have changed, not their ids.

    Blanks after the last code of a source belong to a translation whose last words are there.
    """
    units = {unit.id: unit.segment for unit in document.units}
    result = {}
    for name, segment in segments.items():
        now = units.get(name, ())
        known = {(code.id, code.kind): code for code in codes(now)}
        parts = (
            known.get((part.id, part.kind), part) if isinstance(part, Code) else part for part in segment
        )
        before, behind = (
            _more_blanks(plain_text(segment)[::way], plain_text(now)[::way])[::way] for way in (1, -1)
        )
        result[name] = normalise((Text(text=before), *parts, Text(text=behind)))
    return result


def _more_blanks(text: str, now: str) -> str:
    """The blanks at the beginning of the present text, where `text` has none."""
    return now[: len(now) - len(now.lstrip())] if text == text.lstrip() else ""


def pseudo_segments(document: Document) -> dict[str, Segment]:
    """For each unit that is to be translated its pseudo-translation."""
    return {
        unit.id: pseudo_translate(unit.segment, "en-XA") for unit in document.units if unit.reason is None
    }


def have_same_codes(before: Document, after: Document) -> bool:
    """Whether the units of two versions have the same codes: which of several looks is a paragraph's own, and
    so no code, is a question of how much text has it.
    """
    return [_ids(unit.segment) for unit in before.units] == [_ids(unit.segment) for unit in after.units]


def _standalone(segment: Segment) -> Counter[str]:
    """Only standalone codes: pairs are looks, of which the longest has no code in some formats."""
    return Counter(code.type for code in codes(segment) if code.kind is CodeKind.STANDALONE)


def _ids(segment: Segment) -> Counter[str]:
    return Counter(code.id for code in codes(segment))


def retranslated(
    before: Document, after: Document, targets: Mapping[str, Segment], *, bilingual: bool
) -> Iterator[str]:
    """What is wrong with the units of a rebuilt document, given what was written into it."""
    if [unit.id for unit in before.units] != [unit.id for unit in after.units]:
        yield f"{len(before.units)} units became {len(after.units)}, or others"
        return
    for one, other in zip(before.units, after.units, strict=True):
        if one.id in targets:
            found = other.target if bilingual else other.segment
            yield from _compare_unit(one, found, targets[one.id])
        elif (one.segment, one.target) != (other.segment, other.target):
            yield f"unit {one.id}, which was not to change, did"


def _compare_unit(unit: Unit, found: Segment | None, wanted: Segment) -> Iterator[str]:
    if found is None:
        yield f"unit {unit.id} has no target"
    elif plain_text(found).strip() != plain_text(wanted).strip():
        yield f"unit {unit.id} has another text"
    elif _standalone(found) != _standalone(wanted):
        yield f"unit {unit.id} has other codes"
    elif _CHANGING.search(plain_text(unit.segment)) and plain_text(found) == plain_text(unit.segment):
        yield f"unit {unit.id} is not translated"
