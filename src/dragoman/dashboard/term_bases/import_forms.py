"""The form of a dry run: how a file is read, and what its columns are."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.locale import translate as _
from dragoman.termbases.import_jobs.model import TermImport, TermImportOptions
from dragoman.termbases.language_names import find_language
from dragoman.termbases.model import TermMatching, TermStatus
from dragoman.termbases.planning import ImportMode
from dragoman.termbases.problems import TermsUnreadable
from dragoman.termbases.table import TableOptions, TablePreview, preview_table
from dragoman.termbases.table.columns import TableColumn, TableField, name_column

FIRST_OPTIONS: Final = TermImportOptions(dry_run=True, keep_file=True)
MOST_COLUMNS: Final = 100  # with a choice of what they are; others are as their names say
_ROWS: Final = 6  # that are shown of a table
_TERMS: Final = "terms"
_OF_TERMS_ONLY: Final = frozenset({TableField.FORMS, TableField.GENDER})  # always of one language


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownColumn:
    """A column of a file: what it is taken for, and its first cells."""

    number: int  # from 1
    kind: str  # a value of `column_kinds`; empty: left out
    language: str
    cells: Sequence[str]  # the first one is its name, if the first row has names


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTable:
    """The beginning of a file that is a table."""

    columns: Sequence[ShownColumn]
    count: int  # of all columns


def column_kinds() -> Sequence[tuple[str, str]]:
    """What a column can be, for choosing: values and texts. An empty value leaves it out."""
    return [
        ("terms", _("Terms")),
        ("terms:preferred", _("Preferred terms")),
        ("terms:admitted", _("Admitted terms")),
        ("terms:forbidden", _("Forbidden terms")),
        (TableField.STATUS, _("Status of the terms")),
        (TableField.CASE, _("Whether capitals count")),
        (TableField.MATCH, _("How the terms are found")),
        (TableField.FORMS, _("Forms of the terms")),
        (TableField.PART_OF_SPEECH, _("Part of speech")),
        (TableField.GENDER, _("Gender")),
        (TableField.TYPE, _("Type of the terms")),
        (TableField.EXAMPLE, _("Example")),
        (TableField.NOTE, _("Note")),
        (TableField.ID, _("Id of the concept")),
        (TableField.DEFINITION, _("Definition")),
        (TableField.DOMAIN, _("Domain")),
        (TableField.DO_NOT_TRANSLATE, _("Not translated: yes or no")),
        (TableField.TRANSLATE, _("Translated: yes or no")),
        (TableField.CREATED, _("Day of creation")),
        (TableField.CHANGED, _("Day of the last change")),
    ]


def show_table(beginning: bytes, options: TermImportOptions) -> ShownTable | None:
    """Show the beginning of a file; None for TBX, for a file that is gone, and for one that is no text."""
    if not beginning or beginning.lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n").startswith(b"<"):
        return None
    table = TableOptions(
        encoding=options.encoding,
        delimiter=options.delimiter,
        source=options.source,
        target=options.target,
        columns=options.columns,
        has_names=options.has_names,
    )
    try:
        preview = preview_table(io.BytesIO(beginning), table, rows=_ROWS)
    except TermsUnreadable:
        return None
    return ShownTable(columns=_show_columns(preview), count=len(preview.columns))


def _show_columns(preview: TablePreview) -> Sequence[ShownColumn]:
    cells = list(zip_longest(*preview.rows, fillvalue=""))
    return [
        ShownColumn(
            number=number,
            kind=_write_kind(column),
            language=column.language,
            cells=cells[number - 1] if number <= len(cells) else (),
        )
        for number, column in enumerate(preview.columns[:MOST_COLUMNS], start=1)
    ]


def _write_kind(column: TableColumn) -> str:
    if column.field is TableField.UNKNOWN:
        return ""
    return f"{_TERMS}:{column.status}" if column.field is TableField.TERMS and column.status else column.field


def read_options(form: PageForm, earlier: TermImport, *, table: ShownTable | None) -> TermImportOptions:
    """The options that a form gives for another dry run; problems are noted."""
    mode, match = form.text("mode"), form.text("match")
    options = replace(
        earlier.options,
        dry_run=True,
        keep_file=True,
        mode=ImportMode.REPLACE if mode == ImportMode.REPLACE else ImportMode.MERGE,
        match=TermMatching(match) if match in set(TermMatching) else None,
    )
    if "table" not in form.data:
        return options
    delimiter = form.raw("delimiter")
    read_anew = delimiter != options.delimiter or form.text("encoding") != options.encoding
    names = () if table is None or read_anew else _read_columns(form, table)
    return replace(
        options,
        encoding=form.text("encoding")[:40],
        delimiter=delimiter if delimiter in {",", ";", "\t", "|"} else "",
        columns=names,
        has_names=form.flag("has_names"),
    )


def _read_columns(form: PageForm, table: ShownTable) -> tuple[str, ...]:
    """Names for the columns by which an import recognises them as what was chosen."""
    names = [name_column(_read_column(form, one.number)) for one in table.columns]
    return tuple(names + [""] * (table.count - len(names)))


def _read_column(form: PageForm, number: int) -> TableColumn:
    kind, at = form.text(f"kind-{number}"), f"language-{number}"
    field, _colon, status = kind.partition(":")
    if field not in set(TableField) or field == TableField.UNKNOWN:
        return TableColumn(field=TableField.UNKNOWN)
    needs_language = field == TableField.TERMS or field in _OF_TERMS_ONLY
    text = form.text(at)
    language = find_language(text) if text else None
    if language is None and (text or needs_language):
        form.add(_("Write a language, such as German, de or pt-BR."), at=at, code="LANGUAGE")
    return TableColumn(
        field=TableField(field),
        language=(language or "") if needs_language or _may_have_language(field) else "",
        status=TermStatus(status) if status in set(TermStatus) else None,
    )


def _may_have_language(field: str) -> bool:
    return field in {
        TableField.STATUS,
        TableField.CASE,
        TableField.MATCH,
        TableField.PART_OF_SPEECH,
        TableField.TYPE,
        TableField.EXAMPLE,
        TableField.NOTE,
    }
