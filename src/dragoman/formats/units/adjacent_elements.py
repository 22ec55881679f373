"""Adjacent elements that are one to a reader: `<b>War</b><b>ning</b>`, as editors leave behind.

Two adjacent elements stay separate wherever they may have a meaning: meaningful elements (links, spans,
emphasis, marks, keys), elements with any attribute, and wherever the second one may begin a new text.
"""

from __future__ import annotations

import html
import re
from typing import Final

_LOOKS: Final = frozenset({"b", "big", "i", "strike", "tt", "u"})  # elements for formatting only
_BARE: Final = re.compile(r"<([A-Za-z]+)\s*>")
_NEAR: Final = 32  # characters; no reference to one is longer


def is_split_formatting(first: str, second: str, before: str, after: str) -> bool:
    """Whether two adjacent elements with these start tags are one formatting that was split.

    `before` is the source of the text at the end of the first, `after` that at the beginning of the second.
    """
    one, other = _BARE.fullmatch(first), _BARE.fullmatch(second)
    if one is None or other is None or one[1] != other[1] or one[1].lower() not in _LOOKS:
        return False
    return _goes_on(html.unescape(before[-_NEAR:]), html.unescape(after[:_NEAR]))


def _goes_on(before: str, after: str) -> bool:
    """Whether a text continues across a border: by a blank there, or in the middle of a word."""
    last, next_ = before[-1:], after[:1]
    if last.isspace() or next_.isspace():
        return True
    return last.isalpha() and next_.isalpha() and not (last.islower() and next_.isupper())
