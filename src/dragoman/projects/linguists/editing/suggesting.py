"""An engine's translation of one segment, on demand (V8). It is never stored by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dragoman.accounts.actions import get_account
from dragoman.accounts.model import AccountKind
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.engines.engine import Engine
from dragoman.memories.segment_json import decode_segment, encode_segment
from dragoman.memories.units.tagging import number_codes, write_tagged
from dragoman.projects.assets import load_project_assets
from dragoman.projects.linguists.editing.checking import CheckedTarget, write_fixes
from dragoman.projects.linguists.editing.opening import (
    Editor,
    SegmentAddress,
    find_segment,
    open_translation,
)
from dragoman.projects.linguists.reviewing import check_segment
from dragoman.projects.linguists.tools import linguist_tools
from dragoman.projects.linguists.translation_context import TranslationContext
from dragoman.projects.segment_model import ProjectSegment
from dragoman.projects.work.segmenting import ENGINE
from dragoman.resources import Resources
from dragoman.translation.assets import Assets
from dragoman.translation.requests import find_request_route
from dragoman.translation.routes import Route
from dragoman.translation.translate import translate_segments


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestedTarget:
    """What an engine makes of a segment."""

    target: str  # tagged text, with exactly the codes of the segment
    engine: str  # names and versions
    findings: Sequence[CheckedTarget]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedSegment:
    """A segment that an engine is to translate, with what decides which engines may."""

    context: TranslationContext
    row: ProjectSegment
    sandbox: bool

    async def find_route(self, resources: Resources, engines: tuple[Engine, ...]) -> Route:
        """Find the route through these engines, as the project's account allows them.

        Raises `LanguagePairUnsupported`, `Unavailable`.
        """
        return await find_request_route(
            replace(resources.text_resources(), engines=engines),
            self.context.source_language,
            self.context.translation.target_language,
            account_id=self.context.project.account_id,
            sandbox=self.sandbox,
        )

    async def load_assets(self, resources: Resources) -> Assets:
        """Load the project's terms and style; what its memories have is shown beside the segment."""
        assets = await load_project_assets(
            resources,
            self.context.project,
            source=self.context.source_language,
            target=self.context.translation.target_language,
        )
        return replace(assets, look_up=None)


async def open_suggestion(resources: Resources, address: SegmentAddress, *, editor: Editor) -> OpenedSegment:
    """Open a segment for an engine. Raises `NotFound`, `Forbidden`."""
    async with transaction(resources.database, account=ALL_ACCOUNTS) as tx:
        context = await open_translation(tx, address, editor)
        row = await find_segment(tx, address)
        account = await get_account(tx, account_id=context.project.account_id)
    return OpenedSegment(context=context, row=row, sandbox=account.kind is AccountKind.SANDBOX)


async def suggest_target(resources: Resources, address: SegmentAddress, *, editor: Editor) -> SuggestedTarget:
    """Have an engine translate a segment, as the project's account allows, with its terms and its style.

    Raises `NotFound`, `Forbidden`, `LanguagePairUnsupported`, `Unavailable`, `TimedOut`.
    """
    opened = await open_suggestion(resources, address, editor=editor)
    route = await opened.find_route(resources, resources.engines.current())
    return await translate_once(resources, opened, route, await opened.load_assets(resources))


async def translate_once(
    resources: Resources, opened: OpenedSegment, route: Route, assets: Assets
) -> SuggestedTarget:
    """Translate a segment, and check the result. Raises `Unavailable`, `TimedOut`."""
    segment = decode_segment(opened.row.source)
    (made,) = await translate_segments(resources.translator, [segment], route=route, assets=assets)
    suggested = replace(opened.row, target=encode_segment(made.segment), origin=ENGINE, score=None)
    found = await check_segment(linguist_tools(resources), opened.context, suggested)
    return SuggestedTarget(
        target=write_tagged(made.segment, number_codes(segment)),
        engine=made.engine or "",
        findings=write_fixes(suggested, found),
    )
