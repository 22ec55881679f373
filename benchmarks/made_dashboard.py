"""A busy installation for the dashboard: projects, a large memory, terms, people, programs, and its logs.

Half of all belongs to the first account. Rows whose texts are encrypted are made by the functions of their
package, others by SQL (`made_rows`).
"""

from __future__ import annotations

import asyncio
import random
import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import psycopg

from benchmarks.made_memory import make_pairs, split_texts, write_file
from benchmarks.made_projects import Shape, make_projects, make_stages, write_rows
from benchmarks.made_rows import make_rows
from benchmarks.made_sentences import make_sentences
from benchmarks.memory_bench import Bench, File, load, open_resources
from dragoman.access.actions import provide_builtin_application
from dragoman.access.keyring import Keyring
from dragoman.access.staff import OPERATOR
from dragoman.accounts.actions import create_user, get_account
from dragoman.accounts.model import Role, UserDraft
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.documents.model import Job, JobDetails, JobStatus
from dragoman.documents.secrets import write_row
from dragoman.memories.actions import MemoryDraft, create_memory
from dragoman.memories.lookup import LookupScope
from dragoman.memories.model import Member
from dragoman.memories.resources import MemoryResources
from dragoman.notifications.sealing import name_receiver, seal_body, seal_url
from dragoman.request_log.model import RANDOM_BITS, time_id
from dragoman.termbases import concept_store
from dragoman.termbases.actions import create_term_base
from dragoman.termbases.bases import StoredConcept
from dragoman.termbases.model import Concept, Term

SEED: Final = 7
PASSWORD: Final = "a password of the benchmark"
_ACCOUNTS: Final = 1_000
_OPEN_PERCENT: Final = 20
_SENTENCES: Final = 2_000
_PEOPLE: Final = {  # whom the benchmark signs in as; the staff belong to the second account
    "developer": (0, frozenset({Role.DEVELOPER, Role.ORDERER})),
    "linguist": (1, frozenset({Role.LINGUIST})),
    "manager": (1, frozenset({Role.MANAGER})),
    "admin": (1, frozenset({Role.ADMIN})),
}
_ROUTES: Final = ("/v2/translate", "/v2/documents/translate", "/project/v1/projects", "/oauth2/token")
_STATUSES: Final = (200, 200, 200, 200, 200, 200, 200, 404, 429, 500)


@dataclass(frozen=True, slots=True, kw_only=True)
class Amounts:
    """How many rows are made."""

    projects: int
    units: int
    others: int  # people, programs, audit events, requests, deliveries, documents, concepts: of each


def email_of(role: str) -> str:
    """The address that a person of this role signs in with."""
    return f"{role}@benchmark.example"


async def make_installation(data: Path, amounts: Amounts) -> None:
    """Fill a new data directory."""
    async with open_resources(data) as (resources, owner):
        shape = Shape(accounts=_ACCOUNTS, projects=amounts.projects)
        accounts = await asyncio.to_thread(make_projects, owner, shape, seed=SEED)
        await asyncio.to_thread(make_stages, owner, open_percent=_OPEN_PERCENT)
        builtin = await _make_people(resources, accounts)
        await _make_terms(resources, accounts[0], amounts.others)
        await _make_memory(resources, owner, accounts[0], amounts.units)
        await asyncio.to_thread(_make_others, owner, resources.keyring, accounts, builtin, amounts.others)


async def _make_people(resources: MemoryResources, accounts: list[int]) -> int:
    """Make who signs in; the application of the first account's people."""
    async with transaction(resources.database, account=ALL_ACCOUNTS) as tx:
        for role, (place, roles) in _PEOPLE.items():
            draft = UserDraft(
                account_id=accounts[place],
                roles=roles,
                first_name="Ana",
                last_name=role.title(),
                email=email_of(role),
                password=PASSWORD,
            )
            await create_user(tx, draft=draft)
        account = await get_account(tx, account_id=accounts[0])
        return (await provide_builtin_application(tx, resources.keyring, account=account)).id


