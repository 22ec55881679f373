"""The jobs that a page shows: which, how far they are, and when to look again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.access.model import Caller
from dragoman.dashboard.page.request import PageRequest
from dragoman.documents.listing import ListedDocument, list_documents
from dragoman.documents.model import DocumentFilter, JobStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownJobs:
    """Jobs of a list."""

    documents: Sequence[ListedDocument]

    @property
    def unfinished(self) -> Sequence[ListedDocument]:
        """Those that change by themselves."""
        return [one for one in self.documents if not one.job.is_finished]

    @property
    def pause(self) -> int:
        """Seconds until looking again makes sense; 0: nothing changes any more."""
        return min((one.job.poll_seconds for one in self.unfinished), default=0)

    @property
    def percent(self) -> int:
        """How far those that are not finished are, on the average."""
        shares = [one.job.progress for one in self.unfinished]
        return int(100 * sum(shares) / len(shares)) if shares else 0


def own_application(page: PageRequest, caller: Caller) -> int | None:
    """Whose jobs the reader sees: developers all of the account's, others those of its people."""
    return None if page.may("developer") or page.may("manager") else caller.application_id


async def list_jobs(
    page: PageRequest,
    *,
    application_id: int | None,
    status: JobStatus | None = None,
    limit: int = 100,
    offset: int = 0,
) -> ShownJobs:
    """The account's jobs, newest first; with an application, only those."""
    wanted = DocumentFilter(account_id=page.person.account.id, application_id=application_id, status=status)
    async with page.transaction() as tx:
        found = await list_documents(tx, page.runtime.keyring, wanted=wanted, limit=limit, offset=offset)
    return ShownJobs(documents=found)
