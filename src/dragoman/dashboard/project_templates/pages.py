"""`/ui/templates`: project templates of all accounts, for managers."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Response

from dragoman.accounts.actions import find_account_names, search_accounts
from dragoman.catalog import editing
from dragoman.catalog.model import ReferenceField, Template
from dragoman.catalog.reference_types import LANGUAGE, SERVICE, TEMPLATE
from dragoman.catalog.validation import LONGEST_WAIT
from dragoman.dashboard.page.forms import PageForm
from dragoman.dashboard.page.languages import name_languages
from dragoman.dashboard.page.lists import read_list
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import ManagerPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.reference_choices import read_choices, read_chosen, write_problems_plainly
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.page.versions import version_of
from dragoman.http.fields import Id
from dragoman.memories.scoring import HIGHEST_THRESHOLD, LOWEST_THRESHOLD

_MOST_CHOICES: Final = 500  # accounts in a list to choose from
_REFERENCES: Final = [one.value for one in ReferenceField if one is not ReferenceField.TEMPLATE]

router = APIRouter(prefix="/ui/templates", include_in_schema=False, route_class=PageRoute)


@router.get("")
async def show_templates(page: ManagerPage) -> Response:
    """List the templates of all accounts, or of one, disabled ones too."""
    state = read_list(page.request, filters=("account",))
    async with page.transaction() as tx:
        found = await editing.list_items(
            tx, TEMPLATE, account_id=state.number("account"), limit=state.limit + 1, offset=state.offset
        )
        names = await find_account_names(tx, sorted({one.account_id for one in found}))
        services = {one.id: one.name for one in await editing.list_items(tx, SERVICE, limit=None)}
        accounts = await search_accounts(tx, limit=_MOST_CHOICES)
    shown, state = state.cut(found)
    return page.render(
        "project_templates/list.html",
        templates=shown,
        list=state,
        names=names,
        services=services,
        accounts=accounts,
    )


@router.get("/new")
async def show_new_template(page: ManagerPage) -> Response:
    """Show the form of a new template; first, the choice of its account."""
    account_id = read_list(page.request, filters=("account",)).number("account")
    return await _show_form(page, None, account_id)


@router.post("/new")
async def create_template(page: ManagerPage) -> Response:
    """Create a template."""
    form = page.form
    account_id = form.number("account", least=1)
    values = _read(form)
    with form.catching(fields={"ACCOUNT_NOT_FOUND": "account"}):
        if form.require("name", "account") and form and account_id is not None:
            draft = Template(id=editing.UNSTORED, account_id=account_id, **values)
            async with page.transaction() as tx:
                made = await editing.create(tx, TEMPLATE, draft, staff=page.staff)
            return page.redirect(f"/ui/templates/{made.id}", done=_("Template created."))
    return await _show_form(page, None, account_id)


@router.get("/{id}")
async def show_template(page: ManagerPage, template_id: Id) -> Response:
    """Show a template in a form."""
    return await _show(page, template_id)


@router.post("/{id}")
async def change_template(page: ManagerPage, template_id: Id) -> Response:
    """Change a template."""
    form = page.form
    values = _read(form)
    with form.catching():
        if form.require("name") and form:
            async with page.exclusive_transaction() as tx:
                form.require_version(version_of(await editing.get(tx, TEMPLATE, template_id)))
                await editing.change(tx, TEMPLATE, template_id, changes=values, staff=page.staff)
            return page.redirect(page.path, done=_("Template saved."))
    return await _show(page, template_id)


@router.post("/{id}/disabled")
async def disable_template(page: ManagerPage, template_id: Id) -> Response:
    """Keep new projects from a template, or allow them again."""
    disabled = page.form.flag("disabled")
    async with page.transaction() as tx:
        await editing.change(tx, TEMPLATE, template_id, changes={"disabled": disabled}, staff=page.staff)
    done = _("Template disabled. New projects cannot choose it.") if disabled else _("Template enabled.")
    return page.redirect(f"/ui/templates/{template_id}", done=done)


def _read(form: PageForm) -> dict[str, Any]:
    """The values of a template's form, by the names of its fields; problems are noted."""
    threshold = form.number("memory_threshold", least=LOWEST_THRESHOLD, most=HIGHEST_THRESHOLD)
    return {
        "name": form.text("name"),
        "title": form.optional("title"),
        "use_memory": {"yes": True, "no": False}.get(form.text("use_memory")),
        "memory_threshold": threshold,
        "source_language": form.optional("source_language"),
        "target_languages": tuple(form.texts("target_languages")),
        "auto_start_after": form.number("auto_start_after", most=LONGEST_WAIT),
        **read_chosen(form, _REFERENCES),
    }


async def _show(page: PageRequest, template_id: int) -> Response:
    async with page.transaction() as tx:
        template = await editing.get(tx, TEMPLATE, template_id)
    return await _show_form(page, template, template.account_id)


async def _show_form(page: PageRequest, template: Template | None, account_id: int | None) -> Response:
    """Show the form; without an account, the choice of one."""
    write_problems_plainly(page.form)
    async with page.transaction() as tx:
        names = await find_account_names(tx, [account_id]) if account_id is not None else {}
        if account_id is None or account_id not in names:
            accounts = await search_accounts(tx, limit=_MOST_CHOICES)
            return page.render("project_templates/choose_account.html", accounts=accounts)
        had = template.references() if template is not None else None
        choices = await read_choices(tx, account_id=account_id, had=had)
        offered = await editing.list_items(tx, LANGUAGE, limit=None)
    codes = [one.code for one in offered if one.disabled is None]
    if template is not None:
        codes += [one for one in (template.source_language, *template.target_languages) if one]
    return page.render(
        "project_templates/form.html",
        one=template,
        version=version_of(template),
        account_id=account_id,
        account_name=names[account_id],
        choices=choices,
        languages_offered=name_languages(set(codes)),
        thresholds=(LOWEST_THRESHOLD, HIGHEST_THRESHOLD),
    )