async def _make_terms(resources: MemoryResources, account: int, count: int) -> None:
    chance = random.Random(SEED)
    sentences, translations = make_sentences(count=_SENTENCES, seed=SEED)
    words = [text.rstrip(".").split() for text in (*sentences, *translations)]
    concepts = [
        StoredConcept(number=number, version=1, concept=_make_concept(number, words, chance))
        for number in range(1, count + 1)
    ]
    async with transaction(resources.database, account=ALL_ACCOUNTS) as tx:
        base = await create_term_base(tx, staff=OPERATOR, account_id=account, name="Made terms")
        await concept_store.insert_concepts(tx, base, concepts, since=1)


def _make_concept(number: int, words: list[list[str]], chance: random.Random) -> Concept:
    source, target = (" ".join(chance.choice(words)[:2]) for _ in range(2))
    return Concept(
        id=f"c{number}",
        definition="What the term means, in a sentence." if number % 3 else "",
        domain=("law", "medicine", "machines", "")[number % 4],
        terms=(
            Term(language="en", text=f"{source} {number}"),
            Term(language="es", text=f"{target} {number}"),
        ),
    )


async def _make_memory(resources: MemoryResources, owner: str, account: int, count: int) -> None:
    """Import most units into one memory as a worker does; the others are copied from there (`made_rows`)."""
    texts = split_texts(*make_sentences(count=_SENTENCES, seed=SEED))
    path = resources.settings.data.parent / "made.tmx"
    size = write_file(path, make_pairs(texts, count=count, seed=SEED), source="en", target="es")
    async with transaction(resources.database, account=ALL_ACCOUNTS) as tx:
        draft = MemoryDraft(account_id=account, name="Made", use_for_translation=True, primary=True)
        memory = await create_memory(tx, draft=draft, staff=OPERATOR)
    scope = LookupScope(
        account_id=account,
        members=[Member(memory_id=memory.id)],
        source_language="en",
        target_language="es",
    )
    file = File(path=path, size=size)
    await load(Bench(resources=resources, file=file, scope=scope, owner=owner, known=(), queries=()))
    path.unlink()


