"""V8: The help beside a segment on the provider's interface: matches, terms, suggestions, concordance."""

from __future__ import annotations

import pytest

from tests.projects.editing.desk import open_desk
from tests.projects.editing.wire import Wire
from tests.projects.served import ABSENT, Client

BOOKS = b"<p>The red book is <b>big</b>.</p><p>The blue book is <b>big</b>.</p><p>It is new &amp; dear.</p>"
EVERY: list[tuple[str, str]] = [
    ("GET", "/segments/0/help"),
    ("POST", "/segments/0/suggestion"),
    ("GET", "/concordance?search=book"),
]
OPERATIONS = pytest.mark.parametrize(("method", "path"), EVERY, ids=[f"{a} {b}" for a, b in EVERY])


async def open_books(client: Client, caller: Client) -> Wire:
    """Books, the first of which is confirmed."""
    wire = Wire(desk=await open_desk(client.shop, BOOKS), caller=caller)
    saved = await wire.save(0, "El libro rojo es <1>grande</1>.", status="confirmed")
    assert saved.status_code == 200, saved.text
    return wire


async def test_what_the_project_confirmed_helps_at_once(client: Client, linguist: Client) -> None:
    wire = await open_books(client, linguist)
    found = await wire.read("/segments/1/help")
    (match,) = found["matches"]
    assert (match["source"], match["target"]) == (
        "The red book is <1>big</1>.",
        "El libro rojo es <1>grande</1>.",
    )
    assert (match["memory"], match["penalty"], match["fits"]) == (None, 0, False)
    assert 50 <= match["score"] < 100
    assert match["changedByName"] == "CMS"
    assert (found["number"], found["terms"]) == (1, [])
    assert (found["previous"], found["next"]) == ("The red book is big.", "It is new & dear.")
    await wire.save(0, "El libro rojo es <1>grande</1>.")  # it is no longer confirmed
    assert (await wire.read("/segments/1/help"))["matches"] == []


async def test_an_engine_suggests_a_target_and_nothing_is_stored(client: Client, linguist: Client) -> None:
    wire = await open_books(client, linguist)
    before = await wire.read("/segments/1")
    made = await wire.send("POST", "/segments/1/suggestion")
    assert made.status_code == 200, made.text
    assert made.json()["target"].count("<1>") == made.json()["target"].count("</1>") == 1
    assert made.json()["engine"].startswith("apertium")
    assert "CODE_MISSING" not in [one["code"] for one in made.json()["findings"]]
    assert await wire.read("/segments/1") == before


async def test_words_are_found_and_shown_in_their_texts(client: Client, linguist: Client) -> None:
    wire = await open_books(client, linguist)
    await wire.save(2, "Es nuevo &amp; caro.", status="confirmed")
    (unit,) = (await wire.read("/concordance?search=LIBRO"))["units"]
    assert [one["text"] for one in unit["target"] if one["found"]] == ["libro"]
    assert "".join(one["text"] for one in unit["source"]) == "The red book is <1>big</1>."
    assert unit["memory"] is None
    (unit,) = (await wire.read("/concordance?search=caro"))["units"]
    assert "".join(one["text"] for one in unit["target"]) == "Es nuevo &amp; caro."
    assert (await wire.read("/concordance?search=zorro"))["units"] == []


@pytest.mark.parametrize("query", ["", "?search=", f"?search={'a' * 201}"], ids=["none", "empty", "long"])
async def test_a_search_is_needed_and_short(wire: Wire, query: str) -> None:
    refused = await wire.send("GET", f"/concordance{query}")
    assert (refused.status_code, refused.json()["detail"][0]["loc"]) == (422, ["query", "search"])


async def test_a_search_without_words_is_refused_also_without_memories(wire: Wire) -> None:
    refused = await wire.send("GET", "/concordance?search=...")
    assert (refused.status_code, refused.json()[0]["code"]) == (400, "SEARCH_EMPTY")


@OPERATIONS
async def test_strangers_are_refused(wire: Wire, client: Client, method: str, path: str) -> None:
    assert (await wire.send(method, path, Authorization="")).status_code == 401
    assert (await wire.as_seen_by(client).send(method, path)).status_code == 403


@OPERATIONS
async def test_what_is_not_there_is_not_found(wire: Wire, manager: Client, method: str, path: str) -> None:
    at = wire.desk.address
    for project, translation in ((ABSENT, at.translation_id), (at.project_id, ABSENT)):
        place = f"/provider/v1/projects/{project}/translations/{translation}{path}"
        answer = await manager.call(method, place)
        assert (answer.status_code, answer.json()) == (404, {"detail": "There is no such translation."})
    if "/0/" in path:
        answer = await wire.send(method, path.replace("/0/", "/999/"))
        assert (answer.status_code, "999" in answer.json()["detail"]) == (404, True)


@OPERATIONS
async def test_parameters_that_are_not_there_are_refused(wire: Wire, method: str, path: str) -> None:
    refused = await wire.send(method, f"{path}{'&' if '?' in path else '?'}colour=red")
    assert (refused.status_code, refused.json()["detail"][0]["loc"]) == (422, ["query", "colour"])
