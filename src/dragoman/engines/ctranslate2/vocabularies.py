"""The vocabularies of converted models: lists of tokens, as JSON or one a line."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import orjson

_MOST_BYTES: Final = 64 * 1024 * 1024
_STEMS: Final = ("shared_vocabulary", "source_vocabulary", "target_vocabulary", "vocabulary")


class BrokenVocabulary(ValueError):
    """A file of a vocabulary cannot be read."""


def vocabulary_files(folder: Path) -> list[Path]:
    """The vocabulary files of a model folder."""
    return [
        path
        for stem in _STEMS
        for suffix in (".json", ".txt")
        if (path := folder / f"{stem}{suffix}").is_file()
    ]


def read_vocabulary(path: Path) -> list[str]:
    """The tokens of a file. Raises `BrokenVocabulary` and OSError."""
    if path.stat().st_size > _MOST_BYTES:
        raise BrokenVocabulary(f"The file {path.name} is larger than a vocabulary is.")
    content = path.read_bytes()
    try:
        tokens = orjson.loads(content) if path.suffix == ".json" else content.decode().splitlines()
    except (orjson.JSONDecodeError, UnicodeDecodeError):
        raise BrokenVocabulary(f"The file {path.name} cannot be read.") from None
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        raise BrokenVocabulary(f"The file {path.name} is not a list of tokens.")
    return tokens
