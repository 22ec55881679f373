"""Accounts and applications (A8, V3), and what a customer reads of its own account."""

from __future__ import annotations

from dragoman_client.mock.handlers.catalog import apply_changes, require_account, staff_record
from dragoman_client.mock.messages import MockAnswer, json_answer
from dragoman_client.mock.paging import page_answer
from dragoman_client.mock.records import (
    create_account,
    create_application,
    renew_client_secret,
    renew_webhook_secret,
    revoke_tokens,
)
from dragoman_client.mock.routing import MockCall, handles
from dragoman_client.mock.state import MockApplication, Record
from dragoman_client.mock.times import parse_time, today


@handles("get_account")
def get_own_account(call: MockCall) -> MockAnswer:
    """The caller's account and its defaults."""
    row = call.state.table("accounts").rows[call.account]
    return json_answer({name: row[name] for name in call.state.contract.members("OwnAccount")})


@handles("create_account_as_staff")
def create_account_of_customer(call: MockCall) -> MockAnswer:
    """A new account, with all that a first project needs."""
    row = create_account(call.state, call.body["name"], call.body["kind"], actor=call.application.actor)
    headers = {"Location": f"/provider/v1/accounts/{row['id']}"}
    return json_answer(row, status=201, headers=headers)


@handles("get_account_as_staff")
def get_account(call: MockCall) -> MockAnswer:
    """One account with its defaults."""
    return json_answer(staff_record(call, "accounts"))


@handles("change_account_as_staff")
def change_account(call: MockCall) -> MockAnswer:
    """Rename or disable an account, or set its defaults."""
    row = staff_record(call, "accounts")
    said = dict(call.body)
    row["defaults"] |= said.pop("defaults", None) or {}
    apply_changes("accounts", row, said)
    _note(call, "account.changed", f"account:{row['id']}", row["id"])
    return json_answer(row)


@handles("get_account_engines_as_staff", "set_account_engines_as_staff")
def account_engines(call: MockCall) -> MockAnswer:
    """The engines that an account may use; read, or replaced by a PUT."""
    row = staff_record(call, "accounts")
    kept = call.state.table("account-engines").rows
    if call.body is not None:
        kept[row["id"]] = {"preferences": [], **call.body}
    return json_answer(kept.get(row["id"], {"remoteEngines": [], "preferences": []}))


@handles("get_remote_engine_usage_as_staff")
def get_sent_text(call: MockCall) -> MockAnswer:
    """The text that was sent to remote engines: none, as the mock has none."""
    staff_record(call, "accounts")
    first = f"{today()[:8]}01"
    return json_answer({"from": call.query["from"] or first, "to": call.query["to"] or today(), "days": []})


@handles("list_engines_as_staff")
def list_engines(call: MockCall) -> MockAnswer:
    """The only engine: pseudo-translation."""
    codes = call.state.seeds["pairs"]
    pairs = [
        {"source": source, "target": target, "quality": "test"}
        for source in codes
        for target in codes
        if source != target
    ]
    schema = call.state.contract.members("EnginePairBody")
    rows = [
        call.state.contract.fill("EnginePairBody", one)
        for one in pairs
        if set(one) <= set(schema) | {"quality"}
    ]
    engine = {"name": "pseudo", "version": "1", "remote": False, "pairs": rows, "problem": None}
    return json_answer([engine])


@handles("create_application_as_staff")
def create_application_of_account(call: MockCall) -> MockAnswer:
    """A new application; its secrets are in this answer alone."""
    said = call.body
    require_account(call, said["accountId"])
    made = create_application(
        call.state,
        account=said["accountId"],
        name=said["name"],
        scopes=tuple(said.get("scopes") or ("projects", "reference", "translate")),
        rate_limit=said.get("rateLimit") or "default",
        role=said.get("role"),
    )
    record = call.state.table("applications").rows[made.id]
    secrets = {"clientSecret": made.client_secret, "webhookSecret": made.webhook_secret}
    headers = {"Location": f"/provider/v1/applications/{made.id}"}
    return json_answer({**record, **secrets}, status=201, headers=headers)


@handles("change_application_as_staff")
def change_application(call: MockCall) -> MockAnswer:
    """Rename, limit or disable an application."""
    row = staff_record(call, "applications")
    apply_changes("applications", row, call.body)
    call.state.applications[row["id"]].scopes = tuple(row["scopes"])
    _note(call, "application.changed", f"application:{row['id']}", row["accountId"])
    return json_answer(row)


@handles("regenerate_secret_as_staff")
def regenerate_secret(call: MockCall) -> MockAnswer:
    """A new client secret; with `revokeTokens` the tokens end too."""
    application = _application(call)
    renew_client_secret(call.state, application, prefix=f"{application.client_secret[:9]}")
    if (call.body or {}).get("revokeTokens"):
        revoke_tokens(call.state, application)
    _note(call, "application.secret_regenerated", application.actor, application.account)
    body = {
        "id": application.id,
        "clientId": application.client_id,
        "clientSecret": application.client_secret,
    }
    return json_answer(body)


@handles("regenerate_webhook_secret_as_staff")
def regenerate_webhook_secret(call: MockCall) -> MockAnswer:
    """A new secret of webhooks' signatures."""
    application = _application(call)
    renew_webhook_secret(call.state, application)
    _note(call, "application.webhook_secret_regenerated", application.actor, application.account)
    body = {
        "id": application.id,
        "clientId": application.client_id,
        "webhookSecret": application.webhook_secret,
    }
    return json_answer(body)


@handles("revoke_tokens_as_staff")
def revoke_application_tokens(call: MockCall) -> MockAnswer:
    """End the tokens of an application."""
    application = _application(call)
    revoke_tokens(call.state, application)
    _note(call, "application.tokens_revoked", application.actor, application.account)
    return json_answer(call.state.table("applications").rows[application.id])


@handles("list_audit_events_as_staff")
def get_audit_log(call: MockCall) -> MockAnswer:
    """What was done, newest first, from before an id on."""
    rows = [row for row in call.state.table("audit-log") if _is_wanted(call, row)]
    return page_answer(call, "entries", reversed(rows))


def _is_wanted(call: MockCall, row: Record) -> bool:
    query = call.query
    kind, first, last = query.get("kind"), query.get("from"), query.get("to")
    at = parse_time(row["createdAt"]) or 0
    return (
        all(query.get(name) in (None, row[name]) for name in ("accountId", "actor", "action", "subject"))
        and (query.get("before") is None or row["id"] < query["before"])
        and (kind is None or row["subject"].partition(":")[0] == kind)
        and (first is None or at >= (parse_time(first) or 0))
        and (last is None or at < (parse_time(last) or 0))
    )


def _application(call: MockCall) -> MockApplication:
    return call.state.applications[staff_record(call, "applications")["id"]]


def _note(call: MockCall, action: str, subject: str, account: int) -> None:
    call.state.note_audit(actor=call.application.actor, action=action, subject=subject, account=account)
