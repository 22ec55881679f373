"""`dragoman login`: credentials are checked, kept for this user alone, and used later."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from dragoman_client import profiles
from dragoman_client.credentials import Credentials
from dragoman_client.errors import InvalidInputError
from dragoman_client.profiles import Profile, profiles_path
from tests.client.commands.conftest import CommandLine
from tests.client.servers import Server
from tests.client.words import Words
from tests.contract.conftest import Customer


def log_in(nobody: CommandLine, production: Customer, *words: str) -> None:
    application = production.application
    done = nobody.run(
        *("login", str(production.client.base_url), "--client-id", application.client_id),
        *("--client-secret-stdin", *words),
        stdin=application.client_secret + "\n",
    )
    assert done.returncode == 0, done.stderr
    assert application.client_secret not in done.stdout + done.stderr


def test_credentials_are_kept_and_used(nobody: CommandLine, production: Customer, words: Words) -> None:
    log_in(nobody, production)
    path = profiles_path(nobody.variables)
    assert path.is_relative_to(nobody.folder / "home")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert nobody.ok("translate", "The house.", "--from", "en", "--to", "es") == words("The house.") + "\n"
    shown = nobody.json("whoami")
    assert shown["account"]["name"] == "Production Ltd"
    assert shown["claims"]["client_id"] == production.application.client_id
    assert "translate" in nobody.ok("whoami")
    assert nobody.ok("token").count(".") == 2
    assert "forgotten" in nobody.run("logout").stderr
    assert nobody.run("whoami").returncode == 3
    assert nobody.run("logout").returncode == 1


def test_a_program_without_arguments_uses_them(
    nobody: CommandLine, production: Customer, words: Words
) -> None:
    log_in(nobody, production)
    code = (
        "from dragoman_client import Client; print(Client().translate('The dog.', source='en', target='es'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=nobody.variables, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == (words("The dog.") + "\n", "")


def test_profiles_have_names(nobody: CommandLine, production: Customer) -> None:
    log_in(nobody, production, "--profile", "work")
    assert nobody.run("languages").returncode == 3
    assert "en\tes" in nobody.ok("languages", "--profile", "work", "--from", "en")
    chosen = CommandLine(folder=nobody.folder, environment={"DRAGOMAN_PROFILE": "work"})
    assert "en\tes" in chosen.ok("languages", "--to", "es")
    assert nobody.json("profiles") == [{"name": "work", "url": str(production.client.base_url).rstrip("/")}]
    done = nobody.run("languages", "--profile", "wrok")
    assert (done.returncode, "There is no profile 'wrok'" in done.stderr) == (1, True)


def test_wrong_credentials_are_not_kept(nobody: CommandLine, production: Customer) -> None:
    url = str(production.client.base_url)
    done = nobody.run("login", url, "--client-id", "x", "--client-secret-stdin", stdin="y\n")
    assert done.returncode == 3
    assert not profiles_path(nobody.variables).exists()
    done = nobody.run("login", url, "--client-id", "x", "--client-secret-stdin", stdin="")
    assert (done.returncode, "Standard input has no secret" in done.stderr) == (2, True)


def test_a_token_of_the_dashboard_is_enough(
    nobody: CommandLine, server: Server, production: Customer, words: Words
) -> None:
    token = server.fetch_token(production.application)
    done = nobody.run("login", str(production.client.base_url), "--token-stdin", stdin=f"{token}\n")
    assert done.returncode == 0, done.stderr
    assert nobody.ok("translate", "The house.", "--from", "en", "--to", "es") == words("The house.") + "\n"


@pytest.mark.parametrize(
    ("platform", "environment", "path"),
    [
        ("linux", {"HOME": "/h"}, "/h/.config/dragoman/profiles.json"),
        ("linux", {"HOME": "/h", "XDG_CONFIG_HOME": "/x"}, "/x/dragoman/profiles.json"),
        ("darwin", {"HOME": "/h"}, "/h/Library/Application Support/dragoman/profiles.json"),
        ("win32", {"USERPROFILE": "/u", "APPDATA": "/a"}, "/a/dragoman/profiles.json"),
        ("linux", {"HOME": "/h", "DRAGOMAN_PROFILES": "/p.json"}, "/p.json"),
    ],
)
def test_each_platform_has_its_place(platform: str, environment: dict[str, str], path: str) -> None:
    assert profiles_path(environment, platform) == Path(path)


def test_a_file_that_is_broken_is_told_and_not_overwritten(tmp_path: Path) -> None:
    environment = {"DRAGOMAN_PROFILES": str(tmp_path / "p.json")}
    (tmp_path / "p.json").write_text("{")
    profile = Profile(name="x", url="http://x", credentials=Credentials(token="t"))
    with pytest.raises(InvalidInputError, match="cannot be read"):
        profiles.save_profile(environment, profile)
    assert (tmp_path / "p.json").read_text() == "{"


def test_other_profiles_stay(tmp_path: Path) -> None:
    environment = {"DRAGOMAN_PROFILES": str(tmp_path / "new/p.json")}
    for name in ("a", "b"):
        profile = Profile(name=name, url=f"http://{name}", credentials=Credentials(token=name))
        profiles.save_profile(environment, profile)
    assert profiles.delete_profile(environment, "a")
    assert json.loads((tmp_path / "new/p.json").read_text()) == {"b": {"url": "http://b", "token": "b"}}
    assert [one.name for one in (tmp_path / "new").iterdir()] == ["p.json"]
