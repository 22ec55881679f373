"""`dragoman admin mail test`."""

from __future__ import annotations

import asyncio

from tests.commands.conftest import CommandLine
from tests.mail.server import running_server


async def test_a_message_is_sent_at_once_and_the_servers_answer_is_shown(admin: CommandLine) -> None:
    async with running_server() as server:
        admin.environment["DRAGOMAN_MAIL_URL"] = f"smtp://127.0.0.1:{server.port}?tls=no"
        admin.environment["DRAGOMAN_MAIL_FROM"] = "d@example.com"
        done = await asyncio.to_thread(admin, "mail", "test", "Zoe@Example.com")
        assert (done.status, done.out) == (0, "The mail server took the message: 250 2.0.0 Taken\n")
        assert server.taken[0].rcpt_tos == ["zoe@example.com"]
        server.to_recipient = "550 5.1.1 <zoe@example.com> unknown"
        refused = await asyncio.to_thread(admin, "mail", "test", "zoe@example.com")
    assert refused.status == 1
    assert refused.err == (
        f"dragoman: 127.0.0.1:{server.port} did not take the message: 550 5.1.1 <zoe@example.com> unknown.\n"
    )


async def test_without_a_server_the_command_says_what_to_set(admin: CommandLine) -> None:
    done = await asyncio.to_thread(admin, "mail", "test", "zoe@example.com")
    assert (done.status, done.err) == (
        1,
        "dragoman: There is no mail server. Set DRAGOMAN_MAIL_URL and DRAGOMAN_MAIL_FROM.\n",
    )
