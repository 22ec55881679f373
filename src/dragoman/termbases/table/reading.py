"""Read a table of terms to concepts, row by row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import BinaryIO, Final

from dragoman.languages import canonical, is_well_formed
from dragoman.termbases.decoding import find_encoding, read_text
from dragoman.termbases.drafts import ConceptDraft, EntryIds, TermDefaults, TermDraft, finish
from dragoman.termbases.model import TermStatus
from dragoman.termbases.problems import Effect, TermEntry, TermProblem, TermsUnreadable
from dragoman.termbases.spellings import (
    read_answer,
    read_date,
    read_gender,
    read_match,
    read_part_of_speech,
    read_status,
    read_type,
)
from dragoman.termbases.table.cells import FORMS, split_values
from dragoman.termbases.table.columns import (
    ColumnRoles,
    TableColumn,
    TableField,
    find_columns,
    find_languages,
    is_known,
    recognise_columns,
)
from dragoman.termbases.table.rows import (
    DELIMITERS,
    LONGEST_CELL,
    MOST_COLUMNS,
    LineReader,
    TableRow,
    declared_delimiter,
    read_rows,
)
from dragoman.text_io.charset_labels import find_codec
from dragoman.text_io.spreadsheets import unescape_formula

_DELIMITED: Final = re.compile("[,;\t|]")
_LONGEST_NAMES: Final = 10_000  # bytes of the first row that are searched for names of languages
_ROWS_EXAMINED: Final = 50  # to find the delimiter


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """How to read a table. Options that are empty are guessed."""

    encoding: str = ""
    delimiter: str = ""
    source: str = ""  # the language of a column called source or term
    target: str = ""  # and of one called target or translation
    columns: tuple[str, ...] = ()  # the names of the columns, where the first row does not have them
    has_names: bool = False  # whether there is a first row of names, which `columns` replaces
    defaults: TermDefaults = field(default_factory=TermDefaults)


def read_table(file: BinaryIO, options: TableOptions | None = None) -> Iterator[TermEntry]:
    """Read every row of a seekable file, with its problems.

    Raises `TermsUnreadable` if it is not a table, has no column of terms, or its encoding is not known.
    """
    chosen = options or TableOptions()
    if chosen.encoding and find_codec(chosen.encoding) is None:
        raise TermsUnreadable(
            f"The encoding {chosen.encoding!r} is not known.",
            hints="Name it as web pages do (utf-8, windows-1252), or leave it out to have it detected.",
        )
    roles = _roles(chosen)
    languages = find_languages(chosen.columns or _guess_names(file), roles)
    encoding = find_encoding(file, declared=chosen.encoding or None, languages=languages)
    pieces = read_text(file, encoding)
    head = next(pieces, "").removeprefix("\ufeff")
    delimiter = _delimiter(head, chosen, roles)
    rows = read_rows(LineReader(chain([head], pieces)), delimiter)
    line, columns = _columns(rows, chosen, roles)
    yield from _report_unknown_columns(line, columns, chosen.columns)
    ids = EntryIds()
    for row in rows:
        yield _read_row(row, columns, chosen.defaults, ids)


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePreview:
    """The beginning of a table, as it is read."""

    columns: tuple[TableColumn, ...]
    rows: tuple[tuple[str, ...], ...]  # the first ones, with the names if it has them


def preview_table(file: BinaryIO, options: TableOptions, *, rows: int) -> TablePreview:
    """Read the first rows of a table, even if none of its columns has terms. Raises `TermsUnreadable`."""
    roles = _roles(options)
    languages = find_languages(options.columns or _guess_names(file), roles)
    encoding = find_encoding(file, declared=options.encoding or None, languages=languages)
    head = next(read_text(file, encoding), "").removeprefix("\ufeff")
    delimiter = _delimiter(head, options, roles)
    found = [one.cells for one in islice(read_rows(LineReader(iter([head])), delimiter), rows)]
    cells = tuple(tuple(map(unescape_formula, one)) for one in found)
    return TablePreview(
        columns=recognise_columns(options.columns or (cells[0] if cells else ()), roles),
        rows=cells,
    )


def _guess_names(file: BinaryIO) -> list[str]:
    """Guess the names in the first row before encoding and delimiter are known: most are ASCII."""
    file.seek(0)
    first = file.readline(_LONGEST_NAMES).decode("latin-1")
    if declared_delimiter(first) is not None:
        first = file.readline(_LONGEST_NAMES).decode("latin-1")
    return [name.strip().strip('"') for name in _DELIMITED.split(first)]


def _roles(options: TableOptions) -> ColumnRoles:
    for code in (options.source, options.target):
        if code and not is_well_formed(code):
            raise TermsUnreadable("The languages of source and target must be codes such as en and pt-BR.")
    return ColumnRoles(
        source=canonical(options.source) if options.source else "",
        target=canonical(options.target) if options.target else "",
    )


def _delimiter(head: str, options: TableOptions, roles: ColumnRoles) -> str:
    """Find the delimiter by which the first row has the most known names, then the rows the same length."""
    if options.delimiter:
        if len(options.delimiter) != 1 or options.delimiter in '"\n\r\\':
            raise TermsUnreadable("The delimiter must be one character, such as a comma, semicolon or tab.")
        return options.delimiter
    declared = declared_delimiter(head)
    if declared is not None:
        return declared
    best, best_score = ",", (0, 0.0, 0)
    for delimiter in DELIMITERS:
        rows = [row.cells for row in islice(read_rows(LineReader(iter([head])), delimiter), _ROWS_EXAMINED)]
        names = options.columns or (rows[0] if rows else ())
        known = 0 if options.columns else sum(1 for name in names if name.strip() and is_known(name, roles))
        widths = [len(cells) for cells in rows]
        usual = len(names) if options.columns else max(set(widths), key=widths.count, default=0)
        same_width = widths.count(usual) / len(widths) if usual > 1 and widths else 0.0
        if (known, same_width, usual) > best_score:
            best, best_score = delimiter, (known, same_width, usual)
    return best


def _columns(
    rows: Iterator[TableRow], options: TableOptions, roles: ColumnRoles
) -> tuple[int, tuple[TableColumn, ...]]:
    if options.columns:
        if options.has_names:
            next(rows, None)
        return 1, find_columns(options.columns, roles)
    first = next(rows, None)
    if first is None:
        raise TermsUnreadable("The table is empty.")
    if first.too_long:
        raise TermsUnreadable(f"The first row is too long; a table has at most {MOST_COLUMNS} columns.")
    return first.line, find_columns([unescape_formula(cell) for cell in first.cells], roles)


def _report_unknown_columns(
    line: int, columns: Sequence[TableColumn], given: Sequence[str]
) -> Iterator[TermEntry]:
    """Report unknown columns, before the first row; not those for which the caller gave an empty name."""
    problems = [
        TermProblem(
            line=line,
            effect=Effect.PART_LEFT_OUT,
            message=f"Column {at} is not known; it is left out. Columns of terms are named by language.",
        )
        for at, column in enumerate(columns, start=1)
        if column.field is TableField.UNKNOWN and not (given and not given[at - 1])
    ]
    if problems:
        yield TermEntry(line=line, problems=tuple(problems))


def _read_row(
    row: TableRow, columns: Sequence[TableColumn], defaults: TermDefaults, ids: EntryIds
) -> TermEntry:
    refusal = _refusal(row, columns)
    if refusal:
        problem = TermProblem(line=row.line, effect=Effect.ENTRY_LEFT_OUT, message=refusal)
        return TermEntry(line=row.line, problems=(problem,))
    draft = ConceptDraft(line=row.line)
    if row.unclosed:
        draft.report(row.line, Effect.NOTICED, "A quote in this row does not close; it is taken as text.")
    if len(row.cells) < len(columns):
        message = f"The row has {len(row.cells)} of {len(columns)} columns; the missing ones are empty."
        draft.report(row.line, Effect.NOTICED, message)
    cells = [(column, unescape_formula(cell)) for column, cell in zip(columns, row.cells, strict=False)]
    groups: dict[tuple[str, TermStatus | None], list[TermDraft]] = {}
    for column, cell in cells:
        if column.field is TableField.TERMS:
            groups.setdefault((column.language, column.status), []).extend(_terms(row.line, column, cell))
    draft.terms = [term for group in groups.values() for term in group if term.text]
    for column, cell in cells:
        if not cell.strip() or column.field is TableField.TERMS:
            continue
        if column.language:
            _set_for_each(draft, column, cell, groups.get((column.language, column.status), []))
        elif not _set_for_concept(draft, column.field, cell):
            for term in draft.terms:
                _set_for_term(draft, term, column.field, cell)
    return finish(draft, defaults, ids)


def _refusal(row: TableRow, columns: Sequence[TableColumn]) -> str:
    refusal = ""
    if row.too_long:
        refusal = (
            f"The row is longer than {LONGEST_CELL} characters or {MOST_COLUMNS} columns; it is left out."
        )
    elif len(row.cells) > len(columns) and any(map(str.strip, row.cells[len(columns) :])):
        refusal = (
            f"The row has {len(row.cells)} columns, the first row {len(columns)}: put cells that contain the "
            "delimiter in quotes. The row is left out."
        )
    return refusal


def _terms(line: int, column: TableColumn, cell: str) -> list[TermDraft]:
    return [
        TermDraft(line=line, language=column.language, text=text, status=column.status)
        for text in split_values(cell)
    ]


def _set_for_each(draft: ConceptDraft, column: TableColumn, cell: str, terms: Sequence[TermDraft]) -> None:
    """Set a property of terms from a cell: one value for all, or one for each."""
    values = split_values(cell)
    if len(values) == 1:
        values *= len(terms)
    if len(values) != len(terms):
        message = (
            f"A cell has {len(values)} values for {len(terms)} terms ({column.language}: {column.field}); "
            "values without a term are left out."
        )
        draft.report(draft.line, Effect.PART_LEFT_OUT, message)
    for term, value in zip(terms, values, strict=False):
        if value:
            _set_for_term(draft, term, column.field, value)


def _set_for_term(draft: ConceptDraft, term: TermDraft, kind: TableField, text: str) -> None:
    is_known = True
    if kind is TableField.STATUS:
        status = read_status(text)
        is_known = status is not None
        term.status = term.status or status
    elif kind is TableField.CASE:
        term.case_sensitive = read_answer(text)
        is_known = term.case_sensitive is not None
    elif kind is TableField.MATCH:
        term.match = read_match(text)
        is_known = term.match is not None
    elif kind is TableField.FORMS:
        term.forms += split_values(text, FORMS)
    elif kind is TableField.PART_OF_SPEECH:
        term.part_of_speech = read_part_of_speech(text)
    elif kind is TableField.GENDER:
        term.gender = read_gender(text)
    elif kind is TableField.TYPE:
        term.type = read_type(text)
    elif kind is TableField.NOTE:
        term.notes.append(text)
    elif kind is TableField.EXAMPLE:
        term.examples.append(text)
    if not is_known:
        message = f"A value of the column {kind} is not known; it is ignored."
        draft.report(term.line, Effect.NOTICED, message)


def _set_for_concept(draft: ConceptDraft, kind: TableField, text: str) -> bool:
    """Set a property of the concept from a cell; False if the column is one of terms."""
    if kind is TableField.ID:
        draft.id = text
    elif kind is TableField.DOMAIN:
        draft.domains.append(text)
    elif kind is TableField.DEFINITION:
        draft.definitions.append(text)
    elif kind in (TableField.NOTE, TableField.EXAMPLE):
        draft.notes.append(text)
    elif kind is TableField.DO_NOT_TRANSLATE:
        draft.do_not_translate |= read_answer(text) is True
    elif kind is TableField.TRANSLATE:
        draft.do_not_translate |= read_answer(text) is False
    elif kind is TableField.CREATED:
        draft.created = read_date(text)
    elif kind is TableField.CHANGED:
        draft.changed = read_date(text)
    else:
        return kind is TableField.UNKNOWN
    return True
