"""What users choose and are told alike for documents of Microsoft Office and of OpenDocument programs."""

from __future__ import annotations

from itertools import repeat
from typing import Final

from dragoman.formats.format import DocumentWarning, Option, WarningCode
from dragoman.formats.units.limits import TooMuchText
from dragoman.segments import Text

MOST_TEXTS: Final = 250_000  # far beyond any limit of words; it keeps memory bounded
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
    description="Turn paragraphs when source and target are written in opposite directions.",
)
SIGNED: Final = DocumentWarning(
    code=WarningCode.SIGNATURE_DROPPED,
    message="The document was signed. The translation is not: sign it again if it needs to be.",
)


def check_count(texts: int) -> None:
    """Refuse documents with more texts than anybody translates."""
    if texts > MOST_TEXTS:
        a_word = (Text(text="a"),)  # the least that each of them is
        raise TooMuchText(MOST_TEXTS, "different texts", repeat(a_word, texts))
