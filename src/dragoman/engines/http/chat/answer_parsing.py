"""The translations in what a language model wrote. Only what is certain is taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Final

import orjson
import regex

_THOUGHTS: Final = regex.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", regex.DOTALL | regex.IGNORECASE)
_FENCE: Final = regex.compile(r"\A```[a-z]*\s*\n(.*)\n\s*```\Z", regex.DOTALL | regex.IGNORECASE)


class NoTranslations(ValueError):
    """What a model wrote is not the object that it was asked for. The message is for the model."""


def parse_translations(content: str, ids: Collection[int]) -> dict[int, str]:
    """The text for each id that has exactly one. Raises `NoTranslations` for other forms and other ids."""
    entries = _find_entries(content)
    found: Counter[int] = Counter()
    texts: dict[int, str] = {}
    for entry in entries:
        number = entry.get("id") if isinstance(entry, dict) else None
        text = entry.get("text") if isinstance(entry, dict) else None
        if isinstance(number, str) and number.isascii() and number.isdecimal() and len(number) < 7:
            number = int(number)
        if not isinstance(number, int) or isinstance(number, bool) or number not in ids:
            raise NoTranslations("The answer had an entry without an id of a segment.")
        found[number] += 1
        if isinstance(text, str):
            texts[number] = text
    return {number: text for number, text in texts.items() if found[number] == 1}


def _find_entries(content: str) -> list[object]:
    written = _THOUGHTS.sub("", content).strip()
    fenced = _FENCE.match(written)
    candidates = [fenced[1] if fenced else written]
    # Words before and after the object. Two objects, of which one may be a customer's, are not JSON together.
    candidates.append(written[written.find("{") : written.rfind("}") + 1])
    for candidate in candidates:
        try:
            value = orjson.loads(candidate)
        except ValueError:
            continue
        entries = value.get("translations") if isinstance(value, dict) else None
        if isinstance(entries, list):
            return entries
    raise NoTranslations("The answer was not the JSON object that was asked for.")
