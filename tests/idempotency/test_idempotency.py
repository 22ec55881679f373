"""A request that is repeated takes effect once."""

from __future__ import annotations

import asyncio
import dataclasses
from datetime import timedelta

import pytest
import pytest_asyncio
from sqlalchemy import text

from dragoman.database.connections import ALL_ACCOUNTS, Database, Transaction, transaction
from dragoman.errors import Conflict, Malformed, RuleBroken
from dragoman.idempotency.actions import hold, keep, remove_old_answers
from dragoman.idempotency.model import RepeatableRequest, StoredAnswer
from tests.usage.conftest import Customer, create_customer

ANSWER = StoredAnswer(status=202, body=b'{"jobId": "1"}', headers={"Location": "/v2/documents/1"})


@pytest_asyncio.fixture
async def ours(database: Database) -> Customer:
    return await create_customer(database, "ours")


@pytest_asyncio.fixture
async def theirs(database: Database) -> Customer:
    return await create_customer(database, "theirs")


def request(customer: Customer, **changes: object) -> RepeatableRequest:
    first = RepeatableRequest(
        application_id=customer.application,
        method="POST",
        path="/v2/documents/translate",
        key="5f0c2a",
        body_hash=b"hash of the body",
    )
    return dataclasses.replace(first, **changes)  # type: ignore[arg-type]


async def send(
    database: Database,
    customer: Customer,
    wanted: RepeatableRequest | None = None,
    answer: StoredAnswer = ANSWER,
) -> tuple[StoredAnswer, bool]:
    """What an endpoint does: the answer, and whether there was an effect."""
    wanted = wanted or request(customer)
    async with transaction(database, account=customer.account) as tx:
        kept = await hold(tx, wanted)
        if kept is not None:
            return kept, False
        await take_effect(tx, customer)
        await keep(tx, wanted, answer)
    return answer, True


async def take_effect(tx: Transaction, customer: Customer) -> None:
    statement = text(
        "insert into users (account_id, email, role, password_hash, created) "
        "values (:account, gen_random_uuid(), 'customer', 'x', now())"
    )
    await tx.connection.execute(statement, {"account": customer.account})


async def count(database: Database, table: str = "users") -> int:
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        return int(await tx.connection.scalar(text(f"select count(*) from {table}")) or 0)


async def test_a_repeat_gets_the_first_answer_and_has_no_effect(database: Database, ours: Customer) -> None:
    assert await send(database, ours) == (ANSWER, True)
    other = StoredAnswer(status=202, body=b'{"jobId": "2"}')
    for _ in range(3):
        assert await send(database, ours, answer=other) == (ANSWER, False)
    assert await count(database) == 1


async def test_of_many_at_once_one_takes_effect(database: Database, ours: Customer) -> None:
    """The others get the same answer, or the error that the first request is still running."""

    async def send_one(number: int) -> str:
        answer = StoredAnswer(status=202, body=str(number).encode())
        try:
            given, _ = await send(database, ours, answer=answer)
        except Conflict as error:
            return "conflict" if "is being worked on" in error.message else error.message
        return given.body.decode()

    outcomes = await asyncio.gather(*(send_one(number) for number in range(20)))
    assert await count(database) == 1
    assert len(set(outcomes) - {"conflict"}) == 1
    assert await send_one(99) in outcomes


async def test_while_the_first_is_worked_on_others_are_reported(database: Database, ours: Customer) -> None:
    async with transaction(database, account=ours.account) as tx:
        assert await hold(tx, request(ours)) is None
        with pytest.raises(Conflict):
            await send(database, ours)
        assert await send(database, ours, request(ours, key="another")) == (ANSWER, True)
    assert await send(database, ours) == (ANSWER, True)  # the first one ended without an answer


async def test_an_effect_that_is_undone_takes_its_answer_along(database: Database, ours: Customer) -> None:
    with pytest.raises(ZeroDivisionError):
        async with transaction(database, account=ours.account) as tx:
            assert await hold(tx, request(ours)) is None
            await take_effect(tx, ours)
            await keep(tx, request(ours), ANSWER)
            raise ZeroDivisionError
    assert await send(database, ours) == (ANSWER, True)
    assert await count(database) == 1


