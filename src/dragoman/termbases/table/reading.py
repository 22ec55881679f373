"""A table of terms to concepts, row by row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import BinaryIO, Final

from dragoman.languages import canonical, is_well_formed
from dragoman.termbases.decoding import find_encoding, read_text
from dragoman.termbases.drafts import ConceptDraft, Ids, TermDefaults, TermDraft, finish
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
from dragoman.termbases.table.cells import FORMS, split_values, unguard
from dragoman.termbases.table.columns import Column, Field, Roles, find_columns, find_languages, is_known
from dragoman.termbases.table.rows import (
    DELIMITERS,
    LONGEST_CELL,
    MOST_COLUMNS,
    Lines,
    TableRow,
    read_rows,
    told_delimiter,
)
from dragoman.text_io.charset_labels import find_codec

_DELIMITED: Final = re.compile("[,;\t|]")
_LONGEST_NAMES: Final = 10_000  # bytes of the first row that are looked at for names of languages
_LOOKED_AT: Final = 50  # rows, to find the delimiter


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """What a client says of a table. Empty: it is found out."""

    encoding: str = ""
    delimiter: str = ""
    source: str = ""  # the language of a column that is called source or term
    target: str = ""  # and of one that is called target or translation
    columns: tuple[str, ...] = ()  # given: the table has no row of names, and these are they
    defaults: TermDefaults = field(default_factory=TermDefaults)


def read_table(file: BinaryIO, options: TableOptions | None = None) -> Iterator[TermEntry]:
    """Every row of a table, which can be sought in, with what is wrong with it.

    Raises `TermsUnreadable` when it is no table, has no column of terms, or its encoding is not known.
    """
    chosen = options or TableOptions()
    if chosen.encoding and find_codec(chosen.encoding) is None:
        raise TermsUnreadable(
            f"The encoding {chosen.encoding!r} is not known.",
            hints="Name it as web pages do (utf-8, windows-1252), or leave it out to have it found out.",
        )
    roles = _roles(chosen)
    languages = find_languages(chosen.columns or _guess_names(file), roles)
    encoding = find_encoding(file, declared=chosen.encoding or None, languages=languages)
    pieces = read_text(file, encoding)
    head = next(pieces, "").removeprefix("\ufeff")
    delimiter = _delimiter(head, chosen, roles)
    rows = read_rows(Lines(chain([head], pieces)), delimiter)
    line, columns = _columns(rows, chosen, roles)
    yield from _about_columns(line, columns)
    ids = Ids()
    for row in rows:
        yield _read_row(row, columns, chosen.defaults, ids)


def _guess_names(file: BinaryIO) -> list[str]:
    """The names in the first row, before encoding and delimiter are known: most are ASCII."""
    file.seek(0)
    first = file.readline(_LONGEST_NAMES).decode("latin-1")
    if told_delimiter(first) is not None:
        first = file.readline(_LONGEST_NAMES).decode("latin-1")
    return [name.strip().strip('"') for name in _DELIMITED.split(first)]


def _roles(options: TableOptions) -> Roles:
    for code in (options.source, options.target):
        if code and not is_well_formed(code):
            raise TermsUnreadable("The languages of source and target must be codes such as en and pt-BR.")
    return Roles(
        source=canonical(options.source) if options.source else "",
        target=canonical(options.target) if options.target else "",
    )


def _delimiter(head: str, options: TableOptions, roles: Roles) -> str:
    """The delimiter by which the first row has the most names of columns, and the rows are the most alike."""
    if options.delimiter:
        if len(options.delimiter) != 1 or options.delimiter in '"\n\r\\':
            raise TermsUnreadable("The delimiter must be one character, such as a comma, semicolon or tab.")
        return options.delimiter
    told = told_delimiter(head)
    if told is not None:
        return told
    best, best_score = ",", (0, 0.0, 0)
    for delimiter in DELIMITERS:
        rows = [row.cells for row in islice(read_rows(Lines(iter([head])), delimiter), _LOOKED_AT)]
        names = options.columns or (rows[0] if rows else ())
        known = 0 if options.columns else sum(1 for name in names if name.strip() and is_known(name, roles))
        widths = [len(cells) for cells in rows]
        usual = len(names) if options.columns else max(set(widths), key=widths.count, default=0)
        alike = widths.count(usual) / len(widths) if usual > 1 and widths else 0.0
        if (known, alike, usual) > best_score:
            best, best_score = delimiter, (known, alike, usual)
    return best


def _columns(rows: Iterator[TableRow], options: TableOptions, roles: Roles) -> tuple[int, tuple[Column, ...]]:
    if options.columns:
        return 1, find_columns(options.columns, roles)
    first = next(rows, None)
    if first is None:
        raise TermsUnreadable("The table is empty.")
    if first.too_long:
        raise TermsUnreadable(f"The first row is too long; a table has at most {MOST_COLUMNS} columns.")
    return first.line, find_columns([unguard(cell) for cell in first.cells], roles)


def _about_columns(line: int, columns: Sequence[Column]) -> Iterator[TermEntry]:
    """What to know of the columns before the first row."""
    problems = [
        TermProblem(
            line=line,
            effect=Effect.PART_LEFT_OUT,
            message=f"Column {at} is not known and left out. Columns of terms are called by their language.",
        )
        for at, column in enumerate(columns, start=1)
        if column.field is Field.UNKNOWN
    ]
    if problems:
        yield TermEntry(line=line, problems=tuple(problems))


def _read_row(row: TableRow, columns: Sequence[Column], defaults: TermDefaults, ids: Ids) -> TermEntry:
    refusal = _refusal(row, columns)
    if refusal:
        problem = TermProblem(line=row.line, effect=Effect.ENTRY_LEFT_OUT, message=refusal)
        return TermEntry(line=row.line, problems=(problem,))
    draft = ConceptDraft(line=row.line)
    if row.unclosed:
        draft.report(row.line, Effect.NOTICED, "A quote in this row does not close; it counts as a sign.")
    if len(row.cells) < len(columns):
        message = f"The row has {len(row.cells)} of {len(columns)} columns; the missing ones count as empty."
        draft.report(row.line, Effect.NOTICED, message)
    cells = [(column, unguard(cell)) for column, cell in zip(columns, row.cells, strict=False)]
    groups: dict[tuple[str, TermStatus | None], list[TermDraft]] = {}
    for column, cell in cells:
        if column.field is Field.TERMS:
            groups.setdefault((column.language, column.status), []).extend(_terms(row.line, column, cell))
    draft.terms = [term for group in groups.values() for term in group if term.text]
    for column, cell in cells:
        if not cell.strip() or column.field is Field.TERMS:
            continue
        if column.language:
            _say_each(draft, column, cell, groups.get((column.language, column.status), []))
        elif not _say_of_concept(draft, column.field, cell):
            for term in draft.terms:
                _say(draft, term, column.field, cell)
    return finish(draft, defaults, ids)


def _refusal(row: TableRow, columns: Sequence[Column]) -> str:
    if row.too_long:
        return f"The row is longer than {LONGEST_CELL} characters or {MOST_COLUMNS} columns; it is left out."
    if len(row.cells) > len(columns) and any(map(str.strip, row.cells[len(columns) :])):
        return (
            f"The row has {len(row.cells)} columns, the first row {len(columns)}: put what contains the "
            "delimiter in quotes. The row is left out."
        )
    return ""


def _terms(line: int, column: Column, cell: str) -> list[TermDraft]:
    return [
        TermDraft(line=line, language=column.language, text=text, status=column.status)
        for text in split_values(cell)
    ]


def _say_each(draft: ConceptDraft, column: Column, cell: str, terms: Sequence[TermDraft]) -> None:
    """Put the values of a cell into the terms they stand for: one for all, or one for each."""
    values = split_values(cell)
    if len(values) == 1:
        values *= len(terms)
    if len(values) != len(terms):
        message = (
            f"A cell has {len(values)} values for {len(terms)} terms ({column.language}: {column.field}); "
            "those that have no counterpart are left out."
        )
        draft.report(draft.line, Effect.PART_LEFT_OUT, message)
    for term, value in zip(terms, values, strict=False):
        if value:
            _say(draft, term, column.field, value)


def _say(draft: ConceptDraft, term: TermDraft, what: Field, text: str) -> None:
    understood = True
    if what is Field.STATUS:
        status = read_status(text)
        understood = status is not None
        term.status = term.status or status
    elif what is Field.CASE:
        term.case_sensitive = read_answer(text)
        understood = term.case_sensitive is not None
    elif what is Field.MATCH:
        term.match = read_match(text)
        understood = term.match is not None
    elif what is Field.FORMS:
        term.forms += split_values(text, FORMS)
    elif what is Field.PART_OF_SPEECH:
        term.part_of_speech = read_part_of_speech(text)
    elif what is Field.GENDER:
        term.gender = read_gender(text)
    elif what is Field.TYPE:
        term.type = read_type(text)
    elif what is Field.NOTE:
        term.notes.append(text)
    elif what is Field.EXAMPLE:
        term.examples.append(text)
    if not understood:
        message = f"A value of the column {what} is not known; it counts as not given."
        draft.report(term.line, Effect.NOTICED, message)


def _say_of_concept(draft: ConceptDraft, what: Field, text: str) -> bool:
    """Put a cell into the concept; False when it is about terms."""
    if what is Field.ID:
        draft.id = text
    elif what is Field.DOMAIN:
        draft.domains.append(text)
    elif what is Field.DEFINITION:
        draft.definitions.append(text)
    elif what in (Field.NOTE, Field.EXAMPLE):
        draft.notes.append(text)
    elif what is Field.DO_NOT_TRANSLATE:
        draft.do_not_translate |= read_answer(text) is True
    elif what is Field.TRANSLATE:
        draft.do_not_translate |= read_answer(text) is False
    elif what is Field.CREATED:
        draft.created = read_date(text)
    elif what is Field.CHANGED:
        draft.changed = read_date(text)
    else:
        return what is Field.UNKNOWN
    return True
