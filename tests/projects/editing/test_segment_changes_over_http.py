"""V8: Many segments on the provider's interface: lists, filters, changes, undoing, locks, replacing."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.projects.editing.wire import Wire
from tests.projects.served import Client

RED = "The red book is big."


async def test_a_list_has_pages_its_length_and_the_version_to_go_on_from(wire: Wire) -> None:
    count = len(await wire.desk.rows())
    page = await wire.read("/segments?limit=3&offset=1")
    assert ([one["number"] for one in page["segments"]], page["total"], page["version"]) == (
        [1, 2, 3],
        count,
        0,
    )
    await wire.save(4, "Uno.")
    last = await wire.read(f"/segments?limit=3&offset={count - 2}")
    assert (len(last["segments"]), last["version"], last["metadata"]["nextPageLink"]) == (2, 1, None)


async def test_a_list_that_begins_with_a_segment_goes_on_by_its_links(wire: Wire) -> None:
    red = await wire.numbers(f"search={RED}&searchIn=source")
    page = await wire.read(f"/segments?search={RED}&limit=1&start={red[0] + 1}")
    assert [one["number"] for one in page["segments"]] == [red[1]]
    assert page["total"] == len(red) == 3
    query = parse_qs(urlsplit(page["metadata"]["nextPageLink"]).query)
    assert query == {"search": [RED], "limit": ["1"], "offset": ["2"]}
    following = await wire.caller.read(page["metadata"]["nextPageLink"])
    assert [one["number"] for one in following["segments"]] == [red[2]]


async def test_filters_choose_by_state_match_lock_and_who_changed_them(wire: Wire, manager: Client) -> None:
    every = await wire.numbers("")
    await wire.save(0, "Uno.", status="confirmed")
    await wire.as_seen_by(manager).save(1, "Dos.")
    await wire.as_seen_by(manager).send("POST", "/lock", {"segments": [2], "locked": True})
    assert await wire.numbers("status=confirmed") == [0]
    assert await wire.numbers("status=confirmed&status=translated") == [0, 1]
    assert await wire.numbers("changedBy=me") == [0]
    assert await wire.numbers("changedBy=others") == [1, 2]
    actor = (await wire.read("/segments/1"))["changedBy"]
    assert await wire.numbers(f"changedBy={actor}") == [1, 2]
    assert await wire.numbers("locked=true") == [2]
    assert await wire.numbers("locked=false&status=new") == every[3:]
    assert await wire.numbers("match=none&match=mt&limit=500") == every
    assert await wire.numbers("search=d.s&pattern=true&searchIn=target") == [1]
    assert await wire.numbers("search=dos&matchCase=true&searchIn=target") == []


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("status=lost", "status"),
        ("match=77", "match"),
        ("searchIn=notes", "searchIn"),
        ("locked=maybe", "locked"),
        ("start=-1", "start"),
        ("limit=501", "limit"),
        (f"search={'a' * 501}", "search"),
        ("locked=true&locked=false", "locked"),
    ],
)
async def test_wrong_filters_are_refused_by_name(wire: Wire, query: str, field: str) -> None:
    refused = await wire.send("GET", f"/segments?{query}")
    assert (refused.status_code, refused.json()["detail"][0]["loc"][:2]) == (422, ["query", field])


async def test_an_expression_that_cannot_be_read_says_where(wire: Wire) -> None:
    refused = await wire.send("GET", "/segments?search=(&pattern=true")
    (problem,) = refused.json()
    assert (refused.status_code, problem["code"]) == (400, "SEARCH_INVALID")
    assert "character" in problem["message"]


async def test_what_others_change_and_have_open_is_followed(wire: Wire, manager: Client) -> None:
    other = wire.as_seen_by(manager)
    assert await wire.read("/changes?since=0&window=mine&segment=3") == {
        "segments": [],
        "version": 0,
        "editors": [],
    }
    await other.save(1, "Uno.")
    seen = await other.read("/changes?since=0&window=theirs")
    assert [one["segment"] for one in seen["editors"]] == [3]
    assert seen["editors"][0]["name"] == "CMS"
    found = await wire.read("/changes?since=0&window=mine&segment=3")
    assert ([one["number"] for one in found["segments"]], found["version"]) == ([1], 1)
    assert found["segments"][0] == await wire.read("/segments/1")
    assert (await wire.read("/changes?since=1"))["segments"] == []
    assert (await wire.send("DELETE", "/windows/mine")).status_code == 204
    assert (await wire.send("DELETE", "/windows/mine")).status_code == 204
    assert (await other.read("/changes?since=1&window=theirs"))["editors"] == []


async def test_a_change_is_undone_in_all_of_its_segments_or_in_some(wire: Wire) -> None:
    first, *others = await wire.numbers(f"search={RED}")
    saved = (await wire.save(first, "Rojo.", propagate="untouched")).json()
    assert saved["propagated"] == others
    some = await undo(wire, saved["propagatedVersion"], segments=others[:1])
    assert [(one["number"], one["target"], one["change"]) for one in some["segments"]] == [
        (others[0], None, "undone")
    ]
    await wire.save(others[1], "Otro.")
    nothing = await wire.send("POST", "/undo", {"version": saved["propagatedVersion"]})
    assert nothing.status_code == 404
    again = await undo(wire, some["version"])  # undoing is undone
    assert [one["target"] for one in again["segments"]] == ["Rojo."]
    assert (await wire.read(f"/segments/{first}"))["target"] == "Rojo."


async def undo(wire: Wire, version: int, **said: Any) -> Any:
    answer = await wire.send("POST", "/undo", {"version": version, **said})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_managers_alone_lock_and_unlock(wire: Wire, manager: Client) -> None:
    body = {"segments": [0, 1, 999], "locked": True}
    refused = await wire.send("POST", "/lock", body)
    assert refused.status_code == 403
    assert "manager" in refused.json()["detail"]
    boss = wire.as_seen_by(manager)
    locked = (await boss.send("POST", "/lock", body)).json()["segments"]
    assert [(one["number"], one["locked"], one["change"]) for one in locked] == [
        (0, True, "locked"),
        (1, True, "locked"),
    ]
    assert (await boss.send("POST", "/lock", body)).json() == {"segments": []}
    assert (await boss.save(0, "Uno.")).json()["code"] == "SEGMENT_LOCKED"
    await boss.send("POST", "/lock", body | {"segments": [0], "locked": False})
    assert (await wire.save(0, "Uno.")).status_code == 200
    assert (await boss.send("POST", "/lock", body | {"segments": []})).status_code == 422


async def test_a_text_is_replaced_in_chosen_segments_of_a_preview(wire: Wire, manager: Client) -> None:
    number, other = await wire.numbers("search=press")
    await wire.save(number, "Pulse <1>Inicio</1> &amp; pulse.", propagate="untouched")
    await wire.save(0, "Pulse.", status="confirmed")
    wanted = {"search": "pulse", "replacement": "toque"}
    shown = (await wire.send("POST", "/replacement/preview", wanted)).json()["segments"]
    assert {"number": number, "version": 1} | {
        "before": "Pulse <1>Inicio</1> &amp; pulse.",
        "target": "toque <1>Inicio</1> &amp; toque.",
    } in shown
    assert [one["number"] for one in shown] == sorted([number, other, 0])
    confirmed = await wire.send("POST", "/replacement/preview?status=confirmed", wanted)
    assert [one["number"] for one in confirmed.json()["segments"]] == [0]
    theirs = await wire.as_seen_by(manager).send("POST", "/replacement/preview?changedBy=me", wanted)
    assert theirs.json() == {"segments": []}
    await wire.save(other, "Pulse <1>Inicio</1> ahora.", status="confirmed")
    chosen = [{"number": one["number"], "version": one["version"]} for one in shown if one["number"] != 0]
    done = (await wire.send("POST", "/replacement", {**wanted, "segments": chosen})).json()
    assert [(one["number"], one["target"], one["change"]) for one in done["segments"]] == [
        (number, "toque <1>Inicio</1> &amp; toque.", "replaced")
    ]
    assert (done["kept"], (await wire.read("/segments/0"))["target"]) == ([other], "Pulse.")
    back = await undo(wire, done["version"])
    assert [one["target"] for one in back["segments"]] == ["Pulse <1>Inicio</1> &amp; pulse."]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"search": "", "replacement": "b"}, 422),
        ({"search": "a"}, 422),
        ({"search": "(", "replacement": "b", "pattern": True}, 400),
        ({"search": "(a)", "replacement": "\\7", "pattern": True}, 400),
        ({"search": "a", "replacement": "b", "segments": []}, 422),
        ({"search": "a", "replacement": "b", "segments": [{"number": 0}]}, 422),
    ],
)
async def test_replacements_that_cannot_be_made_are_refused(
    wire: Wire, body: dict[str, Any], status: int
) -> None:
    await wire.save(0, "aaa")
    path = "/replacement" if "segments" in body else "/replacement/preview"
    refused = await wire.send("POST", path, body)
    assert refused.status_code == status, refused.text
    if status == 400:
        assert [one["code"] for one in refused.json()] == ["SEARCH_INVALID"]
    assert (await wire.read("/segments/0"))["target"] == "aaa"
