"""The settings of mail: what is read from them, and what is refused without repeating it."""

from __future__ import annotations

from typing import Any

import pytest

from dragoman.errors import Misconfigured
from dragoman.settings import MailSender, MailServer, Settings, load_settings


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("smtp://mail.example", ("mail.example", 587, "starttls", None, None)),
        ("smtps://u%40x:p%2Fw@mail.example", ("mail.example", 465, "tls", "u@x", "p/w")),
        ("smtp://localhost:25?tls=no", ("localhost", 25, "none", None, None)),
    ],
)
def test_a_server_is_read_from_its_url(url: str, server: tuple[Any, ...]) -> None:
    names = ("host", "port", "security", "user", "password")
    expected = MailServer(**dict(zip(names, server, strict=True)))
    assert Settings(mail_url=url, mail_from="a@b.example").mail_server() == expected


def test_a_sender_has_a_name_or_none() -> None:
    read = Settings(mail_from="Dragoman <d@bücher.example>").mail_sender()
    assert read == MailSender(name="Dragoman", address="d@xn--bcher-kva.example")
    assert Settings(mail_from="d@example.com").mail_sender() == MailSender(name="", address="d@example.com")


@pytest.mark.parametrize(
    "url",
    [
        "http://hunter2@mail.example", "smtp://", "smtp://u:hunter2@", "smtp://hunter2@mail.example",
        "smtps://u:hunter2@mail.example?tls=no", "smtp://u:hunter2@mail.example?tls=yes",
        "smtp://u:hunter2@mail.example:99999", "smtp://u:hunter2@mail.example/x", "mail.example",
    ],
)  # fmt: skip
def test_a_wrong_url_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(Misconfigured, match=r"mail_url \(environment DRAGOMAN_MAIL_URL\)") as refused:
        load_settings(environment={"DRAGOMAN_MAIL_URL": url, "DRAGOMAN_MAIL_FROM": "a@b.example"})
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize(
    "sender", ["nobody", "Ann <>", "a@", "@b.example", "a b@c.example", "A\n<a@b.example>"]
)
def test_a_wrong_sender_is_refused(sender: str) -> None:
    with pytest.raises(Misconfigured, match="mail_from"):
        load_settings(environment={"DRAGOMAN_MAIL_FROM": sender})


def test_a_server_needs_a_sender() -> None:
    with pytest.raises(Misconfigured, match="mail_url needs mail_from"):
        load_settings(environment={"DRAGOMAN_MAIL_URL": "smtp://mail.example"})
