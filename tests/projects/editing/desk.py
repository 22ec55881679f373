"""A translation that is open for its linguists, and what a linguist does with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from dragoman.access.model import StaffRole
from dragoman.access.staff import Staff
from dragoman.catalog.model import ServiceKind
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.projects import file_store, segment_store
from dragoman.projects.linguists.editing.opening import Editor, SegmentAddress, TranslationAddress
from dragoman.projects.linguists.editing.saving import SavedSegment, SegmentDraft, save_segment
from dragoman.projects.linguists.editing.targets import write_texts
from dragoman.projects.linguists.tools import LinguistTools, linguist_tools
from dragoman.projects.segment_model import ProjectSegment, SegmentState
from tests.projects.shop import Shop

LINGUIST = Editor(staff=Staff(actor="application:77", role=StaffRole.LINGUIST))
OTHER = Editor(staff=Staff(actor="application:78", role=StaffRole.LINGUIST))
MANAGER = Editor(staff=Staff(actor="application:79", role=StaffRole.MANAGER))
# Three times the same sentence, twice with a pair of codes around other ids.
HTML = (
    b"<html><body><p>The red book is big.</p><p>Press <b>Start</b> now.</p><p>It is new.</p>"
    b"<p><i>Look:</i> the dog eats.</p><p>The red book is big.</p><p>Press <b>Start</b> now.</p>"
    b"<p>The red book is big.</p></body></html>"
)


@dataclass(frozen=True, kw_only=True)
class Desk:
    shop: Shop
    tools: LinguistTools
    address: TranslationAddress

    def at(self, number: int) -> SegmentAddress:
        return SegmentAddress(
            project_id=self.address.project_id,
            translation_id=self.address.translation_id,
            number=number,
        )

    async def call(self, action: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """An action in a transaction of its own."""
        async with transaction(self.shop.database, account=ALL_ACCOUNTS) as tx:
            return await action(tx, *given, **named)

    async def rows(self) -> list[ProjectSegment]:
        return list(await self.call(segment_store.list_segments, self.address.translation_id))

    async def row(self, number: int) -> ProjectSegment:
        return (await self.rows())[number]

    async def targets(self) -> list[str | None]:
        return [write_texts(row)[1] for row in await self.rows()]

    async def states(self) -> list[SegmentState]:
        return [row.state for row in await self.rows()]

    async def find(self, source: str) -> list[int]:
        """The numbers of the segments with a source."""
        return [row.number for row in await self.rows() if write_texts(row)[0] == source]

    async def save(self, number: int, target: str, *, editor: Editor = LINGUIST, **said: Any) -> SavedSegment:
        """Save from the version that is stored, unless another one is said."""
        version = said.pop("version", None)
        draft = SegmentDraft(
            target=target,
            confirmed=said.pop("confirmed", False),
            version=(await self.row(number)).revision if version is None else version,
        )
        return await save_segment(self.tools, self.at(number), replace(draft, **said), editor=editor)

    async def update(self, **values: Any) -> None:
        """Set columns of the translation."""
        await self.call(file_store.update_translation, self.address.translation_id, values)


async def open_desk(
    shop: Shop,
    data: bytes = HTML,
    kind: ServiceKind = ServiceKind.HUMAN,
    *,
    file_name: str = "page.html",
    **fields: Any,
) -> Desk:
    """An order for people whose file is cut into segments, and open; `fields` are the project's."""
    project = await shop.order(kind, **fields)
    await shop.send(project, data, file_name=file_name)
    await shop.work()
    await shop.start(project)
    await shop.work()
    project, _, (translation,) = await shop.look(project)
    return Desk(
        shop=shop,
        tools=linguist_tools(shop.resources),
        address=TranslationAddress(project_id=project.id, translation_id=translation.id),
    )
