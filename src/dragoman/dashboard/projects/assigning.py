"""`/ui/projects/{id}/assign`: several translations of a project for one person at once."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Response

from dragoman.dashboard.page.formats import write_language
from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.locale import translate_plural
from dragoman.dashboard.page.needs import ManagerPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.projects.showing import show_project
from dragoman.dashboard.projects.translators import ALL, INTO, NO_USER
from dragoman.http.fields import LARGEST_ID, Id
from dragoman.projects.linguists.assigning import TranslationsOver, assign_several, find_unassigned
from dragoman.projects.linguists.translation_context import TranslationContext, list_translation_contexts

router = APIRouter(prefix="/ui/projects/{id}", include_in_schema=False, route_class=PageRoute)


@router.post("/assign")
async def assign_translations(page: ManagerPage, project_id: Id) -> Response:
    """Assign the translations that are ticked, or those that nobody has: all of them or none."""
    user = _read_user(page.form)
    with page.form.catching({"ASSIGNEE_NOT_FOUND": "user"}):
        number = await _assign(page, project_id, user)
        if page.form:
            done = translate_plural(
                "%(number)s translation assigned.", "%(number)s translations assigned.", number
            )
            return page.redirect(f"/ui/projects/{project_id}", done=done % {"number": number})
    return await show_project(page, project_id)


async def _assign(page: PageRequest, project_id: int, user: int | None) -> int:
    """Assign what the form chooses, and return how many; those that are over are problems at their place."""
    try:
        async with page.transaction() as tx:
            chosen = _choose(page.form, await list_translation_contexts(tx, project_id))
            if page.form:
                await assign_several(tx, project_id, chosen, user, staff=page.staff)
            return len(chosen)
    except TranslationsOver as error:
        for one in error.over:
            named = {"file": one.file.name, "language": write_language(one.translation.target_language)}
            message = _("%(file)s into %(language)s is over: nobody works on it. Nothing was assigned.")
            page.form.add(message % named, at=f"t-{one.translation.id}", code=error.code)
        return 0


def _read_user(form: PageForm) -> int | None:
    """Read whom they are assigned to; None for nobody, which has to be chosen too."""
    if form.text("user") == NO_USER:
        return None
    if not form.text("user"):
        form.add(_("Choose a person."), at="user", code="MISSING")
    return form.number("user", least=1)


def _choose(form: PageForm, contexts: Sequence[TranslationContext]) -> Sequence[int]:
    """Read which translations are meant; none are a problem."""
    which = form.text("which")
    if which == ALL or which.startswith(INTO):
        into = None if which == ALL else which.removeprefix(INTO)
        unassigned = find_unassigned((one.translation for one in contexts), target_language=into)
        if not unassigned:
            form.add(_("Somebody has all of these already."), at="which")
        return [one.id for one in unassigned]
    ticked = {int(one) for one in form.texts("translation") if one.isascii() and one.isdigit()}
    if not ticked:
        form.add(_("Tick translations in the table, or choose all that nobody has."), at="which")
    return sorted(one for one in ticked if one <= LARGEST_ID)
