"""Texts as the pieces of SentencePiece, with where each is in its text."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import sentencepiece

UNKNOWN: Final = "<unk>"


@dataclass(frozen=True, slots=True)
class PiecedText:
    """A text in pieces."""

    text: str
    pieces: list[str]
    offsets: list[tuple[int, int]]  # of each piece in the text


class PieceModel:
    """A SentencePiece model. Safe to use from several threads."""

    def __init__(self, path: Path) -> None:
        """Load it. Raises OSError and RuntimeError for a broken file."""
        self._processor = sentencepiece.SentencePieceProcessor(model_file=str(path))
        self._lock = threading.Lock()

    def encode(self, text: str) -> PiecedText:
        """Divide a text into pieces."""
        found = self._processor.encode(text, return_type="offset_mapping")
        return PiecedText(text, found["pieces"], found["offsets"])

    def count(self, text: str) -> int:
        """How many pieces a text has."""
        return len(self._processor.encode(text, out_type=int))

    def decode(self, pieces: list[str]) -> str:
        """The text of pieces."""
        return str(self._processor.decode(pieces))

    def decode_with_offsets(self, pieces: list[str]) -> PiecedText:
        """The same, with where each piece is in it."""
        found = self._processor.decode(pieces, return_type="offset_mapping")
        return PiecedText(found["text"], pieces, found["offsets"])
