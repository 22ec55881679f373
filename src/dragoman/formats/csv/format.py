"""The CSV and TSV format: cells of some columns become units; all other cells are unchanged.

In a table with one column per language, the texts in the source's column are translated into the target's,
which is added where it is missing. Translations in the file are kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.csv.cells import (
    CsvDialect,
    Row,
    find_delimiter,
    is_formula,
    is_quoted,
    read_rows,
    unquote,
    write_cell,
)
from dragoman.formats.csv.columns import ColumnSelection, find_columns
from dragoman.formats.families.keyed.extraction import MOST_TEXTS
from dragoman.formats.format import (
    Document,
    FormatInfo,
    Languages,
    Option,
    Reason,
    Recognition,
    Sample,
    Source,
    Unit,
)
from dragoman.formats.units.encoding_warnings import warnings_for
from dragoman.formats.units.limits import too_many
from dragoman.formats.units.string_segments import read_plain, segments_of, write_text
from dragoman.formats.units.values import ContentKind, has_letters, is_prose, judge
from dragoman.segments import Segment, normalise
from dragoman.text_io.charsets import DecodedText, decode, encode, show_text
from dragoman.text_io.errors import DocumentEmpty
from dragoman.text_io.splice import Replacement, splice

INFO: Final = FormatInfo(
    file_type=find_entry("csv"),
    title="CSV or TSV table",
    translated=(
        "the columns that are chosen, else those that hold language",
        "in tables with a column for each language: the source's texts, into the target's, added if missing",
        "in tables with columns called source and target: the texts that have no target yet",
    ),
    left_alone=(
        "the first row, where it has the columns' names",
        "numbers, identifiers, addresses; cells that a spreadsheet may take for formulas",
        "delimiters, quotes and line ends; existing translations",
    ),
    options=(
        Option(
            name="columns",
            default=(),
            description="Translate these columns, by their names or their numbers from 1, in place.",
        ),
        Option(
            name="targetColumn",
            default="",
            description="Write translations into this column, by name or number; a new name adds a column.",
        ),
        Option(
            name="header",
            default="auto",
            description="Whether the first row has the columns' names.",
            choices=("auto", "yes", "no"),
        ),
        Option(
            name="delimiter",
            default="auto",
            description="What parts the cells.",
            choices=("auto", ",", ";", "|", "tab"),
        ),
    ),
)
_LONGEST_NAME: Final = 100  # characters shown of a column's name
_LOOKED_AT: Final = 500  # rows, to find out what a table holds


class CsvFormat:
    """Tables of separated values."""

    @property
    def info(self) -> FormatInfo:
        """The description for users."""
        return INFO

    def recognise(self, sample: Sample) -> Recognition:
        """Recognise any text with an extension of the format."""
        named = sample.suffix in INFO.media_types and sample.text is not None and sample.root is None
        return Recognition.POSSIBLE if named else Recognition.NO

    def extract(self, source: Source, languages: Languages) -> Document:
        """Read all units."""
        table = _read(source, languages)
        left: Counter[Reason] = Counter()
        units: list[Unit] = []
        for cell in table.cells(left):
            units.append(_unit(cell, table.columns))
            if len(units) > MOST_TEXTS:
                raise too_many("texts", MOST_TEXTS, units)
        return Document(
            units=tuple(units),
            left_alone=dict(+left),
            warnings=warnings_for(table.decoded, languages.target),
        )

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write the table with `targets` in it."""
        table = _read(source, languages)
        found, changed = _replacements(table, targets)
        if not changed:
            return source.data
        if table.columns.added and (header := next(table.rows(), None)) is not None:
            cell = _Cell(number=0, row=header, column=0, reason=None, text="")
            found.append(table.placed(cell, table.columns.added))
        return encode(splice(table.decoded.text, found), table.decoded)[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cell:
    """A cell that is a unit."""

    number: int  # of its row, from 1
    row: Row
    column: int
    reason: Reason | None
    text: str

    @property
    def identity(self) -> str:
        """The unit's id."""
        return f"{self.number}.{self.column + 1}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """The table as extraction and rebuilding both need it."""

    decoded: DecodedText
    dialect: CsvDialect
    columns: ColumnSelection

    def rows(self) -> Iterator[Row]:
        """Every row, including that of names."""
        return read_rows(self.decoded.text, self.dialect.delimiter)

    def raw(self, row: Row, column: int) -> str:
        """A cell as written; "" after the end of a row."""
        return self.decoded.text[slice(*row[column])] if column < len(row) else ""

    def cells(self, left: Counter[Reason]) -> Iterator[_Cell]:
        """Every cell that is a unit; counts the others, but not empty ones."""
        columns = self.columns
        translated = frozenset(columns.translated)
        for number, row in enumerate(self.rows(), start=1):
            if number == 1 and columns.header:
                left[Reason.KEY] += len(row)
                continue
            for column in range(len(row)):
                text = unquote(self.raw(row, column))
                if column not in translated:
                    if column != columns.target and text:
                        left[Reason.KEY if has_letters(text) else Reason.NO_TEXT] += 1
                    continue
                reason = self._reason(text, column)
                if reason is not None:
                    left[reason] += bool(text)
                    continue
                taken = columns.target is not None and unquote(self.raw(row, columns.target)).strip()
                reason = Reason.TRANSLATED if taken else None
                yield _Cell(number=number, row=row, column=column, reason=reason, text=text)

    def _reason(self, text: str, column: int) -> Reason | None:
        """Why the text of a cell is not a unit."""
        if not has_letters(text):
            return Reason.NO_TEXT
        if is_formula(text):
            return Reason.CODE
        names = self.columns.names
        return (
            judge(names[column] if column < len(names) else "", text, ContentKind.DATA)
            if self.columns.judged
            else None
        )

    def placed(self, cell: _Cell, text: str) -> Replacement:
        """The translation in its cell, in another cell of the row, or after the row."""
        columns, row = self.columns, cell.row
        like = self.raw(row, cell.column)
        written = write_cell(text, like, self.dialect)
        column = cell.column if columns.target is None else columns.target
        if column < len(row):
            return Replacement(*row[column], written)
        missing = self.dialect.delimiter * (column - len(row) + 1)
        return Replacement(row[-1][1], row[-1][1], missing + written)


def _read(source: Source, languages: Languages) -> _Table:
    decoded = decode(source.data, language=languages.source)
    text = decoded.text
    if not text.strip():
        raise DocumentEmpty("The file is empty.")
    delimiter = str(source.options.get("delimiter", "auto"))
    delimiter = {"auto": "", "tab": "\t"}.get(delimiter, delimiter) or find_delimiter(text, source.suffix)
    looked_at = list(islice(read_rows(text, delimiter), _LOOKED_AT))
    raw = [[text[start:end] for start, end in row] for row in looked_at]
    columns = find_columns([[unquote(cell) for cell in row] for row in raw], source.options, languages)
    quotes = any(is_quoted(cell) for row in raw for cell in row)
    return _Table(decoded=decoded, dialect=CsvDialect(delimiter=delimiter, quotes=quotes), columns=columns)


def _unit(cell: _Cell, columns: ColumnSelection) -> Unit:
    name = columns.names[cell.column] if cell.column < len(columns.names) else str(cell.column + 1)
    return Unit(
        id=cell.identity,
        segment=segments_of(read_plain(cell.text))[""],
        reason=cell.reason,
        prose=is_prose(cell.text, ContentKind.DATA),
        context=f"{show_text(name, _LONGEST_NAME)}, {cell.number}",
    )


def _replacements(table: _Table, targets: Mapping[str, Segment]) -> tuple[list[Replacement], bool]:
    """The replacements, and whether any text differs from the old one."""
    found: list[Replacement] = []
    changed = False
    for cell in table.cells(Counter()):
        target = targets.get(cell.identity)
        if target is None or cell.reason is not None:
            continue
        reading = read_plain(cell.text)
        target = normalise(target)
        differs = target != segments_of(reading)[""]
        changed |= differs
        if differs or table.columns.target is not None:  # an unchanged word is a translation, too
            found.append(table.placed(cell, write_text(reading, {"": target})))
    return found, changed


FORMAT: Final = CsvFormat()
