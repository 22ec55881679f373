"""Numbers and genders of terms: small rules for Catalan, French, Galician, Italian, Portuguese and Spanish.

Each language has a module with its rules; `phrases` applies them to terms of one word or several. Of English
only plurals are known, to see in which number a source has a term. What is not certain is None: a wrong form
is worse than none. `agreement` looks at the words beside a term, with the tables of `neighbours`.
"""

from dragoman.termbases.morphology.agreement import adjust, find_misfit, has_doubt
from dragoman.termbases.morphology.genders import may_be_adjective, may_be_form
from dragoman.termbases.morphology.phrases import (
    FormChange,
    GrammaticalNumber,
    compare_forms,
    find_gender,
    find_number,
    find_plurals,
    has_plurals,
    is_invariable,
    is_plural,
    knows_plurals,
    make_plurals,
    pluralise,
    singularise,
)

__all__ = [
    "FormChange",
    "GrammaticalNumber",
    "adjust",
    "compare_forms",
    "find_gender",
    "find_misfit",
    "find_number",
    "find_plurals",
    "has_doubt",
    "has_plurals",
    "is_invariable",
    "is_plural",
    "knows_plurals",
    "make_plurals",
    "may_be_adjective",
    "may_be_form",
    "pluralise",
    "singularise",
]
