"""A stretch of a long text: what is done with is dropped, what is needed is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

# What XML 1.0 has no place for. One such character would make a parser refuse all that follows.
_NO_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass(slots=True)
class TbxWindow:
    """The text from some place on, as far as it was read."""

    pieces: Iterator[str]
    text: str = ""
    line: int = 1  # of the first character of `text`
    ended: bool = False  # there is no more

    def more(self) -> bool:
        """Read on; False at the end."""
        piece = next(self.pieces, None)
        if piece is None:
            self.ended = True
            return False
        self.text += _NO_XML.sub("\ufffd", piece)
        return True

    def drop(self, end: int) -> None:
        """Forget the text before an offset."""
        if end:
            self.line += self.text.count("\n", 0, end)
            self.text = self.text[end:]

    def line_at(self, offset: int) -> int:
        """The line of an offset."""
        return self.line + self.text.count("\n", 0, offset)
