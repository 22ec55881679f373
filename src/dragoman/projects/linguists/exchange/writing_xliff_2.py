"""XLIFF 2.1 (OASIS standard of 2018): a paragraph is a `unit`, each segment in it a `segment`.

Uses the core, the modules of translation candidates and of glossaries, and attributes of our own on `file`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from dragoman.memories.segment_json import decode_segment
from dragoman.projects.linguists.exchange.fingerprints import write_fingerprints, write_timestamp
from dragoman.projects.linguists.exchange.markup import begin, element, escape
from dragoman.projects.linguists.exchange.model import NAMESPACE, MemoryProposal, Package, PackagedTerm
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
    SegmentState.NEW: "initial",
    SegmentState.PRETRANSLATED: "translated",
    SegmentState.TRANSLATED: "translated",
    SegmentState.CONFIRMED: "final",
}
PRETRANSLATED: Final = "dragoman:pretranslated"  # the sub-state of what no linguist has touched
_TYPES: Final = {"fmt": "fmt", "link": "link", "object": "image"}
_WITHOUT_BLANKS: Final = frozenset({"zh", "ja", "th", "lo", "km", "my", "yue"})


def write(package: Package) -> Iterator[str]:
    """The file, piece by piece."""
    header = package.header
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield begin(
        "xliff",
        {
            "version": "2.1",
            "xmlns": "urn:oasis:names:tc:xliff:document:2.0",
            "xmlns:mtc": "urn:oasis:names:tc:xliff:matches:2.0",
            "xmlns:gls": "urn:oasis:names:tc:xliff:glossary:2.0",
            "xmlns:dragoman": NAMESPACE,
            "srcLang": header.source_language,
            "trgLang": header.target_language,
        },
    )
    yield "\n" + begin(
        "file",
        {
            "id": f"t{header.translation_id}",
            "original": header.file_name,
            "xml:space": "preserve",
            "dragoman:project": str(header.project_id),
            "dragoman:translation": str(header.translation_id),
            "dragoman:sources": header.digest,
            "dragoman:exported": write_timestamp(header.exported),
        },
    )
    yield "\n" + _notes(package.notes)
    for _, rows in groupby(package.rows, key=lambda row: row.unit):
        yield _unit(package, list(rows))
    yield "</file>\n</xliff>\n"


@dataclass(slots=True)
class _Data:
    """What the codes of a unit look like in the document, each kept once."""

    ids: dict[str, str] = field(default_factory=dict)

    def refer(self, code: Code) -> str:
        return self.ids.setdefault(code.data, f"d{len(self.ids) + 1}")

    def written(self) -> str:
        if not self.ids:
            return ""
        data = (f'<data id="{name}">{_text(text)}</data>' for text, name in self.ids.items())
        return f"<originalData>{''.join(data)}</originalData>\n"


def _unit(package: Package, rows: Sequence[ProjectSegment]) -> str:
    first, data = rows[0], _Data()
    blank = package.header.source_language.partition("-")[0] not in _WITHOUT_BLANKS
    between = "<ignorable><source> </source></ignorable>\n" if blank else ""
    segments = between.join([_segment(row, data) for row in rows])
    attributes = {
        "id": f"{package.header.translation_id}-{first.number}",
        "name": first.key or None,
        "dragoman:fingerprint": write_fingerprints(package.header, rows),
    }
    return (
        f"{begin('unit', attributes)}\n{''.join(_matches(package, rows))}{_glossary(package, rows)}"
        f"{_notes(dict.fromkeys(row.note for row in rows if row.note))}{data.written()}{segments}</unit>\n"
    )


def _segment(row: ProjectSegment, data: _Data) -> str:
    source, names = decode_segment(row.source), names_of_row(row)
    target = decode_segment(row.target) if row.target is not None else None
    paired = is_nested(source) and (target is None or is_nested(target))
    writer = _Inline(prefix=f"{row.number}-", names=names, paired=paired, data=data)
    attributes = {
        "id": f"s{row.number}",
        "state": _STATES[row.state],
        "subState": PRETRANSLATED if row.state is SegmentState.PRETRANSLATED else None,
    }
    target_element = "" if target is None else f"<target>{writer.write(target)}</target>"
    return (
        f"{begin('segment', attributes)}<source>{writer.write(source)}</source>{target_element}</segment>\n"
    )


def _matches(package: Package, rows: Sequence[ProjectSegment]) -> Iterator[str]:
    found = [(row, one) for row in rows for one in package.proposals.get(row.number, ())]
    if found:
        yield "<mtc:matches>\n"
        yield from (_match(row, one) for row, one in found)
        yield "</mtc:matches>\n"


def _match(row: ProjectSegment, proposal: MemoryProposal) -> str:
    score = str(min(proposal.score, 100))
    attributes = {
        "ref": f"#s{row.number}",
        "similarity": score,
        "matchQuality": score,
        "type": "icm" if proposal.score > 100 else "tm",
        "origin": proposal.origin,
    }
    paired = is_nested(proposal.source) and is_nested(proposal.target)
    writer = _Inline(prefix="m", names=names_of(proposal.source, proposal.target), paired=paired)
    return (
        f"{begin('mtc:match', attributes)}<source>{writer.write(proposal.source)}</source>"
        f"<target>{writer.write(proposal.target)}</target></mtc:match>\n"
    )


def _glossary(package: Package, rows: Sequence[ProjectSegment]) -> str:
    entries = [_entry(row, term) for row in rows for term in package.terms.get(row.number, ())]
    return f"<gls:glossary>\n{''.join(entries)}</gls:glossary>\n" if entries else ""


def _entry(row: ProjectSegment, term: PackagedTerm) -> str:
    meaning = "; ".join(
        [
            *([term.definition] if term.definition else []),
            *([f"not: {' / '.join(term.forbidden)}"] if term.forbidden else []),
        ]
    )
    return (
        begin("gls:glossEntry", {"ref": f"#s{row.number}"})
        + element("gls:term", {}, term.source)
        + "".join(element("gls:translation", {}, target) for target in term.targets)
        + (element("gls:definition", {}, meaning) if meaning or not term.targets else "")
        + "</gls:glossEntry>\n"
    )


def _notes(notes: Sequence[str] | dict[str, None]) -> str:
    if not notes:
        return ""
    return f"<notes>{''.join(element('note', {}, note) for note in notes)}</notes>\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Inline:
    """Writes the content of a source or target."""

    prefix: str
    names: RowCodes
    paired: bool  # pairs are nested on both sides
    data: _Data | None = None  # None: the file does not show the original of codes

    def write(self, segment: Segment) -> str:
        whole = {name for name in self.names.named.values() if self._has_both(segment, name)}
        counts = Counter[tuple[str, CodeKind]]()
        pieces = []
        for part in segment:
            if isinstance(part, Text):
                pieces.append(_text(part.text))
                continue
            name = self.names.named[part.id]
            counts[name, part.kind] += 1
            count = counts[name, part.kind]
            written = self.prefix + (name if count == 1 else f"{name}.{count}")
            pieces.append(self._code(part, written, alone=name not in whole))
        return "".join(pieces)

    def _has_both(self, segment: Segment, name: str) -> bool:
        """Whether every beginning of a code has its end behind it."""
        kinds = [
            part.kind for part in segment if isinstance(part, Code) and self.names.named[part.id] == name
        ]
        opened = kinds.count(CodeKind.OPEN)
        return opened == kinds.count(CodeKind.CLOSE) and kinds == [CodeKind.OPEN, CodeKind.CLOSE] * opened

    def _code(self, code: Code, name: str, *, alone: bool) -> str:
        shown = show(code) or None
        reference = self.data.refer(code) if self.data else None
        if code.kind is CodeKind.STANDALONE:
            about = {**_type(code), "disp": shown, "equiv": shown, "dataRef": reference}
            return begin("ph", {"id": name, **about}, empty=True)
        if self.paired:
            if code.kind is CodeKind.CLOSE:
                return "</pc>"
            end = self.names.known.get((self.names.named[code.id], CodeKind.CLOSE))
            attributes = {
                "id": name,
                **_type(code),
                "dispStart": shown,
                "dispEnd": (show(end) or None) if end else None,
                "dataRefStart": reference,
                "dataRefEnd": self.data.refer(end) if self.data and end else None,
            }
            return begin("pc", attributes)
        about = {"disp": shown, "equiv": shown, "dataRef": reference}
        if code.kind is CodeKind.OPEN:
            isolated = {"isolated": "yes" if alone else None}
            return begin("sc", {"id": name, **_type(code), **isolated, **about}, empty=True)
        if alone:
            base, dot, count = name.partition(".")
            return begin(
                "ec", {"id": f"{base}e{dot}{count}", "isolated": "yes", **_type(code), **about}, empty=True
            )
        return begin("ec", {"startRef": name, **about}, empty=True)


def _type(code: Code) -> dict[str, str | None]:
    if code.type in _TYPES:
        return {"type": _TYPES[code.type]}
    return {"type": "other", "subType": f"dragoman:{kind_of(code)}"}


def _text(text: str) -> str:
    return "".join(
        begin("cp", {"hex": f"{ord(piece):04X}"}, empty=True) if impossible else escape(piece)
        for piece, impossible in split_impossible(text)
    )
