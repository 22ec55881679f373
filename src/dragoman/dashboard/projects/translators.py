"""Whom translations can be assigned to, and who has those of a project, for managers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.accounts.actions import find_user_names, search_people
from dragoman.accounts.model import PeopleFilter, PersonState, Role
from dragoman.dashboard.page.formats import alphabetical, write_language, write_number
from dragoman.dashboard.page.locale import translate as _
from dragoman.database.connections import Transaction
from dragoman.projects.linguists.assigning import find_unassigned
from dragoman.projects.model import FileTranslation

ALL: Final = "all"  # translations that nobody has
INTO: Final = "into-"  # before a language: those into it that nobody has
NO_USER: Final = "none"
_TRANSLATORS: Final = (Role.LINGUIST, Role.MANAGER, Role.ADMIN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignments:
    """Who has the translations of a project, and whom others can be given to."""

    people: Mapping[int, str]  # whom they can be assigned to, by name
    assignees: Mapping[int, str]  # the names of those who have some
    unassigned: Sequence[FileTranslation]

    @property
    def choices(self) -> Sequence[tuple[str, str]]:
        """Which translations a form can choose: value and text."""
        choices = [("", _("Those that are ticked"))]
        if self.unassigned:
            number = write_number(len(self.unassigned))
            choices.append((ALL, _("All that nobody has (%(number)s)") % {"number": number}))
        for code in dict.fromkeys(one.target_language for one in self.unassigned):
            text = _("All that nobody has, into %(language)s") % {"language": write_language(code)}
            choices.append((INTO + code, text))
        return choices

    @property
    def receivers(self) -> Sequence[tuple[str, str]]:
        """Whom a form can assign them to: value and text."""
        return [*((str(id_), name) for id_, name in self.people.items()), (NO_USER, _("Nobody"))]


async def read_assignments(tx: Transaction, translations: Sequence[FileTranslation]) -> Assignments:
    """Read who has these translations, and who may get them."""
    ids = {one.assignee_id for one in translations if one.assignee_id is not None}
    return Assignments(
        people=await list_translators(tx),
        assignees=await find_user_names(tx, sorted(ids)) if ids else {},
        unassigned=find_unassigned(translations),
    )


async def list_translators(tx: Transaction) -> Mapping[int, str]:
    """The provider's people whom translations can be assigned to, by name."""
    found: Sequence[tuple[int, str]] = [
        (one.user.id, one.user.name or one.user.email or str(one.user.id))
        for role in _TRANSLATORS
        for one in await search_people(tx, wanted=PeopleFilter(role=role, state=PersonState.ACTIVE))
    ]
    return dict(sorted(set(found), key=lambda one: alphabetical(one[1])))
