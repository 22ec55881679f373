"""Reports as tables for spreadsheets. The columns are a data format, which this module owns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dragoman.analysis.model import Report, TextAmount, Weights
from dragoman.counting import COUNTING_RULE
from dragoman.text_io.spreadsheets import write_row
from dragoman.timestamps import write_time

TOTAL: Final = "(total)"  # in place of a file's name

_COLUMNS: Final = (
    *("file", "format", "band", "weight", "segments", "words", "characters", "charactersWithoutSpaces"),
    *("codes", "weightedWords", "source", "target", "countingRule", "asOf", "memories"),
)


def write_table(report: Report, *, weights: Weights) -> Iterator[bytes]:
    """A report as CSV (RFC 4180, UTF-8 with a byte order mark): each band of each file, and of all.

    No cell is a formula to a spreadsheet, under any file name.
    """
    yield b"\xef\xbb\xbf" + write_row(_COLUMNS, ",").encode()
    facts = [
        report.source,
        report.target,
        COUNTING_RULE,
        write_time(report.as_of),
        " ".join(str(one.memory_id) for one in report.memories),
    ]
    for file in (*report.files, report.total):
        for band, amount in file.bands.items():
            cells = [file.name or TOTAL, file.format, band.value, str(weights.percent.get(band, 0))]
            cells += map(str, _numbers(amount))
            cells.append(str(weights.weigh({band: amount})))
            yield write_row([*cells, *facts], ",").encode()


def _numbers(amount: TextAmount) -> tuple[int, ...]:
    count = amount.count
    return (
        count.segments,
        count.words,
        count.characters,
        count.characters_without_spaces,
        amount.codes,
    )
