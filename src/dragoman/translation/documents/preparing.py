"""Prepare a document's units for translation: protect and segment them. Analysis counts the same segments.

Formats know their own inline structure; tags and placeholders inside plain text become codes here, for all
formats alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from dragoman.cpu_work import DOCUMENT_THREAD, run, weigh
from dragoman.formats.format import Document, Reason, Unit
from dragoman.segments import Code, CodeKind, Part, Segment, Text, codes, is_nested, normalise, plain_text
from dragoman.text_io.errors import DocumentEmpty
from dragoman.translation.protection.accelerators import restore_accelerators
from dragoman.translation.protection.placeholders import protect
from dragoman.translation.protection.unit_tags import add_tags, split_tag
from dragoman.translation.splitting.sentences import SegmentPlan, Splitting, plan

_PREPARED_AT_ONCE: Final = 200  # units, in a thread: other requests are served in between


def require_text(document: Document) -> None:
    """Raise `DocumentEmpty` if there is no text to translate; the message lists the document's contents."""
    if any(
        unit.reason is None and any(map(str.isalpha, plain_text(unit.segment))) for unit in document.units
    ):
        return
    done = sum(unit.reason is Reason.TRANSLATED for unit in document.units)
    if done:
        raise DocumentEmpty(
            f"There is nothing left to translate: all {done} segments have a translation already. "
            "To have them translated anew, use the format's option for existing translations."
        )
    left = {reason.value for reason in document.left_alone} | {
        unit.reason.value for unit in document.units if unit.reason is not None
    }
    kinds = f" What it holds is left alone: {', '.join(sorted(left))}." if left else ""
    raise DocumentEmpty(f"The document has no text to translate.{kinds}")


@dataclass(frozen=True, slots=True)
class PreparedUnit:
    """A unit after protection and segmentation, ready for an engine."""

    unit: Unit
    plan: SegmentPlan
    codes: int  # its own, and those of tags and placeholders in its texts
    segment: Segment  # protected, whole


async def prepare(units: Sequence[Unit], *, language: str, splitting: Splitting) -> list[PreparedUnit]:
    """Prepare units, many of them a few at a time in a thread; `language` is the source's, for sentences."""
    weight = weigh(unit.segment for unit in units)
    prepared: list[PreparedUnit] = []
    for start in range(0, len(units), _PREPARED_AT_ONCE):
        some = units[start : start + _PREPARED_AT_ONCE]
        work = partial(prepare_units, some, language=language, splitting=splitting)
        prepared += await run(weight, work, thread=DOCUMENT_THREAD)
    return prepared


def prepare_units(units: Sequence[Unit], *, language: str, splitting: Splitting) -> list[PreparedUnit]:
    """Prepare units: split prose into sentences, other units only where they are too long."""
    return list(_prepare(units, language, replace(splitting, longest=0), splitting))


def _prepare(
    units: Sequence[Unit], language: str, prose: Splitting, strings: Splitting
) -> Iterator[PreparedUnit]:
    for unit in units:
        protected = _protect(unit.segment, unit.placeholders)
        planned = plan(protected, language=language, splitting=prose if unit.prose else strings)
        yield PreparedUnit(unit, planned, sum(1 for _ in codes(protected)), protected)


# The format's own codes get ids that clash with no other. Where pairs overlap, as ranges in a document may,
# their halves are sent as standalone codes, which are valid in any order.
_FORMAT: Final = "f:"
_HALVES: Final = {CodeKind.OPEN: "fo:", CodeKind.CLOSE: "fc:", CodeKind.STANDALONE: _FORMAT}
_KINDS: Final = {prefix: kind for kind, prefix in _HALVES.items() if prefix != _FORMAT}


def _protect(segment: Segment, placeholders: tuple[str, ...]) -> Segment:
    """Add codes for tags, and for placeholders of the named grammars, within the texts."""
    nested = is_nested(segment)
    renamed = tuple(part if isinstance(part, Text) else _renamed(part, nested=nested) for part in segment)
    return protect(normalise(add_tags(renamed)), placeholders)


def _renamed(code: Code, *, nested: bool) -> Code:
    if nested:
        return replace(code, id=_FORMAT + code.id)
    return replace(code, id=_HALVES[code.kind] + code.id, kind=CodeKind.STANDALONE)


def restore(segment: Segment, source: Segment) -> Segment:
    """Undo the protection: only the codes of the unit's own segment `source` remain."""
    parts: list[Part] = []
    for part in restore_accelerators(segment):
        parts += (part,) if isinstance(part, Text) else _original(part, source)
    return normalise(parts)


def _original(code: Code, source: Segment) -> Iterable[Part]:
    if code.id.startswith(_FORMAT):
        return (replace(code, id=code.id.removeprefix(_FORMAT)),)
    if (kind := _KINDS.get(code.id[:3])) is not None:
        return (replace(code, id=code.id[3:], kind=kind),)
    return split_tag(code, source)
