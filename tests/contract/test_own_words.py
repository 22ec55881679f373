"""Clause P17 over HTTP: customers' own term bases and memories, from making to using and deleting them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from tests.contract.conftest import Customer, Staffed
from tests.contract.own_words import (
    BASES,
    CSV,
    MEMORIES,
    TBX,
    TMX,
    calls,
    ended,
    made,
    new_base,
    new_memory,
    translated,
)
from tests.live import LiveService


@pytest.fixture(scope="module")
def owner(live: LiveService) -> Iterator[Customer]:
    yield from _customer(live, "Own Words Ltd")


@pytest.fixture(scope="module")
def stranger(live: LiveService) -> Iterator[Customer]:
    yield from _customer(live, "Other Words Ltd")


def _customer(live: LiveService, name: str) -> Iterator[Customer]:
    account = live.create_account(name, "production")
    application = live.create_application(account, "--rate-limit", "off")
    with live.client(application) as client:
        yield Customer(account=account, application=application, client=client)


def test_p17_a_term_base_with_entries_in_one_call_is_used(owner: Customer) -> None:
    entries = [{"source": "printer", "target": "aparato"}, {"source": "dog", "target": "chucho"}]
    answer = owner.client.post(
        BASES,
        json={"name": "In one", "sourceLanguage": "en", "targetLanguage": "es", "entries": entries},
    )
    base = made(answer)
    assert base == {
        "id": base["id"],
        "name": "In one",
        "version": 1,
        "useForTranslation": True,
        "disabled": False,
    }
    assert answer.headers["Location"] == f"{BASES}/{base['id']}"
    assert made(owner.client.get(answer.headers["Location"]), 200) == base
    assert base in made(owner.client.get(BASES), 200)
    assert "aparato" in translated(owner.client, "The printer is red.")
    changed = made(owner.client.patch(f"{BASES}/{base['id']}", json={"useForTranslation": False}), 200)
    assert changed == {**base, "useForTranslation": False}
    assert "aparato" not in translated(owner.client, "The printer is red.")
    assert "chucho" in translated(owner.client, "The dog eats.", termBaseIds=[base["id"]])


@pytest.mark.parametrize(
    "entries",
    [
        'printer,aparato\n"big, dog",chucho\n',
        "printer\taparato\r\nbig, dog\tchucho",
        'source,target\nprinter,aparato\n"big, dog",chucho',
        'printer,aparato,\n"big, dog",chucho,,\n,,\n',
    ],
)
def test_p17_entries_may_be_csv_or_tsv(owner: Customer, entries: str) -> None:
    base = new_base(owner.client, sourceLanguage="en", targetLanguage="es_ES", entries=entries)
    concepts = made(owner.client.get(f"{BASES}/{base}/concepts"), 200)["concepts"]
    assert [[(term["language"], term["text"]) for term in one["terms"]] for one in concepts] == [
        [("en", "printer"), ("es-ES", "aparato")],
        [("en", "big, dog"), ("es-ES", "chucho")],
    ]


@pytest.mark.parametrize(
    ("fields", "location"),
    [
        ({"entries": "a,b", "targetLanguage": "es"}, ["body", "sourceLanguage"]),
        ({"entries": "a,b", "sourceLanguage": "en"}, ["body", "targetLanguage"]),
        ({"entries": "a,b\nc", "sourceLanguage": "en", "targetLanguage": "es"}, ["body", "entries"]),
        ({"entries": '"a,b', "sourceLanguage": "en", "targetLanguage": "es"}, ["body", "entries"]),
        ({"entries": "a,b,c", "sourceLanguage": "en", "targetLanguage": "es"}, ["body", "entries"]),
    ],
)
def test_p17_e2_entries_that_cannot_be_read_make_nothing(
    owner: Customer, fields: dict[str, Any], location: list[Any]
) -> None:
    name = f"Refused {uuid4()}"
    [item] = made(owner.client.post(BASES, json={"name": name, **fields}), 422)["detail"]
    assert item["loc"] == location
    assert "a,b" not in item["msg"]
    assert name not in {one["name"] for one in made(owner.client.get(BASES), 200)}


def test_p17_e4_entries_that_break_rules_are_all_reported(owner: Customer) -> None:
    name = f"Refused {uuid4()}"
    entries = [
        {"source": "ok", "target": "vale"},
        {"source": " ", "target": "x"},
        {"source": "a", "target": ""},
    ]
    body = {"name": name, "sourceLanguage": "en", "targetLanguage": "es", "entries": entries}
    problems = made(owner.client.post(BASES, json=body), 400)
    assert [one["message"].partition(":")[0] for one in problems] == ["Entry 2", "Entry 3"]
    assert all(set(one) == {"code", "message", "hints"} for one in problems)
    assert name not in {one["name"] for one in made(owner.client.get(BASES), 200)}


def test_p17_concepts_are_listed_searched_changed_and_deleted(owner: Customer) -> None:
    base = f"{BASES}/{new_base(owner.client)}"
    terms = [{"language": "en_GB", "text": "lift"}, {"language": "es", "text": "ascensor"}]
    answer = owner.client.post(f"{base}/concepts", json={"terms": terms, "domain": "building"})
    concept = made(answer)
    assert answer.headers["Location"] == f"{base}/concepts/{concept['id']}"
    assert made(owner.client.get(answer.headers["Location"]), 200) == concept
    made(owner.client.post(f"{base}/concepts", json={"terms": [{"language": "en", "text": "floor"}]}))
    for query, count in (({}, 2), ({"search": "LIF"}, 1), ({"Domain": "building"}, 1), ({"search": "x"}, 0)):
        assert len(made(owner.client.get(f"{base}/concepts", params=query), 200)["concepts"]) == count
    body = {"terms": [*terms, {"language": "es", "text": "elevador"}], "version": concept["version"]}
    changed = made(owner.client.put(answer.headers["Location"], json=body), 200)
    assert [term["text"] for term in changed["terms"]] == ["lift", "ascensor", "elevador"]
    assert owner.client.put(answer.headers["Location"], json=body).status_code == 409
    assert owner.client.delete(answer.headers["Location"]).status_code == 204
    assert owner.client.get(answer.headers["Location"]).status_code == 404
    versions = made(owner.client.get(f"{base}/versions"), 200)["versions"]
    assert [one["version"] for one in versions] == [4, 3, 2, 1]
    assert {one["actor"] for one in versions} == {f"application:{owner.application.id}"}


@pytest.mark.parametrize("data", [CSV, TBX], ids=["csv", "tbx"])
@pytest.mark.parametrize("raw", [True, False], ids=["raw", "form"])
def test_p17_files_of_terms_come_in_by_a_job_and_go_out(owner: Customer, data: bytes, raw: bool) -> None:
    base = f"{BASES}/{new_base(owner.client)}"
    if raw:
        headers = {"Content-Type": "text/csv"}
        query = {"fileName": "terms.csv", "mode": "merge"}
        answer = owner.client.post(f"{base}/imports", content=data, params=query, headers=headers)
    else:
        files = {"file": ("terms.csv", data)}
        answer = owner.client.post(f"{base}/imports", files=files, data={"mode": "merge"})
    begun = made(answer, 202)
    assert begun["status"] == "WAITING"
    assert answer.headers["Location"] == f"{base}/imports/{begun['id']}"
    found = ended(owner.client, answer.headers["Location"])
    count = 2 if data is CSV else 1
    assert (found["status"], found["progress"], found["fileName"]) == ("FINISHED", 1, "terms.csv")
    assert found["report"]["added"] == found["report"]["read"] == count
    assert found["report"]["version"] == 1
    assert found["finishedAt"] >= found["createdAt"]
    assert made(owner.client.get(f"{base}/imports"), 200)["imports"] == [found]
    exported = owner.client.get(f"{base}/export", params={"format": "csv"})
    assert exported.headers["Content-Type"].startswith("text/csv")
    assert ("atasco de papel" if data is CSV else "tóner negro") in exported.text
    again = owner.client.post(f"{base}/imports", content=exported.content)
    assert ended(owner.client, again.headers["Location"])["report"]["unchanged"] == count


def test_p17_a_dry_run_and_a_file_that_is_refused_change_nothing(owner: Customer) -> None:
    base = f"{BASES}/{new_base(owner.client)}"
    dry = owner.client.post(f"{base}/imports", content=CSV, params={"dryRun": "true"})
    assert ended(owner.client, dry.headers["Location"])["report"]["added"] == 2
    bad = owner.client.post(f"{base}/imports", content=b"\x00\x01\x02" * 9, params={"mode": "replace"})
    found = ended(owner.client, bad.headers["Location"])
    assert (found["status"], found["report"]) == ("FAILED", None)
    assert set(found["failure"]) == {"code", "message", "hints"}
    assert all(found["failure"].values())
    assert made(owner.client.get(base), 200)["version"] == 0
    assert owner.client.post(f"{base}/imports", content=b"").status_code == 400
    twice = owner.client.post(f"{base}/imports?mode=merge&Mode=replace", content=CSV)
    assert [one["code"] for one in made(twice, 400)] == ["FIELD_TWICE"]
    [item] = made(owner.client.post(f"{base}/imports", content=CSV, params={"mode": "x"}), 422)["detail"]
    assert item["loc"] == ["query", "mode"]


def test_p17_e8_a_repeated_import_is_one(owner: Customer) -> None:
    base, memory = f"{BASES}/{new_base(owner.client)}", f"{MEMORIES}/{new_memory(owner.client)}"
    for address, data in ((base, CSV), (memory, TMX)):
        headers = {"Idempotency-Key": str(uuid4())}
        first, second = (
            owner.client.post(f"{address}/imports", content=data, headers=headers) for _ in range(2)
        )
        assert made(first, 202) == made(second, 202)
        assert len(made(owner.client.get(f"{address}/imports"), 200)["imports"]) == 1
        other = owner.client.post(f"{address}/imports", content=data + b" ", headers=headers)
        assert other.status_code == 422


@pytest.mark.parametrize("raw", [True, False], ids=["raw", "form"])
def test_p17_a_memory_is_made_filled_used_and_deleted(owner: Customer, raw: bool) -> None:
    memory = new_memory(owner.client)
    address = f"{MEMORIES}/{memory}"
    if raw:
        answer = owner.client.post(f"{address}/imports", content=TMX, params={"fileName": "a.tmx"})
    else:
        answer = owner.client.post(
            f"{address}/imports", files={"file": ("a.tmx", TMX)}, data={"source": "en"}
        )
    assert answer.headers["Location"] == f"{address}/imports/{made(answer, 202)['id']}"
    found = ended(owner.client, answer.headers["Location"])
    assert (found["status"], found["added"], found["fileName"]) == ("FINISHED", 1, "a.tmx")
    assert found["problems"] == []
    text = "The horse eats."
    assert translated(owner.client, text, translationMemoryId=memory) == "El corcel come."
    unit = {
        "sourceLanguage": "en",
        "targetLanguage": "es",
        "source": "Hi <1>you</1>",
        "target": "Eh <1>tú</1>",
    }
    created = owner.client.post(f"{address}/units", json=unit)
    assert created.headers["Location"] == f"{address}/units/{made(created)['id']}"
    assert made(owner.client.post(f"{address}/units", json={**unit, "target": "Oye"}), 200)["target"] == "Oye"
    units = made(owner.client.get(f"{address}/units", params={"search": "hors"}), 200)["units"]
    assert [one["source"] for one in units] == [text]
    one = f"{address}/units/{units[0]['id']}"
    body = {"version": units[0]["version"], "target": "El potro come."}
    assert made(owner.client.patch(one, json=body), 200)["target"] == "El potro come."
    assert translated(owner.client, text, translationMemoryId=memory) == "El potro come."
    assert "El potro come." in owner.client.get(f"{address}/export").text
    assert owner.client.delete(one).status_code == 204
    assert made(owner.client.get(f"{address}/duplicates"), 200)["duplicates"] == []
    assert made(owner.client.patch(address, json={"name": f"New {memory}"}), 200)["name"] == f"New {memory}"
    assert owner.client.delete(address).status_code == 204
    assert owner.client.get(address).status_code == 404


def test_p17_an_import_into_a_memory_is_undone(owner: Customer) -> None:
    address = f"{MEMORIES}/{new_memory(owner.client)}"
    location = owner.client.post(f"{address}/imports", content=TMX).headers["Location"]
    ended(owner.client, location)
    assert made(owner.client.delete(location, params={"undo": "true"}), 200)["status"] in {
        "UNDOING",
        "UNDONE",
    }


def test_p17_what_a_template_names_is_not_deleted(owner: Customer, staff: Staffed) -> None:
    base, memory = new_base(owner.client), new_memory(owner.client)
    body = {
        "accountId": owner.account,
        "name": "Names both",
        "termBaseId": base,
        "translationMemoryId": memory,
    }
    made(staff("manager").post("/provider/v1/project-templates", json=body))
    for address in (f"{BASES}/{base}", f"{MEMORIES}/{memory}"):
        detail = made(owner.client.delete(address), 409)["detail"]
        assert "template" in detail


def test_p17_another_accounts_words_are_as_absent_ones(owner: Customer, stranger: Customer) -> None:
    """What could leak is there: a concept, a unit, imports. Only the ids of the request may differ."""
    base = new_base(owner.client, sourceLanguage="en", targetLanguage="es", entries="secret,secreto")
    memory = new_memory(owner.client)
    for address, data in ((f"{BASES}/{base}", CSV), (f"{MEMORIES}/{memory}", TMX)):
        ended(owner.client, owner.client.post(f"{address}/imports", content=data).headers["Location"])
    theirs = calls(base, memory)
    absent = calls(1_900_000_001, 1_900_000_002)
    assert len(theirs) == len(absent) == 28
    for (name, call), nothing in zip(theirs.items(), absent.values(), strict=True):
        first, second = call(stranger.client), nothing(stranger.client)
        assert first.status_code == second.status_code == 404, name
        shown = first.text.replace(str(base), "N").replace(str(memory), "N")
        assert shown == second.text.replace("1900000001", "N").replace("1900000002", "N"), name
    assert base not in {one["id"] for one in made(stranger.client.get(BASES), 200)}
    assert made(owner.client.get(f"{BASES}/{base}"), 200)["version"] == 2
    assert len(made(owner.client.get(f"{MEMORIES}/{memory}/units"), 200)["units"]) == 1


def test_p17_a7_the_scope_reference_reads_lists_and_no_more(live: LiveService, owner: Customer) -> None:
    base, memory = new_base(owner.client), new_memory(owner.client)
    application = live.create_application(owner.account, "--scopes", "reference")
    with live.client(application) as client:
        for name, call in calls(base, memory).items():
            allowed = name in {"GET /project/v1/term-bases/B", "GET /project/v1/translation-memories/M"}
            assert call(client).status_code == (200 if allowed else 403), name
        for address in (BASES, MEMORIES):
            assert client.get(address).status_code == 200
            assert client.post(address, json={"name": "x"}).status_code == 403


@pytest.mark.parametrize("number", ["0", "-1", "2147483647"])
def test_p8_p17_ids_that_are_none_of_ours_are_absent(owner: Customer, number: str) -> None:
    for name, call in calls(int(number), int(number)).items():
        assert call(owner.client).status_code == 404, name
    assert owner.client.get(f"{BASES}/1_0/concepts").status_code == 422
