"""`client.provider.reviews`, and the help beside a segment, with both clients."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from dragoman_client import Client, errors
from dragoman_client.provider.review_results import ErrorMark
from tests.client.kinds import opened
from tests.client.provider.test_translations import open_translation
from tests.client.scripted_server import RESET, Asked, Told, scripted, told
from tests.client.servers import Server, credentials, needs_linguists

TYPO = ErrorMark(category="linguistic_conventions", severity="minor")
SEGMENT = {"number": 3, "source": "Red.", "target": "Roja.", "version": 9}
Calls = Callable[..., Any]


@pytest.fixture
def place(staff_client: Client, customer: Client) -> tuple[int, int]:
    """An open translation, the three segments of which are confirmed."""
    project, translation = open_translation(staff_client, customer, "Reviewed")
    for number, target in enumerate(("El libro rojo es grande.", "El perro come.", "Es nuevo.")):
        staff_client.provider.segments.save(project, translation, number, target, version=0, confirmed=True)
    return project, translation


@pytest.fixture
def reviews(server: Server, kind: str, place: tuple[int, int]) -> Iterator[Calls]:
    """Calls of `client.provider.reviews` about the translation, by their names."""
    with opened(kind, server.url, **credentials(server.provider)) as caller:
        yield lambda name, *given, **named: caller.call(
            lambda client: getattr(client.provider.reviews, name)(*place, *given, **named)
        )


@needs_linguists
def test_a_review_from_its_first_segment_to_the_report(
    reviews: Calls, staff_client: Client, place: tuple[int, int]
) -> None:
    segments, translations = staff_client.provider.segments, staff_client.provider.translations
    handed = translations.hand_back(place[1])
    assert (handed.reviewer_id, handed.is_ready) == (None, True)
    first, second, third = segments.list(*place)
    accepted = reviews("accept", 0, version=first.version)
    assert (accepted.segment.review, accepted.comment) == ("accepted", None)
    assert accepted.segment.reviewed_by == accepted.segment.changed_by
    returned = reviews("return_segment", 1, "Who eats?", version=second.version, error=TYPO)
    assert (returned.segment.review, returned.segment.status) == ("returned", "translated")
    assert (returned.comment.text, returned.comment.error, returned.comment.own) == ("Who eats?", TYPO, True)
    assert "eats" not in repr(returned)
    again = reviews("return_segment", 1, "Who eats?", version=second.version, error=TYPO)
    assert again == returned  # its answer may have been lost
    done = reviews("accept_several", [third, second])
    assert ([one.number for one in done.segments], done.kept) == ([2], (1,))
    assert [one.number for one in segments.list(*place, review="accepted")] == [0, 2]
    assert reviews("return_translation").handed_back_at is None
    segments.save(*place, 1, "El perro come pan.", version=returned.segment.version, confirmed=True)
    translations.hand_back(place[1])
    (difference,) = reviews("differences")
    assert (difference.first_target, difference.segment.target) == ("El perro come.", "El perro come pan.")
    assert 0 < difference.edit_share < 1

    report = reviews("report")
    assert [(one.category, one.severity, one.count, one.penalty) for one in report.errors] == [
        ("linguistic_conventions", "minor", 1, 1)
    ]
    assert report.score == round(100 * (1 - 1 / report.reviewed_words), 2)
    assert (report.accepted_segments, report.edited_segments, report.passed) == (2, 1, False)
    assert [one.penalty for one in report.authors] == [1]
    table = reviews("export_report")
    assert table.name == f"quality-{place[1]}.csv"
    rows = list(csv.DictReader(io.StringIO(table.content.decode("utf-8-sig"), newline="")))
    assert [one["value"] for one in rows if one["figure"] == "pass_mark"] == ["95.0"]


@needs_linguists
def test_comments_are_written_resolved_and_deleted(reviews: Calls) -> None:
    asked = reviews("comment", 2, "New for whom?")
    marked = reviews("comment", 0, "Large?", error=TYPO)
    assert (asked.segment, asked.error, marked.error) == (2, None, TYPO)
    assert [one.id for one in reviews("comments")] == [marked.id, asked.id]
    assert reviews("comments_on", 2) == [asked]
    assert reviews("resolve", asked.id).resolved_by == asked.created_by
    assert [one.id for one in reviews("comments", resolved=True)] == [asked.id]
    with pytest.raises(errors.ConflictError) as refused:
        reviews("delete_comment", asked.id)
    assert refused.value.code == "COMMENT_RESOLVED"
    assert reviews("resolve", asked.id, resolved=False).resolved_at is None
    reviews("delete_comment", asked.id)
    with pytest.raises(errors.NotFoundError):
        reviews("delete_comment", asked.id)


@needs_linguists
def test_what_is_refused_says_why(reviews: Calls) -> None:
    with pytest.raises(errors.RulesError) as unknown:
        reviews("assign", user=999_999_999)
    assert unknown.value.code == "ASSIGNEE_NOT_FOUND"
    assert reviews("assign", user=None).reviewer_id is None
    with pytest.raises(errors.SegmentChangedError) as changed:
        reviews("accept", 0, version=999)
    assert changed.value.current.number == 0
    with pytest.raises(errors.RulesError) as empty:
        reviews("return_segment", 0, " ", version=changed.value.current.version)
    assert empty.value.code == "COMMENT_INVALID"
    with pytest.raises(errors.ConflictError) as early:
        list(reviews("differences"))
    assert early.value.code == "FIRST_PASS_NOT_ENDED"


@needs_linguists
def test_what_helps_with_a_segment(
    server: Server, kind: str, staff_client: Client, place: tuple[int, int]
) -> None:
    segments = staff_client.provider.segments
    texts = [one.source for one in segments.list(*place)]
    with opened(kind, server.url, **credentials(server.provider)) as caller:
        found = caller.call(lambda client: client.provider.segments.help(*place, 1))
        assert (found.number, found.previous, found.next) == (1, texts[0], texts[2])
        made = caller.call(lambda client: client.provider.segments.suggest(*place, 0))
        assert made.target
        assert made.engine
        (unit,) = caller.call(lambda client: client.provider.segments.concordance(*place, "libro"))
        assert "".join(one.text for one in unit.source) == texts[0]
        assert [one.text for one in unit.target if one.found] == ["libro"]
        assert unit.memory is None


def test_a_review_whose_answer_was_lost_is_sent_again_and_a_comment_is_not(kind: str) -> None:
    """The same review again changes nothing; a comment would be there twice."""
    seen: list[Asked] = []

    def script(asked: Asked) -> Told:
        seen.append(asked)
        if len(seen) == 1 or asked.path.endswith("comments"):
            return RESET
        return told({"segment": SEGMENT, "comment": None})

    with scripted(script) as server, opened(kind, server.url) as caller:
        outcome = caller.call(lambda client: client.provider.reviews.accept(1, 2, 3, version=9))
        assert outcome.segment.version == 9
        assert [one.headers["if-match"] for one in seen] == ['"9"', '"9"']
        with pytest.raises(errors.ConnectionFailedError):
            caller.call(lambda client: client.provider.reviews.comment(1, 2, 3, "Why?"))
        assert len(seen) == 3
