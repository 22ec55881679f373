"""Types of reference data: their tables, names, schemas; the seeds of a new account."""

from __future__ import annotations

import base64
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from dragoman_client.mock.state import MockApplication, Record, State
from dragoman_client.mock.times import stamp, today

TRIAL_SECONDS: Final = 60 * 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordType:
    """A type of reference data."""

    path: str  # last piece of its address in the provider's interface, and the name of its table
    label: str  # in messages
    list_name: str  # of its list in the provider's interface
    schema: str  # of its record there
    choice: str = ""  # schema of its record in the project interface; empty: it is not there
    code: str = ""  # of the problem that an unknown id is
    choice_path: str = ""  # where customers list it, if it is spelled otherwise
    kind: str = ""  # in audit events
    is_such: bool = False  # "There is no such X." instead of "There is no X 5."
    clearable: tuple[str, ...] = ()  # members that null in a change empties

    @property
    def own_path(self) -> str:
        """Where customers list it."""
        return self.choice_path or self.path


TYPES: Final[Mapping[str, RecordType]] = {
    one.path: one
    for one in (
        RecordType(path="accounts", label="account", list_name="accounts", schema="AccountBody"),
        RecordType(
            path="applications", label="application", list_name="applications", schema="ApplicationBody"
        ),
        RecordType(
            path="users", label="user", list_name="users", schema="UserBody", choice="PersonChoice",
            code="USER_NOT_FOUND",
        ),
        RecordType(
            path="languages", label="language", list_name="languages", schema="LanguageBody",
            choice="LanguageChoice",
        ),
        RecordType(
            path="work-areas", label="work area", list_name="workAreas", schema="WorkAreaBody",
            choice="WorkAreaChoice", code="WORK_AREA_NOT_FOUND", choice_path="workareas",
        ),
        RecordType(
            path="services", label="service", list_name="services", schema="ServiceBody",
            choice="ServiceChoice", code="SERVICE_NOT_FOUND",
            clearable=("wordsPerDay", "autoStartAfter"),
        ),
        RecordType(
            path="invoicing-accounts", label="invoicing account", list_name="invoicingAccounts",
            schema="InvoicingAccountBody", choice="InvoicingAccountChoice",
            code="INVOICING_ACCOUNT_NOT_FOUND", clearable=("validUntil",),
        ),
        RecordType(
            path="project-templates", label="project template", list_name="projectTemplates",
            schema="TemplateBody", choice="TemplateChoice", code="TEMPLATE_NOT_FOUND",
            clearable=(
                "title", "serviceId", "useTranslationMemory", "translationMemoryId", "translationMemorySetId",
                "memoryThreshold", "termBaseId", "styleId", "invoicingAccountId", "userId", "workAreaId",
                "sourceLanguage", "autoStartAfter",
            ),
        ),
        RecordType(
            path="translation-memories", label="translation memory", list_name="translationMemories",
            schema="MemoryBody", choice="MemoryChoice", code="TRANSLATION_MEMORY_NOT_FOUND", is_such=True,
        ),
        RecordType(
            path="translation-memory-sets", label="translation memory set",
            list_name="translationMemorySets", schema="SetBody", choice="MemorySetChoice",
            code="TRANSLATION_MEMORY_SET_NOT_FOUND",
        ),
        RecordType(
            path="term-bases", label="term base", list_name="termBases", schema="TermBaseBody",
            choice="TermBaseChoice", code="TERM_BASE_NOT_FOUND",
        ),
        RecordType(
            path="style-guides", label="style guide", list_name="styleGuides", schema="StyleGuideBody",
            choice="StyleGuideChoice", code="STYLE_GUIDE_NOT_FOUND", is_such=True,
            clearable=(
                "targetLanguage", "formality", "tone", "numbers", "dates", "quotationMarks", "finalStop",
                "spaceBeforeMarks",
            ),
        ),
    )
}  # fmt: skip


def add_record(state: State, path: str, **given: Any) -> Record:
    """Store a record of a type, with the members of its schema that are not given empty."""
    filled = state.contract.fill(TYPES[path].schema, {"createdAt": stamp(), "updatedAt": stamp(), **given})
    if path == "users":
        filled["role"] = given.get("role") or next(iter(filled["roles"]), "customer")
        filled["roles"] = filled["roles"] or [filled["role"]]
    return state.table(path).add(filled)


def find_own(state: State, path: str, account: int, identity: Any) -> Record | None:
    """A record that an account may use: its own, or one that is for all."""
    found = state.table(path).rows.get(identity) if isinstance(identity, int) else None
    return found if found is not None and found.get("accountId", account) in (account, None) else None


def list_own(state: State, path: str, account: int) -> list[Record]:
    """The records that an account may use, by id; the services of a sandbox cost nothing and start soon."""
    rows = [row for row in state.table(path) if row.get("accountId", account) in (account, None)]
    return [as_seen_by(state, path, account, row) for row in rows]


def as_seen_by(state: State, path: str, account: int, row: Record) -> Record:
    """A record as an account sees it: services and templates of a sandbox have no price and start soon."""
    if state.table("accounts").rows[account]["kind"] != "sandbox":
        return row
    if path == "services":
        return {**row, "pricePerWord": None, "wordsPerDay": None, "autoStartAfter": 10}
    return {**row, "autoStartAfter": 10} if path == "project-templates" else row


