"""Recognition: find the terms of a source, and check that its translation has the required terms only.

`words` splits texts into comparable words, `stemming` removes endings, `index` finds the terms of one
language, `compiling` compiles a term base for a pair of languages, `glossary` recognises terms and checks
targets, `forms` checks the number of a term in a translation and the agreement of the words beside it.
"""

from dragoman.termbases.recognition.compiling import (
    ConceptPosition,
    Glossary,
    change_glossary,
    compile_glossary,
)
from dragoman.termbases.recognition.forms import disagrees, has_other_number
from dragoman.termbases.recognition.glossary import (
    Occurrence,
    TargetCheck,
    TermMatch,
    check_target,
    recognise,
)

__all__ = [
    "ConceptPosition",
    "Glossary",
    "Occurrence",
    "TargetCheck",
    "TermMatch",
    "change_glossary",
    "check_target",
    "compile_glossary",
    "disagrees",
    "has_other_number",
    "recognise",
]
