"""Terms of a term base in translations (T5).

`enforcing` is the way from a source to a translation that has its terms; `marking` sends terms through
engines as codes, `stand_ins` as other nouns; `writing` puts terms into their places, `wording` and `articles`
say in which form.
"""

from dragoman.translation.terms.enforcing import enforce, report

__all__ = ["enforce", "report"]
