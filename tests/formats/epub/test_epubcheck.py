"""Translated books have no errors by epubcheck."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from dragoman.engines.pseudo.letters import pseudo_translate
from dragoman.formats.epub import FORMAT
from dragoman.formats.format import Languages, Source
from scripts.corpus_epub import book_errors, find_epubcheck, new_errors
from tests.formats.epub.full_books import EPUB2, EPUB3

needs_epubcheck = pytest.mark.skipif(find_epubcheck() is None, reason="needs epubcheck")


def translated(book: bytes, target: str) -> bytes:
    pair = Languages(source="en", target=target)
    source = Source(data=book, suffix="epub")
    units = FORMAT.extract(source, pair).units
    return FORMAT.rebuild(source, {unit.id: pseudo_translate(unit.segment, "en-XA") for unit in units}, pair)


@pytest.mark.slow
@needs_epubcheck
def test_translations_of_valid_books_are_valid() -> None:
    """This implies that the source books are valid; every run costs seconds."""
    with ThreadPoolExecutor(2) as pool:
        errors = pool.map(new_errors, (EPUB3, EPUB2), (translated(EPUB3, "ar"), translated(EPUB2, "es")))
    assert list(errors) == [[], []]


@pytest.mark.slow
@needs_epubcheck
def test_an_error_has_its_kind_and_location() -> None:
    ((kind, place),) = book_errors(EPUB2.replace(b"application/epub+zip", b"application/epub+zap"))
    assert (kind, place.partition("(")[0]) == ("PKG-007", "/mimetype")
