"""Reports as they are read by spreadsheets."""

from __future__ import annotations

import csv
import io

from dragoman.analysis.model import USUAL_WEIGHTS, Band
from dragoman.analysis.reports import write_table
from dragoman.counting import COUNTING_RULE
from tests.analysis.reports import REPORT


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
