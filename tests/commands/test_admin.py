"""Clauses O3, O4, O5 and O7: the operator's commands, as the command line runs them, on a real database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dragoman.access.admission import admit
from dragoman.access.identity import Identity, authenticate
from dragoman.access.issuing import issue_token
from dragoman.access.model import AccessScope, Bucket, ClientCredentials
from dragoman.errors import Unauthenticated
from tests.commands.conftest import CommandLine


async def scopes_of(identity: Identity, token: str) -> set[str]:
    claims = await authenticate(identity, token)
    admission = await admit(identity, claims, scopes=list(AccessScope), bucket=Bucket.TRANSLATE)
    return set(admission.caller.scopes)


def test_an_account_is_made_listed_disabled_and_enabled(admin: CommandLine) -> None:
    """O3, O7."""
    account = admin.json("account", "create", "Müller & Söhne", "--kind", "trial")
    assert account == {"id": account["id"], "name": "Müller & Söhne", "kind": "trial"}
    (row,) = admin.json("account", "list")
    assert row == {**account, "createdAt": row["createdAt"], "disabled": None}
    assert row["createdAt"].endswith("Z")
    assert admin.json("account", "disable", str(account["id"]))["disabled"].endswith("Z")
    assert admin.json("account", "enable", str(account["id"]))["disabled"] is None


@pytest.mark.parametrize(
    ("words", "role"), [([], "manager"), (["--role", "linguist"], "linguist"), (["--role", "admin"], "admin")]
)
def test_an_application_of_the_provider_has_a_role(admin: CommandLine, words: list[str], role: str) -> None:
    account = str(admin.json("account", "create", "Provider", "--kind", "production")["id"])
    admin.json("application", "create", "Desk", "--account", account, "--scopes", "provider", *words)
    builtin, desk = admin.json("application", "list")
    assert (builtin["name"], builtin["builtin"], builtin["role"]) == ("Dashboard", True, None)
    assert (desk["name"], desk["builtin"], desk["role"]) == ("Desk", False, role)


def test_an_application_shows_its_secrets_once(admin: CommandLine) -> None:
    """O4, A8."""
    account = str(admin.json("account", "create", "Acme", "--kind", "production")["id"])
    words = ["--account", account, "--scopes", "translate,reference", "--rate-limit", "7/60"]
    new = admin.json("application", "create", "CMS", *words)
    assert set(new) == {"id", "clientId", "clientSecret", "webhookSecret"}
    assert new["clientSecret"].startswith("dgm_live_")
    assert new["webhookSecret"].startswith("whsec_")
    listed = admin("application", "list", "--account", account, "--json")
    assert listed.value[1:] == [
        {
            "id": new["id"],
            "accountId": int(account),
            "name": "CMS",
            "clientId": new["clientId"],
            "scopes": ["translate", "reference"],
            "role": None,
            "rateLimit": "7/60",
            "builtin": False,
            "notBefore": 0,
            "secretHint": f"dgm_live_…{new['clientSecret'][-6:]}",
            "createdAt": listed.value[1]["createdAt"],
            "lastUsedAt": None,
            "disabled": None,
        }
    ]
    again = admin.json("application", "regenerate-secret", str(new["id"]))
    assert again == {"id": new["id"], "clientId": new["clientId"], "clientSecret": again["clientSecret"]}
    assert again["clientSecret"] != new["clientSecret"]
    everything = "".join(
        admin(*words).out + admin(*words).err
        for words in (
            ["application", "list"],
            ["account", "list"],
            ["application", "disable", str(new["id"])],
        )
    )
    for secret in (new["clientSecret"], new["webhookSecret"], again["clientSecret"]):
        assert secret not in everything


def test_output_for_people_keeps_identifiers_whole(admin: CommandLine) -> None:
    """O4: a table must not break or shorten what is to be copied, and secrets come with a warning."""
    account = str(admin.json("account", "create", "Acme", "--kind", "sandbox")["id"])
    made = admin("application", "create", "CMS", "--account", account, "--rate-limit", "off")
    assert "not shown again" in made.err
    secret = next(line.split()[-1] for line in made.out.splitlines() if "client secret" in line)
    assert secret.startswith("dgm_test_")
    client_id = next(line.split()[-1] for line in made.out.splitlines() if "client id" in line)
    table = admin("application", "list").out
    assert client_id in table
    assert "Sandbox" in table


async def test_commands_work_beside_a_running_service(
    admin: CommandLine, open_running: Callable[[], Any]
) -> None:
    """O4, A8, A9: what a command changes holds in the service at the next call."""
    async with open_running() as identity:
        account = str(admin.json("account", "create", "Acme", "--kind", "production")["id"])
        new = admin.json("application", "create", "CMS", "--account", account, "--scopes", "translate")
        issued = await issue_token(
            identity,
            client=ClientCredentials(id=new["clientId"], secret=new["clientSecret"]),
            address="127.0.0.1",
        )
        assert await scopes_of(identity, issued.access_token) == {"translate"}
        made = admin.json("token", "create", "--application", str(new["id"]))
        assert (made["tokenType"], made["expiresIn"], made["scope"]) == ("Bearer", 1200, "translate")
        assert await scopes_of(identity, made["accessToken"]) == {"translate"}
        admin.json("application", "regenerate-secret", str(new["id"]), "--revoke-tokens")
        for token in (issued.access_token, made["accessToken"]):
            with pytest.raises(Unauthenticated, match="revoked"):
                await scopes_of(identity, token)
        admin.json("application", "disable", str(new["id"]))
        refused = admin("token", "create", "--application", str(new["id"]))
        assert (refused.status, refused.out) == (1, "")
        assert "disabled" in refused.err


async def test_sandbox_accounts_get_tokens_directly_and_others_do_not(
    admin: CommandLine, open_running: Callable[[], Any]
) -> None:
    """A8, A9."""
    async with open_running() as identity:
        sandbox = str(admin.json("account", "create", "Try", "--kind", "sandbox")["id"])
        token = admin.json("token", "create", "--account", sandbox)["accessToken"]
        assert await scopes_of(identity, token) == {"translate", "projects", "reference"}
        production = str(admin.json("account", "create", "Real", "--kind", "production")["id"])
        admin.json("application", "create", "CMS", "--account", production)
        refused = admin("token", "create", "--account", production)
        assert refused.status == 1
        assert "application" in refused.err


async def test_keys_are_listed_and_rotated_while_the_service_runs(
    admin: CommandLine, open_running: Callable[[], Any]
) -> None:
    """A4, O7: also the master key, which a running service reads when it meets the new one."""
    async with open_running() as identity:
        (first,) = admin.json("signing-key", "list")
        assert (first["id"], first["signs"]) == (identity.own.keys[0].id, True)
        second = admin.json("signing-key", "rotate")
        assert second["signs"] is False
        assert [key["signs"] for key in admin.json("signing-key", "list")] == [True, False]
        master = admin.json("master-key", "rotate")["id"]
        assert [key["id"] for key in admin.json("master-key", "list")] == [
            master,
            identity.keyring.current_id,
        ]
        account = str(admin.json("account", "create", "Acme", "--kind", "production")["id"])
        new = admin.json("application", "create", "CMS", "--account", account)
        issued = await issue_token(
            identity,
            client=ClientCredentials(id=new["clientId"], secret=new["clientSecret"]),
            address="127.0.0.1",
        )
        assert await scopes_of(identity, issued.access_token)
        admin.json("signing-key", "rotate", "--revoke")
        await identity.own.read()
        with pytest.raises(Unauthenticated):
            await authenticate(identity, issued.access_token)


def test_a_user_is_made_and_never_shown_with_the_password(admin: CommandLine) -> None:
    """O5."""
    account = str(admin.json("account", "create", "Acme", "--kind", "production")["id"])
    words = [
        "user",
        "create",
        "Anna@Example.com",
        "--account",
        account,
        "--role",
        "manager",
        "--password-stdin",
    ]
    made = admin(*words, "--json", stdin="correct horse battery\nsecond line")
    assert made.value == {
        "id": made.value["id"], "email": "anna@example.com", "role": "manager", "roles": ["manager"],
        "accountId": int(account),
    }  # fmt: skip
    assert "correct" not in made.out + made.err
    again = admin(*words, stdin="correct horse battery\n")
    assert (again.status, again.out) == (1, "")
    assert "exists already" in again.err
    short = admin(*[word.replace("Anna", "Bert") for word in words], stdin="short\n")
    assert short.status == 1
    assert "12 to 1024" in short.err
    default, row = admin.json("user", "list", "--account", account)
    assert (default["firstName"], default["lastName"], default["email"]) == ("Default", "user", None)
    assert set(row) == {
        *("id", "accountId", "firstName", "lastName", "email", "role", "roles"),
        *("signedInAt", "createdAt", "disabled"),
    }  # fmt: skip
    user = str(row["id"])
    assert admin.json("user", "disable", user)["disabled"] is not None
    assert admin.json("user", "enable", user)["disabled"] is None
