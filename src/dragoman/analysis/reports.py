"""Reports as JSON, in the names of the interface, and as tables for spreadsheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from dragoman.analysis.model import Amount, Band, FileFigures, LeftAlone, Report, Weights
from dragoman.counting import COUNTING_RULE, UNICODE_VERSION
from dragoman.termbases.table.cells import write_row
from dragoman.timestamps import write_time

TOTAL: Final = "(total)"  # in place of a file's name

_COLUMNS: Final = (
    *("file", "format", "band", "weight", "segments", "words", "characters", "charactersWithoutSpaces"),
    *("codes", "weightedWords", "source", "target", "countingRule", "asOf", "memories"),
)


def write_report(report: Report, *, weights: Weights) -> dict[str, Any]:
    """A report, ready for JSON."""
    return {
        "source": report.source,
        "target": report.target,
        "countingRule": COUNTING_RULE,
        "unicodeVersion": UNICODE_VERSION,
        "asOf": write_time(report.as_of),
        "memories": [{"id": one.memory_id, "penalty": one.penalty} for one in report.memories],
        "total": _write_figures(report.total, weights),
        "files": [
            {"fileName": file.name, "format": file.format, **_write_figures(file, weights)}
            for file in report.files
        ],
    }


def write_table(report: Report, *, weights: Weights) -> Iterator[bytes]:
    """A report as CSV (RFC 4180, UTF-8 with a byte order mark): each band of each file, and of all.

    No cell is a formula to a spreadsheet, whatever a file is called.
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
            cells += map(str, _numbers(amount).values())
            cells.append(str(weights.weigh({band: amount})))
            yield write_row([*cells, *facts], ",").encode()


def _write_figures(file: FileFigures, weights: Weights) -> dict[str, Any]:
    return {
        **_numbers(file.total),
        "wordsToTranslate": file.to_translate.count.words,
        "weightedWords": weights.weigh(file.bands),
        "bands": [_write_band(band, amount, weights) for band, amount in file.bands.items()],
        "leftAlone": _write_left_alone(file.left_alone),
    }


def _write_band(band: Band, amount: Amount, weights: Weights) -> dict[str, Any]:
    return {"band": band.value, "weight": weights.percent.get(band, 0), **_numbers(amount)}


def _write_left_alone(left: Mapping[str, LeftAlone]) -> dict[str, dict[str, int]]:
    return {reason: {"places": one.places, "words": one.words} for reason, one in sorted(left.items())}


def _numbers(amount: Amount) -> dict[str, int]:
    count = amount.count
    return {
        "segments": count.segments,
        "words": count.words,
        "characters": count.characters,
        "charactersWithoutSpaces": count.characters_without_spaces,
        "codes": amount.codes,
    }
