"""Reading tables in tests."""

from __future__ import annotations

import io

from dragoman.termbases.model import Concept
from dragoman.termbases.problems import TermEntry
from dragoman.termbases.table import TableOptions, read_table


def read(data: bytes | str, options: TableOptions | None = None) -> list[TermEntry]:
    return list(read_table(io.BytesIO(data.encode() if isinstance(data, str) else data), options))


def concepts_of(data: bytes | str, options: TableOptions | None = None) -> list[Concept]:
    return [entry.concept for entry in read(data, options) if entry.concept is not None]


def terms_of(data: bytes | str, options: TableOptions | None = None) -> list[dict[str, list[str]]]:
    """For each concept its terms by language, as `text` or `status text`."""
    found = []
    for concept in concepts_of(data, options):
        by_language: dict[str, list[str]] = {}
        for term in concept.terms:
            text = term.text if term.status == "preferred" else f"{term.status} {term.text}"
            by_language.setdefault(term.language, []).append(text)
        found.append(by_language)
    return found
