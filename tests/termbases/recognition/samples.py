"""Glossaries and segments for tests, in short."""

from __future__ import annotations

from dragoman.segments import Code, CodeKind, Part, Segment, Text, plain_text
from dragoman.termbases.model import Concept, Term, TermMatching, TermStatus
from dragoman.termbases.recognition import Glossary, TargetCheck, check_target, compile_glossary, recognise


def text(value: str) -> Segment:
    return (Text(text=value),)


def bold(value: str, number: int = 1) -> tuple[Part, ...]:
    id_ = str(number)
    return (
        Code(id=id_, kind=CodeKind.OPEN, type="fmt", data="<b>"),
        Text(text=value),
        Code(id=id_, kind=CodeKind.CLOSE, type="fmt", data="</b>"),
    )


def alone(type_: str, data: str) -> Code:
    return Code(id=data, kind=CodeKind.STANDALONE, type=type_, data=data)


def term(language: str, value: str, match: TermMatching = TermMatching.EXACT, *forms: str) -> Term:
    return Term(language=language, text=value, match=match, forms=forms)


def sensitive(language: str, value: str, match: TermMatching = TermMatching.EXACT) -> Term:
    return Term(language=language, text=value, match=match, case_sensitive=True)


def forbidden(language: str, value: str, match: TermMatching = TermMatching.EXACT) -> Term:
    return Term(language=language, text=value, match=match, status=TermStatus.FORBIDDEN)


def glossary(*concepts: Concept, source: str = "en", target: str = "de") -> Glossary:
    placed = (((1, number), concept) for number, concept in enumerate(concepts))
    return compile_glossary(placed, source=source, target=target)


def found(terms: Glossary, segment: Segment | str) -> list[str]:
    """The terms of a text, as written there; asserts that offsets are right."""
    given = text(segment) if isinstance(segment, str) else segment
    matches = recognise(terms, given)
    plain = plain_text(given)
    spans = [(match.start, match.end) for match in matches]
    assert spans == sorted(spans)
    assert all(0 <= start <= end <= len(plain) for start, end in spans)
    return [plain[start:end] for start, end in spans]


def checked(terms: Glossary, source: str, target: Segment | str) -> TargetCheck:
    given = text(target) if isinstance(target, str) else target
    return check_target(terms, recognise(terms, text(source)), given)
