"""Clauses O3, O4 and O5: what the operator's commands refuse, how they say it and how they end."""

from __future__ import annotations

import logging
from pathlib import Path

import structlog

from tests.commands.conftest import CommandLine
from tests.conftest import Postgres

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
    (["application", "create", "X", "--account", "7", "--role", "king"], 2, "king"),
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
    """A8: before the first start the address that tokens name is unknown."""
    account = str(admin.json("account", "create", "Try", "--kind", "sandbox")["id"])
    done = admin("token", "create", "--account", account)
    assert done.status == 1
    assert "once the service has been started" in done.err


def test_a_missing_master_key_file_is_named(admin: CommandLine) -> None:
    for words in (["master-key", "list"], ["master-key", "rotate"]):
        done = admin(*words)
        assert (done.status, done.out) == (1, "")
        assert "master.key is missing" in done.err


def test_how_a_command_logs_stays_its_own(admin: CommandLine) -> None:
    """Tests that come later in this process see all events."""
    admin("account", "list")
    assert not structlog.is_configured()
    assert all(type(one).__module__ != "dragoman.telemetry" for one in logging.getLogger().handlers)


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
