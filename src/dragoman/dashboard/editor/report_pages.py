"""`/ui/projects/{id}/t/{translation}/quality-report`: what the review of a translation found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fastapi import APIRouter, Response

from dragoman.dashboard.editor.error_names import name_categories, name_severities
from dragoman.dashboard.editor.opening import PREFIX, EditorPage, OpenedEditor
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.database.connections import Transaction
from dragoman.http.downloads import download_headers
from dragoman.http.editing.names import find_actor_names
from dragoman.projects.linguists.editing.opening import open_translation
from dragoman.projects.linguists.editing.quality_reports import (
    PASS_MARK,
    QualityReport,
    read_quality_report,
)
from dragoman.projects.linguists.editing.quality_tables import write_quality
from dragoman.projects.review_model import PENALTIES, ErrorCategory, ErrorMark, ErrorSeverity

_CSV: Final = "text/csv; charset=utf-8"

router = APIRouter(prefix=PREFIX, include_in_schema=False, route_class=PageRoute)


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorRow:
    """The errors of one category, or of all."""

    name: str
    counts: Sequence[int]  # by severity
    penalty: int

    @property
    def total(self) -> int:
        """How many there are."""
        return sum(self.counts)


@router.get("/quality-report")
async def show_quality_report(opened: EditorPage) -> Response:
    """Show errors by category and severity, and the score."""
    page = opened.page
    async with page.transaction() as tx:
        context = await open_translation(tx, opened.address, opened.editor)
        report, names = await _read(tx, opened)
    is_manager = page.may("manager")
    project_id, translation_id = opened.address.project_id, opened.address.translation_id
    back = f"/ui/projects/{project_id}/translations/{translation_id}"
    return page.render(
        "editor/quality_report.html",
        context=context,
        report=report,
        names=names,
        path=opened.path,
        back=back if is_manager else f"/ui/work/{translation_id}",
        severities=name_severities(),
        penalties=PENALTIES,
        rows=list_error_rows(report.figures.errors, name_categories()),
        pass_mark=PASS_MARK,
    )


@router.get("/quality-report/csv")
async def download_quality_report(opened: EditorPage) -> Response:
    """Download the report as a table for spreadsheets."""
    async with opened.page.transaction() as tx:
        report, names = await _read(tx, opened)
    name = f"quality-{opened.address.translation_id}.csv"
    return Response(write_quality(report, names), media_type=_CSV, headers=download_headers(name))


async def _read(tx: Transaction, opened: OpenedEditor) -> tuple[QualityReport, dict[str, str]]:
    report = await read_quality_report(tx, opened.address, editor=opened.editor)
    return report, await find_actor_names(tx, [one.actor for one in report.authors])


def list_error_rows(
    errors: Mapping[ErrorMark, int], names: Mapping[ErrorCategory, str]
) -> Sequence[ErrorRow]:
    """List the categories that have errors, and all of them together."""
    rows = (
        _error_row(name, {one: count for one, count in errors.items() if one.category is category})
        for category, name in names.items()
    )
    return [*(row for row in rows if row.total), _error_row(_("All"), errors)]


def _error_row(name: str, errors: Mapping[ErrorMark, int]) -> ErrorRow:
    return ErrorRow(
        name=name,
        counts=[
            sum(count for one, count in errors.items() if one.severity is severity)
            for severity in ErrorSeverity
        ],
        penalty=sum(PENALTIES[one.severity] * count for one, count in errors.items()),
    )
