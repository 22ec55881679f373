"""Languages, work areas, services, invoicing accounts and templates of all accounts (clause V3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TypedDict, Unpack

from dragoman_client.flows import Flow
from dragoman_client.operations import Mark, Page, R, Resource, listing, operation
from dragoman_client.paging import offset_pages
from dragoman_client.record_calls import get_record, send_record
from dragoman_client.records import to_wire
from dragoman_client.reference import ServiceRecord, TemplateRecord
from dragoman_client.sending import at

_ROOT = "/provider/v1/"
LANGUAGES = _ROOT + "languages"
WORK_AREAS = _ROOT + "work-areas"
SERVICES = _ROOT + "services"
INVOICING_ACCOUNTS = _ROOT + "invoicing-accounts"
TEMPLATES = _ROOT + "project-templates"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderLanguage:
    """A language that projects can have."""

    id: int
    code: str
    name: str
    disabled: datetime | None = None  # since when


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderWorkArea:
    """A subject, such as law. Without an account it is that of all."""

    id: int
    name: str
    account_id: int | None = None
    disabled: datetime | None = None  # since when


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderService(ServiceRecord):
    """A service with its price. Without an account it is offered to all."""

    account_id: int | None = None
    disabled: datetime | None = None  # since when


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderInvoicingAccount:
    """Who gets the invoices of an account."""

    id: int
    account_id: int
    name: str
    valid_until: date | None = None
    out_of_date: bool = False
    disabled: datetime | None = None  # since when


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderTemplate(TemplateRecord):
    """A template of an account's projects."""

    account_id: int
    disabled: datetime | None = None  # since when


class NameChanges(TypedDict, total=False):
    """What can be changed of a language or a work area."""

    name: str
    disabled: bool


class ServiceFields(TypedDict, total=False):
    """What a service has besides its name and kind."""

    currency: str
    price_per_word: float | str
    weights: Mapping[str, int]  # percent, by match band
    words_per_day: int | None
    auto_start_after: int | None  # seconds since the last upload; None: never


class ServiceChanges(ServiceFields, total=False):
    """What can be changed of a service."""

    name: str
    disabled: bool


class InvoicingAccountChanges(TypedDict, total=False):
    """What can be changed of an invoicing account."""

    name: str
    valid_until: date | None
    disabled: bool


class TemplateFields(TypedDict, total=False):
    """What a template gives to projects."""

    title: str | None
    service_id: int | None
    source_language: str | None
    target_languages: Sequence[str]
    use_translation_memory: bool | None
    translation_memory_id: int | None
    translation_memory_set_id: int | None
    memory_threshold: int | None
    term_base_id: int | None
    style_id: int | None
    invoicing_account_id: int | None
    user_id: int | None
    work_area_id: int | None
    auto_start_after: int | None


class TemplateChanges(TemplateFields, total=False):
    """What can be changed of a template."""

    name: str
    disabled: bool


class ProviderLanguages(Resource[R]):
    """The languages that projects can have."""

    @listing
    def list(self) -> Callable[[Mark], Flow[Page[ProviderLanguage]]]:
        """All languages, disabled ones too."""
        return offset_pages(self._connection, LANGUAGES, "languages", ProviderLanguage)

    @operation
    def get(self, language: int) -> Flow[ProviderLanguage]:
        """A language."""
        return get_record(self._connection, ProviderLanguage, at(LANGUAGES + "/{}", language))

    @operation
    def create(self, code: str, *, name: str) -> Flow[ProviderLanguage]:
        """Offer a language."""
        return send_record(
            self._connection, ProviderLanguage, "POST", LANGUAGES, {"code": code, "name": name}
        )

    @operation
    def change(self, language: int, **fields: Unpack[NameChanges]) -> Flow[ProviderLanguage]:
        """Change a language; what is left out stays."""
        path = at(LANGUAGES + "/{}", language)
        return send_record(self._connection, ProviderLanguage, "PATCH", path, to_wire(fields))


class ProviderWorkAreas(Resource[R]):
    """The work areas of all accounts."""

    @listing
    def list(self, *, account_id: int | None = None) -> Callable[[Mark], Flow[Page[ProviderWorkArea]]]:
        """All work areas, or those of an account."""
        query = {"accountId": account_id}
        return offset_pages(self._connection, WORK_AREAS, "workAreas", ProviderWorkArea, query=query)

    @operation
    def get(self, work_area: int) -> Flow[ProviderWorkArea]:
        """A work area."""
        return get_record(self._connection, ProviderWorkArea, at(WORK_AREAS + "/{}", work_area))

    @operation
    def create(self, name: str, *, account_id: int | None = None) -> Flow[ProviderWorkArea]:
        """Create a work area of an account, or one of all."""
        body = {"name": name, "accountId": account_id}
        return send_record(self._connection, ProviderWorkArea, "POST", WORK_AREAS, body)

    @operation
    def change(self, work_area: int, **fields: Unpack[NameChanges]) -> Flow[ProviderWorkArea]:
        """Change a work area; what is left out stays."""
        path = at(WORK_AREAS + "/{}", work_area)
        return send_record(self._connection, ProviderWorkArea, "PATCH", path, to_wire(fields))


