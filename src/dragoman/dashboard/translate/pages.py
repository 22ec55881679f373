"""`/ui/translate`: a text and its translation, the call that does it, and a token to try it (T1, T6, A8)."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter, Response

from dragoman.access.model import Caller
from dragoman.access.provisioning import create_temporary_token
from dragoman.dashboard.page.asset_choice import OfferedAssets, offered_assets
from dragoman.dashboard.page.languages import (
    QUALITY_WORDS,
    LanguageChoices,
    language_choices,
    remember_languages,
    remote_engines,
)
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import DeveloperPage, PersonPage, TextPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.translate.answering import PageState, translate_draft
from dragoman.dashboard.translate.draft import (
    TextDraft,
    divide_draft,
    empty_draft,
    first_draft,
    longest_text,
    read_draft,
)
from dragoman.dashboard.translate.first_steps import close_step, is_first_visit, open_steps
from dragoman.dashboard.translate.samples import CallSample, TextCall, write_samples
from dragoman.database.connections import transaction
from dragoman.translation.assets import AssetChoice
from dragoman.translation.source_detection import AUTO

router = APIRouter(prefix="/ui/translate", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_translate(page: TextPage) -> Response:
    """Show two empty panes; to those who sign in for the first time, an example with its translation."""
    caller = await page.caller()
    choices = await language_choices(page, caller)
    draft = first_draft(choices) if is_first_visit(page) else empty_draft(choices)
    return await _show(page, caller, choices, draft, await translate_draft(page, caller, draft, choices))


@router.post("")
async def translate_text(page: TextPage) -> Response:
    """Translate what was typed. Script sends the form too, and takes parts of the page from the answer."""
    caller = await page.caller()
    choices = await language_choices(page, caller)
    draft = read_draft(page.form, choices)
    if page.reader is None:
        draft = replace(draft, choice=AssetChoice())  # visitors choose no memories
    state = await translate_draft(page, caller, draft, choices)
    response = await _show(page, caller, choices, draft, state)
    if state.shown is not None:
        detected = state.shown.source if draft.source == AUTO else None
        remember_languages(
            page.request, response, source=draft.source, target=draft.target, detected=detected
        )
    return response


@router.post("/token")
async def create_token(page: DeveloperPage) -> Response:
    """Make a temporary token for the account's built-in application, shown in this answer only."""
    caller = await page.caller()
    choices = await language_choices(page, caller)
    draft = read_draft(page.form, choices)
    async with transaction(page.runtime.database, account=caller.account_id) as tx:
        issued = await create_temporary_token(
            tx, page.runtime.keyring, page.runtime.settings, caller.application_id, staff=page.staff
        )
    return await _show(page, caller, choices, draft, PageState(), token=issued.access_token)


@router.post("/first-steps")
async def close_first_step(page: PersonPage) -> Response:
    """Leave a card of the first steps out from now on."""
    return close_step(page, page.form.text("step"))


async def _show(
    page: PageRequest,
    caller: Caller,
    choices: LanguageChoices,
    draft: TextDraft,
    state: PageState,
    *,
    token: str | None = None,
) -> Response:
    route = choices.find_route(state.shown.source if state.shown else draft.source, draft.target)
    response = page.render(
        "translate/translate.html",
        status=None if state.status == 200 else state.status,
        draft=draft,
        choices=choices,
        state=state,
        most=longest_text(page.runtime.settings),
        quality=_(QUALITY_WORDS[route.quality]) if route is not None else "",
        sent_to=remote_engines(route) if route is not None else [],
        offered=await offered_assets(page, caller) if page.reader is not None else OfferedAssets(),
        samples=await _samples(page, draft, token),
        token=token,
        token_minutes=page.runtime.settings.temporary_token_seconds // 60,
        steps=open_steps(page),
    )
    if state.retry_after:
        response.headers["Retry-After"] = str(state.retry_after)
    return response


async def _samples(page: PageRequest, draft: TextDraft, token: str | None) -> list[CallSample]:
    """The call for what is typed, for those who write programs."""
    if not (page.may("developer") or page.may("manager")) or draft.is_empty:
        return []
    if len(draft.text) > longest_text(page.runtime.settings):
        return []
    divided = await divide_draft(draft, page.runtime.settings, page.runtime.translator)
    call = TextCall(
        service=page.request.app.state.issuer.rstrip("/"),
        source=draft.source,
        target=draft.target,
        texts=divided.segments,
        token=token,
    )
    return list(write_samples(call))
