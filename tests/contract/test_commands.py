"""Clauses O1, O2, O3, O4 and O5: the operator's commands beside a running service."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import httpx2
import pytest

from tests.contract.conftest import Customer
from tests.live import COMMAND, LiveService, free_port
from tests.waiting import CEILING


def test_o1_health_and_readiness(live: LiveService) -> None:
    assert httpx2.get(f"{live.url}/healthz", timeout=CEILING).json() == {"status": "alive"}
    assert httpx2.get(f"{live.url}/readyz", timeout=CEILING).json() == {"status": "ready"}


def test_o1_what_machines_ask_every_few_seconds_does_not_fill_the_log(live: LiveService) -> None:
    for path in ("/healthz", "/readyz", "/metrics", "/oauth2/jwks"):
        httpx2.get(f"{live.url}{path}", timeout=CEILING)
    live.wait_for_log("/oauth2/jwks")
    assert not [path for path in ("/healthz", "/readyz", "/metrics") if path in live.log]


def test_o1_a_port_in_use_is_refused_with_advice(live: LiveService) -> None:
    done = live.run("serve", "--port", str(live.port))
    assert done.returncode == 1
    assert f"Cannot listen on 127.0.0.1 port {live.port}" in done.stderr
    assert "--port" in done.stderr


def test_o2_migrate_says_there_is_nothing_to_do(live: LiveService) -> None:
    done = live.run("migrate", "--json")
    assert done.returncode == 0, done.stderr
    migration = json.loads(done.stdout)
    assert migration["before"] == migration["after"]
    assert migration["changed"] is False


def test_o2_settings_tell_values_and_origins_and_mask_secrets(live: LiveService, tmp_path: Path) -> None:
    config = tmp_path / "dragoman.toml"
    config.write_text('drain_seconds = 7\nmetrics_token = "hush-hush"\n', encoding="utf-8")
    done = subprocess.run(
        [*COMMAND, "settings", "--json", "--data", str(live.data)],
        env={
            **os.environ,
            "DRAGOMAN_CONFIG": str(config),
            "DRAGOMAN_MAX_SEGMENTS": "50",
            "DRAGOMAN_PROT": "1",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    rows = {row["name"]: row for row in json.loads(done.stdout)}
    assert rows["drain_seconds"] == {"name": "drain_seconds", "value": 7.0, "origin": f"file {config}"}
    assert rows["max_segments"]["origin"] == "environment DRAGOMAN_MAX_SEGMENTS"
    assert rows["data"]["origin"] == "command line"
    assert rows["port"]["origin"] == "default"
    assert rows["metrics_token"]["value"] == "********"
    assert "hush-hush" not in done.stdout
    assert "DRAGOMAN_PROT is not a setting; did you mean DRAGOMAN_PORT?" in done.stderr


def test_o2_a_setting_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "serve", "--data", str(tmp_path)],
        env={**os.environ, "DRAGOMAN_RATE_LIMIT_TRIAL": "often"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "rate_limit_trial (environment DRAGOMAN_RATE_LIMIT_TRIAL)" in done.stderr
    assert "100/30" in done.stderr


def test_o2_engines_lists_pairs_with_their_health(live: LiveService) -> None:
    done = live.run("engines", "--json", "--no-probe")
    rows = json.loads(done.stdout)
    assert {"en", "es"} <= {row["source"] for row in rows if row["engine"] == "apertium"}
    assert {row["engine"] for row in rows} == {"apertium", "pseudo"}


def test_o3_o4_creation_prints_exactly_what_is_promised(live: LiveService) -> None:
    account = live.admin("account", "create", "Printed Ltd", "--kind", "trial")
    assert account == {"id": account["id"], "name": "Printed Ltd", "kind": "trial"}
    application = live.admin(
        "application", "create", "CMS", "--account", str(account["id"]), "--scopes", "translate,reference",
        "--rate-limit", "7/60",
    )  # fmt: skip
    assert set(application) == {"id", "clientId", "clientSecret", "webhookSecret"}
    assert application["webhookSecret"].startswith("whsec_")
    listed = live.run("admin", "application", "list", "--json").stdout
    assert application["clientId"] in listed
    assert application["clientSecret"] not in listed
    assert application["webhookSecret"] not in listed


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["account", "create", "X", "--kind", "gold"], 2, "gold"),
        (["account", "create"], 2, "NAME"),
        (["application", "create", "X", "--account", "999999"], 1, "999999"),
        (["application", "disable", "999999"], 1, "999999"),
        (["application", "create", "X", "--account", "1", "--scopes", "translate,fly"], 2, "fly"),
        (["application", "create", "X", "--account", "1", "--rate-limit", "many"], 2, "100/30"),
        (
            ["user", "create", "not-an-address", "--account", "1", "--role", "manager", "--password-stdin"],
            1,
            "address",
        ),
    ],
)
def test_o3_o5_refusals_say_why_and_exit_with_1_or_2(
    live: LiveService, production: Customer, words: list[str], status: int, message: str
) -> None:
    done = live.run("admin", *words, "--json", stdin="a long enough password\n")
    assert done.returncode == status, done.stderr
    assert message in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_o5_a_user_is_made_with_a_password_from_standard_input(
    live: LiveService, production: Customer
) -> None:
    words = ["user", "create", "anna@example.com", "--account", str(production.account), "--role", "manager"]
    user = live.admin(*words, "--password-stdin", stdin="correct horse battery staple\n")
    assert (user["email"], user["role"]) == ("anna@example.com", "manager")
    again = live.run("admin", *words, "--password-stdin", "--json", stdin="correct horse battery staple\n")
    assert again.returncode == 1
    assert "exists already" in again.stderr


def test_admin_refuses_a_data_directory_that_is_not_there(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "admin", "account", "list", "--json", "--data", str(tmp_path / "typo")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "typo" in done.stderr
    assert not (tmp_path / "typo").exists()


def test_o1_a_second_process_shares_data_tokens_and_limits(live: LiveService, production: Customer) -> None:
    second = LiveService(data=live.data, port=free_port(), environment=live.environment)
    second.start("--no-worker")
    try:
        second.wait_ready()
        token = live.fetch_token(production.application)["access_token"]
        headers = {"Authorization": f"Bearer {token}"}
        assert (
            httpx2.get(
                f"{second.url}/v2/languages/text-translation", headers=headers, timeout=CEILING
            ).status_code
            == 200
        )
        trial = live.create_application(live.create_account("Shared Ltd", "trial"))
        with live.client(trial) as one, second.client(trial) as two:
            statuses = [client.get("/v2/languages/text-translation").status_code for client in [one, two] * 4]
        assert sorted(statuses) == [200] * 5 + [429] * 3
    finally:
        assert second.stop() == 0
    assert httpx2.get(f"{live.url}/readyz", timeout=CEILING).status_code == 200