def write_choice(state: State, path: str, row: Record) -> Record:
    """A record as the project interface shows it."""
    shown = {name: row.get(name) for name in state.contract.members(TYPES[path].choice)}
    if "disabled" in shown:
        shown["disabled"] = bool(row["disabled"])
    if path == "users":
        shown["name"] = f"{row['firstName']} {row['lastName']}".strip()
    if path == "invoicing-accounts":
        shown["outOfDate"] = is_out_of_date(row)
    if path == "translation-memory-sets":
        shown["members"] = [_write_member(one) for one in row["members"]]
    return shown


def _write_member(member: Record) -> Record:
    return {
        "translationMemoryId": member["memoryId"],
        "penalty": member.get("penalty", 0),
        "writable": member.get("writable", False),
    }


def set_versions(state: State, row: Record) -> dict[int, Record]:
    """The versions of a set of memories, by their numbers."""
    return state.table(f"set-versions-{row['id']}").rows


def note_set_version(state: State, row: Record, *, actor: str) -> None:
    """Give a set of memories its next version, with the members that it has now."""
    row["version"] += 1
    set_versions(state, row)[row["version"]] = {
        "version": row["version"],
        "members": row["members"],
        "createdAt": stamp(),
        "createdBy": actor,
    }


def is_out_of_date(invoicing: Record) -> bool:
    """Whether the last day of an invoicing account is past."""
    return invoicing["validUntil"] is not None and invoicing["validUntil"] < today()


def seed(state: State) -> None:
    """Add what every service has from its start: languages, work areas, services."""
    for code, name in state.seeds["languages"].items():
        add_record(state, "languages", code=code, name=name)
    for name in state.seeds["workAreas"]:
        add_record(state, "work-areas", name=name)
    for service in state.seeds["services"]:
        add_record(state, "services", **service)


def create_account(state: State, name: str, kind: str, *, actor: str = "operator") -> Record:
    """Add an account with all that it needs for a first project (P1), and its built-in application."""
    ends = stamp(time.time() + TRIAL_SECONDS) if kind == "trial" else None
    account = add_record(state, "accounts", name=name, kind=kind, trialEndsAt=ends)
    number = account["id"]
    user = add_record(state, "users", accountId=number, firstName="Default", lastName="user")
    invoicing = add_record(state, "invoicing-accounts", accountId=number, name=name)
    add_record(
        state,
        "translation-memories",
        accountId=number,
        name="Translation memory",
        primary=True,
        useForTranslation=True,
    )
    add_record(state, "project-templates", accountId=number, name="Default", serviceId=1)
    account["defaults"] = {
        "invoicingAccountId": invoicing["id"],
        "userId": user["id"],
        "workAreaId": 1,
        "memoryThreshold": None,
    }
    state.note_audit(actor=actor, action="account.created", subject=f"account:{number}", account=number)
    scopes = ("translate", "projects", "reference")
    built_in = create_application(state, account=number, name="Dashboard", scopes=scopes)
    state.table("applications").rows[built_in.id]["builtin"] = True
    return account


def create_application(
    state: State,
    *,
    account: int,
    name: str,
    scopes: tuple[str, ...],
    rate_limit: str = "default",
    role: str | None = None,
) -> MockApplication:
    """Add an application with new credentials."""
    kind = state.table("accounts").rows[account]["kind"]
    record = add_record(
        state,
        "applications",
        accountId=account,
        name=name,
        scopes=list(scopes),
        role=role or ("manager" if "provider" in scopes else None),
        rateLimit=rate_limit,
    )
    application = MockApplication(
        id=record["id"],
        account=account,
        client_id=f"app_{secrets.token_hex(10)}",
        client_secret="",
        webhook_secret="",
        scopes=scopes,
    )
    state.applications[application.id] = application
    record["clientId"] = application.client_id
    renew_client_secret(state, application, prefix="dgm_test_" if kind == "sandbox" else "dgm_live_")
    renew_webhook_secret(state, application)
    state.note_audit(
        actor="operator", action="application.created", subject=application.actor, account=account
    )
    return application


def renew_client_secret(state: State, application: MockApplication, *, prefix: str = "dgm_test_") -> None:
    """Give an application a new client secret; the old one stops."""
    application.client_secret = prefix + secrets.token_urlsafe(32)
    record = state.table("applications").rows[application.id]
    record["secretHint"] = f"{prefix}…{application.client_secret[-6:]}"
    record["secretCreatedAt"] = stamp()


def renew_webhook_secret(state: State, application: MockApplication) -> None:
    """Give an application a new secret for the signatures of webhooks."""
    application.webhook_secret = f"whsec_{base64.b64encode(secrets.token_bytes(32)).decode()}"
    record = state.table("applications").rows[application.id]
    record["webhookSecretHint"] = f"whsec_…{application.webhook_secret[-4:]}"
    record["webhookSecretCreatedAt"] = stamp()


def disable(record: Record, wanted: Any) -> None:
    """Disable a record, or enable it again. `disabled` is since when."""
    record["disabled"] = (record["disabled"] or today()) if wanted else None


def revoke_tokens(state: State, application: MockApplication) -> None:
    """Let an application's tokens be expired, and note since when."""
    for token in state.tokens.values():
        if token.application == application.id:
            token.expires_at = 0.0
    state.changed.notify_all()
    state.table("applications").rows[application.id]["notBefore"] = int(time.time())
