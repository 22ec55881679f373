"""What goes between this process and a child: a header of JSON and raw bytes, each with its length before it.

The first line of a header names its kind; units and targets follow, many to a line, so that at most one
line's are in memory twice. Never pickle. The child has read hostile files, so its answer is validated while
it is decoded.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any, Final, TypeAlias, TypeVar

import orjson

from dragoman.conversion.check import check_document, is_too_long
from dragoman.conversion.wire_lines import decode_lines
from dragoman.errors import RuleBroken
from dragoman.formats.format import (
    LARGEST_LENGTH,
    LONGEST_NOTE,
    MOST_NOTES,
    Document,
    Languages,
    Reason,
    Source,
    Unit,
    WarningCode,
)
from dragoman.formats.format import DocumentWarning as FormatWarning
from dragoman.messages.placeholder_grammars import check_names
from dragoman.segments import Code, CodeKind, Segment, Text
from dragoman.text_io.errors import ConversionFailed

PREFIX: Final = struct.Struct(">QQ")  # lengths of the header and of what follows it
READY: Final = b"R"  # the first byte of a child: it is confined and waits

# What a failure may be beside the codes of D7.
MEMORY: Final = "memory"
DEFECT: Final = "defect"  # an exception that no format may raise

_A_LINE: Final = 1_000  # units or targets

T = TypeVar("T")
_Codes: TypeAlias = dict[tuple[str, ...], Code]  # of equal codes, which are many, one is kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request to a child: to extract, or with `targets` to rebuild."""

    format: str
    source: Source
    languages: Languages
    max_words: int = 0  # of extraction
    targets: Mapping[str, Segment] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildFailure:
    """Why a child could not do it."""

    kind: str  # a code of D7, MEMORY or DEFECT
    message: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a child answers: a document with its words, or bytes, or a failure."""

    document: Document | None = None
    words: int = 0
    data: bytes | None = field(default=None, repr=False)
    unwritten: tuple[str, ...] = ()  # ids of units whose translations are not in the bytes
    failure: ChildFailure | None = None
    peak: int = 0  # most memory it had, in bytes


def encode_request(request: Request) -> tuple[bytes, bytes]:
    """The frame up to the file's bytes, and those."""
    targets = request.targets
    first = {
        "format": request.format,
        "suffix": request.source.suffix,
        "options": request.source.options,
        "languages": [request.languages.source, request.languages.target],
        "maxWords": request.max_words,
        "rebuild": targets is not None,
    }
    header = _encode_lines(first, (targets or {}).items(), lambda item: [item[0], _encode_segment(item[1])])
    return PREFIX.pack(len(header), len(request.source.data)) + header, request.source.data


def decode_request(header: bytes, data: bytes) -> Request:
    """The request of a frame."""
    lines = decode_lines(header)
    content = next(lines)
    options = {
        name: tuple(value) if isinstance(value, list) else value for name, value in content["options"].items()
    }
    source, target = content["languages"]
    alike: _Codes = {}
    targets = {name: _decode_segment(segment, alike) for line in lines for name, segment in line}
    return Request(
        format=content["format"],
        source=Source(data=data, suffix=content["suffix"], options=options),
        languages=Languages(source=source, target=target),
        max_words=content["maxWords"],
        targets=targets if content["rebuild"] else None,
    )


def encode_answer(answer: Answer) -> tuple[bytes, bytes]:
    """The frame up to the bytes, and those."""
    first: dict[str, Any] = {"words": answer.words, "peak": answer.peak}
    if answer.unwritten:
        first["unwritten"] = answer.unwritten
    units: tuple[Unit, ...] = ()
    if answer.failure is not None:
        failure = answer.failure
        first["failure"] = [failure.kind, failure.message, dict(failure.data)]
    elif answer.document is not None:
        document, units = answer.document, answer.document.units
        first["leftAlone"] = {str(reason): count for reason, count in document.left_alone.items()}
        first["warnings"] = [[warning.code, warning.message] for warning in document.warnings]
    header = _encode_lines(first, units, _UnitEncoder().encode)
    data = answer.data or b""
    return PREFIX.pack(len(header), len(data)) + header, data


