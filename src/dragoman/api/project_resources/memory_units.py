"""Units of a translation memory: list, search, create, change, delete (V4, P17)."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Depends, Path, Query, Response

from dragoman.api.project_resources.memory_unit_bodies import (
    ChangedUnit,
    DuplicateListBody,
    NewUnit,
    UnitBody,
    UnitListBody,
    write_unit,
)
from dragoman.http.fields import LARGEST_ID, CustomerText, Id, LanguageCode
from dragoman.http.staff_request import OpenStaffRequest
from dragoman.languages import canonical
from dragoman.memories.units import actions
from dragoman.memories.units.model import UnitChanges, UnitDraft, UnitFilter
from dragoman.memories.words import LONGEST_SEARCH, Side

_LARGEST_UNIT: Final = 2**63 - 1
_CREATED: Final = {True: 201, False: 200}
_HASH: Final = "^([0-9a-f]{32})?$"

UnitId = Annotated[int, Path(alias="unitId", ge=1, le=_LARGEST_UNIT)]
Limit = Annotated[int, Query(ge=1, le=500, description="Items of a page")]


async def read_filter(
    source: Annotated[
        LanguageCode | None, Query(alias="sourceLanguage", description="Of this language and its variants")
    ] = None,
    target: Annotated[LanguageCode | None, Query(alias="targetLanguage", description="Likewise")] = None,
) -> UnitFilter:
    """The languages of the units to list."""
    return UnitFilter(
        source_language=source and canonical(source), target_language=target and canonical(target)
    )


async def read_part(
    after: Annotated[int, Query(ge=0, le=_LARGEST_UNIT, description="`nextAfter` of the page before")] = 0,
    limit: Limit = 50,
) -> tuple[int, int]:
    """Which part of a memory's units is wanted: after which id, and how many."""
    return after, limit


WantedUnits = Annotated[UnitFilter, Depends(read_filter)]
WantedPart = Annotated[tuple[int, int], Depends(read_part)]


async def list_memory_units(  # noqa: PLR0917 - FastAPI calls it
    memory_id: Id,
    ctx: OpenStaffRequest,
    wanted: WantedUnits,
    part: WantedPart,
    search: Annotated[
        CustomerText | None,
        Query(
            max_length=LONGEST_SEARCH,
            description='Only units with all these words; `"…"` for words beside one another',
        ),
    ] = None,
    side: Annotated[Side, Query(alias="in", description="Where to search")] = Side.BOTH,
) -> UnitListBody:
    """List or search a memory's units, ignoring case and accents."""
    page = await actions.find_units(ctx.tx, memory_id, search=search, side=side, wanted=wanted, page=part)
    return UnitListBody(units=[write_unit(one) for one in page.units], next_after=page.next_after)


async def create_memory_unit(
    memory_id: Id, body: NewUnit, ctx: OpenStaffRequest, response: Response
) -> UnitBody:
    """Store a translation in a memory. One of the same source without context is replaced: 200."""
    draft = UnitDraft(
        source_language=canonical(body.source_language),
        target_language=canonical(body.target_language),
        source=body.source,
        target=body.target,
        status=body.status,
        properties=body.properties,
    )
    kept, added = await actions.add_unit(ctx.tx, memory_id, draft=draft, staff=ctx.staff)
    response.status_code = _CREATED[added]
    response.headers["Location"] = f"{ctx.prefix}/translation-memories/{memory_id}/units/{kept.id}"
    return write_unit(kept)


async def get_memory_unit(
    memory_id: Id,
    unit_id: UnitId,
    ctx: OpenStaffRequest,
) -> UnitBody:
    """Show a unit of a translation memory."""
    return write_unit(await actions.find_unit(ctx.tx, memory_id, unit_id))


async def change_memory_unit(
    memory_id: Id,
    unit_id: UnitId,
    body: ChangedUnit,
    ctx: OpenStaffRequest,
) -> UnitBody:
    """Change a unit of a memory; the next look-up finds it so. 409 when it was changed meanwhile."""
    changes = UnitChanges(
        version=body.version, target=body.target, status=body.status, properties=body.properties
    )
    return write_unit(await actions.change_unit(ctx.tx, memory_id, unit_id, changes=changes, staff=ctx.staff))


async def delete_memory_unit(
    memory_id: Id,
    unit_id: UnitId,
    ctx: OpenStaffRequest,
    version: Annotated[int | None, Query(ge=1, le=LARGEST_ID, description="Only if it is still this")] = None,
) -> None:
    """Delete a unit of a translation memory."""
    await actions.delete_unit(ctx.tx, memory_id, unit_id, version=version, staff=ctx.staff)


async def list_memory_duplicates(
    memory_id: Id,
    ctx: OpenStaffRequest,
    after: Annotated[str, Query(pattern=_HASH, description="`nextAfter` of the page before")] = "",
    limit: Limit = 50,
) -> DuplicateListBody:
    """List sources that have several translations, each with its units."""
    groups, following = await actions.list_duplicates(
        ctx.tx, memory_id, after=bytes.fromhex(after), limit=limit
    )
    return DuplicateListBody(
        duplicates=[[write_unit(one) for one in units] for units in groups],
        next_after=following.hex() if following else None,
    )
