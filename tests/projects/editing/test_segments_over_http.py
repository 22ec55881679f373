"""V8: Segments on the provider's interface: reading, saving by version, versions, checks, and who may."""

from __future__ import annotations

from typing import Any

import pytest

from dragoman.projects.linguists.editing.locking import lock_segments
from tests.projects.editing.desk import MANAGER
from tests.projects.editing.wire import Wire
from tests.projects.served import ABSENT, Client

PRESS = "Press <1>Start</1> now."
NO_TOKEN = {"Authorization": ""}
# Every operation, with a body that is right in itself.
EVERY: list[tuple[str, str, Any]] = [
    ("GET", "/segments", None),
    ("GET", "/segments/0", None),
    ("PUT", "/segments/0", {"target": "Uno.", "status": "translated"}),
    ("GET", "/segments/0/versions", None),
    ("POST", "/segments/0/restore", {"version": 1}),
    ("POST", "/segments/0/check", {"target": "Uno."}),
    ("POST", "/lock", {"segments": [0], "locked": True}),
    ("POST", "/undo", {"version": 1}),
    ("GET", "/changes?since=0", None),
    ("DELETE", "/windows/w1", None),
    ("POST", "/replacement/preview", {"search": "a", "replacement": "b"}),
    (
        "POST",
        "/replacement",
        {"search": "a", "replacement": "b", "segments": [{"number": 0, "version": 0}]},
    ),
]
OPERATIONS = pytest.mark.parametrize(("method", "path", "body"), EVERY, ids=[f"{a} {b}" for a, b, _ in EVERY])


async def test_a_segment_is_read_saved_and_read_again(wire: Wire) -> None:
    (number, repeated) = await wire.numbers("search=press")
    shown = await wire.send("GET", f"/segments/{number}")
    segment = shown.json()
    assert (segment["source"], segment["target"], segment["version"]) == (PRESS, None, 0)
    assert shown.headers["etag"] == '"0"'
    body = {"target": "Pulse <1>Inicio</1> ya.", "status": "confirmed", "propagate": "untouched"}
    saved = await wire.send("PUT", f"/segments/{number}", body, If_Match=shown.headers["etag"])
    assert saved.status_code == 200, saved.text
    answer = saved.json()
    assert saved.headers["etag"] == f'"{answer["segment"]["version"]}"' == '"1"'
    assert {
        key: answer["segment"][key]
        for key in ("target", "status", "origin", "change", "changedByName", "locked")
    } == {
        "target": "Pulse <1>Inicio</1> ya.", "status": "confirmed", "origin": "human", "change": "edited",
        "changedByName": "CMS", "locked": False,
    }  # fmt: skip
    assert answer["segment"]["changedBy"].startswith("application:")
    assert (answer["propagated"], answer["propagatedVersion"], answer["version"]) == ([repeated], 2, 2)
    assert (await wire.read(f"/segments/{number}")) == answer["segment"]
    assert (await wire.read(f"/segments/{repeated}"))["target"] == "Pulse <1>Inicio</1> ya."


async def test_what_was_changed_meanwhile_is_answered_with_what_it_is_now(wire: Wire) -> None:
    await wire.save(0, "Uno.")
    refused = await wire.save(0, "Dos.", version=0)
    assert refused.status_code == 409
    said = refused.json()
    assert (said["code"], said["current"]["target"], said["current"]["version"]) == (
        "SEGMENT_CHANGED",
        "Uno.",
        1,
    )
    assert said["current"] == await wire.read("/segments/0")
    assert "Dos" not in refused.text
    taken = await wire.save(0, "Dos.", version=said["current"]["version"])
    assert taken.status_code == 200


async def test_a_save_that_is_sent_again_changes_nothing(wire: Wire) -> None:
    first = await wire.save(0, "Uno.", version=0)
    again = await wire.save(0, "Uno.", version=0)
    assert again.status_code == 200
    assert again.json()["segment"] == first.json()["segment"]
    assert again.headers["etag"] == first.headers["etag"]
    assert len((await wire.read("/segments/0/versions"))["versions"]) == 1


@pytest.mark.parametrize("sent", ['"0"', "0"])
async def test_the_version_is_taken_with_and_without_quotes(wire: Wire, sent: str) -> None:
    assert (await wire.save(0, "Uno.", version=sent)).status_code == 200


