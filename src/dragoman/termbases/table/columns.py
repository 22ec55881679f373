"""What the columns of a table of terms are, by their names.

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


class Field(enum.StrEnum):
    """What a column holds. The value is its name in tables that we write."""

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


OF_TERMS: Final = (  # what columns may say of single terms, in the order in which we write them
    Field.STATUS,
    Field.CASE,
    Field.MATCH,
    Field.FORMS,
    Field.PART_OF_SPEECH,
    Field.GENDER,
    Field.TYPE,
    Field.NOTE,
    Field.EXAMPLE,
)
_OF_ONE_LANGUAGE: Final = frozenset({Field.FORMS, Field.GENDER})
_WORDS: Final = {
    Field.ID: "conceptid entryid termid identifier uid uuid conceptnumber entrynumber key",
    Field.DOMAIN: "domain subject subjectfield category field topic area",
    Field.DEFINITION: "definition description meaning explanation conceptdefinition",
    Field.NOTE: "note notes comment comments remark remarks usagenote context",
    Field.DO_NOT_TRANSLATE: "donottranslate dnt dontranslate donttranslate nontranslatable untranslatable"
    " keepasis",
    Field.TRANSLATE: "translate translatable translationneeded",
    Field.CREATED: "created createdat creationdate createdon",
    Field.CHANGED: "changed changedat modified modifiedat updated updatedat lastmodified modificationdate",
    Field.STATUS: "status termstatus administrativestatus usagestatus approval",
    Field.CASE: "case casesensitive casesensitivity matchcase",
    Field.MATCH: "match matching matchtype matchmode",
    Field.FORMS: "forms inflections inflectedforms inflection wordforms",
    Field.PART_OF_SPEECH: "partofspeech pos wordclass",
    Field.GENDER: "gender grammaticalgender",
    Field.TYPE: "type termtype",
    Field.EXAMPLE: "example examples usageexample examplesentence sample",
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
class Column:
    """One column."""

    field: Field
    language: str = ""  # of terms and what is said of them; "": of all terms of the row
    status: TermStatus | None = None  # of the terms in it; None: the table says it elsewhere, or not


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """The languages of columns that are called source and target; "": nobody says."""

    source: str = ""
    target: str = ""


def find_columns(names: Sequence[str], roles: Roles) -> tuple[Column, ...]:
    """What the columns are. Raises `TermsUnreadable` where there is no column of terms."""
    columns = [_column(name.strip(), roles) for name in names]
    columns = _settle_id(names, columns)
    if not any(column.field is Field.TERMS for column in columns):
        unnamed = [at for at, name in enumerate(names, start=1) if squash(name) in _SOURCE | _TARGET]
        if unnamed:
            raise TermsUnreadable(
                f"Column {unnamed[0]} does not say which language its terms are in: call it by the code or "
                "name of the language, or give the languages of source and target."
            )
        raise TermsUnreadable(
            "The first row names no column of terms. Give each language a column that is called by its code "
            "or name, such as en and de."
        )
    return tuple(columns)


def find_languages(names: Iterable[str], roles: Roles) -> list[str]:
    """The languages that columns are called by. English, which has few letters of its own, only alone."""
    columns = (_column(name.strip(), roles) for name in names)
    found = list(dict.fromkeys(column.language for column in columns if column.language))
    return [one for one in found if primary(one) != "en"] or found


def is_known(name: str, roles: Roles) -> bool:
    """Whether this is the name of a column."""
    word = squash(name)
    return (
        word in _SOURCE | _TARGET or word == "id" or _column(name.strip(), roles).field is not Field.UNKNOWN
    )


def _settle_id(names: Sequence[str], columns: list[Column]) -> list[Column]:
    """`id` is Indonesian only where few other columns have terms or the table has ids elsewhere."""
    of_terms = [at for at, column in enumerate(columns) if column.field is Field.TERMS]
    for at in of_terms:
        if names[at].strip() in ("id", "ID", "Id") and columns[at].language == "id":
            others = {columns[other].language for other in of_terms if other != at}
            has_id = any(column.field is Field.ID for column in columns)
            if len(others) > 1 and not has_id:
                columns[at] = Column(field=Field.ID)
    return columns


def _column(name: str, roles: Roles) -> Column:
    language, colon, said = name.partition(":")
    if colon and (tag := _language(language, roles)):
        return _qualified(tag, said)
    word = squash(name)
    if word in _FIELDS:
        return Column(field=Field.UNKNOWN if _FIELDS[word] in _OF_ONE_LANGUAGE else _FIELDS[word])
    if tag := _language(name, roles):
        return Column(field=Field.TERMS, language=tag)
    found = _QUALIFIED.fullmatch(name)
    if found is not None and squash(found[2]) in {*_STATUS_WORDS, *_FIELDS}:
        tag = _language(found[1], roles)
        if tag:
            return _qualified(tag, found[2])
    first, _, rest = name.partition(" ")
    if squash(first) in _STATUS_WORDS and (tag := _language(rest, roles)):
        return _qualified(tag, first)
    return Column(field=Field.UNKNOWN)


def _qualified(language: str, said: str) -> Column:
    """A column of a language: its terms of a status, or what is said of its terms."""
    status: TermStatus | None = None
    field = Field.TERMS
    for part in said.split(":"):
        word = squash(part)
        if word in _STATUS_WORDS:
            status = _STATUS_WORDS[word]
        elif _FIELDS.get(word) in OF_TERMS:
            field = _FIELDS[word]
        elif word not in ("term", "terms", ""):
            return Column(field=Field.UNKNOWN)
    return Column(field=field, language=language, status=status)


def _language(name: str, roles: Roles) -> str | None:
    word = squash(name)
    if word in _SOURCE:
        return roles.source or None
    if word in _TARGET:
        return roles.target or None
    return read_code(name) or find_language(name)
