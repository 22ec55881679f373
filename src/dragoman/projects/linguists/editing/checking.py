"""Checking segments while they are written, and all of them; what was found is stored with them (V8)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.memories.segment_json import decode_segment, encode_segment
from dragoman.memories.units.tagging import number_codes, write_tagged
from dragoman.projects import segment_store
from dragoman.projects.linguists.editing.opening import (
    Editor,
    SegmentAddress,
    TranslationAddress,
    find_segment,
    open_translation,
)
from dragoman.projects.linguists.editing.targets import read_target
from dragoman.projects.linguists.exchange.deciding import HUMAN
from dragoman.projects.linguists.reviewing import UNCONFIRMED, Review, check_segment, review
from dragoman.projects.linguists.tools import LinguistTools
from dragoman.projects.linguists.translation_context import list_work
from dragoman.projects.segment_model import ProjectSegment
from dragoman.quality import Finding, Pair, fix


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedTarget:
    """What was found in a target, and what mends it."""

    finding: Finding
    fixed: str | None  # the whole target with the fix, as tagged text; None: a person has to mend it


async def check_target(
    tools: LinguistTools, address: SegmentAddress, target: str, *, editor: Editor
) -> Sequence[CheckedTarget]:
    """Check a target that is not saved. Raises `NotFound`, `Forbidden`, `TargetInvalid`, `LimitExceeded`."""
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        context = await open_translation(tx, address, editor)
        row = await find_segment(tx, address)
    written = replace(row, target=encode_segment(read_target(row, target)), origin=HUMAN, score=None)
    return write_fixes(written, await check_segment(tools, context, written))


def write_fixes(row: ProjectSegment, findings: Sequence[Finding]) -> Sequence[CheckedTarget]:
    """Apply the fix of each finding of a segment by itself."""
    source = decode_segment(row.source)
    target = decode_segment(row.target) if row.target is not None else ()
    # A fix looks at nothing but the target.
    pair = Pair(source=source, target=target, source_language="und", target_language="und")
    numbers = number_codes(source, target)
    return [
        CheckedTarget(finding=one, fixed=write_tagged(fix(pair, one), numbers) if one.edits else None)
        for one in findings
    ]


async def check_translation(tools: LinguistTools, address: TranslationAddress, *, editor: Editor) -> Review:
    """Check all segments together and store the codes of what was found with each.

    Raises `NotFound`, `NotOpen` while there are none, `Forbidden`.
    """
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        context = await open_translation(tx, address, editor)
        rows = await list_work(tx, context)
    found = await review(tools, context, rows)
    codes: dict[int, list[str]] = defaultdict(list)
    for issue in found.issues:
        if issue.finding.code != UNCONFIRMED:  # the segment's state says so
            codes[issue.number].append(issue.finding.code)
    written = [row for row in rows if row.target is not None]
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        await segment_store.store_issues(tx, address.translation_id, written, codes)
    return replace(found, override_reason=context.translation.override_reason)
