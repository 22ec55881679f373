"""Clauses A3 and A8: what secrets look like, that they are kept as hashes only, and that old ones stop."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from dragoman.access import actions, secrets
from dragoman.access.keyring import add_master_key, create_keyring
from dragoman.access.model import NewApplication
from dragoman.accounts.actions import create_user
from dragoman.accounts.model import AccountKind, Role, UserDraft
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.database.urls import parse_url
from tests.access.conftest import WHO, Service
from tests.conftest import Postgres


def test_a_secret_is_unreserved_in_every_encoding_and_carries_its_checksum() -> None:
    """A8."""
    for kind, mode in [
        (AccountKind.SANDBOX, "test"), (AccountKind.TRIAL, "live"), (AccountKind.PRODUCTION, "live")
    ]:  # fmt: skip
        secret = secrets.new_client_secret(kind)
        assert re.fullmatch(rf"dgm_{mode}_[A-Za-z0-9]{{43}}_[A-Za-z0-9]{{6}}", secret)
        body, _, check = secret.rpartition("_")
        assert check == secrets.checksum(body)


def test_the_checksum_does_not_change_between_versions() -> None:
    """Scanners of leaked secrets compute it, too."""
    assert secrets.checksum("dgm_live_" + "0" * 43) == "0KUle1"


def test_a_hash_verifies_for_its_client_only_and_under_the_previous_master_key(tmp_path: Path) -> None:
    """A8."""
    path = tmp_path / "master.key"
    keyring = create_keyring(path)
    stored = secrets.hash_client_secret(keyring, client_id="app_a", secret="s")
    assert stored.startswith(f"hmac1${keyring.current_id}$")
    keyring = add_master_key(path)
    assert secrets.verify_client_secret(keyring, client_id="app_a", secret="s", stored=stored)
    assert not secrets.verify_client_secret(keyring, client_id="app_b", secret="s", stored=stored)
    assert not secrets.verify_client_secret(keyring, client_id="app_a", secret="S", stored=stored)
    assert not secrets.verify_client_secret(keyring, client_id="app_a", secret="s", stored=None)
    assert not secrets.verify_client_secret(
        keyring, client_id="app_a", secret="s", stored=stored.replace("hmac1", "hmac2")
    )


def test_equal_secrets_do_not_look_equal(tmp_path: Path) -> None:
    """A8: equal secrets of two clients have different hashes."""
    keyring = create_keyring(tmp_path / "master.key")
    one = secrets.hash_client_secret(keyring, client_id="app_a", secret="s")
    other = secrets.hash_client_secret(keyring, client_id="app_b", secret="s")
    assert one.rpartition("$")[2] != other.rpartition("$")[2]


async def test_the_database_holds_no_secret(service: Service, postgres: Postgres) -> None:
    """A8: every row of every table, read as the superuser, holds neither a secret nor a private key."""
    application = await service.create_application(kind=AccountKind.SANDBOX)
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        _, regenerated = await actions.regenerate_secret(
            tx, service.identity.keyring, application_id=application.application.id
        )
        draft = UserDraft(
            account_id=application.application.account_id,
            email="anna@example.com",
            role=Role.ADMIN,
            password="correct horse battery",
        )
        await create_user(tx, draft=draft)
    address = {**parse_url(postgres.superuser), "dbname": "access"}
    dump = ""
    async with await psycopg.AsyncConnection.connect(**address) as connection:
        tables = await (
            await connection.execute("select tablename from pg_tables where schemaname = 'public'")
        ).fetchall()
        for (table,) in tables:
            rows = await (await connection.execute(f'select t::text from "{table}" t')).fetchall()  # type: ignore[arg-type]
            dump += "".join(row[0] for row in rows)
    assert "anna@example.com" in dump
    assert application.application.client_id in dump
    private = service.identity.own.keys[0].key.as_der(private=True)
    webhook = application.webhook_secret
    for secret in (
        application.client_secret, regenerated, webhook, webhook.removeprefix("whsec_"),
        "correct horse battery", private[30:60].hex(),
    ):  # fmt: skip
        assert secret not in dump
        assert secret.encode().hex() not in dump


async def test_a_webhook_secret_comes_back_as_it_was_shown(tmp_path: Path) -> None:
    keyring = create_keyring(tmp_path / "master.key")
    secret = secrets.new_webhook_secret()
    wrapped = secrets.wrap_webhook_secret(keyring, client_id="app_a", secret=secret)
    assert secrets.unwrap_webhook_secret(keyring, client_id="app_a", wrapped=wrapped) == secret


async def test_a_regenerated_secret_stops_the_old_one_and_leaves_live_tokens(
    service: Service, application: NewApplication
) -> None:
    """A8."""
    token = await service.fetch_token(application)
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        _, secret = await actions.regenerate_secret(
            tx, service.identity.keyring, application_id=application.application.id
        )
    assert (await service.request_token(application)).status_code == 401
    assert (await service.request_token(application, client_secret=secret)).status_code == 200
    assert (await service.call(token)).status_code == 200


async def test_revocation_refuses_older_tokens_and_no_newer_one_within_the_same_second(
    service: Service, application: NewApplication
) -> None:
    """A8: `not-before-policy` is the second of the revocation."""
    older = await service.fetch_token(application)
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        _, secret = await actions.regenerate_secret(
            tx, service.identity.keyring, application_id=application.application.id, revoke_tokens=True
        )
        second = int(tx.now.timestamp())
    reply = (await service.request_token(application, client_secret=secret)).json()
    assert reply["not-before-policy"] == second
    assert (await service.call(reply["access_token"])).status_code == 200
    refused = await service.call(older)
    assert refused.status_code == 401
    assert refused.json() == {"detail": "The access token was revoked. Request a new one."}


async def test_an_unknown_id_costs_what_a_wrong_secret_costs(
    service: Service, application: NewApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A3: the same statements, the same keyed hashes of the same length, the same answer."""
    steps: list[tuple[str, int]] = []

    def count(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any, **named: Any) -> Any:
            steps.append((name, len(arguments[1]) if name == "hmac" else 0))
            return function(*arguments, **named)

        return counted

    monkeypatch.setattr(secrets.hmac, "new", count("hmac", secrets.hmac.new))
    monkeypatch.setattr(secrets.hmac, "compare_digest", count("compare", secrets.hmac.compare_digest))
    known = application.application.client_id
    unknown = "app_" + "0" * (len(known) - 4)
    answers, costs = [], []
    for client_id in (known, unknown):
        steps.clear()
        answer = await service.request_token(application, client_id=client_id, client_secret="x" * 59)
        answers.append((answer.status_code, answer.json(), answer.headers["WWW-Authenticate"]))
        costs.append(list(steps))
    assert answers[0] == answers[1]
    assert costs[0] == costs[1]
    assert [name for name, _ in costs[0]] == ["hmac", "compare"]


async def test_a_disabled_application_learns_it_only_with_the_right_secret(
    service: Service, application: NewApplication
) -> None:
    """A3, A6."""
    await service.set_disabled(application, disabled=True)
    right = await service.request_token(application)
    wrong = await service.request_token(application, client_secret="wrong")
    assert right.status_code == wrong.status_code == 401
    assert right.json()["error"] == wrong.json()["error"] == "invalid_client"
    assert right.json()["error_description"] == "The application is disabled."
    assert wrong.json()["error_description"] == "Unknown client, or wrong client secret."
    assert (await service.client.get(WHO)).status_code == 401
