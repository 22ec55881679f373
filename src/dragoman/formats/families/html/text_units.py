"""What is to be translated in HTML: places, each with the pieces of the source that it is made of."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class HtmlPieceKind(enum.Enum):
    """What a piece of a place is."""

    TEXT = enum.auto()
    OPEN = enum.auto()
    CLOSE = enum.auto()
    ALONE = enum.auto()


class HtmlPiece(NamedTuple):
    """source[start:end] within a place."""

    kind: HtmlPieceKind
    start: int
    end: int
    name: str = ""  # of the element, lower case; "" of a comment
    type: str = ""  # of the code it becomes


@dataclass(slots=True, eq=False)
class HtmlTextUnit:
    """Something to translate. Pieces touch each other; an attribute's value is one text."""

    pieces: Sequence[HtmlPiece]
    context: str
    quote: str | None = None  # of attributes: the sign around the value, "" when there is none
    bare: bool = False  # text without tags
    plain: bool = False  # its white space counts
    note: str = ""
