"""Actions of staff on a term base, each in its own transaction, as endpoints do it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from dragoman.access.staff import OPERATOR
from dragoman.audit.actions import list_entries
from dragoman.audit.model import AuditEvent
from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.termbases import actions, editing
from dragoman.termbases.bases import BaseVersion, ConceptFilter, StoredConcept, TermBase
from dragoman.termbases.checking import ProposedConcept, ProposedTerm
from dragoman.termbases.editing import ConceptDetails, ConceptTarget
from dragoman.termbases.exports import ExportFormat, export_terms, find_export
from dragoman.termbases.imports import TermFileImport, TermImportReport, import_terms
from dragoman.termbases.model import Concept
from dragoman.termbases.planning import ImportMode
from dragoman.termbases.table import TableOptions


def proposal(key: str | None = None, **terms: str | Sequence[str]) -> ProposedConcept:
    """Make a proposal of terms by language; `pt_BR` is `pt-BR`."""
    made = [
        ProposedTerm(language=code.replace("_", "-"), text=text)
        for code, texts in terms.items()
        for text in ([texts] if isinstance(texts, str) else texts)
    ]
    return ProposedConcept(key=key, terms=tuple(made))


async def add(database: Database, base: TermBase, wanted: ProposedConcept) -> ConceptDetails:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        return await editing.create_concept(tx, staff=OPERATOR, term_base_id=base.id, proposal=wanted)


async def change(database: Database, target: ConceptTarget, wanted: ProposedConcept) -> ConceptDetails:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        return await editing.replace_concept(tx, staff=OPERATOR, target=target, proposal=wanted)


async def delete(database: Database, target: ConceptTarget) -> None:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        await editing.delete_concept(tx, staff=OPERATOR, target=target)


async def change_base(database: Database, base: TermBase, **changes: Any) -> TermBase:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        return await actions.change_term_base(
            tx,
            staff=OPERATOR,
            term_base_id=base.id,
            changes=actions.TermBaseChanges(**changes),
        )


async def import_file(
    database: Database,
    base: TermBase,
    data: bytes | str,
    mode: ImportMode = ImportMode.MERGE,
    *,
    dry_run: bool = False,
    table: TableOptions | None = None,
) -> TermImportReport:
    file = io.BytesIO(data.encode() if isinstance(data, str) else data)
    wanted = TermFileImport(file=file, mode=mode, dry_run=dry_run, table=table or TableOptions())
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        return await import_terms(tx, staff=OPERATOR, term_base_id=base.id, wanted=wanted)


async def export_file(
    database: Database, base: TermBase, file_format: ExportFormat, version: int | None = None
) -> bytes:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        export = await find_export(tx, term_base_id=base.id, file_format=file_format, version=version)
    return b"".join([piece async for piece in export_terms(database, export)])


async def read_concepts(database: Database, base: TermBase, **wanted: Any) -> list[StoredConcept]:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        return list(
            await editing.list_concepts(
                tx,
                term_base_id=base.id,
                wanted=ConceptFilter(**wanted),
                limit=1000,
            )
        )


async def versions(database: Database, base: TermBase) -> list[BaseVersion]:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        return list(await actions.list_versions(tx, term_base_id=base.id, limit=100, offset=0))


async def audit_events(database: Database, base: TermBase) -> list[AuditEvent]:
    """List the audit events of a term base, oldest first."""
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        entries = await list_entries(tx, subject=f"term-base:{base.id}", limit=100)
    return [entry.event for entry in reversed(entries)]


def texts(concepts: Sequence[StoredConcept] | Sequence[Concept]) -> list[dict[str, list[str]]]:
    """The terms of concepts by language."""
    found = []
    for one in concepts:
        concept = one.concept if isinstance(one, StoredConcept) else one
        by_language: dict[str, list[str]] = {}
        for term in concept.terms:
            by_language.setdefault(term.language, []).append(term.text)
        found.append(by_language)
    return found
