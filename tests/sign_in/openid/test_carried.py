"""What a browser takes along to the provider: for it alone, once, and not readable in the database."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import sqlalchemy as sa

from dragoman.database.connections import NO_ACCOUNT, Database, transaction
from dragoman.sign_in.openid.carried import carry_text, take_text
from dragoman.sign_in.openid.store import CARRIED
from dragoman.sign_in.tools import hash_token, new_token

TEXT = '{"fields": [["name", "Löwe & Söhne 🦁"]]}'


async def test_a_text_comes_back_once_and_to_its_browser_alone(openid_database: Database) -> None:
    token, owner = new_token(), new_token()
    await carry_text(openid_database, browser_token=token, owner=owner, text=TEXT)
    for other in (new_token(), "", "\udcff"):
        assert await take_text(openid_database, browser_token=other) == ""
    assert await take_text(openid_database, browser_token=token) == TEXT
    assert await take_text(openid_database, browser_token=token) == ""


async def test_the_database_has_no_readable_text(openid_database: Database) -> None:
    token, owner = new_token(), new_token()
    await carry_text(openid_database, browser_token=token, owner=owner, text=TEXT)
    async with transaction(openid_database, account=NO_ACCOUNT) as tx:
        row = (await tx.connection.execute(_row_of(token))).one()
    stored = b"".join((row.token_hash, row.owner_hash, row.sealed))
    assert [one for one in ("Löwe", "fields", token, owner) if one.encode() in stored] == []


async def test_what_was_changed_in_the_database_does_not_come_back(openid_database: Database) -> None:
    token = new_token()
    await carry_text(openid_database, browser_token=token, owner=new_token(), text=TEXT)
    async with transaction(openid_database, account=NO_ACCOUNT) as tx:
        forged = sa.update(CARRIED).where(CARRIED.c.token_hash == hash_token(token))
        await tx.connection.execute(forged.values(sealed=bytes(40)))
    assert await take_text(openid_database, browser_token=token) == ""


async def test_a_browser_has_one_text_at_most(openid_database: Database) -> None:
    owner, tokens = new_token(), [new_token() for _ in range(3)]
    for number, token in enumerate(tokens):
        await carry_text(openid_database, browser_token=token, owner=owner, text=f"text {number}")
    found = [await take_text(openid_database, browser_token=token) for token in tokens]
    assert found == ["", "", "text 2"]


async def test_a_text_is_kept_for_ten_minutes_and_removed_by_those_that_follow(
    openid_database: Database,
) -> None:
    tokens = [new_token() for _ in range(3)]
    for token in tokens:
        await carry_text(openid_database, browser_token=token, owner=new_token(), text=TEXT)
    later = replace(openid_database, clock_offset=timedelta(minutes=10, seconds=1))
    assert await take_text(later, browser_token=tokens[0]) == ""
    await carry_text(later, browser_token=new_token(), owner=new_token(), text=TEXT)
    async with transaction(openid_database, account=NO_ACCOUNT) as tx:
        assert [(await tx.connection.execute(_row_of(token))).all() for token in tokens] == [[], [], []]


def _row_of(token: str) -> sa.Select[tuple[bytes, bytes, bytes]]:
    return sa.select(CARRIED).where(CARRIED.c.token_hash == hash_token(token))
