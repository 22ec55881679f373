"""Deliver the translations of a project that are ready."""

from __future__ import annotations

from dragoman.dashboard.page.error_messages import write_error
from dragoman.dashboard.page.formats import write_language
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.request import PageRequest
from dragoman.errors import Conflict, RuleBroken
from dragoman.projects.linguists.delivering import deliver_translation
from dragoman.projects.linguists.tools import linguist_tools
from dragoman.projects.linguists.translation_context import TranslationContext, list_translation_contexts


async def deliver_ready(page: PageRequest, project_id: int) -> int:
    """Deliver each translation that is ready; those that cannot be delivered are problems of the form.

    Returns how many are being delivered. Raises `NotFound`.
    """
    async with page.transaction() as tx:
        contexts = await list_translation_contexts(tx, project_id)
    ready = [one for one in contexts if one.translation.is_ready]
    if not ready:
        page.form.add(_("No translation is ready to be delivered any more."))
    results = [await _deliver(page, one) for one in ready]
    return sum(results)


async def _deliver(page: PageRequest, context: TranslationContext) -> bool:
    tools = linguist_tools(page.runtime)
    translation = context.translation
    try:
        await deliver_translation(tools, context.project.id, translation.id, staff=page.staff)
    except (RuleBroken, Conflict) as error:
        where = {"file": context.file.name, "language": write_language(translation.target_language)}
        page.form.add(
            _("%(file)s into %(language)s: %(reason)s") % {**where, "reason": write_error(error)},
            at=f"t-{translation.id}",
            code=error.code,
        )
        return False
    return True
