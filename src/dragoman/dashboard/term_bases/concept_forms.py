"""The form of a concept: its rows of terms, what they propose, and the problems found, at their fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeVar

from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.locale import translate as _
from dragoman.termbases.checking import ProposedConcept, ProposedTerm
from dragoman.termbases.language_names import find_language
from dragoman.termbases.model import Concept, Gender, PartOfSpeech, Term, TermMatching, TermStatus, TermType

MOST_ROWS: Final = 70  # of a form; concepts of more terms are changed by a file
_FIRST_ROWS: Final = 2  # of a new concept
_PATH: Final = re.compile(r"terms\[\d+\](?:\.\w+(?:\[\d+\])?)?:\s*")
_Choice = TypeVar("_Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True, kw_only=True)
class TermRow:
    """A row of the form. Its fields have names with its key, which no other row ever gets."""

    key: int
    term: Term | None = None  # as it is stored
    language: str = ""  # that a new row begins with

    def name(self, field: str) -> str:
        """The name of one of its fields."""
        return f"term-{self.key}-{field}"


def rows_of(concept: Concept) -> Sequence[TermRow]:
    """A row for each term of a stored concept."""
    return [TermRow(key=key, term=term, language=term.language) for key, term in enumerate(concept.terms)]


def first_rows(languages: Sequence[str]) -> Sequence[TermRow]:
    """The rows of a new concept, in the languages that the term base has most terms in."""
    begun = [*languages[:_FIRST_ROWS], *[""] * _FIRST_ROWS][:_FIRST_ROWS]
    return [TermRow(key=key, language=language) for key, language in enumerate(begun)]


def read_rows(form: PageForm) -> Sequence[TermRow]:
    """The rows that a form was sent with."""
    keys = [int(one) for one in form.texts("term") if one.isascii() and one.isdigit() and len(one) < 6]
    return [TermRow(key=key) for key in dict.fromkeys(keys[:MOST_ROWS])]


def apply_step(rows: Sequence[TermRow], step: str) -> Sequence[TermRow]:
    """The rows after a button: `add`, or `remove-` and the key of a row."""
    if step == "add" and len(rows) < MOST_ROWS:
        return [*rows, TermRow(key=max((row.key for row in rows), default=-1) + 1)]
    return [row for row in rows if step != f"remove-{row.key}"]


def read_proposal(form: PageForm, rows: Sequence[TermRow]) -> ProposedConcept:
    """The concept that a form proposes; problems are noted. Rows without a term are left out."""
    filled = [row for row in rows if form.text(row.name("text")) or _has_more(form, row)]
    return ProposedConcept(
        key=form.optional("key"),
        definition=form.raw("definition"),
        domain=form.text("domain"),
        note=form.raw("note"),
        do_not_translate=form.flag("do_not_translate"),
        terms=tuple(_read_term(form, row) for row in filled),
    )


def find_fields(form: PageForm, rows: Sequence[TermRow]) -> Mapping[str, str]:
    """The fields of the form that the paths of problems are about, such as `terms[2].note`."""
    filled = [row for row in rows if form.text(row.name("text")) or _has_more(form, row)]
    fields = {"terms": rows[0].name("text")} if rows else {}
    for at, row in enumerate(filled):
        path = f"terms[{at}]"
        fields[path] = row.name("text")
        fields |= {f"{path}.{name}": row.name(name) for name in ("forms", "note", "example")}
        forms = range(len(_lines(form, row.name("forms"))))
        fields |= {f"{path}.forms[{number}]": row.name("forms") for number in forms}
    return fields


def write_plainly(form: PageForm) -> None:
    """Write problems without the paths of the interface: each stands at its field."""
    own = {
        "TERM_TWICE": _("This term is in the concept already, in the same language."),
        "TEXT_TOO_LONG": _("This is too long. Shorten it."),
        "TERMS_MISSING": _("Write at least one term."),
    }
    for at, problem in enumerate(form.problems):
        text = own.get(problem.code) or _PATH.sub("", problem.message, count=1)
        form.problems[at] = replace(problem, message=text[:1].upper() + text[1:])


def _has_more(form: PageForm, row: TermRow) -> bool:
    return any(form.text(row.name(name)) for name in ("forms", "note", "example"))


def _read_term(form: PageForm, row: TermRow) -> ProposedTerm:
    form.require(row.name("text"))
    return ProposedTerm(
        language=_read_language(form, row.name("language")),
        text=form.text(row.name("text")),
        status=_read_choice(TermStatus, form.text(row.name("status"))),
        case_sensitive={"yes": True, "no": False}.get(form.text(row.name("case"))),
        match=_read_choice(TermMatching, form.text(row.name("match"))),
        forms=tuple(_lines(form, row.name("forms"))),
        part_of_speech=_read_choice(PartOfSpeech, form.text(row.name("part_of_speech"))),
        gender=_read_choice(Gender, form.text(row.name("gender"))),
        type=_read_choice(TermType, form.text(row.name("type"))),
        note=form.raw(row.name("note")),
        example=form.raw(row.name("example")),
    )


def _read_language(form: PageForm, name: str) -> str:
    """The code of a language that is given by its code or name; what is none is a problem."""
    text = form.text(name)
    found = find_language(text) if text else None
    if found is None:
        form.add(_("Write a language, such as German, de or pt-BR."), at=name, code="LANGUAGE")
    return found or "und"


def _read_choice(kind: type[_Choice], text: str) -> _Choice | None:
    return kind(text) if text in set(kind) else None


def _lines(form: PageForm, name: str) -> list[str]:
    return [line.strip() for line in form.raw(name).split("\n") if line.strip()]


def differing(theirs: Concept, mine: Iterable[ProposedTerm]) -> frozenset[str]:
    """The texts of terms in their version that are not the same in mine; a status that I left open fits."""
    own = {(one.language, one.text, one.status) for one in mine}
    return frozenset(
        one.text
        for one in theirs.terms
        if own.isdisjoint({(one.language, one.text, status) for status in (one.status, None)})
    )
