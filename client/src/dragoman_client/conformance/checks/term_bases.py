"""P17: a customer's own term bases."""

from __future__ import annotations

from typing import Any

from dragoman_client.conformance.expectations import (
    expect,
    expect_detail,
    expect_equal,
    expect_fields,
    expect_header,
    expect_invalid,
    expect_json,
    expect_problems,
    expect_status,
)
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.server import CheckedServer

BASES = "/project/v1/term-bases"


@check("P17")
def created(server: CheckedServer) -> None:
    """A term base is created, listed, renamed and deleted."""
    path, made = _create(server)
    expect_equal(answer := server.customer.get(path), "record", expect_json(answer), made)
    listed = server.customer.get(BASES)
    expect(listed, made["id"] in [one["id"] for one in expect_json(listed)], "the new one in the list")
    renamed = server.customer.patch(path, json={"name": f"{server.name} again"})
    expect_equal(renamed, "name", expect_json(renamed)["name"], f"{server.name} again")
    expect_status(server.customer.delete(path), 204)
    expect_detail(server.customer.get(path), 404)


@check("P17")
def concepts(server: CheckedServer) -> None:
    """Concepts are added, read, searched, changed by version, and deleted."""
    path, _ = _create(server)
    source, target = server.target.source, server.target.target
    terms = [{"language": source, "text": "lift"}, {"language": target, "text": "zorblatt"}]
    answer = server.customer.post(f"{path}/concepts", json={"terms": terms})
    concept = expect_json(answer, 201)
    one = expect_header(answer, "Location", f".*{path}/concepts/{concept['id']}$")
    expect_equal(answer := server.customer.get(one), "concept", expect_json(answer), concept)
    for search, count in (("LIF", 1), ("absent", 0)):
        answer = server.customer.get(f"{path}/concepts", params={"search": search})
        expect_equal(answer, "number of concepts", len(expect_json(answer)["concepts"]), count)
    body = {"terms": [*terms, {"language": target, "text": "zorblatts"}], "version": concept["version"]}
    answer = server.customer.put(one, json=body)
    texts = [term["text"] for term in expect_json(answer)["terms"]]
    expect_equal(answer, "terms", texts, ["lift", "zorblatt", "zorblatts"])
    expect_status(server.customer.put(one, json=body), 409)
    expect_status(server.customer.delete(one), 204)
    expect_detail(server.customer.get(one), 404)


@check("P17", "E4")
def broken_entries(server: CheckedServer) -> None:
    """Entries that break rules are all reported, and nothing is created."""
    entries = [{"source": "a", "target": "b"}, {"source": " ", "target": "x"}, {"source": "c", "target": ""}]
    body = {"name": server.name, **_languages(server), "entries": entries}
    answer = server.customer.post(BASES, json=body)
    expect_equal(answer, "number of problems", len(expect_problems(answer)), 2)
    listed = server.customer.get(BASES)
    expect(listed, server.name not in listed.text, "no term base", "the refused one in the list")


@check("P17", "E2")
def malformed_entries(server: CheckedServer) -> None:
    """Entries as text that cannot be read are a validation error without the text."""
    answer = server.customer.post(
        BASES, json={"name": server.name, **_languages(server), "entries": "canary7391,b\nc"}
    )
    expect_invalid(answer, ["body", "entries"])
    expect(answer, "canary7391" not in answer.text, "no echo of the entries")


@check("P17")
def imported(server: CheckedServer) -> None:
    """A CSV file comes in by a job with progress and a report, and goes out."""
    path, _ = _create(server)
    source, target = server.target.source, server.target.target
    data = f"{source},{target}\ntray,zorblatt\npaper,zorb\n".encode()
    query = {"fileName": "terms.csv", "mode": "merge"}
    answer = server.customer.post(f"{path}/imports", content=data, params=query)
    begun = expect_json(answer, 202)
    location = expect_header(answer, "Location", f".*{path}/imports/{begun['id']}$")
    found = wait_for_import(server, location)
    ended = [found["status"], found["progress"], found["report"]["added"]]
    expect_equal(answer, "status, progress, added", ended, ["FINISHED", 1, 2])
    exported = server.customer.get(f"{path}/export", params={"format": "csv"})
    expect_status(exported, 200)
    expect_header(exported, "Content-Type", "text/csv")
    expect(exported, "zorblatt" in exported.text, "the terms in the export")


@check("P17")
def dry_run(server: CheckedServer) -> None:
    """A dry run counts and changes nothing."""
    path, made = _create(server)
    data = f"{server.target.source},{server.target.target}\ntray,zorblatt\n".encode()
    answer = server.customer.post(f"{path}/imports", content=data, params={"dryRun": "true"})
    expect_status(answer, 202)
    found = wait_for_import(server, answer.headers["Location"])
    expect_equal(answer, "added", found["report"]["added"], 1)
    after = server.customer.get(path)
    expect_equal(after, "version", expect_json(after)["version"], made["version"])


@check("P17")
def refused_import(server: CheckedServer) -> None:
    """A file that cannot be read is a failed job with code, message and hints; the base is unchanged."""
    path, made = _create(server)
    answer = server.customer.post(f"{path}/imports", content=b"\x00\x01\x02" * 9, params={"mode": "replace"})
    expect_status(answer, 202)
    found = wait_for_import(server, answer.headers["Location"])
    expect_equal(answer, "status", found["status"], "FAILED")
    expect_fields(answer, found["failure"], ("code", "message", "hints"))
    after = server.customer.get(path)
    expect_equal(after, "version", expect_json(after)["version"], made["version"])


def wait_for_import(server: CheckedServer, location: str) -> dict[str, Any]:
    """An import's record once it has ended; its progress is from 0 to 1 all the time."""

    def read() -> dict[str, Any]:
        answer = server.customer.get(location)
        found = dict(expect_json(answer))
        expect(answer, 0 <= found["progress"] <= 1, "progress from 0 to 1", found["progress"])
        return found

    return server.poll(read, lambda found: found["status"] not in {"WAITING", "RUNNING"}, "the import's end")


def _languages(server: CheckedServer) -> dict[str, str]:
    return {"sourceLanguage": server.target.source, "targetLanguage": server.target.target}


def _create(server: CheckedServer) -> tuple[str, dict[str, Any]]:
    """A term base that translates nothing by itself, deleted after the check: its path and record."""
    answer = server.customer.post(BASES, json={"name": server.name, "useForTranslation": False})
    made = dict(expect_json(answer, 201))
    path = f"{BASES}/{made['id']}"
    server.defer(lambda: server.customer.delete(path))
    return path, made
