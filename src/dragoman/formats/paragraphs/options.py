"""Options, warnings and limits that documents of Microsoft Office and OpenDocument programs share."""

from __future__ import annotations

from itertools import repeat
from typing import Final

from dragoman.formats.format import DocumentWarning, Option, WarningCode
from dragoman.formats.units.limits import TooMuchText
from dragoman.segments import Text

MOST_TEXTS: Final = 250_000  # far above any limit of words; it bounds memory
HIDDEN_TEXT: Final = Option(name="hiddenText", default=False, description="Translate hidden text too.")
COMMENTS: Final = Option(name="comments", default=False, description="Translate comments too.")
PROPERTIES: Final = Option(
    name="properties",
    default=False,
    description="Translate the properties of the file too: title, subject, keywords and the like.",
)
DIRECTION: Final = Option(
    name="setDirection",
    default=True,
    description="Change the direction of paragraphs if source and target are written in opposite directions.",
)
SIGNED: Final = DocumentWarning(
    code=WarningCode.SIGNATURE_DROPPED,
    message="The document was signed. The translation is not: sign it again if it needs to be.",
)


def check_count(texts: int) -> None:
    """Raise `TooMuchText` for documents with more texts than the limit."""
    if texts > MOST_TEXTS:
        a_word = (Text(text="a"),)  # a lower bound for each text
        raise TooMuchText(MOST_TEXTS, "different texts", repeat(a_word, texts))
