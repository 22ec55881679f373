"""V8: Reviews on the provider's interface: the whole second pass, what is refused, and who may."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
import pytest_asyncio

from dragoman.access.staff import OPERATOR
from dragoman.projects.linguists.assigning import assign, assign_reviewer, hand_back
from tests.projects.editing.desk import LINGUIST
from tests.projects.editing.reviewing import make_linguists
from tests.projects.editing.wire import Wire
from tests.projects.served import ABSENT, Client

RETURN = {"review": "returned", "comment": {"text": "No."}}
ERROR = {"category": "accuracy", "severity": "major"}
# Every operation, with a body that is right in itself.
EVERY: list[tuple[str, str, Any]] = [
    ("PUT", "/reviewer", {"userId": None}),
    ("POST", "/segments/0/review", {"review": "accepted"}),
    ("POST", "/review", {"segments": [{"number": 0, "version": 0}]}),
    ("POST", "/review/hand-back", None),
    ("POST", "/return", None),
    ("GET", "/differences", None),
    ("GET", "/segments/0/comments", None),
    ("POST", "/segments/0/comments", {"text": "Is it?"}),
    ("GET", "/comments", None),
    ("PATCH", "/comments/1", {"resolved": True}),
    ("DELETE", "/comments/1", None),
    ("GET", "/quality-report", None),
]
OPERATIONS = pytest.mark.parametrize(("method", "path", "body"), EVERY, ids=[f"{a} {b}" for a, b, _ in EVERY])


@pytest_asyncio.fixture
async def reviewed(wire: Wire) -> Wire:
    """A translation whose translator has done three segments and handed it back, as a program sees it."""
    desk = wire.desk
    translator, reviewer = await make_linguists(desk, "Jonas", "Rosa")
    at = desk.address
    await desk.call(assign, at.translation_id, translator, staff=OPERATOR)
    await desk.call(assign_reviewer, at.project_id, at.translation_id, reviewer, staff=OPERATOR)
    for number, text in enumerate(("Uno.", "Dos.", "Tres.")):
        await desk.save(number, text, confirmed=True)
    await desk.call(hand_back, at.translation_id, staff=LINGUIST.staff)
    return wire


async def review(wire: Wire, number: int, body: Any, *, version: int | None = None) -> Any:
    if version is None:
        version = (await wire.read(f"/segments/{number}"))["version"]
    return await wire.send("POST", f"/segments/{number}/review", body, If_Match=f'"{version}"')


async def test_a_review_from_assignment_to_the_report(wire: Wire, manager: Client) -> None:
    desk, by_manager = wire.desk, wire.as_seen_by(manager)
    (reviewer,) = await make_linguists(desk, "Rosa")
    assigned = await by_manager.send("PUT", "/reviewer", {"userId": reviewer})
    assert (assigned.status_code, assigned.json()["reviewerId"]) == (200, reviewer)
    for number in range(3):
        await wire.save(number, f"Texto {number}.", status="confirmed")
    (work,) = (await wire.caller.read(f"/provider/v1/work?userId={reviewer}"))["translations"]
    assert (work["isReview"], work["isOpen"]) == (True, False)
    hand_back_path = f"/provider/v1/translations/{desk.address.translation_id}/hand-back"
    handed = await wire.caller.call("POST", hand_back_path)
    assert (handed.status_code, handed.json()["isReady"]) == (200, False)

    accepted = await review(wire, 0, {"review": "accepted"})
    assert accepted.status_code == 200, accepted.text
    segment = accepted.json()["segment"]
    assert (segment["review"], segment["reviewedByName"]) == ("accepted", "CMS")
    assert accepted.json()["comment"] is None
    returned = await review(wire, 1, {"review": "returned", "comment": {"text": "No.", "error": ERROR}})
    segment, comment = returned.json()["segment"], returned.json()["comment"]
    assert (segment["review"], segment["status"], segment["change"]) == ("returned", "translated", "returned")
    assert returned.headers["etag"] == f'"{segment["version"]}"'
    assert (comment["text"], comment["error"], comment["own"]) == ("No.", ERROR, True)
    versions = [{"number": n, "version": (await wire.read(f"/segments/{n}"))["version"]} for n in (2, 3)]
    many = (await wire.send("POST", "/review", {"segments": versions})).json()
    assert ([one["number"] for one in many["segments"]], many["kept"]) == ([2], [3])

    assert (await wire.numbers("review=returned"), await wire.numbers("review=accepted")) == ([1], [0, 2])

    reopened = await wire.send("POST", "/return")
    assert (reopened.status_code, reopened.json()["handedBackAt"]) == (200, None)
    await wire.save(1, "Texto mejor.", status="confirmed")
    await wire.caller.call("POST", hand_back_path)
    (difference,) = (await wire.read("/differences"))["differences"]
    assert (difference["firstTarget"], difference["segment"]["target"]) == ("Texto 1.", "Texto mejor.")
    assert difference["editShare"] == 0.3333
    ended = await wire.send("POST", "/review/hand-back")
    assert (ended.status_code, ended.json()["isReady"]) == (200, True)
    assert ended.json()["reviewEndedBy"].startswith("application:")

    report = await wire.read("/quality-report")
    assert report["errors"] == [{"category": "accuracy", "severity": "major", "count": 1, "penalty": 5}]
    assert (report["acceptedSegments"], report["returnedSegments"], report["editedSegments"]) == (2, 0, 1)
    assert report["score"] == round(100 * (1 - 5 / report["reviewedWords"]), 2)
    assert (report["passMark"], report["passed"]) == (95.0, False)
    assert [(one["authorName"], one["penalty"]) for one in report["authors"]] == [("CMS", 5)]


@pytest.mark.parametrize(
    ("query", "headers"),
    [
        ("?format=csv", {}),
        ("", {"Accept": "text/csv"}),
        ("", {"Accept": "text/csv; charset=utf-8, */*"}),
        ("?format=csv", {"Accept": "application/json"}),
    ],
)
async def test_the_report_as_a_table(reviewed: Wire, query: str, headers: dict[str, str]) -> None:
    await review(reviewed, 0, {"review": "accepted"})
    answer = await reviewed.send("GET", f"/quality-report{query}", **headers)
    assert answer.headers["content-type"].startswith("text/csv")
    assert "attachment" in answer.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))
    assert {row["figure"]: row["value"] for row in rows if not row["author"]}["score"] == "100.0"


async def test_comments_are_written_answered_resolved_and_deleted(reviewed: Wire, manager: Client) -> None:
    asked = await reviewed.send("POST", "/segments/1/comments", {"text": "Which <b>?", "error": ERROR})
    assert asked.status_code == 201, asked.text
    answered = await reviewed.as_seen_by(manager).send("POST", "/segments/1/comments", {"text": "This."})
    assert (answered.json()["error"], answered.json()["createdByName"]) == (None, "CMS")
    listed = (await reviewed.read("/segments/1/comments"))["comments"]
    assert [(one["text"], one["own"]) for one in listed] == [("Which <b>?", True), ("This.", False)]
    place = f"/comments/{asked.json()['id']}"
    resolved = await reviewed.send("PATCH", place, {"resolved": True})
    assert (resolved.status_code, resolved.json()["resolvedByName"]) == (200, "CMS")
    refused = await reviewed.send("DELETE", place)
    assert (refused.status_code, refused.json()["code"]) == (409, "COMMENT_RESOLVED")
    still_open = await reviewed.read("/comments?resolved=false")
    assert [one["id"] for one in still_open["comments"]] == [answered.json()["id"]]
    page = await reviewed.read("/comments?limit=1&offset=1")
    assert ([one["text"] for one in page["comments"]], page["metadata"]["nextPage"]) == (["This."], 0)
    await reviewed.send("PATCH", place, {"resolved": False})
    assert (await reviewed.send("DELETE", f"/comments/{answered.json()['id']}")).status_code == 403
    assert (await reviewed.send("DELETE", place)).status_code == 204
    gone = await reviewed.send("DELETE", place)
    assert (gone.status_code, "no comment" in gone.json()["detail"]) == (404, True)


async def test_a_segment_that_was_changed_meanwhile_comes_with_the_refusal(reviewed: Wire) -> None:
    seen = (await reviewed.read("/segments/0"))["version"]
    await reviewed.save(0, "Uno y medio.")
    for body in ({"review": "accepted"}, RETURN):
        refused = await review(reviewed, 0, body, version=seen)
        assert (refused.status_code, refused.json()["code"]) == (409, "SEGMENT_CHANGED")
        assert refused.json()["current"]["target"] == "Uno y medio."
    untranslated = await review(reviewed, 5, {"review": "accepted"})
    assert (untranslated.status_code, untranslated.json()["code"]) == (409, "SEGMENT_NOT_TRANSLATED")


async def test_a_return_needs_a_comment_and_an_acceptance_has_none(reviewed: Wire) -> None:
    for body in (
        {"review": "returned"},
        {"review": "returned", "comment": {"text": " \u200b "}},
        {"review": "accepted", "comment": {"text": "Good."}},
    ):
        refused = await review(reviewed, 0, body)
        assert (refused.status_code, refused.json()[0]["code"]) == (400, "COMMENT_INVALID"), body
    assert (await reviewed.read("/comments"))["comments"] == []


@pytest.mark.parametrize(
    ("method", "path", "body", "field"),
    [
        ("POST", "/segments/0/review", {"review": "good"}, "review"),
        ("POST", "/segments/0/review", {}, "review"),
        ("POST", "/segments/0/review", {"review": "returned", "comment": {"text": 5}}, "text"),
        ("POST", "/segments/0/comments", {"text": "x" * 5001}, "text"),
        ("POST", "/segments/0/comments", {"text": "a\u0000"}, "text"),
        ("POST", "/segments/0/comments", {"text": "a", "error": {"category": "accuracy"}}, "severity"),
        (
            "POST",
            "/segments/0/comments",
            {"text": "a", "error": {"category": "fluency", "severity": "minor"}},
            "category",
        ),
        ("POST", "/review", {"segments": []}, "segments"),
        ("PATCH", "/comments/1", {"resolved": "yes"}, "resolved"),
        ("PATCH", "/comments/x", {"resolved": True}, "comment"),
        ("PUT", "/reviewer", {"userId": "7"}, "userId"),
        ("GET", "/quality-report?format=xml", None, "format"),
        ("GET", "/comments?resolved=2", None, "resolved"),
    ],
)
async def test_what_has_another_shape_is_refused(
    reviewed: Wire, manager: Client, method: str, path: str, body: Any, field: str
) -> None:
    answer = await reviewed.as_seen_by(manager).send(method, path, body, If_Match="1")
    assert answer.status_code == 422, answer.text
    assert field in [problem["loc"][-1] for problem in answer.json()["detail"]]


async def test_a_review_begins_when_the_translation_is_handed_back(wire: Wire, manager: Client) -> None:
    forbidden = await review(wire, 0, {"review": "accepted"})
    assert (forbidden.status_code, "reviewer" in forbidden.json()["detail"]) == (403, True)
    (reviewer,) = await make_linguists(wire.desk, "Rosa")
    await wire.as_seen_by(manager).send("PUT", "/reviewer", {"userId": reviewer})
    for path, body in (
        ("/segments/0/review", RETURN),
        ("/review", {"segments": [{"number": 0, "version": 0}]}),
        ("/review/hand-back", None),
    ):
        early = await wire.send("POST", path, body, If_Match="0")
        assert (early.status_code, early.json()["code"]) == (409, "TRANSLATION_NOT_HANDED_BACK"), path
    none = await wire.send("GET", "/differences")
    assert (none.status_code, none.json()["code"]) == (409, "FIRST_PASS_NOT_ENDED")
    assert (await wire.read("/quality-report"))["score"] is None


async def test_who_cannot_review(wire: Wire, manager: Client) -> None:
    (translator,) = await make_linguists(wire.desk, "Jonas")
    by_manager = wire.as_seen_by(manager)
    await wire.desk.call(assign, wire.desk.address.translation_id, translator, staff=OPERATOR)
    for user_id, code in ((translator, "REVIEWER_IS_TRANSLATOR"), (ABSENT, "ASSIGNEE_NOT_FOUND")):
        refused = await by_manager.send("PUT", "/reviewer", {"userId": user_id})
        assert (refused.status_code, refused.json()[0]["code"]) == (400, code)


async def test_who_reviewed_a_segment_is_named_wherever_it_is_shown(reviewed: Wire, manager: Client) -> None:
    await review(reviewed.as_seen_by(manager), 0, {"review": "accepted"})
    shown = [
        await reviewed.read("/segments/0"),
        (await reviewed.read("/segments?review=accepted"))["segments"][0],
        (await reviewed.read("/changes?since=0"))["segments"][0],
        (await review(reviewed, 0, RETURN, version=99)).json()["current"],
    ]
    assert [(one["number"], one["review"], one["reviewedByName"]) for one in shown] == [
        (0, "accepted", "CMS")
    ] * len(shown)


@OPERATIONS
async def test_customers_and_nobody_are_refused(
    wire: Wire, client: Client, method: str, path: str, body: Any
) -> None:
    answer = await wire.as_seen_by(client).send(method, path, body, If_Match="0")
    assert answer.status_code == 403
    answer = await wire.send(method, path, body, If_Match="0", Authorization="")
    assert answer.status_code == 401


@OPERATIONS
async def test_other_translations_are_not_found(
    wire: Wire, manager: Client, method: str, path: str, body: Any
) -> None:
    at = wire.desk.address
    for project, translation in ((ABSENT, at.translation_id), (at.project_id, ABSENT)):
        place = f"/provider/v1/projects/{project}/translations/{translation}{path}"
        options = {} if body is None else {"json": body}
        answer = await manager.call(method, place, headers={"If-Match": "0"}, **options)
        assert (answer.status_code, answer.json()) == (404, {"detail": "There is no such translation."})


async def test_unknown_segments_and_comments_are_named(reviewed: Wire) -> None:
    for path, body in (("/segments/999/comments", None), ("/segments/999/comments", {"text": "a"})):
        answer = await reviewed.send("POST" if body else "GET", path, body)
        assert (answer.status_code, "999" in answer.json()["detail"]) == (404, True)
    answer = await reviewed.send("PATCH", "/comments/999999999", {"resolved": True})
    assert (answer.status_code, "999999999" in answer.json()["detail"]) == (404, True)


async def test_only_managers_assign_reviewers(reviewed: Wire) -> None:
    answer = await reviewed.send("PUT", "/reviewer", {"userId": None})
    assert (answer.status_code, "needs the role manager" in answer.json()["detail"]) == (403, True)
