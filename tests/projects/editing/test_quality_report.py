"""V8: Quality reports: what is counted, the score, authors, and the table for spreadsheets."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.projects.linguists.editing.comments import resolve_comment
from dragoman.projects.linguists.editing.first_pass import measure_edits
from dragoman.projects.linguists.editing.quality_reports import (
    PASS_MARK,
    QualityFigures,
    QualityReport,
    ReviewFacts,
    make_report,
    read_quality_report,
)
from dragoman.projects.linguists.editing.quality_tables import write_quality
from dragoman.projects.review_model import (
    PENALTIES,
    ErrorCategory,
    ErrorCount,
    ErrorMark,
    ErrorSeverity,
    SegmentVerdict,
)
from dragoman.projects.segment_model import SegmentReview
from tests.projects.editing.desk import MANAGER
from tests.projects.editing.reviewing import ReviewDesk, mark, open_review_desk
from tests.projects.shop import Shop

MARKS = st.builds(ErrorMark, category=st.sampled_from(ErrorCategory), severity=st.sampled_from(ErrorSeverity))


def test_penalties_are_those_of_mqm() -> None:
    assert {severity.value: points for severity, points in PENALTIES.items()} == {
        "neutral": 0,
        "minor": 1,
        "major": 5,
        "critical": 25,
    }
    assert len(ErrorCategory) == 8


@pytest.mark.parametrize(
    ("words", "errors", "penalty", "score", "passed"),
    [
        (0, {}, 0, None, None),
        (200, {}, 0, 100.0, True),
        (200, {("accuracy", "neutral"): 9}, 0, 100.0, True),
        (200, {("accuracy", "major"): 2}, 10, 95.0, True),
        (200, {("accuracy", "major"): 2, ("style", "minor"): 1}, 11, 94.5, False),
        (30, {("custom", "critical"): 1}, 25, 16.67, False),
        (10, {("custom", "critical"): 3}, 75, 0.0, False),
    ],
)
def test_the_score_is_the_share_of_words_without_penalty_points(
    words: int,
    errors: dict[tuple[str, str], int],
    penalty: int,
    score: float | None,
    passed: bool | None,
) -> None:
    figures = QualityFigures(words=words, errors={mark(*kind): count for kind, count in errors.items()})
    assert (figures.penalty, figures.score, figures.passed) == (penalty, score, passed)
    assert figures.count == sum(errors.values())


async def report_of(desk: ReviewDesk) -> QualityReport:
    return await desk.call(  # type: ignore[no-any-return]
        read_quality_report, desk.address, editor=desk.translator
    )


async def test_nothing_reviewed_has_no_score(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    report = await report_of(desk)
    assert (report.reviewed, report.figures.words, report.figures.score) == (0, 0, None)
    assert (report.first_pass, report.edited, report.edit_share, report.authors) == (None, None, None, [])
    await desk.finish_first_pass()
    report = await report_of(desk)
    assert (report.edited, report.edit_share, report.reviewed) == (0, 0.0, 0)
    assert (report.segments, report.words) == (8, 28)


async def test_what_was_reviewed_counts_with_its_words_and_errors(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    await desk.finish_first_pass()
    words = [row.words or 0 for row in await desk.rows()]
    await desk.accept(0)
    await desk.send_back(1, "No.", error=mark("accuracy", "major"))
    await desk.save(2, "Texto nuevo 2.", editor=desk.reviewer)
    noted = await desk.comment(3, "Better.", error=mark("style", "minor"))
    await desk.comment(3, "Also.", error=mark("style", "minor"))
    await desk.comment(4, "A remark only.")
    await desk.accept(3)
    report = await report_of(desk)
    assert (report.reviewed, report.accepted, report.returned, report.edited) == (4, 2, 1, 1)
    figures = report.figures
    assert figures.words == sum(words[:4])
    assert figures.errors == {mark("accuracy", "major"): 1, mark("style", "minor"): 2}
    assert (figures.penalty, figures.count) == (7, 3)
    assert figures.score == round(100 * (1 - 7 / sum(words[:4])), 2)
    assert report.edit_share == 0.25  # one of `Texto número 2 .`
    await desk.call(resolve_comment, desk.address, noted.id, resolved=True, editor=MANAGER)
    assert (await report_of(desk)).figures == figures
    await desk.save(1, "Corregido.", editor=MANAGER)
    again = await report_of(desk)
    assert (again.returned, again.edited, again.figures) == (0, 2, figures)


async def test_errors_are_those_of_who_wrote_the_text(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    await desk.save(0, "Uno.", editor=desk.translator, confirmed=True)
    await desk.save(1, "Dos.", editor=MANAGER, confirmed=True)
    await desk.hand_back()
    await desk.save(0, "Uno más.", editor=desk.reviewer)
    await desk.comment(0, "Better.", error=mark("style", "minor"))
    await desk.comment(1, "No.", error=mark("accuracy", "critical"))
    await desk.comment(2, "Missing.", error=mark("accuracy", "major"))
    authors = {one.actor: one.figures for one in (await report_of(desk)).authors}
    assert [*authors] == [MANAGER.staff.actor, desk.translator.staff.actor, None]
    assert [one.penalty for one in authors.values()] == [25, 1, 5]
    assert sum(one.words for one in authors.values()) == (await report_of(desk)).figures.words


NUMBERS = st.integers(min_value=0, max_value=30)


@given(
    verdicts=st.lists(
        st.tuples(st.integers(min_value=1, max_value=50), st.sampled_from([None, *SegmentReview])),
        min_size=31,
        max_size=31,
    ),
    errors=st.lists(st.tuples(NUMBERS, MARKS, st.integers(min_value=1, max_value=9)), max_size=20),
    authors=st.dictionaries(NUMBERS, st.sampled_from(["user:1", "user:2"])),
)
def test_authors_add_up_to_the_whole(
    verdicts: list[tuple[int, SegmentReview | None]],
    errors: list[tuple[int, ErrorMark, int]],
    authors: dict[int, str],
) -> None:
    report = make_report(
        ReviewFacts(
            translation_id=1,
            first_pass=None,
            verdicts=[
                SegmentVerdict(number=number, words=words, review=review)
                for number, (words, review) in enumerate(verdicts)
            ],
            errors=[ErrorCount(number=number, error=error, count=count) for number, error, count in errors],
            authors=authors,
            differences=[],
        )
    )
    of_authors = [one.figures for one in report.authors]
    assert sum(one.words for one in of_authors) == report.figures.words <= report.words
    assert sum(one.penalty for one in of_authors) == report.figures.penalty
    assert sum(one.count for one in of_authors) == report.figures.count
    assert report.accepted + report.returned <= report.reviewed <= report.segments
    score = report.figures.score
    assert score is None or 0 <= score <= 100


@pytest.mark.parametrize(
    ("before", "after", "edits", "longest"),
    [
        (None, None, 0, 0),
        (None, '["Uno dos."]', 3, 3),
        ('["Uno dos."]', '["Uno  DOS."]', 0, 3),
        ('["Uno dos."]', '["Uno ",["1","open","b","<b>"],"dos",["1","close","b","</b>"],"."]', 2, 5),
        ('["東京へ行く"]', '["京都へ行く"]', 2, 5),
    ],
)
def test_edits_are_counted_in_words_marks_and_codes(
    before: str | None, after: str | None, edits: int, longest: int
) -> None:
    amount = measure_edits(before, after)
    assert (amount.edits, amount.longest) == (edits, longest)
    assert amount.share == (edits / longest if longest else 0)


async def test_the_table_has_each_figure_and_no_formula(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    await desk.finish_first_pass()
    await desk.comment(0, "Better.", error=mark("style", "minor"))
    await desk.accept(1)
    report = await report_of(desk)
    actor = desk.translator.staff.actor
    data = write_quality(report, {actor: '=HYPERLINK("http://x", "Jonas"), B'})
    assert (data[:3], data[-2:]) == (b"\xef\xbb\xbf", b"\r\n")
    header, *rows = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    assert header == ["figure", "author", "category", "severity", "value"]
    assert all(len(row) == 5 and not row[1].startswith("=") for row in rows)
    whole = {row[0]: row[4] for row in rows if not row[1] and not row[2]}
    assert whole == {
        "segments": "8",
        "words": "28",
        "reviewed_segments": "2",
        "accepted_segments": "1",
        "returned_segments": "0",
        "edited_segments": "0",
        "edit_share": "0.0",
        "reviewed_words": str(report.figures.words),
        "errors": "1",
        "penalty": "1",
        "score": str(report.figures.score),
        "pass_mark": str(PASS_MARK),
        "passed": "false",
    }
    assert ["errors", "", "style", "minor", "1"] in rows
    assert ["penalty", '\'=HYPERLINK("http://x", "Jonas"), B', "style", "minor", "1"] in rows
