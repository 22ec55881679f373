"""Messages of the domain's errors in the reader's language.

The domain writes them in English, with values in between. The catalogue `errors` has each with numbers for
what varies, such as "There is no account {1}.": the message is matched with it, and the values are put into
the translation. A message that the catalogue does not have stays in English.
"""

from __future__ import annotations

import functools
import re
from typing import Final

from dragoman.dashboard.page.locale import current_locale, find_catalog
from dragoman.errors import DragomanError

_DOMAIN: Final = "errors"
_NUMBER: Final = re.compile(r"\{(\d+)\}")


def write_error(error: DragomanError) -> str:
    """The message and the hints of an error, as sentences for its reader."""
    return " ".join(translate_message(text) for text in (error.message, error.hints) if text)


def translate_message(message: str) -> str:
    """Translate a message of the domain."""
    language = current_locale().language
    exact = find_catalog(language, _DOMAIN).gettext(message) if message else ""
    if exact != message:
        return exact
    for pattern, translation in _patterns(language):
        found = pattern.fullmatch(message)
        if found is not None:
            return _fill(translation, found)
    return message


def _fill(translation: str, found: re.Match[str]) -> str:
    """Put the values of a message into its translation.

    One value may be what the message says of something, such as "is empty": it is translated, too.
    """
    values = {
        name: translate_message(text) if " " in text and text[0].islower() else text
        for name, text in found.groupdict().items()
    }
    return _NUMBER.sub(lambda one: values.get(f"v{one[1]}", one[0]), translation)


@functools.cache
def _patterns(language: str) -> list[tuple[re.Pattern[str], str]]:
    """The messages with values, as expressions, those with the most text of their own first."""
    catalog = getattr(find_catalog(language, _DOMAIN), "_catalog", {})
    entries = {text: translated for text, translated in catalog.items() if text and _NUMBER.search(text)}
    ordered = sorted(entries, key=lambda text: -len(_NUMBER.sub("", text)))
    return [(_expression(text), entries[text]) for text in ordered]


def _expression(text: str) -> re.Pattern[str]:
    parts = _NUMBER.split(text)  # text, number, text, …
    written = (re.escape(part) if index % 2 == 0 else f"(?P<v{part}>.*?)" for index, part in enumerate(parts))
    return re.compile("".join(written), re.DOTALL)
