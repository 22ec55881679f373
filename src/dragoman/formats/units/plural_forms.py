"""A string's forms by CLDR's categories in a resource file: those in the file and those to add."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dragoman.messages import plurals
from dragoman.messages.placeholders import keeps_placeholders


@dataclass(frozen=True, slots=True, kw_only=True)
class PluralForm:
    """One form of a string."""

    name: str  # the category
    fed_by: str  # the form of the source that it is translated from
    added: bool  # the file does not have it


def find_forms(texts: Mapping[str, str], language: str) -> tuple[PluralForm, ...]:
    """The forms of the file (category → text, one at least) in order, completed for a target language.

    Added ones come before "other", where they are also written. A form of the file is kept: some systems use
    `zero` in every language.
    """
    last = plurals.OTHER if plurals.OTHER in texts else list(texts)[-1]
    shows = {name: keeps_placeholders(text, texts[last]) for name, text in texts.items()}

    def form(name: str, *, added: bool) -> PluralForm:
        fed_by = plurals.feeding(name, shows_number=shows, language=language)
        wanted = added or name in plurals.categories(language)
        return PluralForm(name=name, fed_by=fed_by if wanted else name, added=added)

    additions = [form(name, added=True) for name in plurals.missing(texts, language)]
    present = [form(name, added=False) for name in texts]
    at = list(texts).index(plurals.OTHER) if plurals.OTHER in texts else len(present)
    return (*present[:at], *additions, *present[at:])
