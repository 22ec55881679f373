"""A report of two files, for tests of what writes reports."""

from __future__ import annotations

from datetime import UTC, datetime

from dragoman.analysis.model import NO_AMOUNT, Band, FileFigures, LeftAlone, Report, TextAmount
from dragoman.counting import Count
from dragoman.memories.model import Member


def amount(words: int, *, codes: int = 0) -> TextAmount:
    count = Count(segments=1, words=words, characters=6 * words - 1, characters_without_spaces=5 * words)
    return TextAmount(count=count, codes=codes)


def figures(name: str, left: dict[str, LeftAlone] | None = None, **bands: TextAmount) -> FileFigures:
    chosen = {band: bands.get(band.name, NO_AMOUNT) for band in Band}
    return FileFigures(name=name, format="txt", bands=chosen, left_alone=left or {})


REPORT = Report(
    source="en",
    target="es",
    files=(
        figures("a.txt", {"no_text": LeftAlone(places=2, words=3)}, NONE=amount(7, codes=1), EXACT=amount(3)),
        figures(
            "=b(1).txt", {"no_text": LeftAlone(places=1)}, REPETITION_ACROSS=amount(5), NUMBERS=amount(2)
        ),
    ),
    as_of=datetime(2026, 11, 22, 14, 30, 5, 123, tzinfo=UTC),
    memories=(Member(memory_id=4), Member(memory_id=2, penalty=5)),
)