def _make_others(owner: str, keyring: Keyring, accounts: list[int], builtin: int, count: int) -> None:
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("select set_config('dragoman.account', '*', false)")
        make_rows(connection, accounts, count)
        programs = [
            (int(account), int(program))
            for account, program in connection.execute(
                "select account_id, id from applications where account_id = %s and not builtin",
                (accounts[0],),
            )
        ]
        others = connection.execute(
            "select account_id, id from applications where account_id <> %s order by id limit 1000",
            (accounts[0],),
        ).fetchall()
        makers = _Makers(keyring=keyring, own=programs, others=others, builtin=(accounts[0], builtin))
        write_rows(connection, "request_entries", makers.requests(count))
        deliveries = list(makers.deliveries(count))
        write_rows(connection, "notifications", iter(deliveries))
        write_rows(connection, "notification_tries", makers.tries(deliveries))
        write_rows(connection, "documents", makers.documents(count))
        connection.execute("vacuum (analyze)")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Makers:
    """What makes rows of calls, of their deliveries and documents."""

    keyring: Keyring
    own: list[tuple[int, int]]  # accounts and programs
    others: list[tuple[Any, ...]]
    builtin: tuple[int, int]

    def _whose(self, number: int) -> tuple[int, int]:
        account, program = (self.own if number % 2 else self.others)[
            number % (len(self.own) if number % 2 else 1000)
        ]
        return int(account), int(program)

    def requests(self, count: int) -> Iterator[dict[str, Any]]:
        """Calls of six days."""
        chance = random.Random(SEED)
        begin = datetime.now(UTC) - timedelta(days=6)
        for number in range(count):
            at = begin + timedelta(days=6) * number / count
            account, program = self._whose(number)
            route = _ROUTES[number % 4]
            status = _STATUSES[number // 4 % 10]
            yield {
                "id": time_id(at, random_bits=chance.getrandbits(RANDOM_BITS)),
                "at": at,
                "account_id": account,
                "application_id": program,
                "method": "POST",
                "route": route,
                "path": route,
                "status": status,
                "milliseconds": chance.uniform(1, 200),
                "request_id": uuid.UUID(int=chance.getrandbits(128)).hex,
                "request_bytes": 200,
                "answer_bytes": 400,
                "error": None if status == 200 else "LIMIT_EXCEEDED",
            }

    def deliveries(self, count: int) -> Iterator[dict[str, Any]]:
        """Notifications of 20 days: of a hundred, 88 delivered, ten dead, two waiting for their next try."""
        chance = random.Random(SEED)
        begin = datetime.now(UTC) - timedelta(days=20)
        for number in range(count):
            account, program = self._whose(number)
            id_ = uuid.UUID(int=chance.getrandbits(128), version=4)
            share = chance.randrange(100)
            status = "pending" if share < 2 else "dead" if share < 12 else "delivered"
            at = begin + timedelta(days=20) * number / count
            subject = f"document:{uuid.UUID(int=chance.getrandbits(128), version=4)}"
            origin = f"https://customer-{account}.example"
            is_over = status != "pending"
            yield {
                "id": id_,
                "account_id": account,
                "application_id": program,
                "kind": "document.finished",
                "subject": subject,
                "url": seal_url(self.keyring, id_, f"{origin}/done?number={number}"),
                "body": seal_body(self.keyring, id_, b'{"jobId":"made","status":"SUCCESS"}'),
                "receiver": name_receiver(self.keyring, origin),
                "delays": [5.0, 300.0, 1800.0],
                "scheduled": at,
                "step": 1,
                "tries": 4 if status == "dead" else 1,
                "status": status,
                "created": at,
                "next_try": None if is_over else datetime.now(UTC) + timedelta(days=1),
                "finished": at + timedelta(seconds=1) if is_over else None,
            }

    def tries(self, deliveries: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """The tries of notifications."""
        for one in deliveries:
            for number in range(1, one["tries"] + 1):
                yield {
                    "notification_id": one["id"],
                    "number": number,
                    "account_id": one["account_id"],
                    "started": one["created"] + timedelta(minutes=5 * (number - 1)),
                    "seconds": 0.1,
                    "answer": 200 if one["status"] == "delivered" else 503,
                }

    def documents(self, count: int) -> Iterator[dict[str, Any]]:
        """Finished documents of the last hour, all those of people half of them."""
        chance = random.Random(SEED)
        now = datetime.now(UTC)
        for number in range(count):
            account, program = self.builtin if number % 2 else self._whose(number)
            at = now - timedelta(hours=1) * number / count
            job = Job(
                id=uuid.UUID(int=chance.getrandbits(128), version=4),
                account_id=account,
                application_id=program,
                status=JobStatus.SUCCESS,
                source="en",
                target="es",
                format="docx",
                size=40_000,
                sandbox=False,
                details=JobDetails(file_name=f"contract-{number}.docx"),
                key=chance.randbytes(32),
                created=at,
                run=1,
                progress=1.0,
                finished=at + timedelta(seconds=1),
                expires=now + timedelta(days=7),
                result=f"documents/made-{number}",
                result_size=41_000,
                report={},
            )
            row = write_row(self.keyring, job)
            yield {name: _as_json(getattr(row, name)) for name in row.__dataclass_fields__}


def _as_json(value: Any) -> Any:
    return "{}" if value == {} else value


def frequent_words() -> dict[str, str]:
    """Words of the memory to search for: two of the most frequent, and a rare one."""
    counts: Counter[str] = Counter()
    for text in make_sentences(count=_SENTENCES, seed=SEED)[0]:
        counts.update(text.rstrip(".").lower().split())
    long = [word for word, _ in counts.most_common() if len(word) > 3]
    return {"common": long[0], "second": long[1], "rare": long[-1]}
