"""Terms in text: which terms a source has, what its translation must and must not say, and whether it does.

`words` cuts text into what is compared, `stemming` has the endings of languages, `index` finds terms of one
language, `compiling` makes a term base ready for a pair of languages, `glossary` holds texts against it,
`forms` looks at the number of a term in a translation and at the words beside it.
"""

from dragoman.termbases.recognition.compiling import Glossary, Place, change_glossary, compile_glossary
from dragoman.termbases.recognition.forms import disagrees, has_other_number
from dragoman.termbases.recognition.glossary import (
    Occurrence,
    TargetCheck,
    TermMatch,
    check_target,
    recognise,
)

__all__ = [
    "Glossary",
    "Occurrence",
    "Place",
    "TargetCheck",
    "TermMatch",
    "change_glossary",
    "check_target",
    "compile_glossary",
    "disagrees",
    "has_other_number",
    "recognise",
]
