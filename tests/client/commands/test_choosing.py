"""Which service, as who: options before or behind the command, the environment, profiles; and names."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

from dragoman_client.commands import create_cli
from dragoman_client.credentials import Credentials
from dragoman_client.errors import MissingCredentialsError
from dragoman_client.profiles import Profile, find_credentials, save_profile
from tests.client.commands.conftest import CommandLine, pointed_at
from tests.client.scripted_server import Asked, Told, scripted, told
from tests.client.words import Words

KEPT = Credentials(client_id="kept", client_secret="s")


def environment(tmp_path: Any, **variables: str) -> dict[str, str]:
    found = {"DRAGOMAN_PROFILES": str(tmp_path / "profiles.json"), **variables}
    save_profile(found, Profile(name="default", url="http://a", credentials=KEPT))
    save_profile(found, Profile(name="b", url="http://b", credentials=Credentials(token="t")))
    return found


@pytest.mark.parametrize(
    ("variables", "arguments", "expected"),
    [
        ({}, {}, ("http://a", "kept", "profile default")),
        ({}, {"profile": "b"}, ("http://b", None, "profile b")),
        ({"DRAGOMAN_PROFILE": "b"}, {}, ("http://b", None, "profile b")),
        ({}, {"url": "HTTP://A/"}, ("HTTP://A/", "kept", "profile default")),
        ({}, {"url": "http://b"}, ("http://b", None, "profile b")),
        ({}, {"url": "http://b", "profile": "default"}, ("http://b", None, "nowhere")),
        ({}, {"url": "http://c"}, ("http://c", None, "nowhere")),
        ({"DRAGOMAN_URL": "http://c"}, {}, ("http://c", None, "nowhere")),
        ({"DRAGOMAN_URL": "http://b"}, {}, ("http://b", None, "profile b")),
        ({"DRAGOMAN_URL": "http://a"}, {}, ("http://a", "kept", "profile default")),
        ({"DRAGOMAN_URL": "http://c", "DRAGOMAN_TOKEN": "t"}, {}, ("http://c", None, "the environment")),
        (
            {"DRAGOMAN_URL": "http://c", "DRAGOMAN_TOKEN": "t"},
            {"url": "http://d"},
            ("http://d", None, "nowhere"),
        ),
        (
            {"DRAGOMAN_URL": "http://c", "DRAGOMAN_TOKEN": "t"},
            {"profile": "default"},
            ("http://a", "kept", "profile default"),
        ),
        ({"DRAGOMAN_TOKEN": "t"}, {}, ("http://a", None, "the environment")),
    ],
)
def test_credentials_are_found_for_their_own_address_alone(
    tmp_path: Any, variables: dict[str, str], arguments: dict[str, str], expected: tuple[str, str | None, str]
) -> None:
    found = find_credentials(environment(tmp_path, **variables), **arguments)
    assert (found.url, found.credentials.client_id, found.origin) == expected
    assert found.credentials.are_complete is (expected[2] != "nowhere")


def test_without_an_address_it_says_what_to_do(tmp_path: Any) -> None:
    with pytest.raises(MissingCredentialsError, match="dragoman login"):
        find_credentials({"DRAGOMAN_PROFILES": str(tmp_path / "none.json")})


def script(asked: Asked) -> Told:
    return told([{"source": "en", "target": "es", "quality": "gist"}])


def test_options_may_be_before_or_behind_the_command(nobody: CommandLine) -> None:
    with scripted(script) as one, scripted(script) as other:
        command = CommandLine(folder=nobody.folder, environment={"DRAGOMAN_TOKEN": "t"})
        assert "gist" in command.ok("--url", one.url, "languages")
        assert "gist" in command.ok("languages", "--url", one.url)
        assert "gist" in command.ok("--url", one.url, "languages", "--url", other.url)
        assert (len(one.asked), len(other.asked)) == (2, 1)


def test_another_client_id_has_the_secret_of_the_environment(nobody: CommandLine) -> None:
    with scripted(script) as server:
        command = pointed_at(nobody, server.url)
        assert "gist" in command.ok("languages", "--client-id", "another")
        (asked,) = server.tokens
        done = replace(command, environment={"DRAGOMAN_URL": server.url}).run("languages", "--client-id", "x")
        assert (done.returncode, "Credentials are missing" in done.stderr) == (3, True)
    pair = base64.b64decode(asked.headers["authorization"].removeprefix("Basic ")).decode()
    assert pair == "another:secret-0f9"


def test_a_profile_of_a_token_that_has_ended_says_so(nobody: CommandLine) -> None:
    with scripted(lambda _: told({"detail": "The token is expired."}, 401)) as server:
        command = CommandLine(
            folder=nobody.folder, environment={"DRAGOMAN_URL": server.url, "DRAGOMAN_TOKEN": "old"}
        )
        done = command.run("languages")
    assert (done.returncode, "The token is expired." in done.stderr) == (3, True)


def test_words_are_named_by_number_or_name(customer: CommandLine, words: Words) -> None:
    base = customer.ok("term-base", "create", "By name", "--json")
    number = json.loads(base)["id"]
    customer.ok("term-base", "add", "by name", "en=house", "es=morada")
    for name in ("By name", "BY NAME", str(number)):
        found = customer.ok("translate", "The house.", "--from", "en", "--to", "es", "--term-base", name)
        assert found == words("The {}.", "morada") + "\n"
    done = customer.run("translate", "The house.", "--to", "es", "--term-base", "By nme")
    assert done.returncode == 1
    assert "There is no term base 'By nme'. Did you mean 'By name'?" in done.stderr
    assert "dragoman term-base list" in done.stderr
    customer.ok("term-base", "delete", "By name", "--yes")


def test_no_colour_where_none_is_wanted(nobody: CommandLine) -> None:
    """Output that is no terminal has none in any case; here click is told."""
    with scripted(script) as server:
        variables = {"DRAGOMAN_TOKEN": "t", "DRAGOMAN_URL": server.url}
        for words, extra in ((("--no-color", "languages"), {}), (("languages",), {"NO_COLOR": "1"})):
            done = CliRunner(env={**variables, **extra}).invoke(create_cli(), list(words), color=True)
            assert done.exit_code == 0
            assert "\x1b" not in done.stdout
