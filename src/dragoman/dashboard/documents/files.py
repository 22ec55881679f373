"""`/ui/translate/files`: files to translate, and those of the last hour (D1–D6, D10)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

from fastapi import APIRouter, Response

from dragoman.access.model import Caller
from dragoman.accounts.model import AccountKind
from dragoman.dashboard.documents.jobs import list_jobs
from dragoman.dashboard.documents.sending import FileOutcome, FilesOrder, read_order, send_files
from dragoman.dashboard.documents.words import explain_failure
from dragoman.dashboard.page.asset_choice import offered_assets, read_asset_choice
from dragoman.dashboard.page.bands import name_band
from dragoman.dashboard.page.languages import (
    QUALITY_WORDS,
    LanguageChoices,
    language_choices,
    remember_languages,
)
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import PersonPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.engine_registry.actions import find_account_policy
from dragoman.formats import FORMATS
from dragoman.http.route_policy import UploadLimit, route_policy
from dragoman.translation.assets import DEFAULT_CHOICE

_AT_ONCE: Final = (
    10  # files of the largest size in one form without script; with it each has a form of its own
)
_LONGEST_WAIT: Final = 0.2  # seconds, until it is known whether old Office documents are accepted
_LIMIT: Final = UploadLimit(
    file_bytes=lambda settings: _AT_ONCE * settings.max_document_bytes,
    kind="Files",
    advice="Send fewer at once.",
)

router = APIRouter(prefix="/ui/translate/files", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_files(page: PersonPage) -> Response:
    """Show where to put files, and what became of earlier ones."""
    caller = await page.caller()
    choices = await language_choices(page, caller)
    order = FilesOrder(
        source=choices.source, target=choices.target, choice=DEFAULT_CHOICE, analyse=False, key=""
    )
    return await _show(page, caller, choices, order)


@router.post("")
@route_policy(body=_LIMIT)
async def translate_files(page: PersonPage) -> Response:
    """Make a job of each file, or analyse it."""
    caller = await page.caller()
    choices = await language_choices(page, caller)
    order = read_order(page.form, choices, read_asset_choice(page.form))
    if page.form.problems:
        return await _show(page, caller, choices, order)
    outcomes = await send_files(page, caller, order)
    if all(one.is_accepted for one in outcomes):
        response = page.redirect(page.path)
    else:
        response = await _show(page, caller, choices, order, outcomes)
    remember_languages(page.request, response, source=order.source, target=order.target)
    return response


async def _show(
    page: PageRequest,
    caller: Caller,
    choices: LanguageChoices,
    order: FilesOrder,
    outcomes: Sequence[FileOutcome] = (),
) -> Response:
    wait = max((one.retry_after for one in outcomes), default=0)
    refused = any(one.refusal for one in outcomes)
    route = choices.find_route(order.source, order.target)
    response = page.render(
        "documents/files.html",
        status=429 if wait else 422 if refused else None,
        choices=choices,
        order=order,
        outcomes=outcomes,
        quality=_(QUALITY_WORDS[route.quality]) if route is not None else "",
        sent_to=await _allowed_elsewhere(page),
        offered=await offered_assets(page, caller),
        jobs=await list_jobs(page, application_id=caller.application_id),
        types=await _types(page),
        most_bytes=page.runtime.settings.max_document_bytes,
        key=secrets.token_urlsafe(16),
        explain=explain_failure,
        name_band=name_band,
    )
    if wait:
        response.headers["Retry-After"] = str(wait)
    return response


async def _allowed_elsewhere(page: PageRequest) -> list[str]:
    """The remote engines that may get the account's texts. Which of them does depends on the languages."""
    account = page.person.account
    remote = {one.name for one in page.runtime.engines.current() if one.traits.remote}
    if not remote or account.kind is AccountKind.SANDBOX:  # of which nothing leaves the operator's machines
        return []
    async with page.transaction() as tx:
        policy = await find_account_policy(tx, account.id)
    return sorted(policy.remote & remote)


async def _types(page: PageRequest) -> list[str]:
    """The file extensions that are accepted now, as `GET /v2/documents/types` lists them."""
    legacy = await page.runtime.legacy.known_types(seconds=_LONGEST_WAIT) or ()
    return [suffix for kind in (*FORMATS, *legacy) for suffix in kind.media_types]
