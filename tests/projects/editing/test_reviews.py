"""V8: The second pass: who reviews and when, what becomes of segments, and the way back."""

from __future__ import annotations

import asyncio

import pytest

from dragoman.access.model import StaffRole
from dragoman.access.staff import OPERATOR, Staff
from dragoman.audit.actions import list_entries
from dragoman.errors import Forbidden, NotFound
from dragoman.projects.linguists.assigning import (
    AssigneeUnknown,
    ReviewerIsTranslator,
    assign,
    assign_reviewer,
    hand_back,
    hand_back_review,
    list_assigned,
)
from dragoman.projects.linguists.editing import comments
from dragoman.projects.linguists.editing.comments import (
    CommentDraft,
    WantedComments,
    delete_comment,
    list_comments,
    list_comments_of,
    resolve_comment,
)
from dragoman.projects.linguists.editing.first_pass import list_differences
from dragoman.projects.linguists.editing.locking import lock_segments
from dragoman.projects.linguists.editing.opening import Editor, find_refusal, open_translation
from dragoman.projects.linguists.editing.quality_reports import read_quality_report
from dragoman.projects.linguists.editing.refusals import (
    HandedBack,
    NotHandedBack,
    NothingReturned,
    ProjectHeld,
    ReviewForbidden,
    ReviewImpossible,
    SegmentChanged,
    SegmentLocked,
    SegmentMissing,
)
from dragoman.projects.linguists.editing.review_pass import return_translation
from dragoman.projects.linguists.editing.targets import write_tagged_pair
from dragoman.projects.linguists.editing.versions import list_history, undo_revision
from dragoman.projects.linguists.translation_context import NotOpen
from dragoman.projects.model import ProjectStage, Stage
from dragoman.projects.orders import managing
from dragoman.projects.orders.listing import count_stages
from dragoman.projects.segment_model import SegmentChangeKind, SegmentReview, SegmentState
from tests.projects.editing.desk import LINGUIST, MANAGER, open_desk
from tests.projects.editing.reviewing import ReviewDesk, make_linguists, mark, open_review_desk
from tests.projects.shop import Shop

ACCEPTED, RETURNED = SegmentReview.ACCEPTED, SegmentReview.RETURNED


async def actions_of(desk: ReviewDesk) -> list[str]:
    """What the audit log has about the translation, the earliest first."""
    subject = f"translation:{desk.address.translation_id}"
    return [one.event.action for one in reversed(await desk.call(list_entries, subject=subject, limit=50))]


