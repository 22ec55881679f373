"""How a term is written where it takes the place of an engine's words; `terminology` says where that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from dragoman.termbases.model import Term
from dragoman.termbases.recognition import Glossary, TermMatch
from dragoman.translation.cleanup import upper_case, with_capital

# Engines write them with the word they belong to. In the languages of engines that do.
_ARTICLES: Final[Mapping[str, frozenset[str]]] = {
    language: frozenset(articles.split())
    for language, articles in {
        "an": "o a os as lo la los las un una",
        "ast": "el la los les lo un una",
        "ca": "el la els les lo los un una uns unes",
        "en": "the a an",
        "es": "el la los las lo un una unos unas",
        "fr": "le la les un une des",
        "gl": "o a os as un unha uns unhas",
        "it": "il lo la i gli le un uno una",
        "oc": "lo la los las un una",
        "pt": "o a os as um uma uns umas",
    }.items()
}


def write_term(glossary: Glossary, match: TermMatch, replaced: str, *, at_start: bool) -> str:
    """The required term as it is written in its place: its form, its capitals, and an article before it.

    `replaced` is what the engine wrote there, "" where a code stood; `at_start`: no word stands before it.
    """
    term = match.required[0]
    language = glossary.target.partition("-")[0]
    article, replaced = _part_article(replaced.strip(), match, language)
    if term.case_sensitive:
        return article + term.text
    text = _choose_form(match, term, replaced)
    if _is_capitals(match.text) and not _is_capitals(match.term.text):
        return article + upper_case(text, language)
    replaced = replaced or match.text
    capital = replaced[:1].isupper() and (at_start or not match.term.text[:1].isupper())
    if capital and not article and text[:1].islower():
        return with_capital(text, 0, language)
    return article + text


def _part_article(replaced: str, match: TermMatch, language: str) -> tuple[str, str]:
    """What the engine wrote for a term, without an article before it that the term does not have."""
    first, blank, rest = replaced.partition(" ")
    if (
        rest
        and first.casefold() in _ARTICLES.get(language, ())
        and len(match.text.split()) <= rest.count(" ") + 1
    ):
        return first + blank, rest
    return "", replaced


def _choose_form(match: TermMatch, term: Term, replaced: str) -> str:
    """Of the term and its listed forms, what ends most like the words that it replaces.

    A form needs one more letter alike where the source has its term as it is listed.
    """
    said = replaced.casefold().split()
    best, most = term.text, 1 if match.text.casefold() == match.term.text.casefold() else 0
    for form in term.forms:
        if (gain := _gain(term.text.casefold().split(), form.casefold().split(), said)) > most:
            best, most = form, gain
    return best


def _gain(base: Sequence[str], form: Sequence[str], said: Sequence[str]) -> int:
    """How many more last letters a form shares with some word than the term itself, where they differ."""
    if len(base) != len(form):
        base, form = base[-1:], form[-1:]
    return sum(
        max((_alike(new, word) - _alike(old, word) for word in said), default=0)
        for old, new in zip(base, form, strict=True)
        if old != new
    )


def _alike(text: str, said: str) -> int:
    """How many last letters two texts share."""
    count = 0
    for one, other in zip(reversed(text), reversed(said), strict=False):
        if one != other:
            break
        count += 1
    return count


def _is_capitals(text: str) -> bool:
    return text.isupper() and sum(map(str.isalpha, text)) > 1
