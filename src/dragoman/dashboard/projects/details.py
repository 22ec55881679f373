"""`/ui/projects/new/2`: how a project is translated, the second of the three steps of an order (P1–P8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from fastapi import APIRouter, Response

from dragoman.catalog.model import InvoicingAccount, Service, Template
from dragoman.catalog.reading import (
    list_choices,
    list_memories,
    list_memory_sets,
    list_style_guides,
    list_term_bases,
)
from dragoman.catalog.reference_types import INVOICING_ACCOUNT, SERVICE, TEMPLATE
from dragoman.dashboard.page.locale import translate as _
from dragoman.dashboard.page.needs import OrdererPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.reference_choices import name_disabled, with_earlier, write_problems_plainly
from dragoman.dashboard.page.request import PageRequest
from dragoman.dashboard.page.versions import version_of
from dragoman.dashboard.projects.drafts import (
    Draft,
    address_without_draft,
    find_draft,
    require_draft,
)
from dragoman.dashboard.projects.facts import read_facts
from dragoman.database.connections import Transaction, transaction
from dragoman.errors import RuleBroken
from dragoman.projects.model import HoldReason, Project
from dragoman.projects.orders.actions import ProjectChange, change_project
from dragoman.projects.orders.checking import LONGEST_NUMBER, LONGEST_TITLE, SentFields
from dragoman.projects.orders.service_choice import list_fitting_services
from dragoman.timestamps import write_time

_MOST_LISTED: Final = 200
_WITHOUT: Final = "none"
# The controls that errors of a project's fields are shown at, by code.
_FIELDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("TITLE_EMPTY", "TITLE_TOO_LONG", "TITLE_MISSING"), "title"),
    **dict.fromkeys(("SERVICE_MISSING", "SERVICE_NOT_OVERRIDABLE", "SERVICE_NOT_FOUND"), "how"),
    **dict.fromkeys(("SERVICE_DISABLED", "TEMPLATE_NOT_FOUND", "TEMPLATE_DISABLED"), "how"),
    **dict.fromkeys(("TRANSLATION_MEMORY_NOT_FOUND", "TRANSLATION_MEMORY_DISABLED"), "memory"),
    "TRANSLATION_MEMORY_SET_NOT_FOUND": "memory",
    **dict.fromkeys(("TERM_BASE_NOT_FOUND", "TERM_BASE_DISABLED"), "term_base"),
    **dict.fromkeys(("STYLE_GUIDE_NOT_FOUND", "STYLE_GUIDE_DISABLED"), "style"),
    **dict.fromkeys(("INVOICING_ACCOUNT_NOT_FOUND", "INVOICING_ACCOUNT_DISABLED"), "invoicing_account"),
    **dict.fromkeys(("TEXT_TOO_LONG", "TEXT_INVALID", "TEXT_EMPTY"), "briefing"),
    "DEADLINE_PAST": "deadline",
}

router = APIRouter(prefix="/ui/projects/new", include_in_schema=False, route_class=PageRoute)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """What an account can choose from for a project."""

    services: Sequence[Service]
    fitting: frozenset[int]  # ids of the services that translate all pairs of the project
    templates: Sequence[Template]
    memories: Sequence[tuple[str, str]]  # values and names of memories and sets of memories
    term_bases: Sequence[tuple[int, str]]
    style_guides: Sequence[tuple[int, str]]
    invoicing_accounts: Sequence[InvoicingAccount]

    def find_template(self, template_id: int | None) -> Template | None:
        """A template by its id; None if it cannot be chosen."""
        return next((one for one in self.templates if one.id == template_id), None)


@router.get("/2")
async def show_details_step(page: OrdererPage) -> Response:
    """Show how the draft is translated, in a form."""
    draft = await find_draft(page)
    return page.redirect(address_without_draft(page)) if draft is None else await _show(page, draft)


@router.post("/2")
async def change_details(page: OrdererPage) -> Response:
    """Change the draft, all of it or nothing with all problems, and go on to its price."""
    draft = await require_draft(page)
    if draft is None:
        return page.redirect(address_without_draft(page))
    project = draft.record.project
    with page.form.catching():
        page.form.require_version(version_of(project.given))
    if page.form.is_outdated:
        return await _show(page, draft)
    async with transaction(page.runtime.database, account=project.account_id) as tx:
        offered = await _find_offered(tx, page, draft)
    sent = _read_fields(page, project, offered)
    with page.form.catching(_FIELDS):
        await _change(page, draft, sent)
    if page.form.problems:
        write_problems_plainly(page.form)
        return await _show(page, draft)
    if project.hold is HoldReason.DEADLINE:
        return page.redirect(f"/ui/projects/{project.id}", done=_("Saved. It starts if that is enough."))
    return page.redirect(f"/ui/projects/new/3?project={project.id}")


class _Refused(RuleBroken):
    """The form has problems that the fields themselves do not have: nothing is changed."""


async def _change(page: PageRequest, draft: Draft, sent: Mapping[str, Any]) -> None:
    """Change the draft. With problems of the form it stays, but its fields are checked all the same."""
    project = draft.record.project
    change = ProjectChange(sent=SentFields(fields=sent), clearing=True)
    with suppress(_Refused):
        async with transaction(page.runtime.database, account=project.account_id) as tx:
            await change_project(tx, project.id, caller=draft.caller, read=lambda: change)
            if page.form.problems:
                raise _Refused("The form has problems.")


def _read_fields(page: PageRequest, project: Project, offered: Offered) -> dict[str, Any]:
    """Read the fields of the form under their names in the interface; empty ones are cleared."""
    form = page.form
    deadline = form.timestamp("deadline")
    return {
        "title": form.text("title"),
        "briefing": form.optional("briefing"),
        "purchaseOrderNumber": form.optional("order_number"),
        "deadline": None if deadline is None else write_time(deadline),
        "termBaseId": _id(form.text("term_base")),
        "styleId": _id(form.text("style")),
        "invoicingAccountId": _id(form.text("invoicing_account")),
        **_read_memory(form.text("memory")),
        **_read_how(page, project, offered),
    }


def _read_how(page: PageRequest, project: Project, offered: Offered) -> dict[str, Any]:
    """Read the template or service. A template that names no service goes with the one that was chosen."""
    kind, _separator, number = page.form.text("how").partition(":")
    template_id = _id(number) if kind == "template" else None
    template = offered.find_template(template_id)
    if template_id is None:
        service_id = _id(number) if kind == "service" else None
    else:
        service_id = None if template and template.service_id else project.fields.service_id
    used = service_id or (template.service_id if template else None)
    if used in {one.id for one in offered.services} - offered.fitting:
        page.form.add(_("This service does not translate all language pairs of the files."), at="how")
    return {"templateId": template_id, "serviceId": service_id}


def _read_memory(text: str) -> dict[str, Any]:
    kind, _separator, number = text.partition(":")
    return {
        "useTranslationMemory": False if text == _WITHOUT else None,
        "translationMemoryId": _id(number) if kind == "memory" else None,
        "translationMemorySetId": _id(number) if kind == "set" else None,
    }


def _id(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


async def _find_offered(tx: Transaction, page: PageRequest, draft: Draft) -> Offered:
    account = draft.caller.account_id
    every = {"account_id": account, "limit": _MOST_LISTED, "offset": 0}
    sets = [(f"set:{one.memory_set.id}", one.memory_set.name) for one in await list_memory_sets(tx, **every)]
    memories = [(f"memory:{one.id}", one.name) for one in await list_memories(tx, **every)]
    fitting = await list_fitting_services(tx, page.runtime, draft.pairs, caller=draft.caller)
    return Offered(
        services=await list_choices(tx, SERVICE, **every),
        fitting=frozenset(one.id for one in fitting),
        templates=await list_choices(tx, TEMPLATE, **every),
        memories=[*sets, *memories],
        term_bases=[(one.id, one.name) for one in await list_term_bases(tx, **every)],
        style_guides=[(one.id, one.name) for one in await list_style_guides(tx, **every)],
        invoicing_accounts=await list_choices(tx, INVOICING_ACCOUNT, **every),
    )


async def _show(page: PageRequest, draft: Draft) -> Response:
    project = draft.record.project
    async with transaction(page.runtime.database, account=project.account_id) as tx:
        offered = await _find_offered(tx, page, draft)
        facts = await read_facts(tx, project)
    given, memory = project.given, _chosen_memory(project)
    kind, id_ = (
        ("template", given.template_id) if given.template_id else ("service", project.fields.service_id)
    )
    known = {one.id for one in (offered.templates if given.template_id else offered.services)}
    how_name = facts.template if given.template_id else facts.service
    return page.render(
        "projects/order_details.html",
        draft=draft,
        given=given,
        version=version_of(given),
        offered=offered,
        how=f"{kind}:{id_}",
        earlier=name_disabled(how_name) if how_name and id_ not in known else "",
        memory=memory,
        memories=with_earlier(
            [(_WITHOUT, _("None")), *offered.memories], memory or None, facts.memory or facts.memory_set
        ),
        term_bases=with_earlier(offered.term_bases, given.term_base_id, facts.term_base),
        style_guides=with_earlier(offered.style_guides, given.style_id, facts.style_guide),
        is_sandbox=draft.caller.is_sandbox,
        longest={"title": LONGEST_TITLE, "number": LONGEST_NUMBER},
    )


def _chosen_memory(project: Project) -> str:
    given = project.given
    if given.use_memory is False:
        return _WITHOUT
    if given.memory_set_id is not None:
        return f"set:{given.memory_set_id}"
    return f"memory:{given.memory_id}" if given.memory_id is not None else ""
