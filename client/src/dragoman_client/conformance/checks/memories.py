"""P17 and T5: a customer's own translation memories."""

from __future__ import annotations

from typing import Any

from dragoman_client.conformance.checks.term_bases import wait_for_import
from dragoman_client.conformance.expectations import (
    expect,
    expect_detail,
    expect_equal,
    expect_header,
    expect_json,
    expect_status,
)
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.samples import sample_tmx
from dragoman_client.conformance.server import CheckedServer

MEMORIES = "/project/v1/translation-memories"


@check("P17")
def created(server: CheckedServer) -> None:
    """A memory is created, listed, renamed and deleted; it is neither primary nor used by itself."""
    path, made = _create(server)
    answer = server.customer.get(path)
    expect_equal(answer, "record", expect_json(answer), made)
    expect_equal(answer, "primary", made["primary"], False)
    listed = server.customer.get(MEMORIES)
    expect(listed, made["id"] in [one["id"] for one in expect_json(listed)], "the new one in the list")
    renamed = server.customer.patch(path, json={"name": f"{server.name} again"})
    expect_equal(renamed, "name", expect_json(renamed)["name"], f"{server.name} again")
    expect_status(server.customer.delete(path), 204)
    expect_detail(server.customer.get(path), 404)


@check("P17")
def units(server: CheckedServer) -> None:
    """Units are added, searched, changed by version, and deleted."""
    path, _ = _create(server)
    answer = server.customer.post(f"{path}/units", json=_unit(server, "Zorblatt one."))
    unit = expect_json(answer, 201)
    expect_header(answer, "Location", f".*{path}/units/{unit['id']}$")
    one = f"{path}/units/{unit['id']}"
    for search, count in (("zorblatt", 1), ("absent", 0)):
        answer = server.customer.get(f"{path}/units", params={"search": search})
        expect_equal(answer, "number of units", len(expect_json(answer)["units"]), count)
    body = {"version": unit["version"], "target": "Zorblatt two."}
    changed = server.customer.patch(one, json=body)
    expect_equal(changed, "target", expect_json(changed)["target"], "Zorblatt two.")
    expect_status(server.customer.patch(one, json=body), 409)
    expect_status(server.customer.delete(one), 204)
    expect_detail(server.customer.get(one), 404)


@check("P17")
def imported(server: CheckedServer) -> None:
    """A TMX file comes in by a job with progress, translates, and goes out."""
    path, made = _create(server)
    source, target = server.target.source, server.target.target
    data = sample_tmx(source, target, server.texts.second, "Zorblatt three.")
    answer = server.customer.post(f"{path}/imports", content=data, params={"fileName": "a.tmx"})
    begun = expect_json(answer, 202)
    found = wait_for_import(server, expect_header(answer, "Location", f".*/imports/{begun['id']}$"))
    expect_equal(answer, "status, added", [found["status"], found["added"]], ["FINISHED", 1])
    translated = server.translate(server.texts.second, translationMemoryId=made["id"])
    texts = [item["translation"] for item in expect_json(translated)["translations"]]
    expect_equal(translated, "translations", texts, ["Zorblatt three."])
    exported = server.customer.get(f"{path}/export")
    expect_status(exported, 200)
    expect(exported, "Zorblatt three." in exported.text and "<tmx" in exported.text, "the unit in the TMX")


@check("P17")
def broken_import(server: CheckedServer) -> None:
    """A broken TMX file is a failed job, and adds nothing."""
    path, _ = _create(server)
    answer = server.customer.post(f"{path}/imports", content=b"<tmx version='1.4'><body><tu>")
    expect_status(answer, 202)
    found = wait_for_import(server, answer.headers["Location"])
    expect_equal(answer, "status", found["status"], "FAILED")
    listed = server.customer.get(f"{path}/units")
    expect_equal(listed, "units", expect_json(listed)["units"], [])


@check("T5", "P17")
def used_for_translation(server: CheckedServer) -> None:
    """A memory that is marked useForTranslation gives its exact matches by itself."""
    path, _ = _create(server)
    text = f"{server.texts.second} {server.name.capitalize()}."
    expect_status(server.customer.post(f"{path}/units", json=_unit(server, "Zorblatt four.", text)), 201)
    before = server.translate(text, query={"explain": "true"})
    expect_equal(before, "origin", expect_json(before)["translations"][0]["origin"], "engine")
    expect_status(server.customer.patch(path, json={"useForTranslation": True}), 200)
    server.poll(
        lambda: expect_json(server.translate(text))["translations"],
        lambda found: found == [{"translation": "Zorblatt four."}],
        "the memory's translation",
        seconds=10,
    )


def _create(server: CheckedServer) -> tuple[str, dict[str, Any]]:
    """A memory, deleted after the check: its path and record."""
    answer = server.customer.post(MEMORIES, json={"name": server.name})
    made = dict(expect_json(answer, 201))
    path = f"{MEMORIES}/{made['id']}"
    server.defer(lambda: server.customer.delete(path))
    return path, made


def _unit(server: CheckedServer, translation: str, text: str = "") -> dict[str, str]:
    return {
        "sourceLanguage": server.target.source,
        "targetLanguage": server.target.target,
        "source": text or server.texts.first,
        "target": translation,
    }
