"""`dragoman admin account engines`: an operator chooses which engines an account uses."""

from __future__ import annotations

import pytest

from tests.commands.conftest import CommandLine


@pytest.fixture
def account(admin: CommandLine) -> str:
    return str(admin.json("account", "create", "Choosers", "--kind", "production")["id"])


def test_a_choice_is_shown_changed_and_forgotten(admin: CommandLine, account: str) -> None:
    assert admin.json("account", "engines", account) == {"remoteEngines": [], "preferences": []}
    wish = {"source": "en", "target": "es-MX", "engines": ["apertium"], "exclusive": False}
    assert admin.json("account", "engines", account, "--prefer", "EN:es-mx=apertium")["preferences"] == [wish]
    strict = admin.json("account", "engines", account, "--only", "en:es-MX=apertium,apertium")
    assert strict["preferences"] == [{**wish, "exclusive": True}]
    assert admin.json("account", "engines", account, "--forget", "en:es-MX")["preferences"] == []
    (entry, *_) = [
        one for one in admin.json("audit-log", "list") if one["action"] == "account.engines_chosen"
    ]
    assert entry["actor"] == "operator"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--allow", "nowhere"), "nowhere"),
        (("--prefer", "en:de=nowhere"), "nowhere"),
        (("--prefer", "en-de"), "en:de=deepl,opus_en_de"),
        (("--prefer", "e:de=apertium"), "not a language code"),
        (("--forget", "en"), "en:de"),
    ],
)
def test_a_choice_that_cannot_be_meant_is_refused_with_what_to_write(
    admin: CommandLine, account: str, words: tuple[str, ...], said: str
) -> None:
    done = admin("account", "engines", account, *words)
    assert done.status == 1
    assert said in done.err
    assert admin.json("account", "engines", account)["preferences"] == []


def test_people_read_what_is_chosen(admin: CommandLine, account: str) -> None:
    done = admin("account", "engines", account, "--prefer", "en:es=apertium")
    assert "outside the machine that may get texts: none" in done.out
    assert "en -> es: apertium; then the others" in done.out


def test_an_account_that_is_not_there_is_named(admin: CommandLine) -> None:
    done = admin("account", "engines", "999999")
    assert (done.status, "999999" in done.err) == (1, True)
