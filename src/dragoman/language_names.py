"""Names of languages in other languages, by CLDR.

`termbases.language_names` goes the other way: it finds a language by its name.
"""

from __future__ import annotations

import functools
import re
from typing import Final

from babel import Locale, UnknownLocaleError

from dragoman.languages import canonical, is_well_formed

# A subtag such as "valencia" (RFC 5646).
_VARIANT: Final = re.compile(r"[0-9][A-Za-z0-9]{3}|[A-Za-z0-9]{5,8}")


@functools.lru_cache(maxsize=4096)
def find_name(code: str, locale: Locale) -> str | None:
    """The name of a language in a locale's language, such as "Portuguese (Brazil)"; None if it has none."""
    language, *tags = code.split("-")
    variants = [one for one in tags if _VARIANT.fullmatch(one)]  # which Babel leaves out, or refuses
    named = _plain_name("-".join([language, *(one for one in tags if one not in variants)]), locale)
    if not variants or named is None:
        return named
    added = ", ".join(locale.variants.get(one.upper(), one) for one in variants)
    return f"{named[:-1]}, {added})" if named.endswith(")") else f"{named} ({added})"


@functools.lru_cache(maxsize=512)
def find_locale(code: str) -> Locale | None:
    """The locale whose names are in the language of a code, or in its base language; None without one."""
    if not is_well_formed(code):
        return None
    tag = canonical(code)
    for part in (tag, tag.partition("-")[0]):
        try:
            return Locale.parse(part, sep="-")
        except (UnknownLocaleError, ValueError):
            continue
    return None


def _plain_name(code: str, locale: Locale) -> str | None:
    try:
        return Locale.parse(canonical(code), sep="-").get_display_name(locale)
    except UnknownLocaleError:
        name: str | None = locale.languages.get(code)  # Babel has names of languages without locales
        return name
    except ValueError:
        return None
