"""Fields and bodies of glossaries of the DeepL dialect, versions 2 and 3."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from dragoman.api.compat.deepl.codes import read_language
from dragoman.api.compat.ids import IdKind, parse_id, write_id
from dragoman.errors import NotFound, RuleBroken
from dragoman.http.fields import CustomerText
from dragoman.languages import primary
from dragoman.termbases.dictionaries.entries import Dictionary, DictionaryBase, Entry


class DictionaryFields(BaseModel):
    """A dictionary with its entries, as one text."""

    model_config = ConfigDict(extra="ignore")

    source_lang: str
    target_lang: str
    entries: CustomerText
    entries_format: Literal["tsv", "csv"]

    def dictionary(self) -> Dictionary:
        """Its languages. Raises `RuleBroken`."""
        return read_dictionary(self.source_lang, self.target_lang)

    def pairs(self) -> dict[str, str]:
        """Its entries. Raises `RuleBroken`."""
        return parse_entries(self.entries, self.entries_format)


class NewGlossary(DictionaryFields):
    """A glossary of version 2: it has one dictionary."""

    name: CustomerText


class NewMultilingualGlossary(BaseModel):
    """A glossary of version 3."""

    name: CustomerText
    dictionaries: Annotated[list[DictionaryFields], Field(max_length=200)]


class ChangedGlossary(BaseModel):
    """A new name, or entries to be added to dictionaries."""

    name: CustomerText | None = None
    dictionaries: Annotated[list[DictionaryFields], Field(max_length=200)] = []


def read_dictionary(source: str, target: str) -> Dictionary:
    """A pair of languages without their regions. Raises `RuleBroken` in DeepL's words."""
    one = primary(read_language(source, parameter="source_lang"))
    other = primary(read_language(target, parameter="target_lang"))
    if one == other:
        raise RuleBroken("Unsupported glossary source and target language pair.")
    return Dictionary(source=one, target=other)


def parse_entries(text: str, form: str) -> dict[str, str]:
    """Parse entries, a line each. Raises `RuleBroken` in DeepL's words."""
    rows = _read_csv(text) if form == "csv" else (line.split("\t") for line in text.splitlines())
    entries: dict[str, str] = {}
    for number, row in enumerate(rows, start=1):
        cells = [cell.strip() for cell in row]
        if not any(cells):
            continue
        # A CSV file of DeepL's website has the languages behind both terms.
        if len(cells) not in ((2, 4) if form == "csv" else (2,)) or not all(cells[:2]):
            raise RuleBroken(f"Invalid glossary entries provided: line {number} is not a pair of terms.")
        if cells[0] in entries:
            raise RuleBroken(f"Invalid glossary entries provided: line {number} repeats a source term.")
        entries[cells[0]] = cells[1]
    if not entries:
        raise RuleBroken("Missing or invalid argument: entries.")
    return entries


def _read_csv(text: str) -> Iterable[list[str]]:
    try:
        yield from csv.reader(io.StringIO(text, newline=""), strict=True)
    except csv.Error:
        raise RuleBroken("Invalid glossary entries provided: quotation marks do not fit together.") from None


def write_entries(entries: Iterable[Entry]) -> str:
    """Entries as tab-separated values."""
    return "\n".join(f"{one.source}\t{one.target}" for one in entries)


def find_number(glossary_id: str) -> int:
    """The term base that a glossary is. Raises `NotFound`."""
    number = parse_id(IdKind.TERM_BASE, glossary_id)
    if number is None:
        raise NotFound("Glossary not found.")
    return number


def write_glossary(one: DictionaryBase) -> dict[str, Any]:
    """A glossary of version 3."""
    return {
        "glossary_id": write_id(IdKind.TERM_BASE, one.base.id),
        "name": one.base.name,
        "dictionaries": [write_dictionary(dictionary, count) for dictionary, count in one.dictionaries],
        "creation_time": write_timestamp(one.base.created),
    }


def write_dictionary(dictionary: Dictionary, count: int) -> dict[str, Any]:
    """A dictionary of version 3."""
    return {"source_lang": dictionary.source, "target_lang": dictionary.target, "entry_count": count}


def write_simple_glossary(one: DictionaryBase) -> Mapping[str, Any] | None:
    """A glossary of version 2; None for one that has not exactly one dictionary."""
    if len(one.dictionaries) != 1:
        return None
    written = write_glossary(one)
    return {**written.pop("dictionaries")[0], **written, "ready": True}


def write_timestamp(time: datetime) -> str:
    """A time as DeepL's clients parse it: with a fraction of a second."""
    return time.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
