"""Tagged text as these tests read it: by themselves, and not by what they test.

Items are UTF-16 units of texts, as one-character strings, and codes as they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_CODE = re.compile(r"<\d{1,4}/?>|</\d{1,4}>")
FILLER = "\u200b"


def units(text: str) -> list[str]:
    """The UTF-16 units of a text."""
    encoded = text.encode("utf-16-le", "surrogatepass")
    return [chr(encoded[at] | encoded[at + 1] << 8) for at in range(0, len(encoded), 2)]


def read_items(tagged: str) -> list[str]:
    """Parse a tagged text."""
    items: list[str] = []
    end = 0
    for code in _CODE.finditer(tagged):
        items += [*units(_unescape(tagged[end : code.start()])), code[0]]
        end = code.end()
    return items + units(_unescape(tagged[end:]))


def escape(text: str) -> str:
    """Write a text within tagged text."""
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _unescape(text: str) -> str:
    assert "<" not in text, text
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def codes_of(items: Iterable[str]) -> list[str]:
    """The codes among items."""
    return [item for item in items if len(item) > 1]


def text_of(items: Iterable[str]) -> list[str]:
    """The units of text among items."""
    return [item for item in items if len(item) == 1]


def half_of(code: str) -> str | None:
    """The other half of a pair."""
    if code.endswith("/>"):
        return None
    return f"<{code[2:]}" if code.startswith("</") else f"</{code[1:]}"


def is_nested(codes: Sequence[str]) -> bool:
    """Whether pairs are whole, and the inner one is closed first."""
    while True:
        paired = [code for code in codes if not code.endswith("/>")]
        at = next((at for at, code in enumerate(paired[:-1]) if paired[at + 1] == f"</{code[1:]}"), None)
        if at is None:
            return not paired
        codes = paired[:at] + paired[at + 2 :]


def is_valid(source: Sequence[str], target: Sequence[str]) -> bool:
    """The invariant: codes of the source, each at most once, nested; or in its order if it is not nested."""
    if len(set(target)) < len(target) or not set(target) <= set(source):
        return False
    order = [source.index(code) for code in target]
    return is_nested(target) if is_nested(source) else order == sorted(order)


def partners(source: Sequence[str], codes: Iterable[str]) -> set[str]:
    """Codes, and the other halves that go with them."""
    halves = {half_of(code) or code for code in codes} if is_nested(source) else set()
    return {*codes, *halves}


def draw(items: Sequence[str]) -> str:
    """What the nodes of a field hold for these items, each code as it is written."""
    gaps: list[str] = [""]
    for item in items:
        gaps += [item, ""] if len(item) > 1 else []
        if len(item) == 1:
            gaps[-1] += item
    last = len(gaps) - 1
    drawn = "".join(
        gap + FILLER * (last > 0 and (not gap or (gap[-1] == "\n" and at < last)))
        for at, gap in enumerate(gaps)
    )
    return drawn.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
