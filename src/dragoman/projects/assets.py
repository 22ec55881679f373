"""The memories, the term base and the style guide that a project's translations use, no others (P3)."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.database.connections import Transaction, transaction
from dragoman.errors import NotFound
from dragoman.memories.actions import find_memory
from dragoman.memories.lookup import LookupScope
from dragoman.memories.model import Member
from dragoman.memories.sets.actions import find_members, find_set
from dragoman.projects.model import Project
from dragoman.resources import Resources
from dragoman.style_guides.lookup import find_style_guide, style_for
from dragoman.styles import Style
from dragoman.termbases.actions import get_term_base
from dragoman.termbases.glossary_cache import glossary_of_version
from dragoman.termbases.model import Pin
from dragoman.termbases.recognition import Glossary
from dragoman.translation.assets import Assets, TextContext, create_memory_lookup


async def find_project_members(tx: Transaction, project: Project) -> Sequence[Member]:
    """List the memories in which a project looks up matches, best first.

    A memory set counts in its pinned version; before the start, in its current one. Memories that were
    deleted or disabled since are left out.
    """
    fields = project.fields
    try:
        if fields.memory_set_id is not None:
            version = project.memory_set_version
            if version is None:
                version = (await find_set(tx, fields.memory_set_id)).memory_set.version
            return await find_members(tx, fields.memory_set_id, version)
        if fields.memory_id is not None:
            memory = await find_memory(tx, fields.memory_id)
            if memory.account_id == project.account_id and memory.disabled is None:
                return [Member(memory_id=memory.id, writable=True)]
    except NotFound:
        pass
    return []


async def find_versions(tx: Transaction, project: Project) -> dict[str, int | None]:
    """Find the versions of its memory set and term base that a project pins when it starts (P3)."""
    fields = project.fields
    versions: dict[str, int | None] = {"memory_set_version": None, "term_base_version": None}
    if fields.memory_set_id is not None:
        try:
            found = await find_set(tx, fields.memory_set_id)
            versions["memory_set_version"] = found.memory_set.version
        except NotFound:  # it was deleted since
            pass
    if fields.term_base_id is not None:
        try:
            base = await get_term_base(tx, term_base_id=fields.term_base_id)
            versions["term_base_version"] = base.version
        except NotFound:
            pass
    return versions


async def find_project_glossary(
    resources: Resources, project: Project, *, source: str, target: str
) -> Glossary | None:
    """Load the glossary of a started project for a pair of canonical codes; None when it has none."""
    fields, version = project.fields, project.term_base_version
    if fields.term_base_id is None or version is None:
        return None
    return await glossary_of_version(
        resources.glossary_cache,
        resources.database,
        account_id=project.account_id,
        pin=Pin(fields.term_base_id, version),
        source=source,
        target=target,
    )


async def find_project_style(tx: Transaction, project: Project, *, target: str) -> Style | None:
    """Find what a project's style guide, as it is now, asks of a target language; None: nothing.

    One that was disabled since it was chosen still holds, one that was deleted does not.
    """
    if project.fields.style_id is None:
        return None
    guide = await find_style_guide(tx, project.fields.style_id, account_id=project.account_id)
    return style_for(guide, target)


async def load_project_assets(resources: Resources, project: Project, *, source: str, target: str) -> Assets:
    """Load a project's memories, glossary and style for a pair of canonical codes."""
    async with transaction(resources.database, account=project.account_id) as tx:
        members = await find_project_members(tx, project)
        style = await find_project_style(tx, project, target=target)
    glossary = await find_project_glossary(resources, project, source=source, target=target)
    around = TextContext(title=project.fields.title or "", briefing=project.fields.briefing or "")
    if not members:
        return Assets(glossary=glossary, text_context=around, style=style)
    scope = LookupScope(
        account_id=project.account_id, members=members, source_language=source, target_language=target
    )

    look_up = create_memory_lookup(resources.database, scope, threshold=project.fields.memory_threshold)
    return Assets(look_up=look_up, glossary=glossary, text_context=around, style=style)
