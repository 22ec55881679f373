"""Recognise the columns of a table of terms by their names.

concept id | domain | definition | note | do not translate | created | changed     of the concept
de, German, Deutsch, de_AT                                                         terms of a language
de:forbidden, German (forbidden)                                                   forbidden ones
de:status, de:case, de:match, de:forms, de:note, …                                 of each of its terms
status, case, match, part of speech, …                                             of all terms of the row
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.languages import primary
from dragoman.termbases.language_names import find_language, read_code
from dragoman.termbases.model import TermStatus
from dragoman.termbases.problems import TermsUnreadable
from dragoman.termbases.spellings import squash


class TableField(enum.StrEnum):
    """The content of a column. The value is its name in exports."""

    ID = "concept id"
    DOMAIN = "domain"
    DEFINITION = "definition"
    NOTE = "note"
    DO_NOT_TRANSLATE = "do not translate"
    TRANSLATE = "translate"
    CREATED = "created"
    CHANGED = "changed"
    TERMS = "terms"
    STATUS = "status"
    CASE = "case"
    MATCH = "match"
    FORMS = "forms"
    PART_OF_SPEECH = "part of speech"
    GENDER = "gender"
    TYPE = "type"
    EXAMPLE = "example"
    UNKNOWN = "unknown"


OF_TERMS: Final = (  # properties of terms, in the order of exports
    TableField.STATUS,
    TableField.CASE,
    TableField.MATCH,
    TableField.FORMS,
    TableField.PART_OF_SPEECH,
    TableField.GENDER,
    TableField.TYPE,
    TableField.NOTE,
    TableField.EXAMPLE,
)
_OF_ONE_LANGUAGE: Final = frozenset({TableField.FORMS, TableField.GENDER})
_WORDS: Final = {
    TableField.ID: "conceptid entryid termid identifier uid uuid conceptnumber entrynumber key",
    TableField.DOMAIN: "domain subject subjectfield category field topic area",
    TableField.DEFINITION: "definition description meaning explanation conceptdefinition",
    TableField.NOTE: "note notes comment comments remark remarks usagenote context",
    TableField.DO_NOT_TRANSLATE: "donottranslate dnt dontranslate donttranslate nontranslatable"
    " untranslatable keepasis",
    TableField.TRANSLATE: "translate translatable translationneeded",
    TableField.CREATED: "created createdat creationdate createdon",
    TableField.CHANGED: "changed changedat modified modifiedat updated updatedat lastmodified"
    " modificationdate",
    TableField.STATUS: "status termstatus administrativestatus usagestatus approval",
    TableField.CASE: "case casesensitive casesensitivity matchcase",
    TableField.MATCH: "match matching matchtype matchmode",
    TableField.FORMS: "forms inflections inflectedforms inflection wordforms",
    TableField.PART_OF_SPEECH: "partofspeech pos wordclass",
    TableField.GENDER: "gender grammaticalgender",
    TableField.TYPE: "type termtype",
    TableField.EXAMPLE: "example examples usageexample examplesentence sample",
}
_FIELDS: Final = {word: field for field, words in _WORDS.items() for word in words.split()}
_STATUS_WORDS: Final = {
    **dict.fromkeys(("forbidden", "deprecated", "obsolete", "donotuse", "prohibited"), TermStatus.FORBIDDEN),
    **dict.fromkeys(
        ("admitted", "allowed", "synonym", "synonyms", "alternative", "variant"), TermStatus.ADMITTED
    ),
    "preferred": TermStatus.PREFERRED,
}
_SOURCE: Final = frozenset({"source", "sourceterm", "term", "terms", "src", "sourcetext"})
_TARGET: Final = frozenset({"target", "targetterm", "translation", "tgt", "translatedterm", "targettext"})
_QUALIFIED: Final = re.compile(r"(.+?)\s*[\s(\[/_.-]\s*([A-Za-z]+(?: [A-Za-z]+)*)\s*[)\]]?")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableColumn:
    """A column of a table."""

    field: TableField
    language: str = ""  # of the terms, or of those that a property is for; "": all terms of the row
    status: TermStatus | None = None  # of its terms; None: not given by its name


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnRoles:
    """The languages of columns called source and target; "": not given."""

    source: str = ""
    target: str = ""


def recognise_columns(names: Sequence[str], roles: ColumnRoles) -> tuple[TableColumn, ...]:
    """Recognise columns, even if none has terms."""
    return tuple(_settle_id(names, [_column(name.strip(), roles) for name in names]))


def find_columns(names: Sequence[str], roles: ColumnRoles) -> tuple[TableColumn, ...]:
    """Recognise columns. Raises `TermsUnreadable` if none has terms."""
    columns = recognise_columns(names, roles)
    if not any(column.field is TableField.TERMS for column in columns):
        unnamed = [at for at, name in enumerate(names, start=1) if squash(name) in _SOURCE | _TARGET]
        if unnamed:
            raise TermsUnreadable(
                f"The language of the terms in column {unnamed[0]} is not known: call it by the code or "
                "name of the language, or give the languages of source and target."
            )
        raise TermsUnreadable(
            "The first row names no column of terms. Give each language a column that is named by its code "
            "or name, such as en and de."
        )
    return columns


def name_column(column: TableColumn) -> str:
    """A name by which a column is recognised as this one; empty for one that is left out."""
    if column.field is TableField.UNKNOWN:
        return ""
    if not column.language:
        return column.field.value
    qualifiers = [column.status.value] if column.status is not None else []
    if column.field is not TableField.TERMS or column.language == "id":  # alone it may be read as an id
        qualifiers.append(column.field.value)
    return ":".join([column.language, *qualifiers])


def find_languages(names: Iterable[str], roles: ColumnRoles) -> list[str]:
    """Find the languages of columns; English, which has few special letters, only if it is the only one."""
    columns = (_column(name.strip(), roles) for name in names)
    found = list(dict.fromkeys(column.language for column in columns if column.language))
    return [one for one in found if primary(one) != "en"] or found


def is_known(name: str, roles: ColumnRoles) -> bool:
    """Whether a name is that of a known column."""
    word = squash(name)
    return (
        word in _SOURCE | _TARGET
        or word == "id"
        or _column(name.strip(), roles).field is not TableField.UNKNOWN
    )


def _settle_id(names: Sequence[str], columns: list[TableColumn]) -> list[TableColumn]:
    """Read `id` as Indonesian only if at most one other language has terms, or another column has ids."""
    of_terms = [at for at, column in enumerate(columns) if column.field is TableField.TERMS]
    for at in of_terms:
        if names[at].strip() in ("id", "ID", "Id") and columns[at].language == "id":
            others = {columns[other].language for other in of_terms if other != at}
            has_id = any(column.field is TableField.ID for column in columns)
            if len(others) > 1 and not has_id:
                columns[at] = TableColumn(field=TableField.ID)
    return columns


def _column(name: str, roles: ColumnRoles) -> TableColumn:
    language, colon, qualifier = name.partition(":")
    if colon and (tag := _language(language, roles)):
        return _qualified(tag, qualifier)
    word = squash(name)
    if word in _FIELDS:
        return TableColumn(field=TableField.UNKNOWN if _FIELDS[word] in _OF_ONE_LANGUAGE else _FIELDS[word])
    if tag := _language(name, roles):
        return TableColumn(field=TableField.TERMS, language=tag)
    found = _QUALIFIED.fullmatch(name)
    if found is not None and squash(found[2]) in {*_STATUS_WORDS, *_FIELDS}:
        tag = _language(found[1], roles)
        if tag:
            return _qualified(tag, found[2])
    first, _, rest = name.partition(" ")
    if squash(first) in _STATUS_WORDS and (tag := _language(rest, roles)):
        return _qualified(tag, first)
    return TableColumn(field=TableField.UNKNOWN)


def _qualified(language: str, qualifier: str) -> TableColumn:
    """Make a column of a language: terms with a status, or a property of its terms."""
    status: TermStatus | None = None
    field = TableField.TERMS
    for part in qualifier.split(":"):
        word = squash(part)
        if word in _STATUS_WORDS:
            status = _STATUS_WORDS[word]
        elif _FIELDS.get(word) in OF_TERMS:
            field = _FIELDS[word]
        elif word not in ("term", "terms", ""):
            return TableColumn(field=TableField.UNKNOWN)
    return TableColumn(field=field, language=language, status=status)


def _language(name: str, roles: ColumnRoles) -> str | None:
    word = squash(name)
    if word in _SOURCE:
        return roles.source or None
    if word in _TARGET:
        return roles.target or None
    return read_code(name) or find_language(name)
