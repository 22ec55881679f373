"""Unicode's normal forms of untrusted text, in time proportional to its length.

Python's `unicodedata.normalize` sorts the marks behind a letter by insertion and lets no other thread run
meanwhile: 40,000 of them in an unlucky order took 1.4 s, a million would take a quarter of an hour. Here they
are sorted before, so that it takes no time.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby
from typing import Final, Literal, TypeAlias

Form: TypeAlias = Literal["NFC", "NFD", "NFKC", "NFKD"]

# Every mark is in here, among other characters. The two last become marks in NFKC and NFKD.
_FEW: Final = 500  # characters, whose marks are sorted in 0.3 ms at worst
_MANY_MARKS: Final = re.compile(r"(?:[^\w\x00-\u02ff]|[\uff9e\uff9f]){64,}")


def normalize(form: Form, text: str) -> str:
    """The text in a normal form, exactly as `unicodedata.normalize` has it."""
    if text.isascii():
        return text
    if len(text) > _FEW and _MANY_MARKS.search(text) is not None:
        decomposed: Form = "NFKD" if "K" in form else "NFD"
        text = _MANY_MARKS.sub(lambda run: "".join(_sort_marks(run[0], decomposed)), text)
    return unicodedata.normalize(form, text)  # noqa: TID251 - the only place


def _sort_marks(run: str, form: Form) -> Iterator[str]:
    """The characters of a run decomposed, and in canonical order."""
    characters = "".join(unicodedata.normalize(form, character) for character in run)  # noqa: TID251
    for has_marks, group in groupby(characters, key=_is_mark):
        found = list(group)
        yield from sorted(found, key=unicodedata.combining) if has_marks else found


def _is_mark(character: str) -> bool:
    return unicodedata.combining(character) > 0
