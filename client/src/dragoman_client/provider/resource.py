"""`client.provider`: its parts, and the running service. Each part is imported when it is first used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, TypedDict, Unpack

from dragoman_client.flows import Flow
from dragoman_client.notifications import Notification, NotificationCalls, NotificationFilter
from dragoman_client.operations import Mark, Page, R, Resource, listing, operation
from dragoman_client.paging import PAGE, bare_list, offset_pages
from dragoman_client.provider.installation_results import (
    AuditEntry,
    Engine,
    FailedJob,
    InstallationHealth,
    JobQueue,
    Setting,
)
from dragoman_client.record_calls import get_record, send_record
from dragoman_client.records import to_wire
from dragoman_client.request_log import LoggedRequest, RequestFilter, request_pages
from dragoman_client.sending import at
from dragoman_client.usage import UsageFilter, UsageSummary, get_usage

if TYPE_CHECKING:
    from dragoman_client.provider.accounts import (
        Applications,
        ProviderAccounts,
        Users,
    )
    from dragoman_client.provider.projects import ProviderProjects
    from dragoman_client.provider.reference_data import (
        ProviderInvoicingAccounts,
        ProviderLanguages,
        ProviderServices,
        ProviderTemplates,
        ProviderWorkAreas,
    )
    from dragoman_client.provider.reviews import ProviderReviews
    from dragoman_client.provider.segments import ProviderSegments
    from dragoman_client.provider.translations import ProviderTranslations
    from dragoman_client.provider.words import (
        ProviderMemories,
        ProviderMemorySets,
        ProviderStyleGuides,
        ProviderTermBases,
    )

AUDIT_LOG = "/provider/v1/audit-log"


class AuditFilter(TypedDict, total=False):
    """Which entries are wanted."""

    account_id: int
    subject: str  # such as "memory:3"
    kind: str  # of subjects: "memory"
    actor: str  # such as "application:12"
    action: str  # such as "memory.imported"
    since: datetime
    until: datetime


class ProviderNotificationFilter(NotificationFilter, total=False):
    """Which notifications are wanted."""

    account_id: int


class ProviderRequestFilter(RequestFilter, total=False):
    """Which calls are wanted."""

    account_id: int


class ProviderUsageFilter(UsageFilter, total=False):
    """Which usage is wanted, and what it is added up by."""

    account_id: int


class ProviderNotifications(NotificationCalls[R]):
    """The webhooks of all accounts with their tries."""

    _notifications = "/provider/v1/notifications"

    @listing
    def list(
        self, **wanted: Unpack[ProviderNotificationFilter]
    ) -> Callable[[Mark], Flow[Page[Notification]]]:
        """The notifications of all accounts, the newest first."""
        query = to_wire(wanted)
        return offset_pages(self._connection, self._notifications, "notifications", Notification, query=query)


class FailedJobs(Resource[R]):
    """Jobs that were given up."""

    @listing
    def list(self, *, queue: str | None = None) -> Callable[[Mark], Flow[Page[FailedJob]]]:
        """The jobs that were given up, of all queues or of one."""
        query = {"queue": queue}
        return offset_pages(self._connection, "/provider/v1/jobs", "jobs", FailedJob, query=query)

    @operation
    def retry(self, job: int) -> Flow[FailedJob]:
        """Put a job back into its queue. Needs the role admin."""
        return send_record(self._connection, FailedJob, "POST", at("/provider/v1/jobs/{}/retry", job))


class Provider(Resource[R]):
    """The provider's interface, across all accounts. What an application may do is said by its role."""

    @cached_property
    def projects(self) -> ProviderProjects[R]:
        """The projects of all accounts."""
        from dragoman_client.provider.projects import ProviderProjects

        return ProviderProjects(self._connection, self._runner)

    @cached_property
    def translations(self) -> ProviderTranslations[R]:
        """Translations: out to linguists, back, checked, delivered."""
        from dragoman_client.provider.translations import ProviderTranslations

        return ProviderTranslations(self._connection, self._runner)

    @cached_property
    def segments(self) -> ProviderSegments[R]:
        """Segments of translations, for editors: read, saved, checked, taken back."""
        from dragoman_client.provider.segments import ProviderSegments

        return ProviderSegments(self._connection, self._runner)

    @cached_property
    def reviews(self) -> ProviderReviews[R]:
        """Reviews of translations: accepted and returned segments, comments, reports of quality."""
        from dragoman_client.provider.reviews import ProviderReviews

        return ProviderReviews(self._connection, self._runner)

    @cached_property
    def accounts(self) -> ProviderAccounts[R]:
        """The accounts of customers."""
        from dragoman_client.provider.accounts import ProviderAccounts

        return ProviderAccounts(self._connection, self._runner)

    @cached_property
    def applications(self) -> Applications[R]:
        """The applications of all accounts."""
        from dragoman_client.provider.accounts import Applications

        return Applications(self._connection, self._runner)

    @cached_property
    def users(self) -> Users[R]:
        """The users of all accounts."""
        from dragoman_client.provider.accounts import Users

        return Users(self._connection, self._runner)

    @cached_property
    def languages(self) -> ProviderLanguages[R]:
        """The languages that projects can have."""
        from dragoman_client.provider.reference_data import ProviderLanguages

        return ProviderLanguages(self._connection, self._runner)

    @cached_property
    def work_areas(self) -> ProviderWorkAreas[R]:
        """Work areas."""
        from dragoman_client.provider.reference_data import ProviderWorkAreas

        return ProviderWorkAreas(self._connection, self._runner)

    @cached_property
    def services(self) -> ProviderServices[R]:
        """Services and their prices."""
        from dragoman_client.provider.reference_data import ProviderServices

        return ProviderServices(self._connection, self._runner)

    @cached_property
    def invoicing_accounts(self) -> ProviderInvoicingAccounts[R]:
        """Invoicing accounts."""
        from dragoman_client.provider.reference_data import ProviderInvoicingAccounts

        return ProviderInvoicingAccounts(self._connection, self._runner)

    @cached_property
    def templates(self) -> ProviderTemplates[R]:
        """Templates of projects."""
        from dragoman_client.provider.reference_data import ProviderTemplates

        return ProviderTemplates(self._connection, self._runner)

    @cached_property
    def memories(self) -> ProviderMemories[R]:
        """Translation memories."""
        from dragoman_client.provider.words import ProviderMemories

        return ProviderMemories(self._connection, self._runner)

    @cached_property
    def memory_sets(self) -> ProviderMemorySets[R]:
        """Sets of memories, with their versions."""
        from dragoman_client.provider.words import ProviderMemorySets

        return ProviderMemorySets(self._connection, self._runner)

    @cached_property
    def term_bases(self) -> ProviderTermBases[R]:
        """Term bases."""
        from dragoman_client.provider.words import ProviderTermBases

        return ProviderTermBases(self._connection, self._runner)

    @cached_property
    def style_guides(self) -> ProviderStyleGuides[R]:
        """Style guides."""
        from dragoman_client.provider.words import ProviderStyleGuides

        return ProviderStyleGuides(self._connection, self._runner)

    @cached_property
    def notifications(self) -> ProviderNotifications[R]:
        """The webhooks of all accounts."""
        return ProviderNotifications(self._connection, self._runner)

    @cached_property
    def jobs(self) -> FailedJobs[R]:
        """Jobs that were given up."""
        return FailedJobs(self._connection, self._runner)

    @listing
    def requests(
        self, **wanted: Unpack[ProviderRequestFilter]
    ) -> Callable[[Mark], Flow[Page[LoggedRequest]]]:
        """The calls of all accounts and how they were answered, the newest first."""
        return request_pages(self._connection, "/provider/v1/requests", wanted)

    @listing
    def audit_log(self, **wanted: Unpack[AuditFilter]) -> Callable[[Mark], Flow[Page[AuditEntry]]]:
        """What was changed, and by whom, the newest first. Needs the role admin."""
        query = to_wire(wanted)
        query["from"], query["to"] = query.pop("since", None), query.pop("until", None)

        def fetch(mark: Mark) -> Flow[Page[AuditEntry]]:
            """The page after an entry: as quick at the end of the log as at its beginning."""
            asked = {**query, "before": mark}
            page = yield from offset_pages(self._connection, AUDIT_LOG, "entries", AuditEntry, query=asked)(
                None
            )
            return Page(page.items, page.items[-1].id if len(page.items) == PAGE else None)

        return fetch

    @operation
    def engines(self) -> Flow[Sequence[Engine]]:
        """The engines of the process that answers, with what they translate now."""
        return bare_list(self._connection, "/provider/v1/engines", Engine)

    @operation
    def queues(self) -> Flow[Sequence[JobQueue]]:
        """The queues of the installation."""
        return bare_list(self._connection, "/provider/v1/queues", JobQueue)

    @operation
    def usage(self, **wanted: Unpack[ProviderUsageFilter]) -> Flow[UsageSummary]:
        """What accounts used; without dates of this month."""
        return get_usage(self._connection, "/provider/v1/usage", wanted)

    @operation
    def health(self) -> Flow[InstallationHealth]:
        """Queues, workers, failed jobs, engines, storage and versions."""
        return get_record(self._connection, InstallationHealth, "/provider/v1/health")

    @operation
    def settings(self) -> Flow[Sequence[Setting]]:
        """The settings of the process that answers, with their origins. Needs the role admin."""
        return bare_list(self._connection, "/provider/v1/settings", Setting)
