"""On which page a text is, by the text of the pages.

Texts go in the document's order. Those that are on the pages once are found first; of a text that is there
several times, or is short, the next one behind the text before it is taken.
"""

from __future__ import annotations

import bisect
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from dragoman.unicode_normalization import normalize

_LEFT_OUT: Final = re.compile("[\\s\u00ad\u200b-\u200f\u2060\ufeff-]+")  # pages break and hyphenate lines
_LONGEST: Final = 60  # characters of a text that are looked for
_KEY: Final = 6  # characters of a text that is hardly there by chance
_MOST_PLACES: Final = 100  # with the same beginning; one that is there more often is no landmark
_MOST: Final = 1_000_000  # characters of all pages; it keeps time bounded


def locate_texts(texts: Sequence[str], pages: Sequence[tuple[int, str]]) -> list[int | None]:
    """Find the page of each text; `pages` are texts with their pages, in order. None: no text is found."""
    everything, starts, numbers = _join(pages)
    wanted = [_squeeze(text)[:_LONGEST] for text in texts]
    index = _index(everything, {text[:_KEY] for text in wanted if len(text) >= _KEY})
    places = [_find_single(text, everything, index) for text in wanted]
    last = 0
    for number, text in enumerate(wanted):
        place = places[number]
        if place is None and text:
            found = everything.find(text, last)
            place = found if found >= 0 else everything.rfind(text, 0, last)
        if place is not None and place >= 0:
            places[number] = last = place
    return _fill([None if one is None else numbers[bisect.bisect(starts, one) - 1] for one in places])


def _join(pages: Sequence[tuple[int, str]]) -> tuple[str, list[int], list[int]]:
    pieces, starts, numbers, length = [], [], [], 0
    for number, text in pages:
        pieces.append(_squeeze(text))
        starts.append(length)
        numbers.append(number)
        length += len(pieces[-1])
        if length > _MOST:
            break
    return "".join(pieces), starts, numbers


def _index(everything: str, keys: set[str]) -> Mapping[str, Sequence[int]]:
    """Where texts with these beginnings may be."""
    found: dict[str, list[int]] = defaultdict(list)
    for place in range(len(everything) - _KEY + 1):
        key = everything[place : place + _KEY]
        if key in keys:
            found[key].append(place)
    return found


def _find_single(text: str, everything: str, index: Mapping[str, Sequence[int]]) -> int | None:
    """The place of a text that is there once."""
    places = index.get(text[:_KEY], ()) if len(text) >= _KEY else ()
    if len(places) > _MOST_PLACES:
        return None
    found = [place for place in places if everything.startswith(text, place)]
    return found[0] if len(found) == 1 else None


def _fill(pages: Sequence[int | None]) -> list[int | None]:
    """A text that is not found is near the one before it."""
    last = next((one for one in pages if one is not None), None)
    filled = []
    for page in pages:
        last = page if page is not None else last
        filled.append(last)
    return filled


def _squeeze(text: str) -> str:
    return _LEFT_OUT.sub("", normalize("NFKC", text)).casefold()
