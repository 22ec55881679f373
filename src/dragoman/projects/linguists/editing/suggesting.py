"""An engine's translation of one segment, on demand (V8). It is never stored by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dragoman.accounts.actions import get_account
from dragoman.accounts.model import AccountKind
from dragoman.database.connections import ALL_ACCOUNTS, transaction
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
from dragoman.projects.work.segmenting import ENGINE
from dragoman.resources import Resources
from dragoman.translation.requests import find_request_route
from dragoman.translation.translate import translate_segments


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestedTarget:
    """What an engine makes of a segment."""

    target: str  # tagged text, with exactly the codes of the segment
    engine: str  # names and versions
    findings: Sequence[CheckedTarget]


async def suggest_target(resources: Resources, address: SegmentAddress, *, editor: Editor) -> SuggestedTarget:
    """Have an engine translate a segment, as the project's account allows, with its terms and its style.

    Raises `NotFound`, `Forbidden`, `LanguagePairUnsupported`, `Unavailable`, `TimedOut`.
    """
    async with transaction(resources.database, account=ALL_ACCOUNTS) as tx:
        context = await open_translation(tx, address, editor)
        row = await find_segment(tx, address)
        account = await get_account(tx, account_id=context.project.account_id)
    source, target = context.source_language, context.translation.target_language
    route = await find_request_route(
        resources.text_resources(),
        source,
        target,
        account_id=account.id,
        sandbox=account.kind is AccountKind.SANDBOX,
    )
    assets = await load_project_assets(resources, context.project, source=source, target=target)
    segment = decode_segment(row.source)
    (made,) = await translate_segments(
        resources.translator, [segment], route=route, assets=replace(assets, look_up=None)
    )
    suggested = replace(row, target=encode_segment(made.segment), origin=ENGINE, score=None)
    found = await check_segment(linguist_tools(resources), context, suggested)
    return SuggestedTarget(
        target=write_tagged(made.segment, number_codes(segment)),
        engine=made.engine or "",
        findings=write_fixes(suggested, found),
    )