def decode_answer(header: bytes, data: bytes) -> Answer:
    """The answer of a frame. Raises ValueError, TypeError, LookupError or AttributeError when it is none."""
    lines = decode_lines(header)
    content: Any = next(lines, None)
    words, peak = read_count(content.get("words")), read_count(content.get("peak"))
    if (failure := content.get("failure")) is not None:
        kind, message, details = failure
        return Answer(
            failure=ChildFailure(kind=read_text(kind), message=read_text(message), data=dict(details)),
            peak=peak,
        )
    if "leftAlone" not in content:
        return Answer(data=data, unwritten=tuple(map(read_text, content.get("unwritten", ()))), peak=peak)
    document = Document(
        units=tuple(map(_UnitDecoder().decode, chain.from_iterable(lines))),
        left_alone={Reason(reason): read_count(count) for reason, count in content["leftAlone"].items()},
        warnings=tuple(
            FormatWarning(code=WarningCode(code), message=read_text(message))
            for code, message in content["warnings"]
        ),
    )
    _check(document)
    return Answer(document=document, words=words, peak=peak)


def _check(document: Document) -> None:
    """Raise ValueError for what no process answers that still does as it should."""
    try:
        check_document(document)
    except ConversionFailed as error:
        raise ValueError(error.message) from None
    if any(map(is_too_long, document.units)):
        raise ValueError("too long a passage")


def _encode_lines(first: Mapping[str, Any], items: Iterable[T], encode: Callable[[T], Any]) -> bytes:
    """A header of what it is and what follows."""
    rest = iter(items)
    lines = [orjson.dumps(first, option=orjson.OPT_PASSTHROUGH_DATACLASS)]
    while line := [encode(item) for item in islice(rest, _A_LINE)]:
        lines.append(orjson.dumps(line, option=orjson.OPT_PASSTHROUGH_DATACLASS))
    return b"\n".join(lines)


@dataclass(slots=True)
class _UnitEncoder:
    """Writes units one after the other: the forms of one message share a note, which is sent once."""

    note: str = ""  # of the unit before
    placeholders: tuple[str, ...] = ()

    def encode(self, unit: Unit) -> list[Any]:
        target = None if unit.target is None else _encode_segment(unit.target)
        note = None if unit.note == self.note else unit.note
        names = None if unit.placeholders == self.placeholders else unit.placeholders
        self.note, self.placeholders = unit.note, unit.placeholders
        segment = _encode_segment(unit.segment)
        most = unit.max_length
        return [unit.id, segment, target, unit.reason, unit.prose, unit.context, note, names, most]


@dataclass(slots=True)
class _UnitDecoder:
    """Reads units one after the other."""

    note: str = ""
    placeholders: tuple[str, ...] = ()
    length: int = 0  # of all notes
    alike: _Codes = field(default_factory=dict)

    def decode(self, content: list[Any]) -> Unit:
        identity, segment, target, reason, prose, context, note, names, most = content
        if note is not None:
            self.note = read_text(note)
        self.length += len(self.note)
        if len(self.note) > LONGEST_NOTE or self.length > MOST_NOTES:
            raise ValueError("too long a note, or too many")
        if names is not None:
            self.placeholders = _names(names)
        return Unit(
            id=read_text(identity),
            segment=_decode_segment(segment, self.alike),
            target=None if target is None else _decode_segment(target, self.alike),
            reason=None if reason is None else Reason(reason),
            prose=prose is True,
            context=read_text(context),
            note=self.note,
            placeholders=self.placeholders,
            max_length=None if most is None else _read_length(most),
        )


def _read_length(value: object) -> int:
    length = read_count(value)
    if not 0 < length <= LARGEST_LENGTH:
        raise ValueError("no length")
    return length


def _names(content: list[Any]) -> tuple[str, ...]:
    try:
        return check_names(map(read_text, content))
    except RuleBroken:
        raise ValueError("no grammars of placeholders") from None


def _encode_segment(segment: Segment) -> list[Any]:
    """Texts as strings, codes as lists."""
    return [
        part.text if isinstance(part, Text) else [part.id, part.kind, part.type, part.data]
        for part in segment
    ]


def _decode_segment(content: list[Any], alike: _Codes) -> Segment:
    return tuple(
        [
            Text(text=part) if isinstance(part, str) else alike.get(tuple(part)) or _decode_code(part, alike)
            for part in content
        ]
    )


def _decode_code(content: list[Any], alike: _Codes) -> Code:
    identity, kind, type_, data = content
    code = Code(id=read_text(identity), kind=CodeKind(kind), type=read_text(type_), data=read_text(data))
    alike[identity, kind, type_, data] = code
    return code


def read_text(value: object) -> str:
    """A value that is a string. Raises TypeError."""
    if not isinstance(value, str):
        raise TypeError("not a string")
    return value


def read_count(value: object) -> int:
    """A value that is a whole number from 0 on. Raises TypeError."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TypeError("not a count")
    return value
