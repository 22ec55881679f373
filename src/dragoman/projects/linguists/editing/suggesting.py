"""An engine's translation of one segment, on demand (V8). It is never stored by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dragoman.accounts.actions import get_account
from dragoman.accounts.model import AccountKind
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.fair_semaphore import requests_of, working_for
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
from dragoman.projects.linguists.editing.refusals import SuggestionUnusable
from dragoman.projects.linguists.exchange.deciding import HUMAN
from dragoman.projects.linguists.reviewing import check_segment
from dragoman.projects.linguists.tools import linguist_tools
from dragoman.projects.linguists.translation_context import TranslationContext
from dragoman.projects.segment_model import ProjectSegment
from dragoman.resources import Resources
from dragoman.segments import Segment
from dragoman.translation.assets import Assets
from dragoman.translation.model import Origin
from dragoman.translation.requests import load_routes
from dragoman.translation.routes import Routes, find_route
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
    routes: Routes  # by the engines that the project's account allows

    @property
    def account_id(self) -> int:
        """Whose texts are sent, and whose use of an engine it is."""
        return self.context.project.account_id

    async def load_assets(self, resources: Resources) -> Assets:
        """Load the project's terms and style, and the texts before and after the segment.

        What its memories have is shown beside the segment.
        """
        assets = await load_project_assets(
            resources,
            self.context.project,
            source=self.context.source_language,
            target=self.context.translation.target_language,
        )
        around = replace(assets.text_context, before=self.row.previous, after=self.row.next)
        return replace(assets, look_up=None, text_context=around)


async def open_suggestion(resources: Resources, address: SegmentAddress, *, editor: Editor) -> OpenedSegment:
    """Open a segment for an engine. Raises `NotFound`, `Forbidden`, `Unavailable`."""
    async with transaction(resources.database, account=ALL_ACCOUNTS) as tx:
        context = await open_translation(tx, address, editor)
        row = await find_segment(tx, address)
    return OpenedSegment(context=context, row=row, routes=await load_allowed_routes(resources, context))


async def load_allowed_routes(resources: Resources, context: TranslationContext) -> Routes:
    """Load the routes by the engines that the account of a translation allows. Raises `Unavailable`."""
    async with transaction(resources.database, account=ALL_ACCOUNTS) as tx:
        account = await get_account(tx, account_id=context.project.account_id)
    sandbox = account.kind is AccountKind.SANDBOX
    return await load_routes(resources.text_resources(), account_id=account.id, sandbox=sandbox)


async def suggest_target(resources: Resources, address: SegmentAddress, *, editor: Editor) -> SuggestedTarget:
    """Have an engine translate a segment, as the project's account allows, with its terms and its style.

    Raises `NotFound`, `Forbidden`, `LanguagePairUnsupported`, `SuggestionUnusable`, `Unavailable`,
    `TimedOut`.
    """
    opened = await open_suggestion(resources, address, editor=editor)
    context = opened.context
    route = find_route(opened.routes, context.source_language, context.translation.target_language)
    segment, assets = decode_segment(opened.row.source), await opened.load_assets(resources)
    with working_for(requests_of(opened.account_id)):
        (made,) = await translate_segments(resources.translator, [segment], route=route, assets=assets)
    if made.origin is not Origin.ENGINE:
        raise SuggestionUnusable(
            " ".join(one.message for one in made.issues) or "There is nothing to translate in the segment."
        )
    return await describe_suggestion(resources, opened, made.segment, engine=made.engine or "")


async def describe_suggestion(
    resources: Resources, opened: OpenedSegment, target: Segment, *, engine: str
) -> SuggestedTarget:
    """Write a target with what the quality checks find in its text."""
    suggested = replace(opened.row, target=encode_segment(target), origin=HUMAN, score=None)
    found = await check_segment(linguist_tools(resources), opened.context, suggested)
    return SuggestedTarget(
        target=write_tagged(target, number_codes(decode_segment(opened.row.source))),
        engine=engine,
        findings=write_fixes(suggested, found),
    )
