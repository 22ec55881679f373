"""`/ui/style-guides`: the list, a new one, and one as a form."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Response

from dragoman.accounts.actions import find_account_names, search_accounts
from dragoman.catalog import editing
from dragoman.catalog.memory_use import list_templates_with
from dragoman.catalog.reference_types import LANGUAGE
from dragoman.catalog.removal import delete_style_guide
from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.languages import name_languages
from dragoman.dashboard.page.lists import read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import MemoryKeeperPage, MemoryPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.page.versions import version_of
from dragoman.dashboard.style_guides.choices import RULE_NAMES, read_rules, rule_options
from dragoman.database.connections import Transaction
from dragoman.http.fields import Id
from dragoman.style_guides import actions
from dragoman.style_guides.actions import StyleGuideDraft
from dragoman.style_guides.model import StyleGuide
from dragoman.styles import LONGEST_INSTRUCTION, MOST_INSTRUCTIONS, Style

_MOST_CHOICES: Final = 500  # accounts in a list to choose from
_ERRORS: Final = {
    "ACCOUNT_NOT_FOUND": "account",
    "TOO_MANY": "name",
    "INSTRUCTIONS_REFUSED": "instructions",
    "LANGUAGE_REFUSED": "target_language",
}

router = APIRouter(prefix="/ui/style-guides", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_style_guides(page: MemoryPage) -> Response:
    """List the style guides that the reader may see, disabled ones too."""
    state = read_list(page.request, filters=("search", "account"))
    async with page.transaction() as tx:
        found = await actions.list_style_guides(
            tx,
            account_id=state.number("account"),
            search=state.value("search"),
            limit=state.limit + 1,
            offset=state.offset,
        )
        names = await find_account_names(tx, sorted({one.account_id for one in found}))
        accounts = await search_accounts(tx, limit=_MOST_CHOICES) if page.is_staff else {}
    shown, state = state.cut(found)
    rules = {one.id: [_(RULE_NAMES[rule]) for rule in one.style.rules()] for one in shown}
    return page.render(
        "style_guides/list.html", guides=shown, list=state, names=names, accounts=accounts, rules=rules
    )


@router.get("/new")
async def show_new_style_guide(page: MemoryKeeperPage) -> Response:
    """Show the form of a new style guide."""
    return await _show_new(page)


@router.post("/new")
async def create_new_style_guide(page: MemoryKeeperPage) -> Response:
    """Create a style guide."""
    form = page.form
    with form.catching(fields=_ERRORS):
        account_id = form.number("account", least=1) if page.is_staff else page.person.account.id
        if form.require("name", *(["account"] if page.is_staff else [])) and form and account_id is not None:
            draft = StyleGuideDraft(
                account_id=account_id,
                name=form.text("name"),
                target_language=form.optional("target_language"),
                style=Style(**read_rules(form)),
            )
            async with page.transaction() as tx:
                made = await actions.create_style_guide(tx, staff=page.staff, draft=draft)
            return page.redirect(f"/ui/style-guides/{made.id}", done=_("Style guide created."))
    return await _show_new(page)


@router.get("/{id}")
async def show_style_guide(page: MemoryPage, style_guide_id: Id) -> Response:
    """Show a style guide: in a form, or read-only to linguists."""
    return await _show(page, style_guide_id)


@router.post("/{id}")
async def change_style_guide(page: MemoryKeeperPage, style_guide_id: Id) -> Response:
    """Change a style guide."""
    form = page.form
    with form.catching(fields=_ERRORS):
        if form.require("name") and form:
            async with page.exclusive_transaction() as tx:
                form.require_version(_version(await actions.get_style_guide(tx, style_guide_id)))
                await actions.change_style_guide(
                    tx, staff=page.staff, style_guide_id=style_guide_id, changes=_read_changes(form)
                )
            return page.redirect(page.path, done=_("Style guide saved."))
    return await _show(page, style_guide_id)


@router.post("/{id}/disabled")
async def disable_style_guide(page: MemoryKeeperPage, style_guide_id: Id) -> Response:
    """Keep requests and new projects from a style guide, or allow them again."""
    disabled = page.form.flag("disabled")
    async with page.transaction() as tx:
        await actions.change_style_guide(
            tx, staff=page.staff, style_guide_id=style_guide_id, changes={"disabled": disabled}
        )
    done = _("Style guide disabled. It cannot be chosen any more.") if disabled else _("Style guide enabled.")
    return page.redirect(f"/ui/style-guides/{style_guide_id}", done=done)


@router.post("/{id}/delete")
async def remove_style_guide(page: MemoryKeeperPage, style_guide_id: Id) -> Response:
    """Delete a style guide that no template names."""
    with page.form.catching():
        async with page.transaction() as tx:
            await delete_style_guide(tx, style_guide_id, staff=page.staff)
        return page.redirect("/ui/style-guides", done=_("Style guide deleted."))
    return await _show(page, style_guide_id)


def _read_changes(form: PageForm) -> dict[str, Any]:
    changed = {"name": form.text("name"), "target_language": form.optional("target_language")}
    return {**changed, **read_rules(form)}


async def _show_new(page: PageRequest) -> Response:
    async with page.transaction() as tx:
        accounts = await search_accounts(tx, limit=_MOST_CHOICES) if page.is_staff else {}
        languages = await _list_languages(tx, None)
    return _render(page, None, accounts=accounts, languages=languages, templates=(), account_name="")


async def _show(page: PageRequest, style_guide_id: int) -> Response:
    async with page.transaction() as tx:
        guide = await actions.get_style_guide(tx, style_guide_id)
        names = await find_account_names(tx, [guide.account_id])
        templates = await list_templates_with(tx, style_id=style_guide_id)
        languages = await _list_languages(tx, guide)
    return _render(
        page,
        guide,
        accounts={},
        languages=languages,
        templates=templates,
        account_name=names[guide.account_id],
    )


def _render(page: PageRequest, guide: StyleGuide | None, **values: Any) -> Response:
    return page.render(
        "style_guides/form.html",
        one=guide,
        style=guide.style if guide is not None else Style(),
        version=_version(guide) if guide is not None else "",
        options=rule_options(),
        most=MOST_INSTRUCTIONS,
        longest=LONGEST_INSTRUCTION,
        **values,
    )


def _version(guide: StyleGuide) -> str:
    """The version that the form of a style guide is shown for: of what the form changes."""
    return version_of(guide.name, guide.target_language, guide.style)


async def _list_languages(tx: Transaction, guide: StyleGuide | None) -> list[tuple[str, str]]:
    """The languages that are offered, and the one that was chosen before."""
    offered = await editing.list_items(tx, LANGUAGE, limit=None)
    codes = {one.code for one in offered if one.disabled is None}
    if guide is not None and guide.target_language is not None:
        codes.add(guide.target_language)
    return [(one.code, one.name) for one in name_languages(codes)]