class ProviderServices(Resource[R]):
    """The services that accounts are offered. Prices need the role admin."""

    @listing
    def list(self, *, account_id: int | None = None) -> Callable[[Mark], Flow[Page[ProviderService]]]:
        """All services, or those of an account."""
        query = {"accountId": account_id}
        return offset_pages(self._connection, SERVICES, "services", ProviderService, query=query)

    @operation
    def get(self, service: int) -> Flow[ProviderService]:
        """A service."""
        return get_record(self._connection, ProviderService, at(SERVICES + "/{}", service))

    @operation
    def create(
        self, name: str, *, kind: str, account_id: int | None = None, **fields: Unpack[ServiceFields]
    ) -> Flow[ProviderService]:
        """Offer a service to an account, or to all. `kind`: "machine", "post-editing" or "human".

        A currency and a price per word are needed.
        """
        body = {"name": name, "kind": kind, "accountId": account_id, **to_wire(fields)}
        return send_record(self._connection, ProviderService, "POST", SERVICES, body)

    @operation
    def change(self, service: int, **fields: Unpack[ServiceChanges]) -> Flow[ProviderService]:
        """Change a service; what is left out stays."""
        path = at(SERVICES + "/{}", service)
        return send_record(self._connection, ProviderService, "PATCH", path, to_wire(fields))


class ProviderInvoicingAccounts(Resource[R]):
    """The invoicing accounts of all accounts."""

    @listing
    def list(
        self, *, account_id: int | None = None
    ) -> Callable[[Mark], Flow[Page[ProviderInvoicingAccount]]]:
        """All invoicing accounts, or those of an account."""
        query = {"accountId": account_id}
        name = "invoicingAccounts"
        return offset_pages(self._connection, INVOICING_ACCOUNTS, name, ProviderInvoicingAccount, query=query)

    @operation
    def get(self, invoicing_account: int) -> Flow[ProviderInvoicingAccount]:
        """An invoicing account."""
        path = at(INVOICING_ACCOUNTS + "/{}", invoicing_account)
        return get_record(self._connection, ProviderInvoicingAccount, path)

    @operation
    def create(
        self, name: str, *, account_id: int, valid_until: date | None = None
    ) -> Flow[ProviderInvoicingAccount]:
        """Create an invoicing account."""
        body = to_wire({"name": name, "account_id": account_id, "valid_until": valid_until})
        return send_record(self._connection, ProviderInvoicingAccount, "POST", INVOICING_ACCOUNTS, body)

    @operation
    def change(
        self, invoicing_account: int, **fields: Unpack[InvoicingAccountChanges]
    ) -> Flow[ProviderInvoicingAccount]:
        """Change an invoicing account; what is left out stays."""
        path = at(INVOICING_ACCOUNTS + "/{}", invoicing_account)
        return send_record(self._connection, ProviderInvoicingAccount, "PATCH", path, to_wire(fields))


class ProviderTemplates(Resource[R]):
    """The templates of all accounts' projects."""

    @listing
    def list(self, *, account_id: int | None = None) -> Callable[[Mark], Flow[Page[ProviderTemplate]]]:
        """All templates, or those of an account."""
        query = {"accountId": account_id}
        return offset_pages(self._connection, TEMPLATES, "projectTemplates", ProviderTemplate, query=query)

    @operation
    def get(self, template: int) -> Flow[ProviderTemplate]:
        """A template."""
        return get_record(self._connection, ProviderTemplate, at(TEMPLATES + "/{}", template))

    @operation
    def create(
        self, name: str, *, account_id: int, **fields: Unpack[TemplateFields]
    ) -> Flow[ProviderTemplate]:
        """Create a template."""
        body = {"name": name, "accountId": account_id, **to_wire(fields)}
        return send_record(self._connection, ProviderTemplate, "POST", TEMPLATES, body)

    @operation
    def change(self, template: int, **fields: Unpack[TemplateChanges]) -> Flow[ProviderTemplate]:
        """Change a template; what is left out stays."""
        path = at(TEMPLATES + "/{}", template)
        return send_record(self._connection, ProviderTemplate, "PATCH", path, to_wire(fields))
