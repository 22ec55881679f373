"""A quality report as a table for spreadsheets: a row for each figure, so that it can be filtered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from dragoman.projects.linguists.editing.quality_reports import PASS_MARK, QualityFigures, QualityReport
from dragoman.projects.review_model import PENALTIES
from dragoman.text_io.spreadsheets import write_table

_COLUMNS: Final = ("figure", "author", "category", "severity", "value")


def write_quality(report: QualityReport, names: Mapping[str, str]) -> bytes:
    """Write a report; `names` of authors, by how the audit log names them.

    Rows without an author are about the whole translation; those of authors whom nobody knows have `unknown`.
    """
    return write_table([_COLUMNS, *_whole(report), *_of_authors(report, names)])


def _whole(report: QualityReport) -> Iterator[Sequence[str]]:
    figures = {
        "segments": report.segments,
        "words": report.words,
        "reviewed_segments": report.reviewed,
        "accepted_segments": report.accepted,
        "returned_segments": report.returned,
        "edited_segments": report.edited,
        "edit_share": report.edit_share,
    }
    yield from (_row(name, value) for name, value in figures.items())
    yield from _figures(report.figures)
    yield _row("pass_mark", PASS_MARK)
    passed = report.figures.passed
    yield _row("passed", None if passed is None else str(passed).lower())


def _of_authors(report: QualityReport, names: Mapping[str, str]) -> Iterator[Sequence[str]]:
    for one in report.authors:
        name = "unknown" if one.actor is None else names.get(one.actor, one.actor)
        yield from _figures(one.figures, name)


def _figures(figures: QualityFigures, author: str = "") -> Iterator[Sequence[str]]:
    yield _row("reviewed_words", figures.words, author)
    for error, count in figures.errors.items():
        kind = (error.category.value, error.severity.value)
        yield _row("errors", count, author, *kind)
        yield _row("penalty", PENALTIES[error.severity] * count, author, *kind)
    yield _row("errors", figures.count, author)
    yield _row("penalty", figures.penalty, author)
    yield _row("score", figures.score, author)


def _row(
    figure: str, value: float | str | None, author: str = "", category: str = "", severity: str = ""
) -> Sequence[str]:
    return (figure, author, category, severity, "" if value is None else str(value))
