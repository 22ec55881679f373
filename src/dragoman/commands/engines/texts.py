"""Texts to compare engines on: lines, two columns, or a translation memory (TMX)."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from dragoman import languages
from dragoman.errors import RuleBroken
from dragoman.memories.tmx.reading import read_tmx
from dragoman.segments import render

MOST_TEXTS: Final = 2_000
_COLUMNS: Final = {".tsv": "\t", ".csv": ","}


class TextsRefused(RuleBroken):
    """A file of texts that cannot be used."""

    code = "TEXTS_REFUSED"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialTexts:
    """Texts, with their translations by people where the file has them."""

    sources: list[str]
    references: list[str] | None


def read_texts(path: Path, *, source: str, target: str) -> TrialTexts:
    """The first texts of a file, at most `MOST_TEXTS`. `source` and `target` are canonical codes.

    `.tsv` and `.csv` have text and translation, `.tmx` has units of the pair, any other file a text a line.
    Raises `TextsRefused`.
    """
    suffix = path.suffix.lower()
    try:
        if suffix == ".tmx":
            return _pairs(path, islice(_units(path, source, target), MOST_TEXTS))
        if suffix in _COLUMNS:
            with path.open(encoding="utf-8-sig", newline="") as file:
                return _pairs(
                    path, islice(_rows(path, csv.reader(file, delimiter=_COLUMNS[suffix])), MOST_TEXTS)
                )
        with path.open(encoding="utf-8-sig") as file:
            lines = list(islice((line.strip() for line in file if line.strip()), MOST_TEXTS))
    except OSError as error:
        raise TextsRefused(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise TextsRefused(f"{path} is not UTF-8. Save it as UTF-8.") from None
    if not lines:
        raise TextsRefused(f"{path} has no text. Write one text a line.")
    return TrialTexts(sources=lines, references=None)


def _rows(path: Path, reader: Iterator[list[str]]) -> Iterator[tuple[str, str]]:
    for number, row in enumerate(reader, start=1):
        if len(row) < 2:
            raise TextsRefused(
                f"Line {number} of {path} has one column. Write text and translation in each line."
            )
        if row[0].strip() and row[1].strip():
            yield row[0], row[1]


def _units(path: Path, source: str, target: str) -> Iterator[tuple[str, str]]:
    with path.open("rb") as stream:
        for units in read_tmx(stream):
            for unit in units.units:
                if _is_like(unit.source_language, source) and _is_like(unit.target_language, target):
                    yield render(unit.source), render(unit.target)


def _is_like(code: str, wanted: str) -> bool:
    return languages.primary(code) == languages.primary(wanted)


def _pairs(path: Path, pairs: Iterator[tuple[str, str]]) -> TrialTexts:
    found = list(pairs)
    if not found:
        raise TextsRefused(f"{path} has no text of this pair of languages with its translation.")
    return TrialTexts(sources=[one for one, _ in found], references=[one for _, one in found])
