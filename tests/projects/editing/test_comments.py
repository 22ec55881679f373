"""V8: Comments on segments: who writes, answers, resolves and deletes them, and what they are."""

from __future__ import annotations

import pytest

from dragoman.errors import LimitExceeded
from dragoman.projects import store
from dragoman.projects.linguists.editing import comments
from dragoman.projects.linguists.editing.comments import (
    WantedComments,
    delete_comment,
    list_comments,
    list_comments_of,
    resolve_comment,
)
from dragoman.projects.linguists.editing.refusals import (
    CommentInvalid,
    CommentMissing,
    CommentOfOthers,
    CommentResolved,
    SegmentMissing,
)
from dragoman.resources import Resources
from tests.projects.editing.reviewing import mark, open_review_desk
from tests.projects.shop import Shop, open_shop


async def test_comments_of_other_translations_are_not_found_and_other_accounts_see_none(
    shop: Shop, project_resources: Resources
) -> None:
    desk, other = await open_review_desk(shop), await open_review_desk(await open_shop(project_resources))
    comment = await other.comment(0, "Another.", editor=other.translator)
    with pytest.raises(CommentMissing):
        await desk.call(delete_comment, desk.address, comment.id, editor=desk.translator)
    assert await shop.count("project_segment_comments") == 0
    assert await other.shop.count("project_segment_comments") == 1


async def test_translators_answer_and_resolve_and_authors_delete_what_is_open(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    await desk.finish_first_pass()
    asked = await desk.comment(1, "Which button?", error=mark("terminology", "minor"))
    answer = await desk.comment(1, "The <big> one & only.", editor=desk.translator)
    assert (answer.text, answer.error) == ("The <big> one & only.", None)
    with pytest.raises(CommentOfOthers):
        await desk.call(delete_comment, desk.address, asked.id, editor=desk.translator)
    resolve = {"resolved": True, "editor": desk.translator}
    resolved = await desk.call(resolve_comment, desk.address, asked.id, **resolve)
    assert (resolved.resolved is not None, resolved.resolved_by) == (True, desk.translator.staff.actor)
    assert await desk.call(resolve_comment, desk.address, asked.id, **resolve) == resolved
    with pytest.raises(CommentResolved):
        await desk.call(delete_comment, desk.address, asked.id, editor=desk.reviewer)
    still_open = WantedComments(resolved=False)
    found = await desk.call(list_comments, desk.address, still_open, editor=desk.reviewer)
    assert [one.id for one in found] == [answer.id]
    reopened = {"resolved": False, "editor": desk.reviewer}
    again = await desk.call(resolve_comment, desk.address, asked.id, **reopened)
    assert (again.resolved, again.resolved_by) == (None, None)
    await desk.call(delete_comment, desk.address, asked.id, editor=desk.reviewer)
    with pytest.raises(CommentMissing):
        await desk.call(resolve_comment, desk.address, asked.id, **reopened)
    assert await desk.call(list_comments_of, desk.at(1), editor=desk.translator) == [answer]


async def test_comments_are_listed_by_segment_in_pages(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    for number in (2, 0, 2):
        await desk.comment(number, f"About {number}.", editor=desk.translator)
    every = await desk.call(list_comments, desk.address, WantedComments(), editor=desk.reviewer)
    assert [one.number for one in every] == [0, 2, 2]
    page = WantedComments(offset=1, limit=1)
    assert await desk.call(list_comments, desk.address, page, editor=desk.reviewer) == [every[1]]
    of_one = WantedComments(number=2)
    assert await desk.call(list_comments, desk.address, of_one, editor=desk.reviewer) == every[1:]
    with pytest.raises(SegmentMissing):
        await desk.call(list_comments_of, desk.at(999), editor=desk.reviewer)


@pytest.mark.parametrize("text", ["", " \n\t", "\u200b\u00ad", "x" * (comments.LONGEST_COMMENT + 1)])
async def test_comments_have_a_text_that_can_be_seen(shop: Shop, text: str) -> None:
    desk = await open_review_desk(shop)
    with pytest.raises(CommentInvalid) as refused:
        await desk.comment(0, text, editor=desk.translator)
    assert (refused.value.field, bool(refused.value.hints)) == ("text", True)


async def test_a_segment_has_a_limited_number_of_comments(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = await open_review_desk(shop)
    monkeypatch.setattr(comments, "MOST_COMMENTS", 2)
    for text in ("One.", "Two."):
        await desk.comment(0, text, editor=desk.translator)
    with pytest.raises(LimitExceeded, match="at most 2"):
        await desk.comment(0, "Three.", editor=desk.translator)
    await desk.comment(1, "Another segment.", editor=desk.translator)


async def test_comments_go_with_their_segment(shop: Shop) -> None:
    desk = await open_review_desk(shop)
    await desk.comment(0, "Is it?", editor=desk.translator)
    assert await shop.count("project_segment_comments") == 1
    await desk.call(store.delete_project, desk.address.project_id)
    assert await shop.count("project_segment_comments") == 0
