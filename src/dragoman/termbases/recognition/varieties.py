"""Choose the terms of a concept for a language: those of the same variety, or of the language as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dragoman.languages import candidates, primary, script
from dragoman.termbases.model import Term, TermStatus

_NARROWER: Final = 1_000  # the rank of varieties, for a language as a whole
_RANKS: Final = {status: rank for rank, status in enumerate(TermStatus)}


class Varieties:
    """The varieties of a language in term bases, with cached ranks."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._wanted = {code: rank for rank, code in enumerate(candidates(language))}
        self._ranks: dict[str, int | None] = {}
        self._included: dict[str, bool] = {}

    def includes(self, language: str) -> bool:
        """Whether texts in this language may have terms of `language`: of any variety in the same script."""
        known = self._included.get(language)
        if known is None:
            known = self._rank(language) is not None or (
                primary(language) == primary(self._language) and script(language) == script(self._language)
            )
            self._included[language] = known
        return known

    def choose(self, terms: Iterable[Term]) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
        """Choose the required terms for a text in this language, the best first, and the forbidden ones."""
        ranked = [(rank, term) for term in terms if (rank := self._rank(term.language)) is not None]
        permitted = [(rank, term) for rank, term in ranked if term.status is not TermStatus.FORBIDDEN]
        best = min((rank for rank, _ in permitted), default=0)
        chosen = sorted(
            (term for rank, term in permitted if rank == best), key=lambda term: _RANKS[term.status]
        )
        texts = {term.text for term in chosen}
        forbidden = (
            term for _, term in ranked if term.status is TermStatus.FORBIDDEN and term.text not in texts
        )
        return tuple(chosen), tuple(forbidden)

    def _rank(self, language: str) -> int | None:
        """Rank a language by its distance to this one; None: its terms are not used."""
        if language not in self._ranks:
            rank = self._wanted.get(language)
            if rank is None and self._language in candidates(language):
                rank = _NARROWER
            self._ranks[language] = rank
        return self._ranks[language]
