"""Fields of Word: those whose results are text to translate, and those that Word computes."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.format import Reason

# The results of these are written text, or contain drawings. All other fields, and unknown words (which are
# references to bookmarks), are computed: Word would overwrite a translation.
_WRITTEN: Final = frozenset(
    {
        "AUTOTEXT",
        "AUTOTEXTLIST",
        "EMBED",
        "FILLIN",
        "FORMTEXT",
        "GOTOBUTTON",
        "HTMLCONTROL",
        "HYPERLINK",
        "IF",
        "INCLUDEPICTURE",
        "INCLUDETEXT",
        "LINK",
        "MACROBUTTON",
        "QUOTE",
        "SHAPE",
    }
)
CONTENTS: Final = frozenset({"INDEX", "TOA", "TOC"})  # their results repeat other text
_WORD: Final = re.compile(r"\s*(=|[^\W\d_]+)")


class FieldPhase(enum.IntEnum):
    """How far a field has been read."""

    CODE = 0
    RESULT = 1


@dataclass(slots=True, eq=False)
class WordField:
    """An open field, which may have begun in an earlier paragraph."""

    owner: object  # the paragraph in which it began, while that is read
    index: int  # of its first item there
    number: int  # unique among the fields of the part
    phase: FieldPhase = FieldPhase.CODE
    code: list[str] = field(default_factory=list)
    reason: Reason | None = None  # why its result is left alone
    result: int = 0  # offset of its result in the block, once it begins
    paired: bool = False  # its code became the start of a pair
    toc: bool = False  # its result is a table of contents or an index, whose entries are derived

    @property
    def lock(self) -> Reason | None:
        """The reason why text at this point is not translated, if any."""
        return Reason.FIELD if self.phase is FieldPhase.CODE else self.reason

    @property
    def word(self) -> str:
        """The type of field."""
        return field_word("".join(self.code))


def field_word(code: str) -> str:
    """The first word of a field's code, such as HYPERLINK or PAGE."""
    found = _WORD.match(code)
    return found[1].upper() if found else ""


def reason_to_leave(word: str) -> Reason | None:
    """The reason why the result of such a field is left alone; None: it is translated, or derived."""
    return None if word in _WRITTEN or word in CONTENTS else Reason.FIELD
