"""Terms: required terms are present, forbidden ones absent, and terms not to be translated unchanged.

The terms of the source are recognised elsewhere and are given with the pair.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from dragoman.quality.model import Check, ExpectedTerm, Finding, Severity, TermRule
from dragoman.quality.view import PairView
from dragoman.unicode_normalization import normalize

TERM_MISSING: Final = Check(
    code="TERM_MISSING",
    severity=Severity.WARNING,
    fixable=False,
    description="The source has a term of a term base, and no accepted translation of it is in the "
    "translation.",
    message="None of the translations that the term base accepts for this term is there; use one.",
)
TERM_FORBIDDEN: Final = Check(
    code="TERM_FORBIDDEN",
    severity=Severity.WARNING,
    fixable=False,
    description="The translation has a term that the term base forbids.",
    message="The term base forbids this term; use the preferred one.",
)
TERM_TRANSLATED: Final = Check(
    code="TERM_TRANSLATED",
    severity=Severity.WARNING,
    fixable=False,
    description="The translation lacks a term that is to be kept untranslated, or has another form of it.",
    message="This term is not to be translated; write it as in the source.",
)

TERM_NUMBER: Final = Check(
    code="TERM_NUMBER",
    severity=Severity.NOTICE,
    fixable=False,
    description="The source has a term in the plural and the translation in the singular, or the other "
    "way round. Checked in projects, where terms are recognised with their forms.",
    message="The source has this term in another number.",
)
TERM_AGREEMENT: Final = Check(
    code="TERM_AGREEMENT",
    severity=Severity.NOTICE,
    fixable=False,
    description="An article, determiner, adjective or participle next to a term has another gender or "
    "number than the term. Checked in projects, in Catalan, French, Galician, Italian, "
    "Portuguese and Spanish.",
    message="A word beside this term does not agree with it in gender or number.",
)

# Blanks do not show where words end: a term is found at any occurrence of its characters.
_DENSE: Final = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"
_LONGEST: Final = 1000


def check_terms(pair_view: PairView) -> Iterator[Finding]:
    """`TERM_MISSING`, `TERM_FORBIDDEN` and `TERM_TRANSLATED`."""
    for term in pair_view.pair.terms:
        if term.rule is TermRule.REQUIRED:
            if any(term.targets) and not any(_places(pair_view, term)):
                yield TERM_MISSING.found(source=term.span)
        elif term.rule is TermRule.KEEP:
            if term.source and _place_of(term.source, pair_view.target.text, sensitive=True) is None:
                yield TERM_TRANSLATED.found(source=term.span)
        else:
            for start, end in _forbidden(pair_view, term):
                yield TERM_FORBIDDEN.found(target=pair_view.target.span(start, end), source=term.span)


def _forbidden(pair_view: PairView, term: ExpectedTerm) -> list[tuple[int, int]]:
    """The spans of forbidden terms, except those inside a required term."""
    found = list(dict.fromkeys(_places(pair_view, term)))
    if not found:
        return []
    wanted = [
        place
        for other in pair_view.pair.terms
        if other.rule is not TermRule.FORBIDDEN
        for place in _places(pair_view, other)
    ]
    return [
        (start, end)
        for start, end in found
        if not any(first <= start and end <= last and (first, last) != (start, end) for first, last in wanted)
    ]


def _places(pair_view: PairView, term: ExpectedTerm) -> Iterator[tuple[int, int]]:
    text = pair_view.target.text
    forms = (term.source,) if term.rule is TermRule.KEEP else term.targets
    for form in forms:
        pattern = _pattern(form, term.case_sensitive, term.prefix)
        if pattern is not None:
            yield from (match.span() for match in pattern.finditer(text))


def _place_of(words: str, text: str, *, sensitive: bool) -> int | None:
    pattern = _pattern(words, sensitive, prefix=True)
    match = pattern.search(text) if pattern is not None else None
    return match.start() if match else None


@lru_cache(maxsize=4096)
def _pattern(form: str, sensitive: bool, prefix: bool) -> re.Pattern[str] | None:
    """A pattern for a term as words of a text, or None for a term without characters."""
    words = form.split()
    if not words or len(form) > _LONGEST:
        return None
    first, last = words[0][0], words[-1][-1]
    begins = rf"(?<![^\W_{_DENSE}])" if _is_letter(first) else ""
    ends = rf"(?![^\W_{_DENSE}])" if _is_letter(last) and not prefix else ""
    body = r"[\s\u00a0]+".join(map(_either_form, words))
    return re.compile(begins + body + ends, 0 if sensitive else re.IGNORECASE)


def _either_form(word: str) -> str:
    """A word, its letters with marks written in one character or in two."""
    forms = dict.fromkeys((word, normalize("NFC", word), normalize("NFD", word)))
    return re.escape(word) if len(forms) == 1 else f"(?:{'|'.join(map(re.escape, forms))})"


def _is_letter(character: str) -> bool:
    return re.match(rf"[^\W_{_DENSE}]", character) is not None
