"""`/ui/projects/{id}/t/{translation}`: the editor. The page has its first rows, a script loads the rest."""

from __future__ import annotations

import base64
import hashlib
import hmac
from typing import Any, Final

from fastapi import APIRouter, Response

from dragoman.dashboard.editor.closed import explain_closed
from dragoman.dashboard.editor.error_names import name_categories, name_severities
from dragoman.dashboard.editor.opening import PREFIX, EditorPage, OpenedEditor
from dragoman.dashboard.editor.rows import PACK, RowLanguages, write_rows
from dragoman.dashboard.editor.texts import script_texts
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.http.editing.segment_requests import WantedQuery
from dragoman.languages import is_rtl
from dragoman.projects.linguists.editing.assisting import can_assist
from dragoman.projects.linguists.editing.opening import is_reviewing, may_review
from dragoman.projects.linguists.editing.summaries import TranslationSummary, summarise
from dragoman.projects.linguists.editing.windows import find_numbered

_FIRST_ROWS: Final = 4 * PACK
_KEPT: Final = "changes that an editor keeps in a browser"

router = APIRouter(prefix=PREFIX, include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_editor(opened: EditorPage, query: WantedQuery) -> Response:
    """Show a translation segment by segment."""
    page = opened.page
    wanted = query.for_editor(opened.editor)
    async with page.transaction() as tx:
        summary = await summarise(tx, opened.address, wanted, editor=opened.editor)
        numbers = range(len(summary.states)) if summary.numbers is None else summary.numbers
        first = _first_pack(numbers, wanted.first_number) * PACK
        rows = await find_numbered(tx, opened.address, numbers[first : first + _FIRST_ROWS])
    context = summary.context
    languages = RowLanguages(source=context.source_language, target=context.translation.target_language)
    assists = await can_assist(page.runtime, context)
    packs = [rows[start : start + PACK] for start in range(0, len(rows), PACK)]
    return page.render(
        "editor/editor.html",
        context=context,
        path=opened.path,
        packs=[write_rows(some, languages) for some in packs],
        data=_script_data(opened, summary, first_pack=first // PACK, can_assist=assists),
        query=query,
        issues=sorted({*summary.issues, *filter(None, [wanted.filter.issue])}),
        categories=name_categories(),
        severities=name_severities(),
        total=len(summary.states),
        shown=len(numbers),
    )


def _first_pack(numbers: Any, first_number: int | None) -> int:
    """The pack that has a segment, or the next segment that is wanted."""
    if first_number is None:
        return 0
    before = sum(number < first_number for number in numbers)
    return int(before // PACK)


def _script_data(
    opened: OpenedEditor, summary: TranslationSummary, *, first_pack: int, can_assist: bool
) -> dict[str, Any]:
    page, context = opened.page, summary.context
    target = context.translation.target_language
    return {
        "base": opened.path,
        "csrf": page.csrf,
        "keepKey": _keep_key(opened),
        "person": str(page.person.user.id),
        "actor": opened.editor.staff.actor,
        "translation": context.translation.id,
        "states": summary.states,
        "numbers": None if summary.numbers is None else list(summary.numbers),
        "version": summary.revision,
        "pack": PACK,
        "firstPack": first_pack,
        "sourceLanguage": context.source_language,
        "targetLanguage": target,
        "targetDirection": "rtl" if is_rtl(target) else "ltr",
        "isManager": page.may("manager"),
        "canAssist": can_assist,
        "closed": explain_closed(context, opened.editor),
        "firstPass": context.translation.first_pass,
        "isReviewing": is_reviewing(context, opened.editor),
        "mayMark": may_review(context, opened.editor),
        "categories": name_categories(),
        "severities": name_severities(),
        "texts": script_texts(),
    }


def _keep_key(opened: OpenedEditor) -> str:
    """The key by which the browser encrypts what it could not send yet: only this person is told it."""
    keyring = opened.page.runtime.keyring
    key = keyring.derive(keyring.current_id, _KEPT)
    made = hmac.new(key, str(opened.page.person.user.id).encode(), hashlib.sha256).digest()
    return base64.b64encode(made).decode()
