"""Terms in text: which terms a source has, what its translation must and must not say, and whether it does.

`words` cuts text into what is compared, `stemming` has the endings of languages, `index` finds terms of one
language, `glossary` is a term base made ready for a pair of languages.
"""

from dragoman.termbases.recognition.glossary import (
    Glossary,
    Occurrence,
    TargetCheck,
    TermMatch,
    check_target,
    compile_glossary,
    recognise,
)

__all__ = [
    "Glossary",
    "Occurrence",
    "TargetCheck",
    "TermMatch",
    "check_target",
    "compile_glossary",
    "recognise",
]
