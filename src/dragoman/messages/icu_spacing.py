"""How an ICU message is spaced, so that what is written anew looks like the rest of it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from dragoman.messages.icu_model import IcuChoice


class Spacing(NamedTuple):
    """The blanks that a message has around what makes its choices: `{n, plural, one {…} other {…}}`."""

    comma: str = ", "
    first: str = " "  # before the first selector
    between: str = " "  # before any other
    brace: str = " "  # after a selector

    def header(self, choice: IcuChoice) -> str:
        """How a choice begins."""
        offset = f" offset:{choice.offset} " if choice.offset else self.first
        return f"{{{choice.name}{self.comma}{choice.kind},{offset}"

    def branch(self, selector: str, *, first: bool) -> str:
        """How a branch begins; the first one follows the header."""
        return f"{'' if first else self.between}{selector}{self.brace}{{"


_FIRST: Final = re.compile(
    r"\{\s?[\w.$\-]{1,100}(,\s?)(?i:plural|select|selectordinal)\s?,(\s?)(?:offset:\d{1,9} )?"
    r"[=\w][\w.\-]{0,99}(\s?)\{"
)
_NEXT: Final = re.compile(r"\}(\s?)[=\w][\w.\-]{0,99}\s?\{")


def read_spacing(text: str) -> Spacing:
    """See how a message is spaced; where it has more than blanks, as people usually do it."""
    first, following = _FIRST.search(text), _NEXT.search(text)
    if first is None:
        return Spacing()
    comma, before, brace = (first[1], first[2], first[3])
    found = Spacing(comma, before, following[1] if following is not None else before, brace)
    return found if set("".join(found)) <= {",", " "} else Spacing()
