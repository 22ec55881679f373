"""Which columns of a table are translated, and which columns receive their translations."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dragoman.formats.format import Languages
from dragoman.formats.units.values import ContentKind, has_letters, judge
from dragoman.languages import is_well_formed
from dragoman.messages.plurals import is_variety
from dragoman.text_io.errors import ConversionFailed

_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,2}", re.ASCII)
_NUMBER: Final = re.compile(r"\s*[-+]?[\d.,:/\s%€$£-]*\d[\d.,:/\s%€$£-]*\s*")
_SENTENCE: Final = re.compile(r"[.!?…。！？]\s*\Z|[,;:!?]\s")
_NAME_WORDS: Final = (
    "id key name title label text value source target comment comments note notes description context string"
    " language locale type category term definition question answer subject body url date status"
)
_NAMES: Final = frozenset(_NAME_WORDS.split())
_LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnSelection:
    """The columns of a table to translate, and their target columns."""

    header: bool  # the first row has the columns' names
    names: tuple[str, ...]
    translated: tuple[int, ...]  # numbers of columns, from 0
    judged: bool  # chosen automatically: cells that are not language are not translated
    target: int | None = None  # receives the translations; None: the column of the texts
    added: str = ""  # the name of a target column that is to be added


def find_columns(
    rows: Sequence[Sequence[str]], options: Mapping[str, object], languages: Languages
) -> ColumnSelection:
    """Choose columns by the first rows of a table and the client's options."""
    header = _has_header(rows, str(options.get("header", "auto")))
    names = tuple(name.strip() for name in rows[0]) if header and rows else ()
    chosen, into = options.get("columns"), str(options.get("targetColumn", "")).strip()
    width = max(map(len, rows), default=0)
    found = _columns_of_language(rows[1:] if header else rows, names)
    if isinstance(chosen, list | tuple) and chosen:
        found = tuple(sorted({_chosen(str(item), names, width) for item in chosen}))
        if not into:
            return ColumnSelection(header=header, names=names, translated=found, judged=False)
    if into:
        columns = ColumnSelection(header=header, names=names, translated=found, judged=not chosen)
        return _into(into, columns, width)
    table = _table_of_languages(names, found, languages)
    if table is not None:
        source, target, added = table
        return ColumnSelection(
            header=True, names=names, translated=(source,), judged=False, target=target, added=added
        )
    others = [at for at in found if at < len(names) and is_language(names[at])]
    if len(others) > 1:  # the source's texts are in a column of another name
        found = tuple(sorted(set(found) - set(others)))
    return ColumnSelection(header=header, names=names, translated=found, judged=True)


def is_language(name: str) -> bool:
    """Whether a column's name is the code of a language."""
    return _LANGUAGE.fullmatch(name) is not None and is_well_formed(name.replace("_", "-"))


def _has_header(rows: Sequence[Sequence[str]], wanted: str) -> bool:
    if wanted != "auto":
        return wanted == "yes"
    first = [name.strip() for name in rows[0]] if rows else []
    if len(rows) < 2 or not first or not all(map(_may_be_name, first)) or len(set(first)) < len(first):
        return False
    if any(name.lower() in _NAMES or name.rpartition("_")[2].lower() in _NAMES for name in first):
        return True
    return any(
        _differs(name, [row[at] for row in rows[1:] if at < len(row)]) for at, name in enumerate(first)
    )


def _may_be_name(text: str) -> bool:
    return (
        has_letters(text) and len(text) <= _LONGEST_NAME and "\n" not in text and not _SENTENCE.search(text)
    )


def _differs(name: str, cells: Sequence[str]) -> bool:
    """Whether the cells below a name are clearly of another kind: numbers, or much longer texts."""
    filled = [cell for cell in cells if cell.strip()]
    if not filled:
        return False
    numbers = sum(_NUMBER.fullmatch(cell) is not None for cell in filled)
    return 2 * numbers > len(filled) or sum(map(len, filled)) > 4 * len(name) * len(filled) + 20


def _find(wanted: str, names: Sequence[str], width: int) -> int | None:
    """A column by its name, else by its number from 1."""
    name = wanted.strip().casefold()
    by_name = {known.casefold(): at for at, known in enumerate(names)}
    if name in by_name:
        return by_name[name]
    return int(name[:9]) - 1 if name.isascii() and name.isdigit() and 0 < int(name[:9]) <= width else None


def _chosen(wanted: str, names: Sequence[str], width: int) -> int:
    at = _find(wanted, names, width)
    if at is None:
        raise ConversionFailed(
            "The table has no column of a name or number that the option columns has. Columns are "
            "numbered from 1; names are those of the first row."
        )
    return at


def _into(wanted: str, columns: ColumnSelection, width: int) -> ColumnSelection:
    """Translate one column into another one, which a table with names may not have yet."""
    target = _find(wanted, columns.names, width)
    others = tuple(at for at in columns.translated if at != target)
    if len(others) != 1:
        raise ConversionFailed(
            "The option targetColumn takes the translations of one column: name that in the option columns."
        )
    if target is None and not columns.header:
        raise ConversionFailed(
            "The table has no column of the number that the option targetColumn has, and no names of columns "
            "in its first row to add one to."
        )
    added = "" if target is not None else wanted
    return replace(
        columns, translated=others, target=len(columns.names) if target is None else target, added=added
    )


def _columns_of_language(rows: Sequence[Sequence[str]], names: Sequence[str]) -> tuple[int, ...]:
    """The columns in which at least half of the cells with letters are language."""
    found: list[int] = []
    for at in range(max(map(len, rows), default=0)):
        name = names[at] if at < len(names) else ""
        cells = [row[at] for row in rows if at < len(row) and has_letters(row[at])]
        judged = sum(judge(name, cell, ContentKind.DATA) is None for cell in cells)
        if cells and 2 * judged >= len(cells):
            found.append(at)
    return tuple(found)


def _table_of_languages(
    names: Sequence[str], of_language: Sequence[int], languages: Languages
) -> tuple[int, int | None, str] | None:
    """Of a table with one column per language: the source's, the target's, and the one to add."""
    source = _column_of(languages.source, names, of_language)
    if source is None:
        return _bilingual(names, of_language)
    every = [at for at, name in enumerate(names) if is_language(name)]
    target = _column_of(languages.target, names, every)
    if target == source:
        return source, None, ""
    if target is not None:
        return source, target, ""
    added = (
        languages.target.replace("-", "_") if "_" in "".join(names[at] for at in every) else languages.target
    )
    return source, len(names), added


def _bilingual(names: Sequence[str], of_language: Sequence[int]) -> tuple[int, int | None, str] | None:
    """Of a table with columns called source and target."""
    at = {name.lower(): column for column, name in enumerate(names)}
    if "source" not in at or "target" not in at or at["source"] not in of_language:
        return None
    return at["source"], at["target"], ""


def _column_of(language: str, names: Sequence[str], among: Sequence[int]) -> int | None:
    """The column of a language: of the same code, else of a variety of it."""
    tags = {at: names[at].replace("_", "-") for at in among if at < len(names) and is_language(names[at])}
    for at, tag in tags.items():
        if tag.casefold() == language.casefold():
            return at
    return next((at for at, tag in tags.items() if is_variety(tag, language)), None)
