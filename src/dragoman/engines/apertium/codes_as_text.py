"""Codes that are sent to Apertium as their text, so that its rules apply: `450 kg` is a number to it.

As a superblank such a code would be invisible to its rules: "de 450 kg et" would be "d'i".
"""

from __future__ import annotations

from dragoman.engines.apertium.output_tokens import OutputToken
from dragoman.segments import Text


def with_text_codes(pieces: list[OutputToken]) -> list[OutputToken]:
    """Restore these codes where their words are unchanged and adjacent in the answer.

    Otherwise the code is left out; its words stay.
    """
    for source in {source: None for piece in pieces for source in piece.sources}:
        if source.code is None:
            continue
        places = [index for index, piece in enumerate(pieces) if source in piece.sources]
        first, behind = places[0], places[-1] + 1
        words = _words(pieces[first:behind])
        is_alone = all(set(piece.sources) <= {source} for piece in pieces[first:behind])
        if is_alone and words == _words([OutputToken(Text(text=source.code.data))]):
            pieces = [*pieces[:first], OutputToken(source.code, ids=source.ids), *pieces[behind:]]
    return pieces


def _words(pieces: list[OutputToken]) -> str | None:
    """Their text without blanks; None if a code is among them."""
    texts = [piece.part.text for piece in pieces if isinstance(piece.part, Text)]
    return "".join("".join(texts).split()) if len(texts) == len(pieces) else None
