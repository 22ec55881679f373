"""What commands print to standard output: values for people and as JSON, tables."""

from __future__ import annotations

import dataclasses
import json
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from enum import Enum
from pathlib import Path
from typing import Any

import click


def print_json(value: Any) -> None:
    """Print one JSON value, with the names of the interface. Half characters, of file names, are escaped."""
    text = json.dumps(to_json(value), indent=2, ensure_ascii=False)
    click.echo(text.encode("utf-8", "backslashreplace").decode())


def to_json(value: Any) -> Any:
    """A result as JSON has it."""
    from dragoman_client.records import wire_name  # noqa: PLC0415 - not for help

    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = dataclasses.fields(value)
        return {
            one.metadata.get("wire", wire_name(one.name)): to_json(getattr(value, one.name))
            for one in fields
            if not isinstance(getattr(value, one.name), bytes)
        }
    if isinstance(value, Mapping):
        return {str(name): to_json(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [to_json(one) for one in value]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    return str(value) if isinstance(value, date | Path) else value


def print_table(names: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows: on a terminal in columns under their names, else separated by tabs without names."""
    texts = [[_cell(cell) for cell in row] for row in rows]
    if not sys.stdout.isatty():
        for row in texts:
            click.echo("\t".join(row))
        return
    head = [name.upper() for name in names]
    widths = [max(width_of(row[index]) for row in [head, *texts]) for index in range(len(names))]
    click.echo(click.style(_columns(head, widths), bold=True))
    for row in texts:
        click.echo(_columns(row, widths))


def print_facts(facts: Mapping[str, object]) -> None:
    """Print names and values, one a line; those without a value are left out."""
    width = max(map(len, facts), default=0)
    for name, value in facts.items():
        if value is not None and value != "":
            click.echo(f"{name.ljust(width)}  {_cell(value)}")


def width_of(text: str) -> int:
    """The columns that a text takes on a terminal."""
    return sum(_width_of_character(one) for one in text)


def percent(fraction: float) -> str:
    """Such as "45 %"."""
    return f"{fraction:.0%}".replace("%", " %")


def _width_of_character(one: str) -> int:
    if unicodedata.combining(one) or unicodedata.category(one) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(one) in "WF" else 1


def _columns(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (cell + " " * (width - width_of(cell)) for cell, width in zip(cells, widths, strict=True))
    return "  ".join(padded).rstrip()


def _cell(value: object) -> str:
    """A value in one line: control characters of others must not reach a terminal."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%SZ")
    text = str(value.value if isinstance(value, Enum) else value)
    return "".join(one if one.isprintable() or "\udc80" <= one <= "\udcff" else " " for one in text)
