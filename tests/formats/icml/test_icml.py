"""Errors of damaged InCopy stories; sound ones are read like InDesign documents."""

from __future__ import annotations

import pytest

from dragoman.formats.format import Languages, Source
from dragoman.formats.icml import FORMAT
from dragoman.text_io.errors import DocumentCorrupt
from tests.formats.icml.samples import STORY

PAIR = Languages(source="en", target="de")


def test_bytes_that_are_not_letters_are_refused() -> None:
    condition = STORY.encode().replace(b'Self="Condition/', b'Self="\xff/', 1)
    with pytest.raises(DocumentCorrupt, match="not well-formed"):
        FORMAT.extract(Source(data=condition, suffix="icml"), PAIR)
