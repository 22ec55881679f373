"""The messages between a worker and the process that reads a TMX file. Never pickle.

The worker sends a request, then the file in pieces, the last one empty. The process sends batches. The length
comes before each message. The process has read a possibly hostile file, so its messages are validated, and
are used as parameters of statements only.
"""

from __future__ import annotations

import struct
from dataclasses import asdict, dataclass
from typing import Any, Final

import orjson

from dragoman.conversion.wire import read_count, read_text
from dragoman.memories.columns import COLUMNS, UnitColumns
from dragoman.memories.imports.batches import ImportBatch
from dragoman.memories.imports.model import Counts, ImportOptions, StoredProblem
from dragoman.memories.model import UnitOrigin, UnitStatus

LENGTH: Final = struct.Struct(">I")  # of a request, or a piece of the file, in bytes
LENGTHS: Final = struct.Struct(">II")  # of a batch: its head, and its columns
LONGEST_HEAD: Final = 16 * 1024 * 1024
LONGEST_COLUMNS: Final = 512 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRequest:
    """A request to read a file."""

    memory_id: int
    skip: int  # units of the file (`<tu>`) that earlier runs read
    options: ImportOptions


def encode_request(request: ReadRequest) -> bytes:
    """Encode a request, with its length."""
    encoded = orjson.dumps(asdict(request))
    return LENGTH.pack(len(encoded)) + encoded


def decode_request(encoded: bytes) -> ReadRequest:
    """Decode a request without its length."""
    content = orjson.loads(encoded)
    options = content["options"]
    return ReadRequest(
        memory_id=content["memory_id"],
        skip=content["skip"],
        options=ImportOptions(
            source_language=options["source_language"],
            target_languages=tuple(options["target_languages"]),
            origin=UnitOrigin(options["origin"]) if options["origin"] else None,
            status=UnitStatus(options["status"]) if options["status"] else None,
        ),
    )


def encode_batch(batch: ImportBatch, *, bytes_read: int) -> tuple[bytes, bytes]:
    """Encode a batch as two byte strings: both lengths and the head, and the columns."""
    columns = [batch.units.literals[name].encode() for name in COLUMNS]
    head = orjson.dumps(
        {
            "units": batch.units.count,
            "columns": list(map(len, columns)),
            "counts": asdict(batch.counts),
            "problems": [[one.number, one.line, one.code, one.message] for one in batch.problems],
            "bytesRead": bytes_read,
            "last": batch.last,
            "refusal": batch.refusal,
        }
    )
    content = b"".join(columns)
    return LENGTHS.pack(len(head), len(content)) + head, content


def decode_batch(head: bytes, content: bytes) -> ImportBatch:
    """Decode a batch. Raises ValueError, TypeError, LookupError or AttributeError for a malformed one."""
    given = orjson.loads(head)
    literals: dict[str, str] = {}
    position = 0
    for name, length in zip(COLUMNS, given["columns"], strict=True):
        literals[name] = content[position : position + read_count(length)].decode()
        position += length
    if position != len(content):
        raise ValueError("columns do not have the announced lengths")
    return ImportBatch(
        units=UnitColumns(count=read_count(given["units"]), literals=literals),
        counts=Counts(**{name: read_count(count) for name, count in given["counts"].items()}),
        problems=tuple(map(_decode_problem, given["problems"])),
        bytes_read=read_count(given["bytesRead"]),
        last=given["last"] is True,
        refusal=None if given["refusal"] is None else read_text(given["refusal"]),
    )


def _decode_problem(content: list[Any]) -> StoredProblem:
    number, line, code, message = content
    return StoredProblem(
        number=read_count(number),
        line=None if line is None else read_count(line),
        code=read_text(code),
        message=read_text(message),
    )