@pytest.mark.parametrize(
    "sent", ['W/"0"', "*", '"0', '0"', '"0", "1"', "-1", "x", '""', "0" * 10, '"' + "0" * 19, "٣"]
)
async def test_other_values_of_if_match_are_refused_and_named(wire: Wire, sent: str) -> None:
    refused = await wire.caller.call(
        "PUT",
        f"{wire.path}/segments/0",
        json={"target": "Uno.", "status": "translated"},
        headers={"If-Match": sent.encode("utf-8")},
    )
    assert refused.status_code == 422
    assert [one["loc"] for one in refused.json()["detail"]] == [["header", "If-Match"]]
    assert (await wire.read("/segments/0"))["target"] is None


@pytest.mark.parametrize("path", ["/segments/0", "/segments/0/restore"])
async def test_a_change_without_a_version_is_refused(wire: Wire, path: str) -> None:
    body = {"version": 1} if path.endswith("restore") else {"target": "Uno.", "status": "translated"}
    refused = await wire.send("POST" if path.endswith("restore") else "PUT", path, body)
    assert refused.status_code == 422
    assert refused.json()["detail"][0]["loc"] == ["header", "If-Match"]


@pytest.mark.parametrize(
    ("target", "about"),
    [
        ("Pulse <9/> ya.", "9"),
        ("Pulse <1>Inicio ya.", "whole"),
        ("Pulse </1>Inicio<1> ya.", "whole"),
        ("<1>Pulse</1> <1>Inicio</1> ya.", "several"),
    ],
)
async def test_codes_that_the_source_does_not_have_so_are_refused(
    wire: Wire, target: str, about: str
) -> None:
    number, _ = await wire.numbers("search=press")
    refused = await wire.save(number, target)
    assert refused.status_code == 400
    (problem,) = refused.json()
    assert problem["code"] == "TARGET_INVALID"
    assert about in problem["message"]
    draft = await wire.save(number, "Pulse ya.")  # a draft may lack them
    assert [one["code"] for one in draft.json()["findings"]] == ["CODE_MISSING"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "target"),
        ({"target": "a"}, "status"),
        ({"target": "a", "status": "new"}, "status"),
        ({"target": 7, "status": "translated"}, "target"),
        ({"target": "a\x00b", "status": "translated"}, "target"),
        ({"target": "a", "status": "translated", "propagate": "all"}, "propagate"),
        ({"target": "a", "status": "translated", "window": "no spaces"}, "window"),
        ({"target": "a", "status": "translated", "takeOver": "yes"}, "takeOver"),
    ],
)
async def test_malformed_bodies_are_refused_by_name(wire: Wire, body: Any, field: str) -> None:
    refused = await wire.send("PUT", "/segments/0", body, If_Match="0")
    assert (refused.status_code, refused.json()["detail"][0]["loc"][:2]) == (422, ["body", field])


async def test_a_target_that_is_too_long_is_refused_by_its_length(wire: Wire) -> None:
    assert (await wire.save(0, "a" * 100_001)).status_code == 422


@pytest.mark.parametrize("state", ["handed back", "held", "locked", "in use", "cancelled"])
async def test_states_that_do_not_allow_a_change_are_named(wire: Wire, manager: Client, state: str) -> None:
    desk, other = wire.desk, wire.as_seen_by(manager)
    project = f"/provider/v1/projects/{desk.address.project_id}"
    match state:
        case "handed back":
            at = desk.address.translation_id
            await wire.caller.call("POST", f"/provider/v1/translations/{at}/hand-back")
        case "held":
            await manager.call("POST", f"{project}/hold", json={})
        case "locked":
            await desk.call(lock_segments, desk.address, [0], locked=True, editor=MANAGER)
        case "in use":
            await other.read("/changes?since=0&window=theirs&segment=0")
        case _:
            await manager.call("POST", f"{project}/cancel", json={"reason": "Enough"})
            await desk.shop.work()
    refused = await wire.save(0, "Uno.")
    code = {
        "handed back": "TRANSLATION_HANDED_BACK",
        "held": "PROJECT_HELD",
        "locked": "SEGMENT_LOCKED",
        "in use": "SEGMENT_IN_USE",
        "cancelled": "TRANSLATION_NOT_OPEN",
    }[state]
    assert (refused.status_code, refused.json()["code"]) == (409, code)
    assert set(refused.json()) == {"code", "detail"}
    if state in ("handed back", "held"):  # managers go on
        assert (await other.save(0, "Uno.")).status_code == 200
    if state == "in use":
        assert (await wire.save(0, "Uno.", takeOver=True)).status_code == 200


