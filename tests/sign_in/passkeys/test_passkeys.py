"""Passkeys: registered, used, and refused, with a passkey in software."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio

from dragoman.accounts import actions as accounts
from dragoman.accounts.model import AccountKind, Role, User, UserChanges, UserDraft
from dragoman.audit.actions import list_entries
from dragoman.database.connections import ALL_ACCOUNTS, Database, open_database, transaction
from dragoman.errors import LimitExceeded, NotFound, RuleBroken
from dragoman.sign_in.passkeys import actions
from dragoman.sign_in.passkeys.model import (
    MOST_PASSKEYS,
    Passkey,
    PasskeyRefused,
    PasskeySignIn,
    PasskeySignInRefused,
    PasskeysUnavailable,
    PasskeyTaken,
    RelyingParty,
    find_relying_party,
    is_copied,
)
from tests.conftest import Postgres
from tests.sign_in.passkeys.authenticator import Device

_numbers = itertools.count(1)
SITE = RelyingParty(id="translate.example.com", origin="https://translate.example.com")


@dataclass(frozen=True, kw_only=True)
class People:
    """Two people of different accounts."""

    database: Database
    ann: User
    bob: User

    async def register(self, device: Device, user: User | None = None, **client: Any) -> Passkey:
        user = user or self.ann
        async with transaction(self.database, account=user.account_id) as tx:
            begun = await actions.begin_registration(tx, user=user, relying_party=SITE)
        return await self.finish(user, begun.token, device.create(begun.options, **client))

    async def finish(self, user: User, token: str, answer: str) -> Passkey:
        return await actions.finish_registration(
            self.database, user=user, relying_party=SITE, token=token, answer=answer, name=" My phone "
        )

    async def begin(self) -> Any:
        async with transaction(self.database, account=ALL_ACCOUNTS) as tx:
            return await actions.begin_sign_in(tx, relying_party=SITE)

    async def sign_in(self, device: Device, **client: Any) -> PasskeySignIn:
        begun = await self.begin()
        return await self.answer(begun.token, device.get(begun.options, **client))

    async def answer(self, token: str, answer: str, database: Database | None = None) -> PasskeySignIn:
        return await actions.finish_sign_in(
            database or self.database, relying_party=SITE, token=token, answer=answer
        )

    async def passkeys(self, user: User | None = None) -> list[Passkey]:
        async with transaction(self.database, account=(user or self.ann).account_id) as tx:
            return list(await actions.list_passkeys(tx, user_id=(user or self.ann).id))

    async def audited(self) -> list[tuple[str, str]]:
        async with transaction(self.database, account=ALL_ACCOUNTS) as tx:
            entries = await list_entries(tx, subject=f"user:{self.ann.id}", limit=20)
        return [(entry.event.actor, entry.event.action) for entry in reversed(entries)]


@pytest_asyncio.fixture(scope="session")
async def passkey_database(postgres: Postgres) -> AsyncIterator[Database]:
    """A database that these tests share: each has people of its own."""
    await postgres.run('create database "passkeys" template "template_of_tests" owner dragoman_owner')
    async with open_database(postgres.named("passkeys").application, connections=4) as database:
        yield database
    await postgres.run('drop database "passkeys" with (force)')


@pytest_asyncio.fixture
async def people(passkey_database: Database) -> People:
    users = []
    async with transaction(passkey_database, account=ALL_ACCOUNTS) as tx:
        for name in ("ann", "bob"):
            account = await accounts.create_account(tx, name=name, kind=AccountKind.PRODUCTION)
            email = f"{name}{next(_numbers)}@example.com"
            draft = UserDraft(account_id=account.id, role=Role.CUSTOMER, first_name=name, email=email)
            users.append(await accounts.create_user(tx, draft=draft))
    return People(database=passkey_database, ann=users[0], bob=users[1])


@pytest.mark.parametrize(
    "fields", [{}, {"algorithm": "Ed25519", "is_backed_up": True}, {"attestation": "packed"}]
)
async def test_a_passkey_is_registered_and_signs_its_owner_in(people: People, fields: dict[str, Any]) -> None:
    device = Device(**fields)
    made = await people.register(device)
    assert (made.user_id, made.name, made.last_used, made.backed_up) == (
        people.ann.id,
        "My phone",
        None,
        device.is_backed_up,
    )
    for _ in range(2):
        assert await people.sign_in(device) == PasskeySignIn(user_id=people.ann.id, passkey_id=made.id)
    (listed,) = await people.passkeys()
    assert listed.last_used is not None
    assert await people.passkeys(people.bob) == []
    assert await people.audited() == [(f"user:{people.ann.id}", "user.passkey_added")]


async def test_the_options_ask_for_a_verified_and_discoverable_passkey(people: People) -> None:
    async with transaction(people.database, account=people.ann.account_id) as tx:
        begun = await actions.begin_registration(tx, user=people.ann, relying_party=SITE)
    options = json.loads(begun.options)
    assert options["rp"] == {"name": "Dragoman", "id": "translate.example.com"}
    assert (options["user"]["name"], options["user"]["displayName"]) == (people.ann.email, "ann")
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert (options["attestation"], options["excludeCredentials"]) == ("none", [])
    sign_in = json.loads((await people.begin()).options)
    assert (sign_in["rpId"], sign_in["userVerification"], sign_in["allowCredentials"]) == (
        "translate.example.com",
        "required",
        [],
    )


async def test_all_passkeys_of_a_person_have_one_handle_and_exclude_one_another(people: People) -> None:
    first, second, other = Device(), Device(), Device()
    await people.register(first)
    async with transaction(people.database, account=people.ann.account_id) as tx:
        begun = await actions.begin_registration(tx, user=people.ann, relying_party=SITE)
    assert len(json.loads(begun.options)["excludeCredentials"]) == 1
    await people.finish(people.ann, begun.token, second.create(begun.options))
    await people.register(other, people.bob)
    assert first.user_handle == second.user_handle != other.user_handle
    with pytest.raises(PasskeyTaken):
        await people.register(Device(credential_id=first.credential_id), people.bob)


@pytest.mark.parametrize(
    ("changes", "client"),
    [
        ({"origin": "https://translate.example.com.evil.example"}, {}),
        ({"origin": "http://translate.example.com"}, {}),
        ({"rp_id": "evil.example"}, {}),
        ({"is_verified": False}, {}),
        ({}, {"type": "payment.get"}),
        ({}, {"challenge": "AAAA"}),
    ],
)
async def test_an_answer_for_another_site_or_without_verification_is_refused(
    people: People, changes: dict[str, Any], client: dict[str, Any]
) -> None:
    with pytest.raises(PasskeyRefused):
        await people.register(Device(**changes), **client)
    device = Device()
    await people.register(device)
    with pytest.raises(PasskeySignInRefused, match="does not sign you in"):
        await people.sign_in(replace(device, **changes), **client)
    assert await people.sign_in(device)


async def test_statements_about_the_make_of_a_passkey_are_not_read(people: People) -> None:
    with pytest.raises(PasskeyRefused):
        await people.register(Device(attestation="fido-u2f"))


async def test_a_challenge_is_good_once_also_after_a_wrong_answer(people: People) -> None:
    device, stranger = Device(), Device()
    await people.register(device)
    begun = await people.begin()
    assert await people.answer(begun.token, device.get(begun.options))
    again = await people.begin()
    with pytest.raises(PasskeySignInRefused, match="does not sign you in"):
        await people.answer(again.token, stranger.get(again.options))
    for used in (begun, again):
        with pytest.raises(PasskeySignInRefused, match="Begin again"):
            await people.answer(used.token, device.get(used.options))


async def test_of_two_answers_at_once_one_counts(people: People) -> None:
    device = Device(step=0)
    await people.register(device)
    begun = await people.begin()
    answer = device.get(begun.options)
    ends = await asyncio.gather(
        *(people.answer(begun.token, answer) for _ in range(4)), return_exceptions=True
    )
    assert sorted(type(end).__name__ for end in ends) == ["PasskeySignIn"] + ["PasskeySignInRefused"] * 3


async def test_a_challenge_is_bound_to_browser_purpose_and_person(people: People) -> None:
    device = Device()
    await people.register(device)
    one, two = await people.begin(), await people.begin()
    with pytest.raises(PasskeySignInRefused):
        await people.answer(one.token, device.get(two.options))  # of another browser
    async with transaction(people.database, account=people.ann.account_id) as tx:
        begun = await actions.begin_registration(tx, user=people.ann, relying_party=SITE)
    with pytest.raises(PasskeySignInRefused, match="Begin again"):
        await people.answer(begun.token, device.get(two.options))
    with pytest.raises(PasskeyRefused, match="Begin again"):
        await people.finish(people.bob, begun.token, Device().create(begun.options))
    with pytest.raises(PasskeyRefused, match="Begin again"):
        await people.finish(people.ann, begun.token, Device().create(begun.options))


async def test_a_challenge_ends_after_five_minutes(people: People) -> None:
    device = Device()
    await people.register(device)
    later = replace(people.database, clock_offset=timedelta(minutes=5, seconds=1))
    soon = replace(people.database, clock_offset=timedelta(minutes=4, seconds=50))
    first, second = await people.begin(), await people.begin()
    assert await people.answer(first.token, device.get(first.options), soon)
    with pytest.raises(PasskeySignInRefused, match="Begin again"):
        await people.answer(second.token, device.get(second.options), later)


async def test_a_copied_passkey_is_refused_and_recorded(people: People) -> None:
    device = Device()
    await people.register(device)
    copy = replace(device)
    await people.sign_in(device)
    await people.sign_in(device)
    with pytest.raises(PasskeySignInRefused, match="another device"):
        await people.sign_in(copy)
    assert (await people.audited())[-1] == ("service", "user.passkey_refused")
    assert await people.sign_in(device)


def test_a_count_that_does_not_grow_is_a_copy() -> None:
    cases = [(0, 0), (0, 1), (1, 2), (1, 1), (2, 1), (1, 0)]
    assert [is_copied(stored=stored, sent=sent) for stored, sent in cases] == [False] * 3 + [True] * 3


async def test_another_persons_handle_or_key_is_refused(people: People) -> None:
    ann, bob = Device(), Device()
    await people.register(ann)
    await people.register(bob, people.bob)
    with pytest.raises(PasskeySignInRefused):
        await people.sign_in(replace(bob, user_handle=ann.user_handle))
    with pytest.raises(PasskeySignInRefused):
        await people.sign_in(replace(bob, credential_id=ann.credential_id, user_handle=ann.user_handle))
    assert (await people.sign_in(bob)).user_id == people.bob.id


async def test_who_is_disabled_does_not_sign_in(people: People) -> None:
    device, other = Device(), Device()
    await people.register(device)
    await people.register(other, people.bob)
    async with transaction(people.database, account=ALL_ACCOUNTS) as tx:
        await accounts.change_user(tx, user_id=people.ann.id, changes=UserChanges(disabled=True))
        await accounts.change_account(tx, account_id=people.bob.account_id, disabled=True)
    for one in (device, other):
        with pytest.raises(PasskeySignInRefused, match="does not sign you in"):
            await people.sign_in(one)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: "", lambda _: "[]", lambda _: "{}", lambda _: "[" * 100_000, lambda _: "x" * 100_000,
        lambda answer: answer.replace('"rawId"', '"raw"'),
        lambda answer: answer.replace('"public-key"', '"password"'),
        lambda answer: json.dumps({**json.loads(answer), "response": None}),
        lambda answer: json.dumps({**json.loads(answer), "rawId": 5}),
        lambda answer: json.dumps({**json.loads(answer), "response": {"clientDataJSON": "€"}}),
    ],
)  # fmt: skip
async def test_a_malformed_answer_is_refused(people: People, spoil: Callable[[str], str]) -> None:
    device = Device()
    await people.register(device)
    begun = await people.begin()
    with pytest.raises(PasskeySignInRefused, match="does not sign you in"):
        await people.answer(begun.token, spoil(device.get(begun.options)))
    async with transaction(people.database, account=people.ann.account_id) as tx:
        new = await actions.begin_registration(tx, user=people.ann, relying_party=SITE)
    with pytest.raises(PasskeyRefused):
        await people.finish(people.ann, new.token, spoil(Device().create(new.options)))


async def test_owners_rename_and_remove_their_own_passkeys(people: People) -> None:
    made = await people.register(Device())
    await people.register(Device())
    for user, passkey in ((people.bob, made.id), (people.ann, 10**6)):
        async with transaction(people.database, account=ALL_ACCOUNTS) as tx:
            with pytest.raises(NotFound):
                await actions.rename_passkey(tx, user=user, passkey_id=passkey, name="Mine")
            with pytest.raises(NotFound):
                await actions.remove_passkey(tx, user=user, passkey_id=passkey, actor="user:0")
    async with transaction(people.database, account=people.ann.account_id) as tx:
        renamed = await actions.rename_passkey(tx, user=people.ann, passkey_id=made.id, name="Key ring")
        assert renamed == replace(made, name="Key ring")
        with pytest.raises(RuleBroken):
            await actions.rename_passkey(tx, user=people.ann, passkey_id=made.id, name=" \n ")
        await actions.remove_passkey(tx, user=people.ann, passkey_id=made.id, actor="user:1")
        assert await actions.remove_all_passkeys(tx, user=people.ann, actor="application:3") == 1
        assert await actions.remove_all_passkeys(tx, user=people.ann, actor="application:3") == 0
    assert [action for _, action in await people.audited()][2:] == [
        "user.passkey_removed",
        "user.passkeys_removed",
    ]


async def test_another_accounts_transaction_sees_no_passkey(people: People) -> None:
    await people.register(Device())
    async with transaction(people.database, account=people.bob.account_id) as tx:
        assert await actions.list_passkeys(tx, user_id=people.ann.id) == []


async def test_there_is_a_limit(people: People) -> None:
    for _ in range(MOST_PASSKEYS):
        await people.register(Device("Ed25519"))
    with pytest.raises(LimitExceeded):
        await people.register(Device("Ed25519"))


@pytest.mark.parametrize(
    ("address", "site"),
    [
        ("https://translate.example.com", ("translate.example.com", "https://translate.example.com")),
        ("https://Translate.example.com:443/", ("translate.example.com", "https://translate.example.com")),
        ("https://bücher.example:8443/x", ("xn--bcher-kva.example", "https://xn--bcher-kva.example:8443")),
        ("http://localhost:8080", ("localhost", "http://localhost:8080")),
    ],
)
def test_the_site_is_that_of_the_services_address(address: str, site: tuple[str, str]) -> None:
    found = find_relying_party(address)
    assert (found.id, found.origin) == site


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:8080", "https://[::1]", "http://translate.example.com", "https://"]
)
def test_without_a_name_and_https_there_are_no_passkeys(address: str) -> None:
    with pytest.raises(PasskeysUnavailable) as refused:
        find_relying_party(address)
    assert "DRAGOMAN_PUBLIC_URL" in refused.value.hints
