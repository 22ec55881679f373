"""Style guides over HTTP (P17): customers' own, staff's, and those that templates and projects name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from tests.contract.conftest import Customer, Staffed
from tests.contract.own_words import GUIDES, made, new_guide
from tests.live import LiveService

PROJECTS = "/project/v1/projects"
PROVIDER = "/provider/v1/style-guides"


@pytest.fixture(scope="module")
def stranger(live: LiveService) -> Iterator[Customer]:
    account = live.create_account("Other Styles Ltd", "production")
    application = live.create_application(account, "--rate-limit", "off")
    with live.client(application) as client:
        yield Customer(account=account, application=application, client=client)


def test_p17_a_style_guide_is_made_read_changed_and_deleted(production: Customer) -> None:
    client = production.client
    body = {
        "name": " Web shop ",
        "targetLanguage": "DE_at",
        "formality": "informal",
        "tone": "friendly",
        "numbers": "point-comma",
        "dates": "iso",
        "quotationMarks": "guillemets",
        "finalStop": "omit",
        "spaceBeforeMarks": "none",
        "instructions": ["Call it “the Atlas”.", "Say e-mail, not mail."],
    }
    answer = client.post(GUIDES, json=body)
    guide = made(answer)
    assert guide == {
        **body,
        "id": guide["id"],
        "name": "Web shop",
        "targetLanguage": "de-AT",
        "createdAt": guide["createdAt"],
        "updatedAt": guide["createdAt"],
        "disabled": False,
    }
    assert answer.headers["Location"] == f"{GUIDES}/{guide['id']}"
    assert made(client.get(answer.headers["Location"]), 200) == guide
    assert guide in made(client.get(GUIDES), 200)
    changed = made(
        client.patch(
            f"{GUIDES}/{guide['id']}", json={"tone": "plain", "formality": None, "targetLanguage": None}
        ),
        200,
    )
    assert changed == {
        **guide,
        "tone": "plain",
        "formality": None,
        "targetLanguage": None,
        "updatedAt": changed["updatedAt"],
    }
    disabled = made(client.patch(f"{GUIDES}/{guide['id']}", json={"disabled": True}), 200)
    assert disabled["disabled"] is True
    assert guide["id"] not in {one["id"] for one in made(client.get(GUIDES), 200)}
    assert made(client.get(f"{GUIDES}/{guide['id']}"), 200) == disabled
    assert client.delete(f"{GUIDES}/{guide['id']}").status_code == 204
    assert client.get(f"{GUIDES}/{guide['id']}").status_code == 404
    plain = made(client.post(GUIDES, json={"name": "Nothing said"}))
    assert {plain[name] for name in ("formality", "tone", "numbers", "dates", "finalStop")} == {None}
    assert plain["instructions"] == []


@pytest.mark.parametrize(
    ("fields", "location"),
    [
        ({"name": None}, "name"),
        ({"formality": "rude"}, "formality"),
        ({"tone": 5}, "tone"),
        ({"numbers": "1.234"}, "numbers"),
        ({"targetLanguage": "deutsch!"}, "targetLanguage"),
        ({"instructions": "Be brief."}, "instructions"),
        ({"instructions": ["ok\x00"]}, "instructions"),
    ],
)
def test_p17_e2_what_has_not_its_shape_is_422(
    production: Customer, fields: dict[str, Any], location: str
) -> None:
    answer = production.client.post(GUIDES, json={"name": "X", **fields})
    assert made(answer, 422)["detail"][0]["loc"][1] == location
    if fields != {"name": None}:
        guide = new_guide(production.client)
        assert production.client.patch(f"{GUIDES}/{guide}", json=fields).status_code == 422


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"name": " "}, "RULE_BROKEN"),
        ({"instructions": ["x"] * 11}, "INSTRUCTIONS_REFUSED"),
        ({"instructions": ["x" * 301]}, "INSTRUCTIONS_REFUSED"),
        ({"instructions": ["one\ntwo"]}, "INSTRUCTIONS_REFUSED"),
    ],
)
def test_p17_e4_what_breaks_a_rule_is_400(production: Customer, fields: dict[str, Any], code: str) -> None:
    problems = made(production.client.post(GUIDES, json={"name": "X", **fields}), 400)
    assert [(one["code"], set(one)) for one in problems] == [(code, {"code", "message", "hints"})]
    guide = new_guide(production.client)
    assert production.client.patch(f"{GUIDES}/{guide}", json=fields).status_code == 400


def test_p17_another_accounts_style_guide_is_as_an_absent_one(
    production: Customer, stranger: Customer
) -> None:
    guide = new_guide(production.client)
    for number in (guide, 1_900_000_001, 0, -1):
        for method, options in (("GET", {}), ("PATCH", {"json": {"name": "x"}}), ("DELETE", {})):
            answer = stranger.client.request(method, f"{GUIDES}/{number}", **options)
            assert (answer.status_code, answer.json()) == (404, {"detail": "There is no such style guide."})
    assert guide not in {one["id"] for one in made(stranger.client.get(GUIDES), 200)}


def test_p17_a7_the_scope_reference_reads_and_no_more(live: LiveService, production: Customer) -> None:
    guide = new_guide(production.client)
    with live.client(live.create_application(production.account, "--scopes", "reference")) as client:
        assert client.get(GUIDES).status_code == client.get(f"{GUIDES}/{guide}").status_code == 200
        assert client.post(GUIDES, json={"name": "x"}).status_code == 403
        assert client.patch(f"{GUIDES}/{guide}", json={"name": "x"}).status_code == 403
        assert client.delete(f"{GUIDES}/{guide}").status_code == 403


def test_v3_staff_keep_the_style_guides_of_all_accounts(production: Customer, staff: Staffed) -> None:
    manager, linguist = staff("manager"), staff("linguist")
    body = {"accountId": production.account, "name": "By staff", "formality": "formal"}
    assert linguist.post(PROVIDER, json=body).status_code == 403
    answer = manager.post(PROVIDER, json=body)
    guide = made(answer)
    assert (guide["accountId"], guide["formality"]) == (production.account, "formal")
    assert made(linguist.get(answer.headers["Location"]), 200) == guide
    listed = made(manager.get(PROVIDER, params={"accountId": production.account, "limit": 500}), 200)
    assert guide in listed["styleGuides"]
    assert {one["accountId"] for one in listed["styleGuides"]} == {production.account}
    changed = made(manager.patch(answer.headers["Location"], json={"disabled": True}), 200)
    assert changed["disabled"] is True
    assert manager.delete(answer.headers["Location"]).status_code == 204
    assert manager.get(answer.headers["Location"]).status_code == 404
    assert made(manager.post(PROVIDER, json={**body, "accountId": 1_900_000_001}), 400)


def test_p2_p17_templates_and_projects_name_a_style_guide(production: Customer, staff: Staffed) -> None:
    client, manager = production.client, staff("manager")
    of_template, of_project = new_guide(client), new_guide(client)
    template = made(
        manager.post(
            "/provider/v1/project-templates",
            json={"accountId": production.account, "name": f"Styled {uuid4()}", "styleId": of_template},
        )
    )
    assert template["styleId"] == of_template
    service = made(client.get("/project/v1/services"), 200)[0]["id"]
    body = {"title": "T", "serviceId": service, "templateId": template["id"]}
    project = made(client.post(PROJECTS, json=body))
    assert project["styleId"] == of_template
    assert made(client.post(PROJECTS, json={**body, "styleId": of_project}))["styleId"] == of_project
    address = f"{PROJECTS}/{project['id']}"
    assert client.patch(address, json={"styleId": of_project}).status_code == 204
    assert made(client.get(address), 200)["styleId"] == of_project
    assert client.patch(address, json={"styleId": None}).status_code == 204
    assert made(client.get(address), 200)["styleId"] == of_template
    assert "template" in made(client.delete(f"{GUIDES}/{of_template}"), 409)["detail"]
    assert client.delete(f"{GUIDES}/{of_project}").status_code == 204
    refused = made(client.post(PROJECTS, json={**body, "styleId": of_project}), 400)
    assert [one["code"] for one in refused] == ["STYLE_GUIDE_NOT_FOUND"]
    assert "GET /project/v1/style-guides" in refused[0]["hints"]


def test_o7_operators_list_and_disable_them(live: LiveService, production: Customer) -> None:
    guide = new_guide(production.client, name="Of operators", tone="plain", instructions=["Be brief."])
    listed = live.admin("style-guide", "list", "--account", str(production.account), "--json")
    assert {
        "id": guide,
        "accountId": production.account,
        "name": "Of operators",
        "targetLanguage": None,
        "rules": "tone, instructions",
    }.items() <= next(one for one in listed if one["id"] == guide).items()
    assert live.admin("style-guide", "change", str(guide), "--disable", "--json")["disabled"]
    assert made(production.client.get(f"{GUIDES}/{guide}"), 200)["disabled"] is True
    live.admin("style-guide", "delete", str(guide), "--json")
    assert production.client.get(f"{GUIDES}/{guide}").status_code == 404
