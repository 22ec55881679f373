"""URLs and e-mail addresses in texts: the patterns that find them, and where each ends.

Texts are protected before an engine by all patterns, and compared with their translations by all but `HOST`.
Every pattern repeats possessively or within a bound, so that a search is linear in the text.
"""

from __future__ import annotations

import re
from typing import Final

from dragoman.messages.unspaced import UNSPACED

NAME_LETTER: Final = rf"[^\W{UNSPACED}]"  # a letter or digit of a name
NAME_FREE: Final = rf"(?<!{NAME_LETTER})"  # no name ends here
LABEL: Final = rf"[^\W{UNSPACED}](?>(?:[^\W{UNSPACED}]|-)*)"  # a label of a host or file name
_REST: Final = rf"[^\s<>\"{UNSPACED}]*+"
_UNSPACED_HOST: Final = (
    r"[^\s<>\"\u3000-\u303f\uff00-\uffef]++"  # of an address whose host is in such a script
)
_TOP: Final = "com|org|net|edu|gov|int|mil|io|dev|app|info|biz|eu|cloud|online|example|test|local"

URL: Final = re.compile(
    rf"{NAME_FREE}(?<![+.\-])[A-Za-z][A-Za-z0-9+.\-]{{1,31}}://(?:[^\s<>\"{UNSPACED}]{_REST}|{_UNSPACED_HOST})"
)
OPAQUE: Final = re.compile(rf"{NAME_FREE}(?:mailto|tel|sms|urn|doi|magnet|data):\w{_REST}")
WWW: Final = re.compile(rf"{NAME_FREE}(?<![.@/\-])[wW]{{3}}\.{NAME_LETTER}{_REST}")
HOST: Final = re.compile(
    rf"{NAME_FREE}(?<![.@/:\\\-])(?:{LABEL}\.)+(?:{_TOP})(?!{NAME_LETTER}|-)(?>(?::\d{{1,5}})?(?:[/?#]{_REST})?)"
)
EMAIL: Final = re.compile(
    rf"{NAME_FREE}(?<![.+%\-])(?:{NAME_LETTER}|[.+%\-]){{1,64}}@{LABEL}(?>(?:\.{LABEL})+)"
)
_OPENED_BY: Final = {")": "(", "]": "[", "}": "{"}
_QUOTE_REFERENCE: Final = re.compile(r"&(?:quot|lt|gt|nbsp|apos|#0*34|#0*39|#0*60|#0*62);")


def address_end(match: re.Match[str]) -> int:
    """An address ends before the sentence's punctuation, and before a bracket that it did not open."""
    text, start, end = match.string, match.start(), match.end()
    reference = _QUOTE_REFERENCE.search(text, start, end)
    if reference is not None:
        end = reference.start()
    surplus = {
        last: text.count(last, start, end) - text.count(first, start, end)
        for last, first in _OPENED_BY.items()
    }
    while end > start:
        last = text[end - 1]
        if surplus.get(last, 0) > 0:
            surplus[last] -= 1
        elif last not in ".,;:!?'\"*~…»”’":
            break
        end -= 1
    return end


def find_addresses(text: str) -> tuple[tuple[int, int], ...]:
    """Where addresses are in a text, in order, none within another; without mere hosts (`example.com`)."""
    patterns = [URL] if "://" in text else []
    patterns += [OPAQUE] if ":" in text else []
    patterns += [WWW] if "ww." in text.lower() else []
    found = [(match.start(), address_end(match)) for pattern in patterns for match in pattern.finditer(text)]
    if "@" in text:
        found += [match.span() for match in EMAIL.finditer(text)]
    apart: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if start < end and (not apart or apart[-1][1] <= start):
            apart.append((start, end))
    return tuple(apart)
