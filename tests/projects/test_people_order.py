"""Orders by people: services that fit their files, no start before they ask, lists by language."""

from __future__ import annotations

from dataclasses import replace

from dragoman.accounts.model import AccountKind
from dragoman.catalog.model import ServiceKind
from dragoman.database.connections import transaction
from dragoman.projects.model import Project, ProjectFilter
from dragoman.projects.orders.actions import ProjectChange, change_project, list_projects
from dragoman.projects.orders.checking import SentFields
from dragoman.projects.orders.service_choice import list_fitting_services
from dragoman.resources import Resources
from tests.projects.shop import Shop, open_shop

PERSON = 7


async def fitting(shop: Shop, *pairs: tuple[str, str]) -> set[ServiceKind]:
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        found = await list_fitting_services(tx, shop.resources, pairs, caller=shop.caller)
    return {one.kind for one in found}


async def find(shop: Shop, project: Project) -> Project:
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        (found,) = await list_projects(tx, ProjectFilter(account_id=shop.caller.account_id))
    assert found.id == project.id
    return found


async def test_services_that_do_not_translate_all_pairs_do_not_fit(shop: Shop) -> None:
    assert await fitting(shop, ("en", "es")) == set(ServiceKind)
    assert ServiceKind.MACHINE not in await fitting(shop, ("en", "es"), ("is", "sw"))
    assert await fitting(shop, ("en", "en")) == set()


async def test_projects_of_programs_start_by_themselves_and_those_of_people_do_not(
    project_resources: Resources,
) -> None:
    program = await open_shop(project_resources, kind=AccountKind.SANDBOX)
    project = await program.order()
    await program.send(project)
    assert (await find(program, project)).starts_at is not None

    person = await open_shop(project_resources, kind=AccountKind.SANDBOX)
    person = replace(person, caller=replace(person.caller, user_id=PERSON))
    draft = await person.order()
    await person.send(draft)
    assert (await find(person, draft)).starts_at is None
    async with transaction(person.database, account=person.caller.account_id) as tx:
        others = await list_fitting_services(tx, person.resources, [("en", "es")], caller=person.caller)
        other = next(one for one in others if one.id != draft.fields.service_id)
        change = ProjectChange(sent=SentFields(fields={"serviceId": other.id}), clearing=True)
        changed = await change_project(tx, draft.id, caller=person.caller, read=lambda: change)
    assert (changed.fields.service_id, changed.starts_at) == (other.id, None)


async def test_lists_by_language_have_the_projects_whose_files_go_into_it(shop: Shop) -> None:
    spanish = await shop.order()
    await shop.send(spanish)
    await shop.order()
    account = shop.caller.account_id
    for title in (None, "Order"):  # titles are searched in another way
        async with transaction(shop.database, account=account) as tx:
            wanted = ProjectFilter(account_id=account, target_language="es", title=title)
            assert [one.id for one in await list_projects(tx, wanted)] == [spanish.id]
            none = replace(wanted, target_language="fr")
            assert await list_projects(tx, none) == []
