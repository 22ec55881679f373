"""A worker's runs of imports: the file's concepts and the outcome are written in one transaction.

So a run that dies leaves nothing, and the next one starts from the beginning.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from dragoman.access.model import StaffRole
from dragoman.access.staff import Staff
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.errors import NotFound, RuleBroken
from dragoman.jobs.retry import is_outage_of_service
from dragoman.runs.run import Superseded, never_pause, perform
from dragoman.telemetry import log
from dragoman.termbases.drafts import TermDefaults
from dragoman.termbases.import_jobs import store
from dragoman.termbases.import_jobs.model import ImportStatus, TermImport, TermImportOptions
from dragoman.termbases.imports import TermFileImport, TermImportReport, import_terms
from dragoman.termbases.table import TableOptions

_MOST_RUNS: Final = 6  # after them the file is taken for the cause
_KEPT: Final = timedelta(days=1)  # a file after its dry run
_USUAL_HINT: Final = "Correct the file, and send it again."
FAILED: Final = {  # of an import that failed too often
    "code": "IMPORT_FAILED",
    "message": "The import failed several times. Nothing of the file is in the term base.",
    "hints": "Ask the operator: the service's log has the cause.",
}


async def run_import(database: Database, *, import_id: int, account_id: int) -> None:
    """Do one run of an import. Safe to call for an import that has ended or is running elsewhere.

    Raises errors after which the job is retried: outages, and unexpected errors up to `_MOST_RUNS` times.
    """
    async with transaction(database, account=account_id) as tx:
        found = await store.claim_import(tx, import_id)
    if found is None:
        return
    claimed, data = found
    failure: Mapping[str, str] | None = FAILED if claimed.runs > _MOST_RUNS else None
    if failure is None:
        failure = await perform(
            lambda: _work(database, claimed, data),
            explain=lambda error: _explain(error, claimed),
            pause=never_pause,
            subject=f"term import {import_id}",
        )
    if failure is not None:
        async with transaction(database, account=account_id) as tx:
            await store.finish_import(tx, claimed, status=ImportStatus.FAILED, failure=failure)


async def sweep_files(database: Database) -> None:
    """Delete the files of dry runs that were not followed by an import for a day."""
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await store.drop_old_files(tx, before=tx.now - _KEPT)


def _explain(error: Exception, claimed: TermImport) -> Mapping[str, str] | None:
    if isinstance(error, RuleBroken):
        return {"code": error.code, "message": error.message, "hints": error.hints or _USUAL_HINT}
    if is_outage_of_service(error) or claimed.runs < _MOST_RUNS:
        return None
    log().error("term_base.import_failed", number=claimed.id, exc_info=error)
    return FAILED


async def _work(database: Database, claimed: TermImport, data: bytes) -> None:
    """Read the file into the term base. Raises `Superseded`, and what `import_terms` raises."""

    async def report_progress(progress: float) -> None:
        async with transaction(database, account=claimed.account_id) as own_tx:
            await store.update_progress(own_tx, claimed, progress)

    staff = Staff(actor=claimed.created_by, role=StaffRole.MANAGER)
    wanted = _read_options(claimed.options, data)
    async with transaction(database, account=claimed.account_id) as tx:
        try:
            report = await import_terms(
                tx,
                staff=staff,
                term_base_id=claimed.term_base_id,
                wanted=wanted,
                report_progress=report_progress,
            )
        except NotFound:  # the term base was deleted meanwhile
            raise Superseded from None
        outcome = write_report(report)
        if not await store.finish_import(tx, claimed, status=ImportStatus.FINISHED, report=outcome):
            raise Superseded


def _read_options(options: TermImportOptions, data: bytes) -> TermFileImport:
    table = TableOptions(
        encoding=options.encoding,
        delimiter=options.delimiter,
        source=options.source,
        target=options.target,
        columns=options.columns,
        has_names=options.has_names,
        defaults=TermDefaults(match=options.match),
    )
    return TermFileImport(file=io.BytesIO(data), mode=options.mode, dry_run=options.dry_run, table=table)


def write_report(report: TermImportReport) -> dict[str, Any]:
    """Write a report as the JSON that is stored with an import; this module owns its form."""
    return {
        "kind": report.kind,
        "dryRun": report.dry_run,
        "version": report.version,
        "read": report.read,
        "added": report.added,
        "updated": report.updated,
        "unchanged": report.unchanged,
        "removed": report.removed,
        "refused": report.refused,
        "problems": [
            {"line": one.line, "effect": one.effect.value, "message": one.message} for one in report.problems
        ],
        "problemCount": report.problem_count,
    }
