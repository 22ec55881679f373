"""Mail from the transaction that asks for it to the server: once, sealed, tried again, given up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from dragoman.conversion.confined import Confined
from dragoman.database.connections import ALL_ACCOUNTS, NO_ACCOUNT, transaction
from dragoman.errors import Misconfigured, RuleBroken
from dragoman.mail.actions import remove_old_mails, send_mail
from dragoman.mail.model import MailDraft, MailRecipient
from dragoman.mail.sending import Mailer, send_waiting
from dragoman.settings import Settings
from dragoman.worker import create_workers
from tests.jobs.running import running
from tests.mail.conftest import SECRET, Post, draft
from tests.mail.server import MailServerOfTests, make_certificate, running_server
from tests.opened import opened_resources
from tests.waiting import until


def count(mailer: Mailer, outcome: str) -> float:
    return mailer.metrics.mails.labels(outcome=outcome)._value.get()


async def try_once(post: Post, mailer: Mailer) -> None:
    ((mail_id,),) = await post.rows()
    await send_waiting(mailer, mail=mail_id)


async def test_a_message_is_sent_once_by_a_worker_and_forgotten(
    post: Post, make_settings: Callable[..., Settings], shared_confined: Confined
) -> None:
    async with running_server() as server:
        settings = make_settings(
            libreoffice="off",
            mail_url=f"smtp://127.0.0.1:{server.port}?tls=no",
            mail_from="d@example.com",
            master_key_file=post.keyring.path,
        )
        assert await post.put(server)
        async with opened_resources(post.database, settings, confined=shared_confined) as resources:
            (worker,) = create_workers(resources, queues=["notifications"])
            async with running(worker):
                await until(post.rows, lambda rows: not rows)
        assert [(envelope.mail_from, envelope.rcpt_tos) for envelope in server.taken] == [
            ("d@example.com", ["zoe@example.com"])
        ]
        assert SECRET in server.message().get_body(("plain",)).get_content()


async def test_without_a_server_nothing_is_queued(post: Post) -> None:
    assert await post.put(None) is False
    assert await post.rows() == []


async def test_nothing_is_sent_for_a_transaction_that_fails(post: Post) -> None:
    async with running_server() as server:
        with pytest.raises(ZeroDivisionError):
            async with transaction(post.database, account=NO_ACCOUNT) as tx:
                assert await send_mail(tx, post.keyring, post.settings(server), message=draft())
                raise ZeroDivisionError
        assert (await post.rows(), await post.jobs()) == ([], [])


async def test_an_impossible_address_is_refused_at_once(post: Post) -> None:
    async with running_server() as server, transaction(post.database, account=NO_ACCOUNT) as tx:
        bad = MailDraft(recipient=MailRecipient(address="a b@c"), subject="x", before=("x",))
        with pytest.raises(RuleBroken):
            await send_mail(tx, post.keyring, post.settings(server), message=bad)


async def test_any_transaction_adds_a_message_and_only_the_service_reads_it(post: Post) -> None:
    async with running_server() as server:
        await post.put(server, account=NO_ACCOUNT)
        await post.put(server, account=7)
    for account in (NO_ACCOUNT, 7):
        async with transaction(post.database, account=account) as tx:
            assert (await tx.connection.execute(text("select * from mails"))).all() == []
    assert len(await post.rows()) == 2


async def test_neither_link_nor_address_is_in_the_database(post: Post) -> None:
    async with running_server() as server:
        await post.put(server)
    async with transaction(post.database, account=ALL_ACCOUNTS) as tx:
        for table in ("mails", "procrastinate_jobs"):
            whole = str((await tx.connection.execute(text(f"select * from {table}"))).all())
            assert "very-secret" not in whole
            assert "zoe@" not in whole


@pytest.mark.parametrize(
    ("recipient", "content", "outcome", "rows_left"),
    [
        ("451 later", "250 OK", "failed", 1),
        ("550 5.1.1 unknown", "250 OK", "refused", 0),
        ("250 OK", "452 full", "failed", 1),
        ("250 OK", "554 5.7.1 no", "refused", 0),
    ],
)
async def test_what_the_server_refuses_for_good_is_not_tried_again(
    post: Post, recipient: str, content: str, outcome: str, rows_left: int
) -> None:
    async with running_server() as server:
        server.to_recipient, server.to_content = recipient, content
        await post.put(server)
        mailer = post.mailer(server)
        await try_once(post, mailer)
        assert (count(mailer, outcome), len(await post.rows()), server.taken) == (1, rows_left, [])
        if rows_left:
            assert 20 < (await post.jobs())[-1] < 40


async def test_a_message_is_tried_for_a_day_and_then_given_up(post: Post) -> None:
    async with running_server() as server:
        await post.put(server)
    mailer = post.mailer(server)  # it listens no more
    ((delays,),) = await post.rows("delays")
    assert 24 * 3600 * 0.9 <= delays[-1] <= 24 * 3600 * 1.1
    for before, delay in zip([0, *delays], delays, strict=False):
        await post.age(timedelta(seconds=delay - before))
        await try_once(post, mailer)
    assert (await post.rows(), count(mailer, "given_up"), count(mailer, "failed")) == ([], 1, len(delays) - 1)


async def test_a_message_is_not_sent_after_its_link_has_ended(post: Post) -> None:
    async with running_server() as server:
        server.to_content = "452 later"
        await post.put(server, expires_in=timedelta(hours=1))
        ((mail_id,),) = await post.rows()
        mailer = post.mailer(server)
        await send_waiting(mailer, mail=mail_id)
        assert len(await post.rows()) == 1
        async with transaction(post.database, account=ALL_ACCOUNTS) as tx:
            await tx.connection.execute(text("update mails set expires = now()"))
        await send_waiting(mailer, mail=mail_id)
        assert await post.rows() == []
        await send_waiting(mailer, mail=mail_id)  # its other job finds nothing to do
        assert (server.taken, server.connections) == ([], 1)


async def test_a_job_that_comes_too_early_or_beside_another_does_nothing(post: Post) -> None:
    async with running_server() as server:
        await post.put(server)
        mailer = post.mailer(server)
        server.to_content = "452 later"
        await try_once(post, mailer)
        await try_once(post, mailer)  # the next try is due in half a minute
        assert server.connections == 1
        entered, leave = asyncio.Event(), asyncio.Event()

        async def wait() -> None:
            entered.set()
            await leave.wait()

        server.before_answer, server.to_content = wait, "250 OK"
        await post.age(timedelta(minutes=1))
        first = asyncio.create_task(try_once(post, mailer))
        await entered.wait()
        await try_once(post, mailer)
        leave.set()
        await first
        assert (len(server.taken), await post.rows()) == (1, [])


async def test_a_try_that_is_cancelled_gives_its_message_back(post: Post) -> None:
    async with running_server() as server:
        await post.put(server)
        mailer = post.mailer(server)
        entered = asyncio.Event()

        async def hang() -> None:
            entered.set()
            await asyncio.Event().wait()

        server.before_answer = hang
        task = asyncio.create_task(try_once(post, mailer))
        await entered.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        server.before_answer = None
        await try_once(post, mailer)
        assert (len(server.taken), await post.rows()) == (1, [])


async def test_a_message_of_a_process_that_died_is_sent_when_its_claim_has_ended(post: Post) -> None:
    async with running_server() as server:
        await post.put(server)
        mailer = post.mailer(server)
        async with transaction(post.database, account=ALL_ACCOUNTS) as tx:  # as its claim left it
            await tx.connection.execute(
                text("update mails set tries = 1, claimed_until = now() + interval '70 seconds'")
            )
        await try_once(post, mailer)
        assert (server.taken, round((await post.jobs())[-1] / 10)) == ([], 7)
        await post.age(timedelta(seconds=71))
        await try_once(post, mailer)
        assert len(server.taken) == 1


async def test_old_messages_are_removed(post: Post) -> None:
    async with running_server() as server:
        await post.put(server)
    async with transaction(post.database, account=ALL_ACCOUNTS) as tx:
        assert await remove_old_mails(tx) == 0
    await post.age(timedelta(hours=49))
    async with transaction(post.database, account=ALL_ACCOUNTS) as tx:
        assert await remove_old_mails(tx) == 1


@pytest.mark.filterwarnings("ignore:Requiring AUTH", "ignore:Session.login_data")  # of the test's server
@pytest.mark.parametrize("at_once", [True, False])
async def test_tls_and_a_password_are_used(post: Post, tmp_path: Path, at_once: bool) -> None:
    context, authority = make_certificate(tmp_path)
    async with running_server(tls=context, at_once=at_once, login=("us@er", "pass/word")) as server:
        await post.put(server)
        scheme = "smtps" if at_once else "smtp"

        async def send(password: str, **more: Any) -> float:
            url = f"{scheme}://us%40er:{password}@127.0.0.1:{server.port}"
            mailer = post.mailer(None, mail_url=url, **more)
            async with transaction(post.database, account=ALL_ACCOUNTS) as tx:
                await tx.connection.execute(text("update mails set step = 0"))
            await try_once(post, mailer)
            return count(mailer, "sent")

        assert await send("pass%2Fword") == 0  # the certificate is not trusted
        assert await send("wrong", mail_ca_file=authority) == 0
        assert await send("pass%2Fword", mail_ca_file=authority) == 1
        assert len(server.taken) == 1


async def test_a_server_without_starttls_gets_no_message(post: Post) -> None:
    async with running_server() as server:
        await post.put(server)
        mailer = post.mailer(None, mail_url=f"smtp://127.0.0.1:{server.port}")
        await try_once(post, mailer)
        assert (count(mailer, "failed"), server.taken, len(await post.rows())) == (1, [], 1)


async def test_a_silent_server_is_given_up_in_time(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dragoman.mail.submission._ANSWER_SECONDS", 0.2)
    writers: list[asyncio.StreamWriter] = []
    silent = await asyncio.start_server(lambda _, writer: writers.append(writer), "127.0.0.1", 0)
    async with silent:
        server = MailServerOfTests(port=silent.sockets[0].getsockname()[1])
        await post.put(server)
        mailer = post.mailer(server)
        await try_once(post, mailer)
    for writer in writers:
        writer.close()
        await writer.wait_closed()
    assert (count(mailer, "failed"), len(await post.rows())) == (1, 1)


async def test_a_file_of_authorities_that_cannot_be_read_is_said(post: Post, tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match="mail_ca_file"):
        post.mailer(None, mail_url="smtp://mail.example", mail_ca_file=tmp_path / "none.pem")
