"""XLIFF 1.2 (OASIS, 2008): each segment is a `trans-unit`, those of a paragraph are in a `group`.

A segment is a trans-unit, not an `mrk`, so that it has a state, matches and notes of its own. A segment
without a translation has an empty target, and its state says so. With `copies`, for OmegaT, the target is a
copy of the source, since OmegaT takes the text to translate from targets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from dragoman.memories.segment_json import decode_segment
from dragoman.projects.linguists.exchange.fingerprints import write_fingerprints, write_timestamp
from dragoman.projects.linguists.exchange.markup import begin, element, escape
from dragoman.projects.linguists.exchange.model import NAMESPACE, MemoryProposal, Package
from dragoman.projects.linguists.exchange.tags import (
    RowCodes,
    kind_of,
    names_of,
    names_of_row,
    show,
    split_impossible,
)
from dragoman.projects.segment_model import ProjectSegment, SegmentState
from dragoman.segments import Code, CodeKind, Segment, Text, is_nested

_STATES: Final = {
    SegmentState.NEW: "needs-translation",
    SegmentState.PRETRANSLATED: "needs-review-translation",
    SegmentState.TRANSLATED: "translated",
    SegmentState.CONFIRMED: "final",
}
_TYPES: Final = {"break": "lb", "object": "image", "link": "link"}


def write(package: Package, *, copies: bool = False) -> Iterator[str]:
    """The file, piece by piece; `copies`: without a translation, the target is a copy of the source."""
    header = package.header
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield begin(
        "xliff",
        {
            "version": "1.2",
            "xmlns": "urn:oasis:names:tc:xliff:document:1.2",
            "xmlns:dragoman": NAMESPACE,
        },
    )
    yield "\n" + begin(
        "file",
        {
            "original": header.file_name,
            "source-language": header.source_language,
            "target-language": header.target_language,
            "datatype": "plaintext",
            "dragoman:project": str(header.project_id),
            "dragoman:translation": str(header.translation_id),
            "dragoman:sources": header.digest,
            "dragoman:exported": write_timestamp(header.exported),
        },
    )
    yield "\n<header>" + "".join(element("note", {}, note) for note in package.notes) + "</header>\n<body>\n"
    for unit, rows in groupby(package.rows, key=lambda row: row.unit):
        together = list(rows)
        units = [_trans_unit(package, row, copies=copies) for row in together]
        if len(units) == 1:
            yield units[0]
        else:
            opening = {"id": f"{header.translation_id}-g{together[0].number}", "resname": unit}
            yield begin("group", opening) + "\n" + "".join(units) + "</group>\n"
    yield "</body>\n</file>\n</xliff>\n"


def _trans_unit(package: Package, row: ProjectSegment, *, copies: bool) -> str:
    source = decode_segment(row.source)
    missing = source if copies else ()
    target = missing if row.target is None else decode_segment(row.target)
    names = names_of_row(row)
    attributes = {
        "id": f"{package.header.translation_id}-{row.number}",
        "resname": row.key or None,
        "maxwidth": None if row.max_length is None else str(row.max_length),
        "size-unit": None if row.max_length is None else "char",
        "approved": "yes" if row.state is SegmentState.CONFIRMED else "no",
        "xml:space": "preserve",
        "dragoman:fingerprint": write_fingerprints(package.header, [row]),
    }
    state = {"state": _STATES[row.state], "state-qualifier": _qualifier(row)}
    return (
        f"{begin('trans-unit', attributes)}\n<source>{_inline(source, names)}</source>\n"
        f"{begin('target', state)}{_inline(target, names)}</target>\n"
        + "".join(_alternative(one, names) for one in package.proposals.get(row.number, ()))
        + "".join(_notes(package, row))
        + "</trans-unit>\n"
    )


def _qualifier(row: ProjectSegment) -> str | None:
    if row.state is not SegmentState.PRETRANSLATED:
        return None
    if row.origin == "engine":
        return "mt-suggestion"
    score = row.score or 0
    return "id-match" if score > 100 else "exact-match" if score == 100 else "fuzzy-match"


def _alternative(proposal: MemoryProposal, names: RowCodes) -> str:
    names = names if proposal.fits else names_of(proposal.source, proposal.target)
    attributes = {"match-quality": str(min(proposal.score, 100)), "origin": proposal.origin}
    return (
        f"{begin('alt-trans', attributes)}"
        f"<source>{_inline(proposal.source, names_of(proposal.source))}</source>"
        f"<target>{_inline(proposal.target, names)}</target></alt-trans>\n"
    )


def _notes(package: Package, row: ProjectSegment) -> Iterator[str]:
    if row.note:
        yield element("note", {}, row.note) + "\n"
    for term in package.terms.get(row.number, ()):
        text = f"{term.source} = {' / '.join(term.targets)}" if term.targets else term.source
        avoid = f"; not: {' / '.join(term.forbidden)}" if term.forbidden else ""
        meaning = f" ({term.definition})" if term.definition else ""
        yield element("note", {"from": "terms", "annotates": "source"}, text + avoid + meaning) + "\n"


def _inline(segment: Segment, names: RowCodes) -> str:
    paired = is_nested(segment)
    counts = Counter[tuple[str, CodeKind]]()
    impossible = Counter[str]()
    pieces: list[str] = []
    for part in segment:
        if isinstance(part, Text):
            pieces += _text(part.text, impossible)
            continue
        name = names.named[part.id]
        counts[name, part.kind] += 1
        count = counts[name, part.kind]
        pieces.append(_code(part, name if count == 1 else f"{name}.{count}", paired=paired))
    return "".join(pieces)


def _code(code: Code, name: str, *, paired: bool) -> str:
    about = {"ctype": _TYPES.get(code.type) or f"x-{kind_of(code)}", "equiv-text": show(code) or None}
    if code.kind is CodeKind.STANDALONE:
        return begin("x", {"id": name, **about}, empty=True)
    if paired:
        return begin("g", {"id": name, **about}) if code.kind is CodeKind.OPEN else "</g>"
    if code.kind is CodeKind.OPEN:
        return begin("bx", {"id": name, "rid": name, **about}, empty=True)
    return begin(
        "ex",
        {"id": f"{name.partition('.')[0]}e{name[len(name.partition('.')[0]) :]}", "rid": name},
        empty=True,
    )


def _text(text: str, written: Counter[str]) -> Iterator[str]:
    """Text, and what XML cannot hold as codes; `written` counts these, whose ids are unique like all."""
    for piece, impossible in split_impossible(text):
        if impossible:
            written[piece] += 1
            number = f"{ord(piece):04X}"
            name = f"u{number}" if written[piece] == 1 else f"u{number}.{written[piece]}"
            yield begin("x", {"id": name, "equiv-text": f"U+{number}"}, empty=True)
        else:
            yield escape(piece)
