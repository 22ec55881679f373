"""Terms of a term base in translations (T5).

`enforcing` translates a source so that the translation has its terms. `marking` sends terms through engines
as codes, `substitute_nouns` as other nouns. `writing` inserts terms, in the form that `wording` and
`articles` choose.
"""

from dragoman.translation.terms.enforcing import enforce, report

__all__ = ["enforce", "report"]
