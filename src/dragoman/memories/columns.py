"""Write many units as columns: an array literal for each column, which a statement takes as one text.

The driver would convert each value of a list. A text is passed on unchanged, so that another process can have
written it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import orjson

from dragoman.memories.rows import UnitRow

# Column name → the value that a row has in it; None for null.
_VALUES: Final[Mapping[str, Callable[[UnitRow], Any]]] = {
    "source_language": lambda row: row.unit.source_language,
    "target_language": lambda row: row.unit.target_language,
    "hash": lambda row: row.hash,
    "identity": lambda row: row.identity,
    "source": lambda row: row.source,
    "target": lambda row: row.target,
    "previous": lambda row: row.unit.context.previous,
    "next": lambda row: row.unit.context.next,
    "document": lambda row: row.unit.context.document,
    "key": lambda row: row.unit.context.key,
    "origin": lambda row: row.unit.origin.value,
    "status": lambda row: row.unit.status.value,
    "created": lambda row: row.unit.created,
    "created_by": lambda row: row.unit.created_by,
    "changed": lambda row: row.unit.changed,
    "changed_by": lambda row: row.unit.changed_by,
    "properties": lambda row: _write_properties(row.unit.properties),
    "used": lambda row: row.unit.used,
    "last_used": lambda row: row.unit.last_used,
    "signature": lambda row: row.signature,
    "shingles": lambda row: row.shingles,
    "words": lambda row: row.words,
}
COLUMNS: Final = tuple(_VALUES)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitColumns:
    """Units to be written into one memory, no two with the same identity."""

    count: int
    literals: Mapping[str, str]  # of `COLUMNS`; each an array of `count` elements


def write_columns(rows: Sequence[UnitRow]) -> UnitColumns:
    """Write rows as columns, in the order of the rows."""
    literals = {name: write_array(list(map(value, rows))) for name, value in _VALUES.items()}
    return UnitColumns(count=len(rows), literals=literals)


def write_array(values: Sequence[Any]) -> str:
    """Write an array literal of texts, numbers, bytes or datetimes."""
    if values and values.count(values[0]) == len(values):  # many columns are constant
        return "{" + ",".join([_write_element(values[0])] * len(values)) + "}"
    return "{" + ",".join(map(_write_element, values)) + "}"


def _write_element(value: Any) -> str:
    if isinstance(value, str):
        if "\\" in value:
            value = value.replace("\\", "\\\\")
        if '"' in value:
            value = value.replace('"', '\\"')
        return f'"{value}"'
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return f'"\\\\x{value.hex()}"'
    if isinstance(value, datetime):
        return f'"{value.isoformat()}"'
    return str(value)


def _write_properties(properties: Mapping[str, str]) -> str | None:
    return orjson.dumps(dict(properties)).decode() if properties else None
