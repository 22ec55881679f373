"""Term bases for tests of translation."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.termbases.model import Concept, Term, TermMatching, TermStatus
from dragoman.termbases.recognition import Glossary, compile_glossary


def concept(
    source: str,
    target: str | None,
    *,
    forms: Sequence[str] = (),
    source_forms: Sequence[str] = (),
    forbidden: Sequence[str] = (),
    match: TermMatching = TermMatching.EXACT,
    case_sensitive: bool = False,
    language: str = "es",
) -> Concept:
    """A concept from English; without a target it is not to be translated."""
    terms = [Term(language="en", text=source, forms=tuple(source_forms), match=match)]
    if target is not None:
        terms.append(Term(language=language, text=target, forms=tuple(forms), case_sensitive=case_sensitive))
    terms += (Term(language=language, text=text, status=TermStatus.FORBIDDEN) for text in forbidden)
    return Concept(do_not_translate=target is None, terms=tuple(terms))


def glossary(*concepts: Concept, source: str = "en", target: str = "es") -> Glossary:
    """A term base ready for a pair."""
    placed = (((1, number), concept) for number, concept in enumerate(concepts))
    return compile_glossary(placed, source=source, target=target)