async def test_versions_are_listed_and_restored(wire: Wire) -> None:
    await wire.save(0, "Uno.", status="confirmed")
    await wire.save(0, "Dos.", status="confirmed")
    listed = (await wire.read("/segments/0/versions"))["versions"]
    assert [(one["version"], one["target"], one["status"], one["change"]) for one in listed] == [
        (2, "Dos.", "confirmed", "edited"),
        (1, "Uno.", "confirmed", "edited"),
    ]
    restored = await wire.send("POST", "/segments/0/restore", {"version": 1}, If_Match='"2"')
    assert (restored.json()["target"], restored.json()["status"]) == ("Uno.", "translated")
    assert restored.headers["etag"] == '"3"'
    late = await wire.send("POST", "/segments/0/restore", {"version": 1}, If_Match='"2"')
    assert (late.status_code, late.json()["code"], late.json()["current"]) == (
        409,
        "SEGMENT_CHANGED",
        restored.json(),
    )
    unknown = await wire.send("POST", "/segments/0/restore", {"version": 77}, If_Match='"3"')
    assert unknown.status_code == 404


async def test_a_target_is_checked_with_what_mends_it_and_not_saved(wire: Wire) -> None:
    found = await wire.send("POST", "/segments/0/check", {"target": "El  libro rojo es grande."})
    (double,) = [one for one in found.json()["findings"] if one["code"] == "SPACE_DOUBLE"]
    assert double["fixed"] == "El libro rojo es grande."
    assert (double["severity"], double["target"]) == ("warning", {"start": 2, "end": 4})
    assert (await wire.read("/segments/0"))["target"] is None


async def test_the_checks_of_all_segments_are_kept_for_the_filter(wire: Wire) -> None:
    number, _ = await wire.numbers("search=press")
    await wire.save(number, "Pulse  ya.")
    await wire.desk.call(forget_issues, wire)
    assert await wire.numbers("issue=any") == []
    found = await wire.read("/qa")
    assert {"CODE_MISSING", "SPACE_DOUBLE", "TARGET_EMPTY"} <= set(found["codes"])
    assert await wire.numbers("issue=any") == await wire.numbers("issue=SPACE_DOUBLE") == [number]


async def forget_issues(tx: Any, wire: Wire) -> None:
    """As it is after an import of a package, whose segments are not checked."""
    await tx.connection.exec_driver_sql(
        "UPDATE project_segments SET issues = NULL WHERE translation_id = "
        f"{wire.desk.address.translation_id:d}"
    )


@OPERATIONS
async def test_strangers_are_refused(wire: Wire, client: Client, method: str, path: str, body: Any) -> None:
    nobody = await wire.caller.call(method, wire.path + path, json=body, headers=NO_TOKEN)
    assert nobody.status_code == 401
    customer = await wire.as_seen_by(client).send(method, path, body, If_Match="0")
    assert customer.status_code == 403


@OPERATIONS
async def test_what_is_not_there_is_not_found(wire: Wire, manager: Client, method: str, path: str, body: Any):
    at = wire.desk.address
    for place in (
        f"/provider/v1/projects/{at.project_id}/translations/{ABSENT}",
        f"/provider/v1/projects/{ABSENT}/translations/{at.translation_id}",
    ):
        answer = await manager.call(method, place + path, json=body, headers={"If-Match": "0"})
        assert answer.status_code == 404, answer.text
    if "/0" in path:
        answer = await wire.send(method, path.replace("/0", "/999"), body, If_Match="0")
        assert answer.status_code == 404
        assert "999" in answer.json()["detail"]


@OPERATIONS
async def test_parameters_that_are_not_there_are_refused(
    wire: Wire, manager: Client, method: str, path: str, body: Any
) -> None:
    sign = "&" if "?" in path else "?"
    refused = await wire.as_seen_by(manager).send(method, f"{path}{sign}colour=red", body, If_Match="0")
    assert (refused.status_code, refused.json()["detail"][0]["loc"]) == (422, ["query", "colour"])
