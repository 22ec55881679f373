"""Fields of Word: which results are text to translate, and which are computed by Word itself."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.format import Reason

# Their results are text that somebody wrote, or hold drawings. All other fields, and unknown words (which are
# references to bookmarks), are computed from something else: Word would overwrite a translation.
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
CONTENTS: Final = frozenset({"INDEX", "TOA", "TOC"})  # their results repeat what stands elsewhere
_WORD: Final = re.compile(r"\s*(=|[^\W\d_]+)")


class FieldPhase(enum.IntEnum):
    """How far a field has been read."""

    CODE = 0
    RESULT = 1


@dataclass(slots=True, eq=False)
class WordField:
    """A field that is open: it may have begun in an earlier paragraph."""

    owner: object  # the paragraph in which it began, as long as that is read
    index: int  # of its first piece there
    number: int  # different from that of any other field of the part
    phase: FieldPhase = FieldPhase.CODE
    code: list[str] = field(default_factory=list)
    reason: Reason | None = None  # why its result stays as it is
    result: int = 0  # where its result begins in the block, once it has one
    paired: bool = False  # its code became the beginning of a pair
    contents: bool = False  # its result is a table of contents or an index, whose entries are derived

    @property
    def lock(self) -> Reason | None:
        """Why text that stands here now is not translated."""
        return Reason.FIELD if self.phase is FieldPhase.CODE else self.reason

    @property
    def word(self) -> str:
        """What kind of field it is."""
        return field_word("".join(self.code))


def field_word(code: str) -> str:
    """The first word of a field's code, such as HYPERLINK or PAGE."""
    found = _WORD.match(code)
    return found[1].upper() if found else ""


def why_kept(word: str) -> Reason | None:
    """Why the result of such a field stays as it is; None: it is translated, or derived."""
    return None if word in _WRITTEN or word in CONTENTS else Reason.FIELD
