"""Distinguish forms of a listed word from other words with the same stem: casa, caso.

In Romance languages the last vowel of a noun is not an inflection: a noun of another gender is another word
(bolso, bolsa; puerto, puerta), while an adjective of another gender is a form of the same word. Adjectives
are recognised by their endings.
"""

from __future__ import annotations

import re
from typing import Final

from dragoman.termbases.morphology.phrases import RULES, FormChange, compare_forms

# Endings of adjectives without the vowel of their gender, and whole adjectives with other endings.
_ADJECTIVE: Final = re.compile(
    r"(?:ad|at|id|it|ic|iv|iu|os|ari|ori|an|in|und|ct|ern|bl|if|eux|eus|ell|é|er|ier|è[rt]|ut|uch"
    r"|roj|nuev|viej|negr|blanc|limpi|llen|alt|baj|larg|anch|buen|mal|segur|clar|oscur|complet|secret|distint"
    r"|just|mism|propi|medi|seri|suci|vací|frí|previ|ampli|extrañ|pequeñ|derech|izquierd|lent|content|violent"
    r"|ciert|abiert|muert|cubiert|expert|roto|rot|óptim|mínim|máxim|últim|próxim|mejor|oportun|únic"
    r"|vermell|vell|nou|nov|gross|gris|llest|brut|net|ple|plen|buit|fred|petit|dret|moll|bon|car|obert|mort"
    r"|vermelh|velh|pret|branc|pequen|chei|vazi|suj|pront|frac|fals|cert|escur|abert|morto|vermell|baleir"
    r"|bell|nuov|vecchi|ross|piccol|pien|vuot|pulit|apert|mort|corret|corrett|noir|vert|lourd|grand|froid"
    r"|chaud|plein|neuf|neuv|prêt|sec|sèch|propre|nouv|vieil|court|seul|roux)"
    r"(?:o|a|e|os|as|es|i|s|)\Z"
)


def may_be_form(listed: str, found: str, language: str, *, is_noun: bool) -> bool:
    """Whether words with the stem of a listed term may be a form of it. `is_noun`: by the term base.

    True in languages without rules, and if the endings do not decide.
    """
    if (
        language.partition("-")[0] not in RULES
        or compare_forms(listed, found, language) is not FormChange.OTHER
    ):
        return True
    one, other = listed.split(), found.split()
    if len(one) != len(other):
        return True
    different = (
        (a, b) for a, b in zip(one, other, strict=True) if compare_forms(a, b, language) is FormChange.OTHER
    )
    return all(
        not (is_noun and len(one) == 1) and _is_adjective(a) and _is_adjective(b) for a, b in different
    )


def may_be_adjective(listed: str, found: str, language: str) -> bool:
    """Whether both words may be forms of an adjective, by their endings."""
    return (
        language.partition("-")[0] in RULES and _is_adjective(listed.lower()) and _is_adjective(found.lower())
    )


def _is_adjective(word: str) -> bool:
    return _ADJECTIVE.search(word) is not None
