"""Clauses O3, O4, O5 and O7: the operator's commands, as the command line runs them, on a real database."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dragoman.access.admission import admit
from dragoman.access.identity import Identity, authenticate, open_identity
from dragoman.access.issuing import issue_token
from dragoman.access.model import Bucket, Scope
from dragoman.commands import create_cli
from dragoman.database.connections import Database
from dragoman.database.urls import ServerUrls
from dragoman.errors import Unauthenticated
from dragoman.settings import load_settings
from dragoman.telemetry import Metrics
from tests.conftest import Postgres

ISSUER = "http://127.0.0.1:8080"


@dataclass(frozen=True, kw_only=True)
class Done:
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def value(self) -> Any:
        assert self.status == 0, self.err
        return json.loads(self.out)


@dataclass(frozen=True, kw_only=True)
class CommandLine:
    """`dragoman admin` with an environment of its own."""

    environment: dict[str, str]
    capture: pytest.CaptureFixture[str]

    def __call__(self, *words: str, stdin: str = "") -> Done:
        def load(overrides: Any) -> Any:
            return load_settings(environment=self.environment, overrides=overrides)

        def run() -> int:
            try:
                create_cli()(args=["admin", *words], prog_name="dragoman", obj=load)
            except SystemExit as end:
                return int(end.code or 0)
            return 0

        self.capture.readouterr()
        before, sys.stdin = sys.stdin, io.StringIO(stdin)
        try:
            # A thread, because the command runs an event loop of its own, as it does for people.
            with ThreadPoolExecutor(1) as pool:
                status = pool.submit(run).result(timeout=60)
        finally:
            sys.stdin = before
        out, err = self.capture.readouterr()
        return Done(status=status, out=out, err=err)

    def json(self, *words: str, stdin: str = "") -> Any:
        return self(*words, "--json", stdin=stdin).value


@pytest.fixture
def environment(database_urls: ServerUrls, tmp_path: Path) -> dict[str, str]:
    return {
        "DRAGOMAN_DATABASE_URL": database_urls.application,
        "DRAGOMAN_DATABASE_OWNER_URL": database_urls.owner,
        "DRAGOMAN_DATA": str(tmp_path),
    }


@pytest.fixture
def admin(environment: dict[str, str], capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(environment=environment, capture=capsys)


@pytest.fixture
def open_running(database: Database, environment: dict[str, str]) -> Callable[[], Any]:
    """Open what a running service has, on the same database and data directory."""
    settings = load_settings(environment=environment).settings
    return lambda: open_identity(settings, database, issuer=ISSUER, metrics=Metrics())


async def scopes_of(identity: Identity, token: str) -> set[str]:
    claims = await authenticate(identity, token)
    admission = await admit(identity, claims, scopes=list(Scope), bucket=Bucket.TRANSLATE)
    return set(admission.caller.scopes)


def test_an_account_is_made_listed_disabled_and_enabled(admin: CommandLine) -> None:
    """O3, O7."""
    account = admin.json("account", "create", "Müller & Söhne", "--kind", "trial")
    assert account == {"id": account["id"], "name": "Müller & Söhne", "kind": "trial"}
    (row,) = admin.json("account", "list")
    assert row == {**account, "created": row["created"], "disabled": None}
    assert row["created"].endswith("Z")
    assert admin.json("account", "disable", str(account["id"]))["disabled"].endswith("Z")
    assert admin.json("account", "enable", str(account["id"]))["disabled"] is None


def test_an_application_shows_its_secrets_once(admin: CommandLine) -> None:
    """O4, A8."""
    account = str(admin.json("account", "create", "Acme", "--kind", "production")["id"])
    words = ["--account", account, "--scopes", "translate,reference", "--rate-limit", "7/60"]
    new = admin.json("application", "create", "CMS", *words)
    assert set(new) == {"id", "clientId", "clientSecret", "webhookSecret"}
    assert new["clientSecret"].startswith("dgm_live_")
    assert new["webhookSecret"].startswith("whsec_")
    listed = admin("application", "list", "--account", account, "--json")
    assert listed.value == [
        {
            "id": new["id"],
            "accountId": int(account),
            "name": "CMS",
            "clientId": new["clientId"],
            "scopes": ["translate", "reference"],
            "rateLimit": "7/60",
            "builtin": False,
            "notBefore": 0,
            "created": listed.value[0]["created"],
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
        issued = await issue_token(identity, client_id=new["clientId"], client_secret=new["clientSecret"])
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
        issued = await issue_token(identity, client_id=new["clientId"], client_secret=new["clientSecret"])
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
        "id": made.value["id"], "email": "anna@example.com", "role": "manager", "accountId": int(account)
    }  # fmt: skip
    assert "correct" not in made.out + made.err
    again = admin(*words, stdin="correct horse battery\n")
    assert (again.status, again.out) == (1, "")
    assert "anna@example.com exists already" in again.err
    short = admin(*[word.replace("Anna", "Bert") for word in words], stdin="short\n")
    assert short.status == 1
    assert "12 to 1024" in short.err
    (row,) = admin.json("user", "list", "--account", account)
    assert set(row) == {"id", "accountId", "email", "role", "created", "disabled"}
    user = str(row["id"])
    assert admin.json("user", "disable", user)["disabled"] is not None
    assert admin.json("user", "enable", user)["disabled"] is None


# Words, exit status, and what standard error must say.
REFUSALS = [
    (["account", "create"], 2, "NAME"),
    (["account", "create", "X"], 2, "--kind"),
    (["account", "create", "X", "--kind", "gold"], 2, "gold"),
    (["account", "create", " ", "--kind", "trial"], 1, "name"),
    (["account", "disable", "7"], 1, "There is no account 7."),
    (["account", "disable", "0"], 2, "ID"),
    (["account", "disable", "99999999999"], 2, "ID"),
    (["account", "disable", "x"], 2, "integer"),
    (["application", "create", "X", "--account", "7"], 1, "There is no account 7."),
    (["application", "create", "X"], 2, "--account"),
    (["application", "create", "X", "--account", "7", "--scopes", "translate,fly"], 2, "fly"),
    (["application", "create", "X", "--account", "7", "--scopes", ","], 1, "scope"),
    (["application", "create", "X", "--account", "7", "--rate-limit", "many"], 2, "100/30"),
    (["application", "create", "X", "--account", "7", "--rate-limit", "0/30"], 2, "100/30"),
    (["application", "create", "X", "--account", "7", "--rate-limit", "5/0"], 2, "100/30"),
    (["application", "disable", "7"], 1, "There is no application 7."),
    (["application", "enable", "7"], 1, "There is no application 7."),
    (["application", "regenerate-secret", "7"], 1, "There is no application 7."),
    (["token", "create"], 2, "--application"),
    (["token", "create", "--application", "1", "--account", "1"], 2, "--application"),
    (["token", "create", "--application", "7"], 1, "There is no application 7."),
    (["token", "create", "--account", "7"], 1, "There is no account 7."),
    (["user", "create", "nobody", "--account", "1", "--role", "admin", "--password-stdin"], 1, "address"),
    (
        ["user", "create", "a@b.example", "--account", "1", "--role", "king", "--password-stdin"],
        2,
        "king",
    ),
    (["user", "disable", "7"], 1, "There is no user 7."),
]


def test_refusals_and_wrong_usage(admin: CommandLine) -> None:
    """O3, O4, O5: exit status 1 with the reason, or 2; nothing on standard output."""
    wrong = []
    for words, status, message in REFUSALS:
        done = admin(*words, "--json", stdin="a long enough password\n")
        if (done.status, done.out) != (status, "") or message not in done.err or "Traceback" in done.err:
            wrong.append((words, done))
    assert wrong == []


def test_a_token_needs_a_service_that_has_served(admin: CommandLine) -> None:
    """A8: before the first start nobody knows the address that tokens name."""
    account = str(admin.json("account", "create", "Try", "--kind", "sandbox")["id"])
    done = admin("token", "create", "--account", account)
    assert done.status == 1
    assert "once the service has been started" in done.err


def test_a_missing_master_key_file_is_named(admin: CommandLine) -> None:
    for words in (["master-key", "list"], ["master-key", "rotate"]):
        done = admin(*words)
        assert (done.status, done.out) == (1, "")
        assert "master.key is missing" in done.err


def test_lists_of_nothing(admin: CommandLine) -> None:
    """O7."""
    for group in ("account", "application", "user", "signing-key"):
        assert admin.json(group, "list") == []
        assert admin(group, "list").out.startswith("There are no")


def test_a_mistyped_directory_does_not_become_an_installation(admin: CommandLine, tmp_path: Path) -> None:
    done = CommandLine(environment={}, capture=admin.capture)(
        "account", "list", "--json", "--data", str(tmp_path / "typo")
    )
    assert (done.status, done.out) == (1, "")
    assert str(tmp_path / "typo") in done.err
    assert not (tmp_path / "typo").exists()


async def test_an_empty_database_says_what_to_run(
    admin: CommandLine, postgres: Postgres, environment: dict[str, str]
) -> None:
    await postgres.run('create database "empty" template template0 owner dragoman_owner')
    urls = postgres.named("empty")
    environment |= {"DRAGOMAN_DATABASE_URL": urls.application, "DRAGOMAN_DATABASE_OWNER_URL": urls.owner}
    done = CommandLine(environment=environment, capture=admin.capture)("account", "list")
    await postgres.run('drop database "empty" with (force)')
    assert (done.status, done.out) == (1, "")
    assert "dragoman migrate" in done.err
