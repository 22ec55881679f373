"""`/ui/projects/new/1`: files and languages, the first of the three steps of an order (P1, P13)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final

from fastapi import APIRouter, Response

from dragoman.access.admission import admit_person
from dragoman.access.model import Bucket, Caller
from dragoman.accounts.actions import search_accounts
from dragoman.catalog.actions import list_languages
from dragoman.dashboard.page.languages import LanguageChoices, NamedLanguage, language_choices, name_languages
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import OrdererPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.projects.callers import find_caller
from dragoman.dashboard.projects.drafts import (
    FIRST,
    Draft,
    address_without_draft,
    find_draft,
    open_draft,
    read_project_id,
    require_draft,
)
from dragoman.dashboard.projects.files import send_file
from dragoman.dashboard.projects.limits import FILES_LIMIT
from dragoman.dashboard.projects.refusal_words import explain_refusal
from dragoman.errors import Conflict, RuleBroken
from dragoman.http.route_policy import route_policy
from dragoman.languages import canonical, is_well_formed, read_code
from dragoman.projects.intake.checking_files import FileUpload

_MOST_CHOICES: Final = 500  # accounts in a list to choose from

router = APIRouter(prefix="/ui/projects/new", include_in_schema=False, route_class=PageRoute)


@router.get("/1")
async def show_files_step(page: OrdererPage) -> Response:
    """Show where to put files, their languages, and those that were sent already."""
    draft = await find_draft(page)
    if draft is None and read_project_id(page) is not None:
        return page.redirect(address_without_draft(page))
    return await _show(page, draft)


@router.post("/1")
@route_policy(body=FILES_LIMIT)
async def add_files(page: OrdererPage) -> Response:
    """Add files to the draft; the first one makes it. One that is refused does not keep the others."""
    draft = await require_draft(page)
    form = page.form
    upload = _read_upload(page)
    files = form.files("files")
    if not files:
        form.add(_("Choose a file."), at="files", code="MISSING")
    caller = draft.caller if draft is not None else await _read_caller(page)
    if form and caller is not None:
        with form.catching():
            await admit_person(page.runtime.identity, caller, bucket=Bucket.PROJECTS)
    if form.problems or caller is None:
        return await _show(page, draft)
    project_id = None if draft is None else draft.id
    refusals: list[tuple[str, str]] = []
    for number, file in enumerate(files):
        name = file.filename or ""
        try:
            if project_id is None:
                project_id = await _open(page, caller, name, upload)
            sent = FileUpload(**{**upload, "file_name": name, "data": await file.read()})
            key = f"{form.text('key')}:{number}" if form.text("key") else ""
            await send_file(page, project_id, sent, caller=caller, key=key)
        except (RuleBroken, Conflict) as error:
            refusals.append((name, explain_refusal(error)))
    if project_id is not None and not refusals:
        return page.redirect(f"{FIRST}?project={project_id}")
    return await _show(page, await find_draft(page, project_id), refusals)


async def _open(page: PageRequest, caller: Caller, name: str, upload: dict[str, Any]) -> int:
    pairs = {(upload["source_language"] or "", target) for target in upload["target_languages"]}
    return await open_draft(page, caller, key=page.form.text("order"), file_name=name, pairs=pairs)


def _read_upload(page: PageRequest) -> dict[str, Any]:
    """Read what all files of the form share; languages that are missing are problems of it."""
    form = page.form
    source = read_code(form.text("source"))
    targets = [canonical(one) for one in map(read_code, form.texts("targets")) if is_well_formed(one)]
    if not is_well_formed(source):
        form.add(_("Choose a language."), at="source", code="MISSING")
        source = "en"
    reference = form.flag("reference")
    if not targets and not reference:
        form.add(_("Choose at least one language."), at="targets", code="MISSING")
    return {
        "source_language": canonical(source),
        "target_languages": tuple(one for one in targets),
        "reference": reference,
    }


async def _read_caller(page: PageRequest) -> Caller | None:
    """As whom a new draft is made; None where staff have not chosen the account, which is a problem."""
    account_id = page.form.number("account", least=1) if page.is_staff else page.person.account.id
    if account_id is None:
        page.form.add(_("Choose an account."), at="account", code="MISSING")
        return None
    with page.form.catching({"CONFLICT": "account"}):
        return await find_caller(page, account_id)
    return None


async def _show(page: PageRequest, draft: Draft | None, refusals: Sequence[tuple[str, str]] = ()) -> Response:
    caller = draft.caller if draft is not None else await page.caller()
    choices = await language_choices(page, caller)
    async with page.transaction() as tx:
        codes = {one.code for one in await list_languages(tx)}
        accounts = await search_accounts(tx, limit=_MOST_CHOICES) if page.is_staff and draft is None else {}
    source, targets = _chosen(page, draft, choices)
    return page.render(
        "projects/order_files.html",
        status=422 if refusals else None,
        draft=draft,
        action=FIRST if draft is None else f"{FIRST}?project={draft.id}",
        choices=choices,
        sources=name_languages(codes | {one.source for one in choices.routes}),
        targets=_order(
            name_languages(codes | {one.target for one in choices.routes}), [*targets, *choices.recent]
        ),
        source=source,
        chosen=targets,
        accounts=accounts,
        refusals=refusals,
        key=secrets.token_urlsafe(16),
        order=page.form.text("order") or secrets.token_urlsafe(16),
        most_bytes=page.runtime.settings.max_document_bytes,
    )


def _order(languages: Sequence[NamedLanguage], first: Sequence[str]) -> Sequence[NamedLanguage]:
    """Languages by name, after those that are chosen and those that were used last."""
    by_code = {one.code: one for one in languages}
    leading = [by_code[code] for code in dict.fromkeys(first) if code in by_code]
    return [*leading, *(one for one in languages if one not in leading)]


def _chosen(page: PageRequest, draft: Draft | None, choices: LanguageChoices) -> tuple[str, Sequence[str]]:
    """The languages that the form shows: as sent, else those of the last file, else those used last."""
    if page.form.data:
        return page.form.text("source"), page.form.texts("targets")
    if draft is not None and (last := draft.last_file) is not None:
        return last.source_language or "en", draft.languages_into(last)
    return next((code for code in (choices.source, *choices.recent) if code != "auto"), "en"), ()