async def test_accepting_stores_who_and_leaves_the_version(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    await desk.finish_first_pass()
    before = await desk.row(0)
    accepted = await desk.accept(0)
    assert (accepted.review, accepted.reviewed_by) == (ACCEPTED, desk.reviewer.staff.actor)
    assert accepted.reviewed is not None
    assert (accepted.revision, accepted.state, accepted.target) == (
        before.revision,
        before.state,
        before.target,
    )
    assert await desk.accept(0) == accepted


async def test_a_change_of_the_text_or_the_state_ends_a_review_and_locking_does_not(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    await desk.finish_first_pass()
    accepted = [await desk.accept(number) for number in range(3)]
    await desk.call(lock_segments, desk.address, [0], locked=True, editor=MANAGER)
    await desk.save(1, "Otro texto.", editor=desk.reviewer, confirmed=True)
    await desk.save(2, "Texto número 2.", editor=desk.reviewer)
    rows = await desk.rows()
    assert (rows[0].review, rows[0].reviewed) == (ACCEPTED, accepted[0].reviewed)
    assert [(row.review, row.reviewed_by, row.reviewed) for row in rows[1:3]] == [(None, None, None)] * 2


async def test_what_was_changed_meanwhile_is_not_accepted(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    await desk.finish_first_pass()
    seen = (await desk.row(0)).revision
    await desk.save(0, "Otro texto.", editor=MANAGER)
    with pytest.raises(SegmentChanged) as refused:
        await desk.accept(0, version=seen)
    assert write_tagged_pair(refused.value.current, refused.value.current.target)[1] == "Otro texto."
    with pytest.raises(SegmentMissing):
        await desk.accept(999, version=1)


async def test_many_are_accepted_at_once_but_for_those_that_changed_or_nobody_translated(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    await desk.save(0, "Uno.", editor=desk.translator)
    await desk.save(1, "Dos.", editor=desk.translator, confirmed=True)
    await desk.save(2, "Tres.", editor=desk.translator, confirmed=True)
    await desk.hand_back()
    seen = {row.number: row.revision for row in await desk.rows()}
    await desk.save(2, "Tres y más.", editor=desk.reviewer)
    outcome = await desk.accept_many({**seen, 999: 1})
    assert [row.number for row in outcome.segments] == [0, 1]
    assert outcome.kept == [2, 3, 4, 5, 6, 7, 999]
    assert [row.review for row in await desk.rows()] == [ACCEPTED, ACCEPTED, *[None] * 6]
    nothing = await desk.accept_many({3: seen[3]})
    assert (nothing.segments, nothing.kept) == ([], [3])
    assert (await actions_of(desk)).count("translation.segments_accepted") == 1
    with pytest.raises(ReviewImpossible):
        await desk.accept(3)


async def test_a_returned_segment_is_to_be_confirmed_again_and_has_the_comment(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    await desk.finish_first_pass()
    before = await desk.row(0)
    error = mark("accuracy", "major")
    returned = await desk.send_back(0, "  It is red, not blue.\n", error=error)
    row = returned.segment
    assert (row.review, row.state, row.target) == (RETURNED, SegmentState.TRANSLATED, before.target)
    assert (row.change, row.changed_by) == (SegmentChangeKind.RETURNED, desk.reviewer.staff.actor)
    comment = returned.comment
    assert (comment.text, comment.error, comment.number) == ("It is red, not blue.", error, 0)
    assert (comment.actor, comment.revision) == (desk.reviewer.staff.actor, before.revision)
    history = await desk.call(list_history, desk.at(0), editor=desk.translator)
    assert [one.state for one in history[:2]] == [SegmentState.TRANSLATED, SegmentState.CONFIRMED]
    assert "translation.segment_returned" in await actions_of(desk)


async def test_the_same_return_sent_again_changes_nothing(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    await desk.finish_first_pass()
    seen = (await desk.row(0)).revision
    first = await desk.send_back(0, "No.", version=seen)
    again = await desk.send_back(0, "No.", version=seen)
    assert again == first
    with pytest.raises(SegmentChanged):
        await desk.send_back(0, "Something else.", version=seen)
    more = await desk.send_back(0, "Something else.")
    assert (more.segment.revision, more.segment.review) == (first.segment.revision, RETURNED)
    found = await desk.call(list_comments_of, desk.at(0), editor=desk.reviewer)
    assert [one.text for one in found] == ["No.", "Something else."]


async def test_of_many_at_once_one_return_is_stored(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    await desk.finish_first_pass()
    seen = (await desk.row(0)).revision
    outcomes = await asyncio.gather(
        *(desk.send_back(0, f"Reason {n}.", version=seen) for n in range(6)), return_exceptions=True
    )
    assert sum(not isinstance(one, BaseException) for one in outcomes) == 1
    assert all(isinstance(one, SegmentChanged) for one in outcomes if isinstance(one, BaseException))
    assert len(await desk.call(list_comments_of, desk.at(0), editor=desk.reviewer)) == 1


async def test_a_return_can_be_undone_and_what_nobody_translated_stays_so(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    await desk.save(0, "Uno.", editor=desk.translator, confirmed=True)
    await desk.hand_back()
    empty = (await desk.send_back(1, "It is missing.")).segment
    assert (empty.state, empty.review, empty.target) == (SegmentState.NEW, RETURNED, None)
    returned = (await desk.send_back(0, "No.")).segment
    await desk.call(undo_revision, desk.address, returned.revision, editor=desk.reviewer)
    row = await desk.row(0)
    assert (row.state, row.review) == (SegmentState.CONFIRMED, None)


async def test_locked_segments_are_accepted_and_not_returned(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    await desk.finish_first_pass()
    await desk.call(lock_segments, desk.address, [0], locked=True, editor=MANAGER)
    assert (await desk.accept(0)).review is ACCEPTED
    with pytest.raises(SegmentLocked):
        await desk.send_back(0, "No.")


async def test_before_the_hand_back_the_translator_works_and_after_it_the_reviewer(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    with pytest.raises(NotHandedBack):
        await desk.save(0, "No.", editor=desk.reviewer)
    with pytest.raises(NotHandedBack):
        await desk.accept(0)
    await desk.finish_first_pass()
    with pytest.raises(HandedBack):
        await desk.save(0, "No.", editor=desk.translator)
    assert (await desk.save(0, "Sí.", editor=desk.reviewer)).segment.changed_by == desk.reviewer.staff.actor
    await desk.call(managing.hold, desk.address.project_id, staff=OPERATOR)
    with pytest.raises(ProjectHeld):
        await desk.save(0, "No.", editor=desk.reviewer)
    with pytest.raises(ProjectHeld):
        await desk.accept(1)
    assert (await desk.accept(1, editor=MANAGER)).reviewed_by == MANAGER.staff.actor
    await desk.call(managing.release, desk.address.project_id, staff=OPERATOR)
    await desk.update(stage=Stage.DELIVERING)
    for editor in (desk.reviewer, MANAGER):
        with pytest.raises(NotOpen):
            await desk.accept(2, editor=editor)
        with pytest.raises(NotOpen):
            await desk.comment(2, "Late.", editor=editor)


async def test_a_page_says_why_somebody_cannot_change_anything_now(shop: Shop) -> None:
    desk = await open_review_desk(shop)

    async def closed(editor: Editor) -> str:
        refusal = find_refusal(await desk.call(open_translation, desk.address, editor), editor)
        return "" if refusal is None else refusal.message

    assert await closed(desk.translator) == ""
    assert "its translator works on it" in await closed(desk.reviewer)
    await desk.hand_back()
    assert "was handed back" in await closed(desk.translator)
    assert await closed(desk.reviewer) == await closed(MANAGER) == ""
    await desk.hand_back(desk.reviewer)
    assert "The review" in await closed(desk.reviewer)


async def test_only_the_reviewer_and_managers_review(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    await desk.finish_first_pass()
    for number, editor in enumerate((desk.translator, LINGUIST, MANAGER)):
        if editor is desk.translator:
            with pytest.raises(ReviewForbidden):
                await desk.accept(number, editor=editor)
            with pytest.raises(ReviewForbidden):
                await desk.send_back(number, "No.", editor=editor)
            with pytest.raises(ReviewForbidden):
                await desk.comment(number, "No.", error=mark("style", "minor"), editor=editor)
            with pytest.raises(ReviewForbidden):
                await desk.call(return_translation, desk.address, editor=editor)
        else:
            assert (await desk.accept(number, editor=editor)).review is ACCEPTED


async def test_a_linguist_who_is_neither_sees_nothing(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    await desk.finish_first_pass()
    comment = await desk.comment(0, "Is it?")
    editor = desk.stranger
    for action, *given in (
        (list_comments, desk.address, WantedComments()),
        (list_comments_of, desk.at(0)),
        (comments.add_comment, desk.at(0), CommentDraft(text="No.")),
        (delete_comment, desk.address, comment.id),
        (list_differences, desk.address),
        (read_quality_report, desk.address),
        (return_translation, desk.address),
    ):
        with pytest.raises(NotFound, match="no such translation"):
            await desk.call(action, *given, editor=editor)
    with pytest.raises(NotFound):
        await desk.call(resolve_comment, desk.address, comment.id, resolved=True, editor=editor)
    for refused in (desk.accept(0, editor=editor), desk.send_back(0, "No.", editor=editor)):
        with pytest.raises(NotFound):
            await refused
    assert (await desk.row(0)).review is None


async def test_without_a_reviewer_a_program_for_linguists_does_not_review(shop: Shop) -> None:
    desk = await open_desk(shop)
    await desk.save(0, "Uno.", confirmed=True)
    await desk.call(hand_back, desk.address.translation_id, staff=LINGUIST.staff)
    with pytest.raises(HandedBack):
        await desk.save(0, "Dos.")
    with pytest.raises(ReviewForbidden):
        await desk.call(return_translation, desk.address, editor=LINGUIST)


async def test_returned_to_the_translator_it_is_open_for_them_and_the_first_pass_stays(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    first = await desk.finish_first_pass()
    with pytest.raises(NothingReturned):
        await desk.call(return_translation, desk.address, editor=desk.reviewer)
    await desk.send_back(0, "No.")
    reopened = (await desk.call(return_translation, desk.address, editor=desk.reviewer)).translation
    assert (reopened.handed_back, reopened.first_pass) == (None, first.first_pass)
    assert (await desk.call(return_translation, desk.address, editor=desk.reviewer)).translation == reopened
    with pytest.raises(NotHandedBack):
        await desk.save(0, "No.", editor=desk.reviewer)
    saved = (await desk.save(0, "Mejor.", editor=desk.translator, confirmed=True)).segment
    assert saved.review is None
    again = await desk.hand_back()
    assert (again.handed_back is not None, again.first_pass) == (True, first.first_pass)
    assert (await desk.accept(0)).review is ACCEPTED
    (difference,) = await desk.call(list_differences, desk.address, editor=desk.translator)
    texts = [
        write_tagged_pair(difference.segment, encoded)[1]
        for encoded in (difference.first_target, difference.segment.target)
    ]
    assert texts == ["Texto número 0.", "Mejor."]
    assert [one for one in await actions_of(desk) if "segment" not in one] == [
        "translation.assigned",
        "translation.reviewer_assigned",
        "translation.handed_back",
        "translation.returned",
        "translation.handed_back",
    ]


async def test_the_reviewer_hands_back_and_then_it_is_ready(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    account = shop.caller.account_id
    with pytest.raises(NotHandedBack):
        await desk.hand_back(desk.reviewer)
    first = await desk.finish_first_pass()
    assert (first.is_ready, (await desk.call(count_stages, account))[ProjectStage.TO_DELIVER]) == (False, 0)
    ended = await desk.hand_back(desk.reviewer)
    assert (ended.is_ready, ended.review_ended_by) == (True, desk.reviewer.staff.actor)
    assert await desk.hand_back(desk.reviewer) == ended
    assert (await desk.call(count_stages, account))[ProjectStage.TO_DELIVER] == 1
    with pytest.raises(HandedBack):
        await desk.save(0, "No.", editor=desk.reviewer)
    with pytest.raises(HandedBack):
        await desk.accept(0)
    with pytest.raises(NotFound):
        await desk.hand_back(desk.stranger)
    await desk.send_back(0, "No.", editor=MANAGER)
    reopened = (await desk.call(return_translation, desk.address, editor=MANAGER)).translation
    assert (reopened.is_ready, reopened.review_ended) == (False, None)


async def test_a_program_hands_the_review_back_by_an_action_of_its_own(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    await desk.finish_first_pass()
    again = (await desk.call(hand_back, desk.address.translation_id, staff=LINGUIST.staff)).translation
    assert again.review_ended is None
    where = (desk.address.project_id, desk.address.translation_id)
    ended = (await desk.call(hand_back_review, *where, staff=LINGUIST.staff)).translation
    assert ended.review_ended_by == LINGUIST.staff.actor
    await desk.call(assign_reviewer, *where, None, staff=OPERATOR)
    with pytest.raises(ReviewForbidden):
        await desk.call(hand_back_review, *where, staff=LINGUIST.staff)


async def test_work_lists_have_reviews_which_are_open_after_the_hand_back(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    reviewer, translator = desk.reviewer.user_id, desk.translator.user_id
    (work,) = await desk.call(list_assigned, reviewer)
    assert (work.is_review, work.is_open) == (True, False)
    (own,) = await desk.call(list_assigned, translator)
    assert (own.is_review, own.is_open) == (False, True)
    await desk.hand_back()
    (work,) = await desk.call(list_assigned, reviewer)
    (own,) = await desk.call(list_assigned, translator)
    assert (work.is_open, own.is_open) == (True, False)
    await desk.hand_back(desk.reviewer)
    (work,) = await desk.call(list_assigned, reviewer)
    assert not work.is_open
    assert await desk.call(list_assigned, desk.stranger.user_id) == []


async def test_managers_assign_reviewers_who_are_not_the_translator(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    where = (desk.address.project_id, desk.address.translation_id)
    translator, reviewer = desk.translator.user_id, desk.reviewer.user_id
    with pytest.raises(ReviewerIsTranslator):
        await desk.call(assign_reviewer, *where, translator, staff=OPERATOR)
    with pytest.raises(ReviewerIsTranslator):
        await desk.call(assign, where[1], reviewer, staff=OPERATOR)
    with pytest.raises(AssigneeUnknown):
        await desk.call(assign_reviewer, *where, 2**31 - 1, staff=OPERATOR)
    with pytest.raises(NotFound):
        await desk.call(assign_reviewer, where[0], 2**31 - 1, None, staff=OPERATOR)
    linguist = Staff(actor="user:1", role=StaffRole.LINGUIST)
    with pytest.raises(Forbidden):
        await desk.call(assign_reviewer, *where, None, staff=linguist)
    await desk.finish_first_pass()
    await desk.hand_back(desk.reviewer)
    (another,) = await make_linguists(desk, "Ana")
    taken_over = (await desk.call(assign_reviewer, *where, another, staff=OPERATOR)).translation
    assert (taken_over.reviewer_id, taken_over.review_ended) == (another, None)
    with pytest.raises(NotFound):
        await desk.accept(0)
    (newcomer,) = await make_linguists(desk, "Eva")
    begun = (await desk.call(assign, where[1], newcomer, staff=OPERATOR)).translation
    assert (begun.first_pass, begun.handed_back) == (None, None)
