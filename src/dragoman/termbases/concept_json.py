"""Encode concepts as JSON for the database, without fields that have default values, and fold their terms."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from dragoman.termbases.model import Concept, Gender, PartOfSpeech, Term, TermMatching, TermStatus, TermType
from dragoman.unicode_normalization import normalize


def encode_concept(concept: Concept) -> dict[str, Any]:
    """Encode a concept without its id, which has its own column."""
    body: dict[str, Any] = {"terms": [_write_term(term) for term in concept.terms]}
    for name in ("definition", "domain", "note", "do_not_translate"):
        if value := getattr(concept, name):
            body[name] = value
    for name in ("created", "changed"):
        if (date := getattr(concept, name)) is not None:
            body[name] = date.isoformat()
    return body


def decode_concept(key: str, body: Mapping[str, Any]) -> Concept:
    """Decode a concept."""
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


def decode_rules(key: str, body: Mapping[str, Any]) -> Concept:
    """Decode what recognition needs of a concept; texts for people, which may be long, are left out."""
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
    """Fold a text for searches: case and compatible letters are ignored (NFKC, case-folded)."""
    return normalize("NFKC", normalize("NFKC", text).casefold())


def fold_terms(concept: Concept) -> str:
    """Fold terms and forms for searches, a line for each."""
    return "\n".join(dict.fromkeys(fold(text) for term in concept.terms for text in (term.text, *term.forms)))


def term_keys(concept: Concept) -> list[str]:
    """Make the keys by which concepts are compared: language, tab, folded text of each term. All differ."""
    return list(dict.fromkeys(f"{term.language}\t{fold(term.text)}" for term in concept.terms))
