"""`client.reference`: what an account may choose from (clause P15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from dragoman_client.flows import Flow
from dragoman_client.operations import R, Resource, operation
from dragoman_client.paging import bare_list
from dragoman_client.record_calls import get_record
from dragoman_client.sending import at


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountDefaults:
    """What projects have that name nothing else."""

    invoicing_account_id: int | None = None
    user_id: int | None = None
    work_area_id: int | None = None
    memory_threshold: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """The account of the application."""

    id: int
    name: str
    kind: str  # "sandbox", "trial" or "production"
    defaults: AccountDefaults = field(default_factory=AccountDefaults)


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A language that projects can have."""

    id: int
    code: str
    name: str
    disabled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkArea:
    """A subject, such as law."""

    id: int
    name: str
    disabled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceRecord:
    """What both interfaces say of a service."""

    id: int
    name: str
    kind: str  # "machine", "post-editing" or "human"
    currency: str | None = None
    price_per_word: float | None = None
    weights: Mapping[str, int] = field(default_factory=dict)  # percent, by match band
    words_per_day: int | None = None
    auto_start_after: int | None = None  # seconds since the last upload


@dataclass(frozen=True, slots=True, kw_only=True)
class Service(ServiceRecord):
    """What the provider offers: translation by machines, by people, or by both."""

    disabled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateRecord:
    """What both interfaces say of a template."""

    id: int
    name: str
    title: str | None = None
    service_id: int | None = None
    source_language: str | None = None
    target_languages: tuple[str, ...] = ()
    use_translation_memory: bool | None = None
    translation_memory_id: int | None = None
    translation_memory_set_id: int | None = None
    memory_threshold: int | None = None
    term_base_id: int | None = None
    style_id: int | None = None
    invoicing_account_id: int | None = None
    user_id: int | None = None
    work_area_id: int | None = None
    auto_start_after: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Template(TemplateRecord):
    """A template of projects."""

    disabled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class InvoicingAccount:
    """Who gets the invoice."""

    id: int
    name: str
    valid_until: date | None = None
    out_of_date: bool = False
    disabled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A user of the account."""

    id: int
    first_name: str = ""
    last_name: str = ""
    email: str | None = None
    disabled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MemorySetMember:
    """A memory of a set, with its penalty in percent."""

    translation_memory_id: int
    penalty: int = 0
    writable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MemorySet:
    """Memories that are searched together, in order."""

    id: int
    name: str
    version: int
    members: tuple[MemorySetMember, ...] = ()


class Reference(Resource[R]):
    """What can be chosen for a project. Memories, term bases and style guides have parts of their own."""

    @operation
    def account(self) -> Flow[Account]:
        """The account of the application, with its defaults."""
        return get_record(self._connection, Account, "/project/v1/account")

    @operation
    def languages(self) -> Flow[Sequence[Language]]:
        """The languages that projects can have."""
        return bare_list(self._connection, "/project/v1/languages", Language)

    @operation
    def language(self, language: int) -> Flow[Language]:
        """A language by its id."""
        return get_record(self._connection, Language, at("/project/v1/languages/{}", language))

    @operation
    def work_areas(self) -> Flow[Sequence[WorkArea]]:
        """The work areas."""
        return bare_list(self._connection, "/project/v1/workareas", WorkArea)

    @operation
    def work_area(self, work_area: int) -> Flow[WorkArea]:
        """A work area by its id."""
        return get_record(self._connection, WorkArea, at("/project/v1/workareas/{}", work_area))

    @operation
    def services(self) -> Flow[Sequence[Service]]:
        """The services that the provider offers."""
        return bare_list(self._connection, "/project/v1/services", Service)

    @operation
    def service(self, service: int) -> Flow[Service]:
        """A service by its id."""
        return get_record(self._connection, Service, at("/project/v1/services/{}", service))

    @operation
    def templates(self) -> Flow[Sequence[Template]]:
        """The templates of projects."""
        return bare_list(self._connection, "/project/v1/project-templates", Template)

    @operation
    def template(self, template: int) -> Flow[Template]:
        """A template by its id."""
        return get_record(self._connection, Template, at("/project/v1/project-templates/{}", template))

    @operation
    def invoicing_accounts(self) -> Flow[Sequence[InvoicingAccount]]:
        """The invoicing accounts."""
        return bare_list(self._connection, "/project/v1/invoicing-accounts", InvoicingAccount)

    @operation
    def invoicing_account(self, invoicing_account: int) -> Flow[InvoicingAccount]:
        """An invoicing account by its id."""
        return get_record(
            self._connection, InvoicingAccount, at("/project/v1/invoicing-accounts/{}", invoicing_account)
        )

    @operation
    def users(self) -> Flow[Sequence[Person]]:
        """The users of the account."""
        return bare_list(self._connection, "/project/v1/users", Person)

    @operation
    def user(self, user: int) -> Flow[Person]:
        """A user by its id."""
        return get_record(self._connection, Person, at("/project/v1/users/{}", user))

    @operation
    def memory_sets(self) -> Flow[Sequence[MemorySet]]:
        """The sets of memories."""
        return bare_list(self._connection, "/project/v1/translation-memory-sets", MemorySet)

    @operation
    def memory_set(self, memory_set: int) -> Flow[MemorySet]:
        """A set of memories by its id."""
        return get_record(
            self._connection, MemorySet, at("/project/v1/translation-memory-sets/{}", memory_set)
        )
