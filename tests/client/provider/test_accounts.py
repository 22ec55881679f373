"""`client.provider.accounts`, `.applications` and `.users`: who may use the service."""

from __future__ import annotations

import pytest

from dragoman_client import Client, errors
from dragoman_client.provider.account_results import AccountEngines, EnginePreference
from tests.client.kinds import QUICK_OPTIONS
from tests.client.servers import Server, needs_sign_in
from tests.receiver import running_receiver
from tests.waiting import wait_until


@pytest.fixture(scope="module")
def account(staff_client: Client) -> int:
    return staff_client.provider.accounts.create("Accounts to change Ltd", kind="production").id


def test_an_account_is_created_changed_found_and_disabled(staff_client: Client) -> None:
    accounts = staff_client.provider.accounts
    made = accounts.create("Trial of a client", kind="trial")
    assert (made.kind, made.disabled) == ("trial", None)
    assert made.trial_ends_at is not None
    assert made.defaults.user_id is not None  # it comes with what a first project needs
    changed = accounts.change(made.id, name="Trial, renamed", defaults={"memory_threshold": 80})
    assert (changed.name, changed.defaults.memory_threshold) == ("Trial, renamed", 80)
    assert changed.defaults.user_id == made.defaults.user_id
    assert [one.id for one in accounts.list(search="Trial, ren")] == [made.id]
    assert accounts.change(made.id, disabled=True).disabled is not None
    assert accounts.get(made.id).disabled is not None


def test_an_accounts_engines_are_chosen(staff_client: Client, account: int) -> None:
    accounts = staff_client.provider.accounts
    assert accounts.engines(account) == AccountEngines()
    engine = next(one for one in staff_client.provider.engines() if not one.remote)
    pair = engine.pairs[0]
    chosen = AccountEngines(
        preferences=(EnginePreference(source=pair.source, target=pair.target, engines=(engine.name,)),)
    )
    assert accounts.set_engines(account, chosen) == chosen
    assert accounts.engines(account) == chosen
    assert accounts.engine_usage(account).days == ()  # nothing was sent elsewhere


def test_a_new_applications_secrets_work_and_are_in_no_repr(
    server: Server, staff_client: Client, account: int
) -> None:
    applications = staff_client.provider.applications
    made = applications.create(
        "Shop", account_id=account, scopes=["translate", "projects"], rate_limit="100/60"
    )
    assert made.client_secret not in repr(made)
    assert made.webhook_secret not in repr(made)
    assert (made.scopes, made.rate_limit) == (("translate", "projects"), "100/60")
    with connected(server, made.client_id, made.client_secret) as client:
        assert client.reference.account().id == account

    fresh = applications.regenerate_secret(made.id, revoke_tokens=True)
    assert fresh.client_secret not in repr(fresh)
    with (
        pytest.raises(errors.AuthenticationError),
        connected(server, made.client_id, made.client_secret) as client,
    ):
        client.reference.account()
    with connected(server, made.client_id, fresh.client_secret) as client:
        assert client.reference.account().id == account
    secret = applications.regenerate_webhook_secret(made.id, keep_old_hours=1)
    assert secret.webhook_secret.startswith("whsec_")
    assert secret.webhook_secret not in repr(secret)
    assert secret.webhook_secret != made.webhook_secret


def test_an_application_is_changed_and_its_tokens_are_refused(
    server: Server, staff_client: Client, account: int
) -> None:
    applications = staff_client.provider.applications
    made = applications.create("Office", account_id=account)
    with connected(server, made.client_id, made.client_secret) as client:
        token = client.token()
    revoked = applications.revoke_tokens(made.id)
    assert revoked.not_before > 0
    with pytest.raises(errors.AuthenticationError), Client(server.url, token=token) as client:
        client.limits()
    assert applications.change(made.id, name="Back office", scopes=["reference"]).scopes == ("reference",)
    assert applications.get(made.id).name == "Back office"
    assert applications.change(made.id, disabled=True).disabled is not None
    assert made.id in [one.id for one in applications.list(account_id=account)]


def test_a_test_event_arrives_and_is_shown_and_sent_again(staff_client: Client, account: int) -> None:
    provider = staff_client.provider
    made = provider.applications.create("Receiver", account_id=account)
    with running_receiver() as receiver:
        event = provider.applications.send_test(made.id, receiver.url("/path-with-a-key"))
        (delivery,) = receiver.wait_for(1)
        wait_until(  # the answer is recorded a moment after the receiver has given it
            lambda: provider.notifications.get(event.id).status, lambda status: status == "delivered"
        )
        again = provider.notifications.replay(event.id)
        receiver.wait_for(2)
    assert again.webhook_id == event.webhook_id == delivery.headers["webhook-id"]
    shown = provider.notifications.get(event.id)
    assert shown.body is not None
    assert shown.body.encode() == delivery.body
    assert "path-with-a-key" not in repr(shown)
    assert event.id in [one.id for one in provider.notifications.list(account_id=account, kind=event.kind)]


@needs_sign_in
def test_users_are_invited_changed_and_signed_out(staff_client: Client, account: int) -> None:
    users = staff_client.provider.users
    made = users.create(
        account_id=account, roles=["customer", "developer"], first_name="Ada", email="ada@client.example"
    )
    assert (made.first_name, set(made.roles)) == ("Ada", {"customer", "developer"})
    invitation = users.invite(made.id)
    assert invitation.url.startswith("http")
    assert invitation.url not in repr(invitation)
    changed = users.change(made.id, last_name="Lovelace", roles=["customer"])
    assert (changed.last_name, changed.roles) == ("Lovelace", ("customer",))
    assert users.get(made.id) == changed
    assert users.sessions(made.id) == []
    users.end_sessions(made.id)
    users.remove_second_factor(made.id)
    assert users.change(made.id, disabled=True).disabled is not None
    assert made.id in [one.id for one in users.list(account_id=account)]
    with pytest.raises(errors.ConflictError) as taken:
        users.create(account_id=account, roles=["customer"], email="ada@client.example")
    assert taken.value.code == "EMAIL_TAKEN"


def connected(server: Server, client_id: str, client_secret: str) -> Client:
    """A client with these credentials."""
    return Client(server.url, client_id=client_id, client_secret=client_secret, options=QUICK_OPTIONS)
