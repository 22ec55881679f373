"""Concepts as they are stored: a JSON object, which leaves out what is as usual, and their terms folded."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from dragoman.termbases.model import Concept, Gender, PartOfSpeech, Term, TermMatching, TermStatus, TermType
from dragoman.unicode_normalization import normalize


def write_concept(concept: Concept) -> dict[str, Any]:
    """The object that `read_concept` reads; the id stands beside it."""
    body: dict[str, Any] = {"terms": [_write_term(term) for term in concept.terms]}
    for name in ("definition", "domain", "note", "do_not_translate"):
        if value := getattr(concept, name):
            body[name] = value
    for name in ("created", "changed"):
        if (date := getattr(concept, name)) is not None:
            body[name] = date.isoformat()
    return body


def read_concept(key: str, body: Mapping[str, Any]) -> Concept:
    """The concept of a stored object."""
    return Concept(
        id=key,
        definition=body.get("definition", ""),
        domain=body.get("domain", ""),
        note=body.get("note", ""),
        do_not_translate=body.get("do_not_translate", False),
        created=_date(body.get("created")),
        changed=_date(body.get("changed")),
        terms=tuple(_read_term(term) for term in body["terms"]),
    )


def read_rules(key: str, body: Mapping[str, Any]) -> Concept:
    """What recognition needs of a stored object; texts for people, which may be long, are left out."""
    return Concept(
        id=key,
        do_not_translate=body.get("do_not_translate", False),
        terms=tuple(
            Term(
                language=term["language"],
                text=term["text"],
                status=TermStatus(term["status"]),
                case_sensitive=term.get("case_sensitive", False),
                match=TermMatching(term.get("match", "exact")),
                forms=tuple(term.get("forms", ())),
                gender=Gender(gender) if (gender := term.get("gender")) else None,
            )
            for term in body["terms"]
        ),
    )


def _write_term(term: Term) -> dict[str, Any]:
    body: dict[str, Any] = {"language": term.language, "text": term.text, "status": term.status.value}
    if term.case_sensitive:
        body["case_sensitive"] = True
    if term.match is not TermMatching.EXACT:
        body["match"] = term.match.value
    if term.forms:
        body["forms"] = list(term.forms)
    for name in ("part_of_speech", "gender", "type"):
        if (value := getattr(term, name)) is not None:
            body[name] = value.value
    for name in ("note", "example"):
        if text := getattr(term, name):
            body[name] = text
    return body


def _read_term(body: Mapping[str, Any]) -> Term:
    get = body.get
    return Term(
        language=body["language"],
        text=body["text"],
        status=TermStatus(body["status"]),
        case_sensitive=get("case_sensitive", False),
        match=TermMatching(get("match", "exact")),
        forms=tuple(get("forms", ())),
        part_of_speech=PartOfSpeech(value) if (value := get("part_of_speech")) else None,
        gender=Gender(value) if (value := get("gender")) else None,
        type=TermType(value) if (value := get("type")) else None,
        note=get("note", ""),
        example=get("example", ""),
    )


def _date(text: str | None) -> dt.date | None:
    return dt.date.fromisoformat(text) if text else None


def fold(text: str) -> str:
    """Text as it is searched: compatible letters and capitals are the same (NFKC, case-folded)."""
    return normalize("NFKC", normalize("NFKC", text).casefold())


def fold_terms(concept: Concept) -> str:
    """What a search looks through: terms and forms, a line each."""
    return "\n".join(dict.fromkeys(fold(text) for term in concept.terms for text in (term.text, *term.forms)))


def names_of(concept: Concept) -> list[str]:
    """The terms by which concepts are compared: language, tab, folded text. No two are the same."""
    return list(dict.fromkeys(f"{term.language}\t{fold(term.text)}" for term in concept.terms))
