"""Number and gender of terms, by small rules for Catalan, French, Galician, Italian, Portuguese and Spanish.

Each language has a module with its rules; `phrases` applies them to terms of one word or several. English has
plurals only, to find the number of a term in a source. Uncertain forms are None: a wrong form is worse than
none. `agreement` checks the words beside a term, with the tables of `neighbours`.
"""

from dragoman.termbases.morphology.agreement import adjust_agreement, has_disagreement, may_disagree
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
    "adjust_agreement",
    "compare_forms",
    "find_gender",
    "find_number",
    "find_plurals",
    "has_disagreement",
    "has_plurals",
    "is_invariable",
    "is_plural",
    "knows_plurals",
    "make_plurals",
    "may_be_adjective",
    "may_be_form",
    "may_disagree",
    "pluralise",
    "singularise",
]
