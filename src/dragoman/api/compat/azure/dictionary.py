"""Azure's dynamic dictionary: a translation that the client gives for some words of a text.

In `The <mstrans:dictionary translation="Wortsucher">word finder</mstrans:dictionary> is here` the element is
a pair of tags to the engine, which translates the sentence with the words in it; what is inside the pair
afterwards is replaced by the client's translation.
"""

from __future__ import annotations

import html
import re
from typing import Final

_NAME: Final = "mstrans:dictionary"
_TAG: Final = re.compile(rf"<(/?){_NAME}\b([^<>]*)>", re.IGNORECASE)
_TRANSLATION: Final = re.compile(r"""\stranslation\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)


def apply_dictionary(translated: str, *, is_html: bool) -> str:
    """A translation with the client's words in place of the elements, which are taken away.

    An element without a translation leaves what was made of its content. Plain text gets the words without
    character references, HTML as they are written.
    """
    if f"<{_NAME}" not in translated.lower():
        return translated

    parts: list[str] = []
    position = 0
    opened: re.Match[str] | None = None
    for tag in _TAG.finditer(translated):  # one pass: a pattern for elements would search for each end anew
        if not tag[1]:
            opened = opened or tag
        elif opened is not None:
            content = translated[opened.end() : tag.start()]
            parts += (translated[position : opened.start()], _replace(opened[2], content, is_html=is_html))
            position, opened = tag.end(), None
    return "".join([*parts, translated[position:]])


def _replace(attributes: str, content: str, *, is_html: bool) -> str:
    given = _TRANSLATION.search(attributes)
    if given is None:
        return content
    words = given[1] if given[1] is not None else given[2]
    return words if is_html else html.unescape(words)
