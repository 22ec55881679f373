"""Why a translation can only be read now, in the words of the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dragoman.dashboard.page.error_messages import translate_message
from dragoman.dashboard.page.locale import mark, translate
from dragoman.projects.linguists.editing.opening import Editor, find_refusal
from dragoman.projects.linguists.translation_context import NotOpen, TranslationContext
from dragoman.projects.model import ProjectStatus, Stage

_STATUSES: Final[Mapping[ProjectStatus, str]] = {
    ProjectStatus.DRAFT: mark("The project has not started yet."),
    ProjectStatus.FINISHED: mark("The translation is delivered: it can be read, not changed."),
    ProjectStatus.CANCELLED: mark("The translation is cancelled: it can be read, not changed."),
}
_STAGES: Final[Mapping[Stage, str]] = {
    Stage.WAITING: mark("The project has not started yet."),
    Stage.PREPARING: mark("The translation is being prepared. Try again in a moment."),
    Stage.DELIVERING: mark("The translation is being delivered: it can be read, not changed."),
    Stage.DONE: mark("The translation is delivered: it can be read, not changed."),
    Stage.FAILED: mark("The file could not be prepared or rebuilt. A manager has to look at the project."),
}


def explain_closed(context: TranslationContext, editor: Editor) -> str | None:
    """Explain why an editor cannot change a translation now; None: it can."""
    refusal = find_refusal(context, editor)
    if refusal is None:
        return None
    if not isinstance(refusal, NotOpen):
        return translate_message(refusal.message)
    translation = context.translation
    if translation.status is not ProjectStatus.ACTIVE:
        return translate(_STATUSES[translation.status])
    return translate(_STAGES[translation.stage])
