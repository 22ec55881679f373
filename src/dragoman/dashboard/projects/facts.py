"""What a project uses, by name: service, template, memories, terms, who is invoiced, who created it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dragoman.access.provisioning import find_application
from dragoman.catalog import actions as catalog
from dragoman.dashboard.page.locale import translate as _
from dragoman.database.connections import Transaction
from dragoman.errors import NotFound
from dragoman.projects.model import Project


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectFacts:
    """Names of what a project uses; empty: nothing, or it was deleted since."""

    service: str
    template: str
    memory: str
    memory_set: str
    term_base: str
    style_guide: str
    invoicing_account: str
    work_area: str


async def read_facts(tx: Transaction, project: Project) -> ProjectFacts:
    """Read the names of what a project uses."""
    fields, owner = project.fields, project.account_id
    service = await catalog.find_service(tx, fields.service_id or 0, account_id=owner)
    template = await catalog.find_template(tx, fields.template_id or 0, account_id=owner)
    memory = await catalog.find_memory(tx, fields.memory_id or 0, account_id=owner)
    memory_set = await catalog.find_memory_set(tx, fields.memory_set_id or 0, account_id=owner)
    term_base = await catalog.find_term_base(tx, fields.term_base_id or 0, account_id=owner)
    style = await catalog.find_style_guide(tx, fields.style_id or 0, account_id=owner)
    invoiced = await catalog.find_invoicing_account(tx, fields.invoicing_account_id or 0, account_id=owner)
    area = await catalog.find_work_area(tx, fields.work_area_id or 0, account_id=owner)
    return ProjectFacts(
        service=service.name if service else "",
        template=template.name if template else "",
        memory=memory.name if memory else "",
        memory_set=memory_set.name if memory_set else "",
        term_base=term_base.name if term_base else "",
        style_guide=style.name if style else "",
        invoicing_account=invoiced.name if invoiced else "",
        work_area=area.name if area else "",
    )


async def find_creator(tx: Transaction, project: Project) -> Mapping[str, str]:
    """The name of the application that created a project, as a timeline names it; nothing if it is gone."""
    if project.application_id is None:
        return {}
    try:
        found = await find_application(tx, project.application_id)
    except NotFound:
        return {}
    return {f"application:{found.id}": _("the dashboard") if found.builtin else found.name}
