"""A project's style guide: for engines, in the linguists' package, in the checks."""

from __future__ import annotations

from typing import Any

from dragoman.access.staff import OPERATOR
from dragoman.catalog.model import ServiceKind
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.projects.assets import load_project_assets
from dragoman.projects.linguists.exchange import Version
from dragoman.projects.linguists.exporting import export_translation
from dragoman.projects.linguists.importing import import_translation
from dragoman.projects.linguists.reviewing import review_translation
from dragoman.projects.linguists.tools import linguist_tools
from dragoman.projects.model import Project
from dragoman.style_guides.actions import (
    StyleGuideDraft,
    change_style_guide,
    create_style_guide,
    delete_style_guide,
)
from dragoman.style_guides.model import StyleGuide
from dragoman.styles import FinalStop, Formality, Style, Tone
from tests.projects.shop import Shop
from tests.projects.test_linguists import LINGUIST, translate

STYLE = Style(
    formality=Formality.FORMAL, tone=Tone.PLAIN, final_stop=FinalStop.OMIT, instructions=("Say “tomo”.",)
)


async def make_guide(shop: Shop, **fields: Any) -> StyleGuide:
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        draft = StyleGuideDraft(account_id=shop.caller.account_id, name="Guide", style=STYLE, **fields)
        return await create_style_guide(tx, staff=OPERATOR, draft=draft)


async def style_of(shop: Shop, project: Project, target: str) -> Style | None:
    return (await load_project_assets(shop.resources, project, source="en", target=target)).style


async def test_engines_get_it_for_the_languages_it_is_for(shop: Shop) -> None:
    guide = await make_guide(shop, target_language="es")
    project = await shop.order(ServiceKind.MACHINE, style_id=guide.id)
    assert await style_of(shop, project, "es") == guide.style
    assert await style_of(shop, project, "es-MX") == guide.style
    assert await style_of(shop, project, "fr") is None
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await change_style_guide(
            tx, staff=OPERATOR, style_guide_id=guide.id, changes={"disabled": True, "tone": Tone.PLAYFUL}
        )
    changed = await style_of(shop, project, "es")
    assert changed is not None  # who ordered the project chose it
    assert changed.tone is Tone.PLAYFUL
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await delete_style_guide(tx, staff=OPERATOR, style_guide_id=guide.id)
    assert await style_of(shop, project, "es") is None


async def test_linguists_are_told_and_their_work_is_checked(shop: Shop) -> None:
    guide = await make_guide(shop)
    project = await shop.order(ServiceKind.HUMAN, style_id=guide.id)
    await shop.send(project)
    await shop.work()
    await shop.start(project)
    await shop.work()
    _, _, (translation,) = await shop.look(project)
    where = (linguist_tools(shop.resources), project.id, translation.id)
    sent = await export_translation(*where, version=Version.TWO, staff=LINGUIST)
    told = (
        "Style guide: Address the reader formally. Use plain language: short sentences and common words. "
        "End labels, buttons and other short strings without a full stop. Say “tomo”."
    )
    assert told in sent.data.decode()
    done = translate(sent.data).decode().replace("Es nuevo.", "Es tu libro.")
    await import_translation(*where, data=done.encode(), staff=LINGUIST)
    found = await review_translation(*where, staff=LINGUIST)
    styled = [issue for issue in found.issues if issue.finding.code.startswith("STYLE_")]
    assert {issue.finding.code for issue in styled} == {"STYLE_ADDRESS", "STYLE_FINAL_STOP"}
    assert not any(issue.blocking for issue in styled)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await delete_style_guide(tx, staff=OPERATOR, style_guide_id=guide.id)
    found = await review_translation(*where, staff=LINGUIST)
    assert not [issue for issue in found.issues if issue.finding.code.startswith("STYLE_")]