async def test_another_body_under_the_same_key_is_refused(database: Database, ours: Customer) -> None:
    await send(database, ours)
    with pytest.raises(RuleBroken, match="This Idempotency-Key was used for another request") as refused:
        await send(database, ours, request(ours, body_hash=b"another"))
    assert "5f0c2a" not in refused.value.message
    assert await count(database) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"method": "PUT"},
        {"path": "/v2/documents/translate/"},
        {"key": "5f0c2b"},
        {"path": "/v2/documents/translate5", "key": "f0c2a"},
    ],
)
async def test_keys_count_for_their_own_method_and_path(
    database: Database, ours: Customer, changes: dict[str, str]
) -> None:
    await send(database, ours)
    assert await send(database, ours, request(ours, **changes, body_hash=b"another")) == (ANSWER, True)


async def test_applications_and_accounts_do_not_share_keys(
    database: Database, ours: Customer, theirs: Customer
) -> None:
    await send(database, ours)
    assert await send(database, theirs, request(theirs, body_hash=b"another")) == (ANSWER, True)
    # If another account guessed the application, row-level security would still hide the answer.
    async with transaction(database, account=theirs.account) as tx:
        assert await hold(tx, request(ours)) is None


@pytest.mark.parametrize("status", [400, 404, 422, 429, 500, 503])
async def test_refusals_are_not_kept(database: Database, ours: Customer, status: int) -> None:
    refusal = StoredAnswer(status=status, body=b"{}")
    assert await send(database, ours, answer=refusal) == (refusal, True)
    assert await send(database, ours) == (ANSWER, True)


async def test_after_a_day_a_key_is_new_again(database: Database, ours: Customer) -> None:
    await send(database, ours)
    almost = dataclasses.replace(database, clock_offset=timedelta(hours=23, minutes=59))
    assert await send(almost, ours) == (ANSWER, False)
    later = dataclasses.replace(database, clock_offset=timedelta(hours=24, minutes=1))
    assert await send(later, ours, request(ours, body_hash=b"another")) == (ANSWER, True)
    assert await count(database) == 2


async def test_old_answers_are_removed(database: Database, ours: Customer, theirs: Customer) -> None:
    past = dataclasses.replace(database, clock_offset=-timedelta(hours=25))
    await send(past, ours)
    await send(past, theirs)
    await send(database, ours, request(ours, key="young"))
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        assert await remove_old_answers(tx) == 2
    assert await count(database, "idempotency_answers") == 1
    assert await send(database, ours, request(ours, key="young")) == (ANSWER, False)


@pytest.mark.parametrize("key", ["", "a" * 256, "tab\t", "new\nline", "é", "\x7f", "a\0b", "key\n"])
def test_what_is_not_a_key_is_refused(key: str) -> None:
    with pytest.raises(Malformed) as refused:
        request(Customer(1, 1), key=key)
    (problem,) = refused.value.problems
    assert problem.location == ("header", "Idempotency-Key")
    assert "1 to 255 printable ASCII characters" in problem.message


@pytest.mark.parametrize("key", ["a", "a" * 255, "~ key with blanks !", '"quoted"'])
async def test_what_is_a_key_works(database: Database, ours: Customer, key: str) -> None:
    assert await send(database, ours, request(ours, key=key)) == (ANSWER, True)
    assert await send(database, ours, request(ours, key=key)) == (ANSWER, False)


async def test_neither_key_nor_path_is_in_the_database(database: Database, ours: Customer) -> None:
    await send(database, ours, request(ours, key="secret-canary", path="/canary"))
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        row = (await tx.connection.execute(text("select * from idempotency_answers"))).one()
    assert "canary" not in str(tuple(row))


async def test_answers_are_kept_for_one_account_only(database: Database, ours: Customer) -> None:
    with pytest.raises(ValueError, match="kept for an account"):
        async with transaction(database, account=ALL_ACCOUNTS) as tx:
            await keep(tx, request(ours), ANSWER)
