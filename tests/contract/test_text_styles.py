"""Style guides of texts and documents over HTTP (T6, T11, D1): what was followed, checked, and refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx2
import pytest

from tests.contract.conftest import Customer
from tests.contract.documents import finished, submit, submitted
from tests.contract.own_words import GUIDES, made, new_guide
from tests.contract.text_requests import ask, refusal
from tests.live import LiveService

ENGINE = "Not possible with this engine."
RULES: dict[str, Any] = {"formality": "formal", "numbers": "point-comma", "instructions": ["Be brief."]}


@pytest.fixture(scope="module")
def stranger(live: LiveService) -> Iterator[Customer]:
    account = live.create_account("Other Styles Ltd", "production")
    application = live.create_application(account, "--rate-limit", "off")
    with live.client(application) as client:
        yield Customer(account=account, application=application, client=client)


def explained(client: httpx2.Client, *texts: str, **fields: Any) -> list[dict[str, Any]]:
    body = {"source": "en", "target": "es", "segments": [{"text": text} for text in texts], **fields}
    sent = {name: value for name, value in body.items() if value is not None}
    answer = client.post("/v2/translate", json=sent, params={"explain": "true"})
    return list(made(answer, 200)["translations"])


def test_t6_t11_explain_tells_which_rules_were_followed(production: Customer) -> None:
    guide = new_guide(production.client, targetLanguage="es", **RULES)
    house, amount, nothing = explained(
        production.client, "The house is red.", "The box has 1,234,567 books.", "42", styleId=guide
    )
    rules = [
        {"rule": rule, "followed": False, "reason": ENGINE}
        for rule in ("formality", "numbers", "instructions")
    ]
    assert house["style"] == {"id": guide, "rules": rules}
    assert house["issues"] == []
    assert [one["code"] for one in amount["issues"]].count("STYLE_NUMBERS") == (
        "1,234,567" in amount["translation"]
    )
    assert {one["reason"] for one in nothing["style"]["rules"]} == {"Nothing was translated."}
    assert "style" not in explained(production.client, "The house is red.")[0]
    bare = ask(production.client, "The house is red.", styleId=guide)
    assert bare == {"translations": [{"translation": house["translation"]}]}


def test_t5_t11_translations_of_memories_are_of_people(production: Customer) -> None:
    guide = new_guide(production.client, formality="formal")
    memory = made(production.client.post("/project/v1/translation-memories", json={"name": f"M {uuid4()}"}))[
        "id"
    ]
    unit = {
        "sourceLanguage": "en",
        "targetLanguage": "es",
        "source": "Your box is here.",
        "target": "Tu caja está aquí.",
    }
    made(production.client.post(f"/project/v1/translation-memories/{memory}/units", json=unit))
    [hit] = explained(production.client, "Your box is here.", styleId=guide, translationMemoryId=memory)
    assert hit["translation"] == "Tu caja está aquí."
    assert hit["style"]["rules"] == [
        {
            "rule": "formality",
            "followed": False,
            "reason": "Translated by people: it is from a translation memory.",
        }
    ]
    assert [one["code"] for one in hit["issues"]] == ["STYLE_ADDRESS"]


def test_t11_a_style_guide_of_one_language_holds_for_that_target_only(production: Customer) -> None:
    guide = new_guide(production.client, targetLanguage="es", formality="formal")
    [both] = explained(
        production.client, "The house is red.", styleId=guide, target=None, targets=["es", "ca"]
    )
    assert [one["rule"] for one in both["details"]["es"]["style"]["rules"]] == ["formality"]
    assert both["details"]["ca"]["style"] == {"id": guide, "rules": []}
    detail = refusal(production.client, styleId=guide, target="ca")
    assert f"style guide {guide} is for es" in detail
    assert ask(production.client, "The house is red.", styleId=guide, target="es-MX", source="en")


def test_t11_a_style_guide_that_cannot_be_chosen_is_refused(production: Customer, stranger: Customer) -> None:
    theirs, disabled = new_guide(stranger.client), new_guide(production.client)
    made(production.client.patch(f"{GUIDES}/{disabled}", json={"disabled": True}), 200)
    assert refusal(production.client, styleId=theirs) == f"There is no style guide {theirs}."
    assert refusal(production.client, styleId=1_900_000_001) == "There is no style guide 1900000001."
    assert "is disabled" in refusal(production.client, styleId=disabled)
    for wrong in (0, -1, "1", 1.5, 2**31):
        assert refusal(production.client, styleId=wrong)[0]["loc"] == ["body", "styleId"]
    for number in (theirs, disabled):
        assert submit(production.client, styleId=str(number)).status_code == 422
    french = new_guide(production.client, targetLanguage="fr")
    assert "is for fr" in submit(production.client, styleId=str(french)).json()["detail"]


def test_d1_t11_a_documents_report_sums_it_up(production: Customer) -> None:
    guide = new_guide(production.client, targetLanguage="es", tone="plain", dates="iso")
    job = submitted(production.client, styleId=str(guide))
    report = finished(production.client, job, details="true")["report"]
    assert report["style"] == {
        "id": guide,
        "rules": [
            {"rule": rule, "followed": 0, "notFollowed": {ENGINE: report["translated"]}}
            for rule in ("tone", "dates")
        ],
    }
    plain = finished(production.client, submitted(production.client), details="true")
    assert "style" not in plain["report"]


def test_t11_a_sandbox_has_style_guides_too(sandbox: Customer) -> None:
    guide = new_guide(sandbox.client, formality="formal")
    [one] = explained(sandbox.client, "The house is red.", styleId=guide)
    assert one["engine"].startswith("pseudo ")
    assert one["style"]["rules"] == [{"rule": "formality", "followed": False, "reason": ENGINE}]
