"""Bytes and lone surrogates that are no characters: such documents are accepted like any other."""

from __future__ import annotations

import random

import pytest

from dragoman.conversion.errors import UnsupportedDocument
from dragoman.conversion.wire import Answer, encode_answer
from dragoman.formats import load_formats
from dragoman.formats.format import Format
from dragoman.text_io.errors import DocumentError
from tests.formats.test_every_format import PAIR, samples_of, source_of

ODD = (
    b"\xff",
    b"\x81",
    b"\xe9\xff",
    b"\\ud83d",
    b"\\uD800x",
    b"\x00\xd8",
    b"\xd8\x00",
    b"\x3d\xd8",
    b"&#xD83D;",
)


@pytest.mark.slow
@pytest.mark.parametrize("entry", load_formats(), ids=lambda entry: entry.info.name)
def test_units_pictures_and_contexts_are_text(entry: Format) -> None:
    chance = random.Random(entry.info.name)
    for file, data in samples_of(entry.info.name).items():
        for _ in range(0 if data.startswith(b"PK") else 20):
            place, piece = chance.randrange(len(data) + 1), chance.choice(ODD)
            damaged = data[:place] + piece + data[place:]
            try:
                document = entry.extract(source_of(entry, file, damaged), PAIR)
            except (UnsupportedDocument, DocumentError):
                continue
            assert encode_answer(Answer(document=document))
