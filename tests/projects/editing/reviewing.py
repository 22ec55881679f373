"""A translation with a translator and a reviewer, people of their own, and what they do with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from dragoman.access.model import StaffRole
from dragoman.access.staff import OPERATOR, Staff
from dragoman.accounts.actions import create_user
from dragoman.accounts.model import Role, UserDraft
from dragoman.projects.linguists.assigning import assign, assign_reviewer, hand_back
from dragoman.projects.linguists.editing.comments import CommentDraft, add_comment
from dragoman.projects.linguists.editing.opening import Editor
from dragoman.projects.linguists.editing.replacing import ChosenSegment
from dragoman.projects.linguists.editing.review_pass import (
    AcceptedSegments,
    ReturnedSegment,
    accept_segment,
    accept_segments,
    return_segment,
)
from dragoman.projects.model import FileTranslation
from dragoman.projects.review_model import ErrorCategory, ErrorMark, ErrorSeverity, SegmentComment
from dragoman.projects.segment_model import ProjectSegment
from tests.projects.editing.desk import Desk, open_desk
from tests.projects.shop import Shop


@dataclass(frozen=True, kw_only=True)
class ReviewDesk(Desk):
    """A desk with the two people."""

    translator: Editor
    reviewer: Editor
    stranger: Editor  # a linguist who has nothing to do with it

    async def translate_all(self) -> None:
        """What the translator does in the first pass: every segment is confirmed, with its number."""
        for row in await self.rows():
            await self.save(row.number, f"Texto número {row.number}.", editor=self.translator, confirmed=True)

    async def hand_back(self, editor: Editor | None = None) -> FileTranslation:
        """By the translator, or by somebody else."""
        by = editor or self.translator
        context = await self.call(hand_back, self.address.translation_id, staff=by.staff, user_id=by.user_id)
        return context.translation  # type: ignore[no-any-return]

    async def finish_first_pass(self) -> FileTranslation:
        await self.translate_all()
        return await self.hand_back()

    async def accept(
        self, number: int, *, version: int | None = None, editor: Editor | None = None
    ) -> ProjectSegment:
        expected = (await self.row(number)).revision if version is None else version
        by = editor or self.reviewer
        return await self.call(  # type: ignore[no-any-return]
            accept_segment, self.at(number), expected=expected, editor=by
        )

    async def accept_many(
        self, versions: dict[int, int], *, editor: Editor | None = None
    ) -> AcceptedSegments:
        chosen = [ChosenSegment(number=number, version=version) for number, version in versions.items()]
        by = editor or self.reviewer
        return await self.call(accept_segments, self.address, chosen, editor=by)  # type: ignore[no-any-return]

    async def send_back(
        self, number: int, text: str, *, version: int | None = None, **said: Any
    ) -> ReturnedSegment:
        """Return a segment to its translator."""
        expected = (await self.row(number)).revision if version is None else version
        draft = CommentDraft(text=text, error=said.get("error"))
        by = said.get("editor") or self.reviewer
        return await self.call(  # type: ignore[no-any-return]
            return_segment, self.at(number), draft, expected=expected, editor=by
        )

    async def comment(
        self, number: int, text: str, *, error: ErrorMark | None = None, editor: Editor | None = None
    ) -> SegmentComment:
        by = editor or self.reviewer
        draft = CommentDraft(text=text, error=error)
        return await self.call(add_comment, self.at(number), draft, editor=by)  # type: ignore[no-any-return]


def mark(category: str, severity: str) -> ErrorMark:
    return ErrorMark(category=ErrorCategory(category), severity=ErrorSeverity(severity))


def editor_of(user_id: int) -> Editor:
    return Editor(staff=Staff(actor=f"user:{user_id}", role=StaffRole.LINGUIST), user_id=user_id)


async def make_linguists(desk: Desk, *names: str) -> Sequence[int]:
    """New linguists."""
    account = desk.shop.caller.account_id
    drafts = [
        UserDraft(
            account_id=account,
            role=Role.LINGUIST,
            first_name=name,
            last_name="Brandt",
            email=f"{name}.translation{desk.address.translation_id}@example.com".lower(),
            password="a long pass phrase",
        )
        for name in names
    ]
    return [(await desk.call(create_user, draft=draft)).id for draft in drafts]


async def open_review_desk(shop: Shop, **said: Any) -> ReviewDesk:
    """An open translation, assigned to a translator and to a reviewer."""
    desk = await open_desk(shop, **said)
    translator, reviewer, stranger = await make_linguists(desk, "Jonas", "Rosa", "Sam")
    address = desk.address
    await desk.call(assign, address.translation_id, translator, staff=OPERATOR)
    await desk.call(assign_reviewer, address.project_id, address.translation_id, reviewer, staff=OPERATOR)
    return ReviewDesk(
        shop=desk.shop,
        tools=desk.tools,
        address=address,
        translator=editor_of(translator),
        reviewer=editor_of(reviewer),
        stranger=editor_of(stranger),
    )


def as_role(editor: Editor, role: StaffRole) -> Editor:
    """The same person with another role."""
    return replace(editor, staff=replace(editor.staff, role=role), user_id=None)
