"""Who edits, and which translation: what every address of the editor has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from fastapi import Depends, Request

from dragoman.access.model import StaffRole
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.page.rights import PageNeeds, Right
from dragoman.http.fields import Id, TranslationId
from dragoman.projects.linguists.editing.opening import Editor, TranslationAddress
from dragoman.projects.linguists.tools import LinguistTools, linguist_tools

PREFIX: Final = "/ui/projects/{id}/t/{translation}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedEditor:
    """The reader of a page at a translation. People with the role linguist find what is assigned to them."""

    page: PageRequest
    editor: Editor
    address: TranslationAddress
    tools: LinguistTools

    @property
    def path(self) -> str:
        """The path of the editor's page."""
        return f"/ui/projects/{self.address.project_id}/t/{self.address.translation_id}"


async def _open(request: Request, project_id: Id, translation_id: TranslationId) -> OpenedEditor:
    page: PageRequest = request.state.page  # which the route has made
    is_linguist = page.staff.role is StaffRole.LINGUIST
    return OpenedEditor(
        page=page,
        editor=Editor(staff=page.staff, user_id=page.person.user.id if is_linguist else None),
        address=TranslationAddress(project_id=project_id, translation_id=translation_id),
        tools=linguist_tools(page.runtime),
    )


EditorPage: TypeAlias = Annotated[OpenedEditor, Depends(_open), PageNeeds((Right.LINGUIST,))]
ManagerEditorPage: TypeAlias = Annotated[OpenedEditor, Depends(_open), PageNeeds((Right.MANAGER,))]
