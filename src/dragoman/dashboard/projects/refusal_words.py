"""Why files of an order were refused, in words for people: the errors' own hints are for programs."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.dashboard.page.error_messages import translate_message, write_error
from dragoman.dashboard.page.formats import write_language, write_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.errors import Conflict, DragomanError, RuleBroken
from dragoman.projects.file_refusals import FileNameTaken, FileTypeUnsupported, PairUnsupported


def explain_refusal(error: RuleBroken | Conflict) -> str:
    """Why a file was refused, all reasons; the languages that cannot be had are one of them."""
    problems = error.all_problems() if isinstance(error, RuleBroken) else [error]
    pairs = [one.pair for one in problems if isinstance(one, PairUnsupported) and one.pair]
    others = [one for one in problems if not isinstance(one, PairUnsupported) or not one.pair]
    sentences = [_explain(one) for one in others]
    return " ".join([*sentences, *([_explain_pairs(pairs)] if pairs else [])])


def _explain_pairs(pairs: Sequence[tuple[str, str]]) -> str:
    """One sentence for the targets of a file, which has one source."""
    message = _("%(source)s → %(target)s is not available.") % {
        "source": write_language(pairs[0][0]),
        "target": write_list([write_language(target) for _source, target in pairs]),
    }
    hint = _("Choose other languages, or another service.")
    return f"{message} {hint}"


def _explain(error: DragomanError) -> str:
    if isinstance(error, FileTypeUnsupported):
        hint = _("Send a file of another type, or this one as a reference file if it only explains.")
        return f"{translate_message(error.message)} {hint}"
    if isinstance(error, FileNameTaken):
        hint = _("Rename the new one, or take the other one out first.")
        return f"{translate_message(error.message)} {hint}"
    return write_error(error)
