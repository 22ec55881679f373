"""Clauses T5, T6 and T11 over HTTP: from which score on a memory wins over an engine, and what that costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests.contract.conftest import Customer, Staffed
from tests.contract.documents import finished, submit, submitted
from tests.contract.project_files import PROJECTS, ordered, record, sent, wait_for
from tests.contract.test_text_assets import as_owner
from tests.live import LiveService
from tests.translation.assets import Owner, unit
from tests.waiting import wait_until

_RED = "Do not press the red button of the old machine while the big door is open."
_ROJO = "No pulse el botón rojo de la máquina vieja mientras la puerta grande esté abierta."
_GREEN = _RED.replace("red", "green")


@pytest.fixture(scope="module")
def owner(live: LiveService) -> Iterator[Customer]:
    """A production account with a memory of its own."""
    account = live.create_account("Thresholds Ltd", "production")
    application = live.create_application(account, "--rate-limit", "off")
    customer = Customer(account=account, application=application, client=live.client(application))

    async def equip(one: Owner) -> None:
        await one.add_memory(
            unit(_RED, _ROJO),
            unit("Open the <i>front</i> cover of the printer.", "Abra la cubierta <i>frontal</i>."),
            unit("Write to {name} on page 3 of the big book.", "Escriba a {name} en la hoja 3 del libro."),
        )

    as_owner(live, customer, equip)
    yield customer
    customer.client.close()


def ask(client: httpx2.Client, text: str, **options: Any) -> dict[str, Any]:
    body = {"source": "en", "target": "es", "segments": [{"text": text}], **options}
    answer = client.post("/v2/translate", json=body, params={"explain": "true"})
    assert answer.status_code == 200, answer.text
    [item] = answer.json()["translations"]
    return dict(item)


def issues(item: dict[str, Any]) -> set[str]:
    return {one["code"] for one in item["issues"]}


@pytest.mark.parametrize(
    ("text", "wanted", "score"),
    [
        # Codes that the memory does not have, at words that Apertium attributes.
        (
            _RED.replace("button", "<b>button</b>"),
            _ROJO.replace("botón", "<b>botón</b>"),
            97,
        ),
        # The memory's code at another word is left out, and another one is around the same word.
        ("Open the front cover of the printer.", "Abra la cubierta frontal.", 97),
        (
            "<a>Open the <u>front</u> cover of the printer.</a>",
            "<a>Abra la cubierta <u>frontal</u>.</a>",
            100,
        ),
        # Numbers and placeholders are the text's own.
        (
            "Write to {name} on page 4 of the big book.",
            "Escriba a {name} en la hoja 4 del libro.",
            92,
        ),
        (_RED.upper(), _ROJO.upper(), 99),
    ],
)
def test_t5_t6_a_match_that_differs_in_codes_or_numbers_wins(
    owner: Customer, text: str, wanted: str, score: int
) -> None:
    item = ask(owner.client, text)
    assert item["translation"] == wanted
    assert (item["origin"], item["engine"], item["memory"]["score"]) == ("memory", None, score)
    assert ("MEMORY_ADAPTED" in issues(item)) == (score < 100)


def test_t11_a_request_says_from_which_score(owner: Customer) -> None:
    text = "Open the front cover of the printer."
    assert ask(owner.client, text, memoryThreshold=97)["origin"] == "memory"
    above = ask(owner.client, text, memoryThreshold=98)
    assert (above["origin"], above["memory"]) == ("engine", None)
    assert ask(owner.client, text, memoryThreshold=None)["origin"] == "memory"


def test_t11_other_words_are_taken_only_with_a_threshold(owner: Customer) -> None:
    left = ask(owner.client, _GREEN)
    assert (left["origin"], "verde" in left["translation"]) == ("engine", True)
    taken = ask(owner.client, _GREEN, memoryThreshold=85)
    assert (taken["translation"], taken["origin"]) == (_ROJO, "memory")
    assert 85 <= taken["memory"]["score"] < 95
    [issue] = [one for one in taken["issues"] if one["code"] == "MEMORY_FUZZY"]
    assert issue["severity"] == "warning"
    assert "green" in issue["message"]


@pytest.mark.parametrize("score", [0, 49, 102, -1, "85", 85.5, True])
def test_t11_a_score_that_no_match_can_have_is_refused(owner: Customer, score: object) -> None:
    body = {"source": "en", "target": "es", "segments": [{"text": "x"}], "memoryThreshold": score}
    answer = owner.client.post("/v2/translate", json=body)
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"] == ["body", "memoryThreshold"]


def test_t11_d1_documents_say_it_too(owner: Customer) -> None:
    page = f"<!DOCTYPE html>\n<html lang=en><title>Printers</title><p>{_RED.replace('red', '<b>red</b>')}</p>"
    page += f"<p>{_GREEN}</p>\n"
    usual = finished(owner.client, submitted(owner.client, page), details="true")
    report = usual["report"]
    assert usual["status"] == "SUCCESS", usual
    assert (report["issues"].get("MEMORY_ADAPTED"), report["issues"].get("MEMORY_FUZZY")) == (1, None)
    assert report["memory"]["segments"] == 1
    chosen = finished(owner.client, submitted(owner.client, page, memoryThreshold="80"), details="true")
    assert chosen["report"]["issues"].get("MEMORY_FUZZY") == 1
    assert chosen["report"]["memory"]["segments"] == 2
    without = finished(owner.client, submitted(owner.client, page, memoryThreshold="100"), details="true")
    assert without["report"]["memory"] == {"segments": 0, "words": 0, "characters": 0}
    for score in ("49", "102", "much"):
        refused = submit(owner.client, page, memoryThreshold=score)
        assert refused.status_code == 422
        assert refused.json()["detail"][0]["loc"] == ["body", "memoryThreshold"]
    assert submit(owner.client, page, memoryThreshold="").status_code == 202


def test_t9_use_tells_what_memories_had(live: LiveService, owner: Customer) -> None:
    client = live.client(live.create_application(owner.account, "--rate-limit", "off"))
    for text in (_RED, _RED.replace("button", "<b>button</b>"), "The dog eats."):
        ask(client, text)
    total = client.get("/v2/usage").json()["total"]
    client.close()
    assert (total["words"], total["segments"]) == (16 + 16 + 3, 3)
    assert total["memory"] == {"characters": 2 * len(_RED) + len("<b></b>"), "words": 32, "segments": 2}


def test_v3_an_account_has_a_score_of_its_own(live: LiveService, staff: Staffed) -> None:
    account = live.create_account("Own score Ltd", "production")
    application = live.create_application(account, "--rate-limit", "off", "--scopes", "translate,projects")
    customer = Customer(account=account, application=application, client=live.client(application))

    async def equip(one: Owner) -> None:
        await one.add_memory(unit(_RED, _ROJO), unit("Red <b>house</b>", "Casa <b>colorada</b>"))

    as_owner(live, customer, equip)
    client, path = customer.client, f"/provider/v1/accounts/{account}"

    def choose(score: object) -> httpx2.Response:
        return staff("admin").patch(path, json={"defaults": {"memoryThreshold": score}})

    assert staff("admin").get(path).json()["defaults"]["memoryThreshold"] is None
    assert ask(client, "Red house")["origin"] == "memory"
    changed = choose(98)
    assert (changed.status_code, changed.json()["defaults"]["memoryThreshold"]) == (200, 98)
    assert client.get("/project/v1/account").json()["defaults"]["memoryThreshold"] == 98
    assert ask(client, "Red house")["origin"] == "engine"
    assert ask(client, "Red house", memoryThreshold=90)["origin"] == "memory"
    for score in (49, 102):
        refused = choose(score)
        assert [one["code"] for one in refused.json()] == ["FIELD_REFUSED"]
    assert choose("98").status_code == 422
    shown = live.admin("account", "change", str(account), "--memory-threshold", "85")
    assert shown["defaults"]["memoryThreshold"] == 85
    assert ask(client, _GREEN)["translation"] == _ROJO  # it is said, so that other words count
    assert live.run("admin", "account", "change", str(account), "--memory-threshold", "12").returncode != 0
    assert choose(None).json()["defaults"]["memoryThreshold"] is None
    assert ask(client, _GREEN)["origin"] == "engine"
    client.close()


def test_p2_v6_templates_and_projects_say_it_and_the_start_pins_it(
    live: LiveService, owner: Customer, staff: Staffed
) -> None:
    admin, client = staff("admin"), owner.client
    template = {"accountId": owner.account, "name": "From 90", "serviceId": 1, "memoryThreshold": 90}
    made = admin.post("/provider/v1/project-templates", json=template)
    assert made.status_code == 201, made.text
    number = made.json()["id"]
    assert made.json()["memoryThreshold"] == 90
    refused = admin.patch(f"/provider/v1/project-templates/{number}", json={"memoryThreshold": 30})
    assert [one["code"] for one in refused.json()] == ["FIELD_REFUSED"]
    shown = client.get(f"/project/v1/project-templates/{number}").json()
    assert shown["memoryThreshold"] == 90

    def project(**fields: Any) -> tuple[int, str | None]:
        found = client.post(PROJECTS, json={"templateId": number, **fields}).json()
        return found["memoryThreshold"], found["memoryThresholdSetBy"]

    assert project() == (90, "provider")
    assert project(memoryThreshold=101) == (101, "client")
    one = record(client, ordered(client))
    assert (one["memoryThreshold"], one["memoryThresholdSetBy"]) == (85, None)
    bad = client.post(PROJECTS, json={"templateId": number, "memoryThreshold": 102})
    assert (bad.status_code, [one["code"] for one in bad.json()]) == (400, ["MEMORY_THRESHOLD_INVALID"])
    assert client.post(PROJECTS, json={"templateId": number, "memoryThreshold": "x"}).status_code == 422
    changed = live.admin("project-template", "change", str(number), "--memory-threshold", "none")
    assert changed["memoryThreshold"] is None
    assert project() == (85, None)


def quoted(client: httpx2.Client, project: int) -> dict[str, Any]:
    """The quote, once the project's files are read."""
    answer = wait_until(
        lambda: client.post(f"{PROJECTS}/{project}/do-quote"), lambda answer: answer.status_code == 200
    )
    return dict(answer.json())


