"""Reports as they are read by programs and by spreadsheets."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime

from dragoman.analysis.model import (
    NO_AMOUNT,
    USUAL_WEIGHTS,
    Amount,
    Band,
    FileFigures,
    LeftAlone,
    Report,
    Weights,
)
from dragoman.analysis.reports import write_report, write_table
from dragoman.counting import COUNTING_RULE, UNICODE_VERSION, Count
from dragoman.memories.model import Member


def amount(words: int, *, codes: int = 0) -> Amount:
    count = Count(segments=1, words=words, characters=6 * words - 1, characters_without_spaces=5 * words)
    return Amount(count=count, codes=codes)


def figures(name: str, left: dict[str, LeftAlone] | None = None, **bands: Amount) -> FileFigures:
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


def test_a_report_says_what_its_figures_depend_on() -> None:
    written = write_report(REPORT, weights=USUAL_WEIGHTS)
    total, files = written.pop("total"), written.pop("files")
    assert written == {
        "source": "en",
        "target": "es",
        "countingRule": COUNTING_RULE,
        "unicodeVersion": UNICODE_VERSION,
        "asOf": "2026-11-22T14:30:05Z",
        "memories": [{"id": 4, "penalty": 0}, {"id": 2, "penalty": 5}],
    }
    assert UNICODE_VERSION in COUNTING_RULE
    bands = total.pop("bands")
    assert total == {
        "segments": 4,
        "words": 17,
        "characters": 98,
        "charactersWithoutSpaces": 85,
        "codes": 1,
        "wordsToTranslate": 15,
        "weightedWords": 7 + 0.3 * 3 + 0.3 * 5,
        "leftAlone": {"no_text": {"places": 3, "words": 3}},
    }
    assert [band["band"] for band in bands] == [band.value for band in Band]
    assert bands[1] == {
        "band": "exact",
        "weight": 30,
        "segments": 1,
        "words": 3,
        "characters": 17,
        "charactersWithoutSpaces": 15,
        "codes": 0,
    }
    assert [(file["fileName"], file["format"], file["words"]) for file in files] == [
        ("a.txt", "txt", 10),
        ("=b(1).txt", "txt", 7),
    ]


def test_a_table_has_a_line_for_each_band_of_each_file_and_of_all() -> None:
    table = b"".join(write_table(REPORT, weights=USUAL_WEIGHTS))
    assert table.startswith(b"\xef\xbb\xbffile,format,band,")
    rows = list(csv.DictReader(io.StringIO(table.decode("utf-8-sig"), newline="")))
    assert len(rows) == 3 * len(Band)
    assert rows[1] == {
        "file": "a.txt",
        "format": "txt",
        "band": "exact",
        "weight": "30",
        "segments": "1",
        "words": "3",
        "characters": "17",
        "charactersWithoutSpaces": "15",
        "codes": "0",
        "weightedWords": "0.9",
        "source": "en",
        "target": "es",
        "countingRule": COUNTING_RULE,
        "asOf": "2026-11-22T14:30:05Z",
        "memories": "4 2",
    }
    sums = {row["band"]: int(row["words"]) for row in rows if row["file"] == "(total)"}
    assert {band: words for band, words in sums.items() if words} == {
        "exact": 3,
        "repetition-across-files": 5,
        "none": 7,
        "numbers": 2,
    }


def test_no_cell_is_a_formula() -> None:
    table = b"".join(write_table(REPORT, weights=USUAL_WEIGHTS)).decode("utf-8-sig")
    names = {row[0] for row in csv.reader(io.StringIO(table, newline=""))}
    assert names == {"file", "a.txt", "'=b(1).txt", "(total)"}


def test_weights_are_ones_own() -> None:
    weights = Weights(percent={Band.NONE: 80, Band.EXACT: 33})
    report = write_report(REPORT, weights=weights)
    assert report["total"]["weightedWords"] == 6.59
    assert [file["weightedWords"] for file in report["files"]] == [6.59, 0]
