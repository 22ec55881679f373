"""Clauses T5 and T6 over HTTP: an account's memories and term bases, on real Apertium and in the sandbox."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import httpx2
import pytest

from dragoman.database.connections import open_database
from dragoman.database.server import open_server
from dragoman.settings import Settings
from dragoman.termbases.glossary_cache import open_glossary_cache
from tests.contract.conftest import Customer
from tests.contract.documents import finished
from tests.live import LiveService
from tests.translation.assets import Owner, unit


def as_owner(live: LiveService, customer: Customer, work: Callable[[Owner], Awaitable[Any]]) -> Any:
    """Do something with an account's memories and term bases while the service runs."""

    async def run() -> Any:
        async with (
            open_server(Settings(data=live.data)) as urls,
            open_database(urls.application, connections=2) as database,
            open_glossary_cache() as glossary_cache,
        ):
            return await work(
                Owner(database=database, glossary_cache=glossary_cache, account_id=customer.account)
            )

    return asyncio.run(run())


@pytest.fixture(scope="module")
def owner(live: LiveService) -> Iterator[Customer]:
    """A production account with a memory that is looked into, one that is not, and a term base."""
    yield from _customer(live, "Owner Ltd", "production")


@pytest.fixture(scope="module")
def trier(live: LiveService) -> Iterator[Customer]:
    yield from _customer(live, "Trier Ltd", "sandbox")


def _customer(live: LiveService, name: str, kind: str) -> Iterator[Customer]:
    account = live.create_account(name, kind)
    application = live.create_application(account, "--rate-limit", "off")
    customer = Customer(account=account, application=application, client=live.client(application))

    async def equip(owner: Owner) -> None:
        await owner.add_memory(
            unit("Please restart your <b>computer</b>.", "Reinicie el <b>equipo</b>."),
            unit("The house is red.", "La casa es colorada."),
        )
        await owner.add_memory(unit("The dog eats.", "El can come."), used=False)
        await owner.add_term("printer", "equipo de impresión", "equipos de impresión")

    as_owner(live, customer, equip)
    yield customer
    customer.client.close()


def translate(client: httpx2.Client, *texts: str, **query: str) -> list[dict[str, Any]]:
    body = {"source": "en", "target": "es", "segments": [{"text": text} for text in texts]}
    answer = client.post("/v2/translate", json=body, params=query)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["translations"])


def test_t5_memories_come_first_and_terms_are_enforced(owner: Customer) -> None:
    texts = (
        "Please restart your <i>computer</i>.",
        "The house is red.",
        "The dog eats.",
        "The <b>printers</b> are red.",
    )
    assert translate(owner.client, *texts) == [
        {"translation": "Reinicie el <i>equipo</i>."},
        {"translation": "La casa es colorada."},
        {"translation": "El perro come."},
        {"translation": "Los <b>equipos de impresión</b> son rojos."},
    ]


def test_t5_another_account_has_nothing_of_it(production: Customer, owner: Customer) -> None:
    text = "The house is red."
    assert translate(owner.client, text) == [{"translation": "La casa es colorada."}]
    assert translate(production.client, text) == [{"translation": "La casa es roja."}]


def test_t5_a_unit_that_is_added_holds_for_the_next_request(live: LiveService, owner: Customer) -> None:
    assert translate(owner.client, "The cat eats.") == [{"translation": "El gato come."}]

    async def add(one: Owner) -> None:
        await one.add_memory(unit("The cat eats.", "El minino come."))

    as_owner(live, owner, add)
    assert translate(owner.client, "The cat eats.") == [{"translation": "El minino come."}]


def test_t5_the_sandbox_has_its_memories_and_terms_too(trier: Customer) -> None:
    hit, made = translate(trier.client, "The house is red.", "The printer", explain="true")
    assert (hit["translation"], hit["origin"]) == ("La casa es colorada.", "memory")
    assert "equipo de impresión" in made["translation"]
    assert made["engine"].startswith("pseudo ")
    assert made["issues"] == []


def test_t6_explain_names_the_unit_and_the_terms(owner: Customer) -> None:
    hit, made, plain = translate(
        owner.client, "The house is red.", "The printers are red.", "The dog eats.", explain="true"
    )
    memory = hit.pop("memory")
    assert set(memory) == {"id", "unit", "score"}
    assert memory["score"] == 100
    assert hit == {
        "translation": "La casa es colorada.",
        "origin": "memory",
        "engine": None,
        "terms": [],
        "codes": "none",
        "issues": [],
    }
    assert made["terms"] == [
        {"source": "printers", "target": "equipos de impresión", "applied": True, "method": "noun"}
    ]
    assert (made["origin"], made["memory"]) == ("engine", None)
    assert (plain["memory"], plain["terms"], plain["issues"]) == (None, [], [])


def test_t6_issues_have_what_quality_checks_find(live: LiveService, owner: Customer) -> None:
    async def add(one: Owner) -> None:
        await one.add_memory(unit("Room 12 has a printer.", "La sala 13 tiene una impresora."))

    as_owner(live, owner, add)
    [item] = translate(owner.client, "Room 12 has a printer.", explain="true")
    assert item["terms"] == [
        {"source": "printer", "target": "equipo de impresión", "applied": False, "method": None}
    ]
    found = {issue["code"]: issue["severity"] for issue in item["issues"]}
    assert found["TERM_NOT_APPLIED"] == "warning"
    assert "NUMBER_MISSING" in found
    assert all(set(issue) == {"code", "message", "severity"} for issue in item["issues"])


def test_t6_a_documents_report_tells_memories_and_terms(owner: Customer) -> None:
    text = b"The house is red.\n\nThe printer is big.\n"
    answer = owner.client.post(
        "/v2/documents/translate",
        data={"source": "en", "target": "es"},
        files={"file": ("a.txt", text, "text/plain")},
    )
    assert answer.status_code == 202, answer.text
    job = answer.json()["jobId"]
    report = finished(owner.client, job, details="true")["report"]
    assert report["terms"] == {"applied": 1, "missed": 0}
    assert sorted(name.partition(":")[0].partition(" ")[0] for name in report["origins"]) == [
        "apertium",
        "memory",
    ]
    done = owner.client.get(f"/v2/documents/{job}/download").text
    assert done.startswith("La casa es colorada.\n\n")
    assert "equipo de impresión" in done