def bands_of(quote: dict[str, Any]) -> dict[str, int]:
    return {one["band"]: one["words"] for one in quote["bands"] if one["words"]}


@pytest.mark.parametrize(("threshold", "band"), [(None, "fuzzy-95-99"), (101, "none")])
def test_p12_t9_a_machines_project_uses_what_its_quote_counts(
    live: LiveService, owner: Customer, threshold: int | None, band: str
) -> None:
    client = live.client(live.create_application(owner.account, "--rate-limit", "off"))
    project = ordered(client, "machine", useTranslationMemory=True, memoryThreshold=threshold)
    memory = record(client, project)["translationMemoryId"]
    assert memory is not None

    async def equip(one: Owner) -> None:
        await one.write(
            unit("Restart the old <u>computer</u> now", "Reinicie ya el equipo"), memory_id=memory
        )

    as_owner(live, owner, equip)
    sent(client, project, b"<p>Restart the old computer now</p>\n", name="a.html")
    quote = quoted(client, project)
    assert bands_of(quote) == {band: 5}
    # A draft that says another score is counted anew.
    for score, other in ((101, "none"), (threshold, band)):
        answer = client.patch(f"{PROJECTS}/{project}", json={"memoryThreshold": score})
        assert answer.status_code == 204, answer.text
        assert bands_of(quoted(client, project)) == {other: 5}
    assert client.post(f"{PROJECTS}/{project}/do-start").status_code in {200, 202}
    done = wait_for(client, project, "Finished")
    assert (done["memoryThreshold"], done["price"]) == (threshold or 85, quote["price"])
    link = done["files"][0]["translations"][0]["translationFileLink"]
    text = client.get(httpx2.URL(link).path).text
    assert ("Reinicie ya el equipo" in text) == (threshold is None)
    total = client.get("/v2/usage").json()["total"]
    client.close()
    assert total["words"] == 5
    assert total["memory"]["words"] == (5 if threshold is None else 0)
