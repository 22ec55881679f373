"""`/provider/v1/term-bases/{id}/concepts`: the concepts of a term base, one at a time (V5)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from dragoman.api.http.fields import CustomerText, LanguageCode
from dragoman.api.http.paging import WantedPage, cut_page
from dragoman.api.provider_v1.concept_bodies import (
    ChangedConcept,
    ConceptInput,
    ConceptListBody,
    EditedConceptBody,
    read_proposal,
    write_edited,
    write_kept,
)
from dragoman.api.provider_v1.desk import OpenDesk
from dragoman.api.provider_v1.fields import LARGEST_ID, Id
from dragoman.api.provider_v1.responses import NOT_FOUND, STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.languages import canonical
from dragoman.termbases import editing
from dragoman.termbases.bases import Wanted
from dragoman.termbases.model import TermStatus

router = APIRouter(
    prefix="/provider/v1/term-bases/{id}/concepts",
    tags=["Provider"],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffJsonRoute,
)

_Text = Annotated[CustomerText | None, Query(max_length=500)]


async def _read_wanted(
    search: Annotated[_Text, Query(description="Part of a term or form, in whatever language")] = None,
    language: Annotated[LanguageCode | None, Query(description="With a term in this language")] = None,
    status: Annotated[TermStatus | None, Query(description="With a term of this status")] = None,
    domain: Annotated[_Text, Query(description="Of this domain")] = None,
    version: Annotated[
        int | None, Query(ge=0, le=LARGEST_ID, description="As they were in this version of the term base")
    ] = None,
) -> Wanted:
    return Wanted(
        version=version,
        search=search,
        language=canonical(language) if language else None,
        status=status,
        domain=domain,
    )


@router.get("")
async def list_concepts(
    request: Request,
    id: Id,  # noqa: A002 - the name of the interface
    desk: OpenDesk,
    page: WantedPage,
    wanted: Annotated[Wanted, Depends(_read_wanted)],
) -> ConceptListBody:
    """List or search the concepts of a term base, as they are now or were in a version."""
    concepts = await editing.list_concepts(
        desk.tx,
        term_base_id=id,
        wanted=wanted,
        limit=page.limit + 1,
        offset=page.offset,
    )
    shown, metadata = cut_page(request, page, concepts)
    return ConceptListBody(concepts=[write_kept(kept) for kept in shown], metadata=metadata)


@router.post("", status_code=201)
async def create_concept(
    id: Id,  # noqa: A002
    body: ConceptInput,
    desk: OpenDesk,
    response: Response,
) -> EditedConceptBody:
    """Add a concept. Needs the role linguist, as reading does."""
    edited = await editing.create_concept(
        desk.tx, staff=desk.staff, term_base_id=id, proposal=read_proposal(body)
    )
    response.headers["Location"] = f"{desk.prefix}/term-bases/{id}/concepts/{edited.kept.number}"
    return write_edited(edited)


@router.get("/{conceptId}")
async def get_concept(id: Id, conceptId: Id, desk: OpenDesk) -> EditedConceptBody:  # noqa: A002, N803
    """Show a concept as it is now."""
    return write_edited(await editing.get_concept(desk.tx, term_base_id=id, number=conceptId))


@router.put("/{conceptId}")
async def replace_concept(
    id: Id,  # noqa: A002
    conceptId: Id,  # noqa: N803
    body: ChangedConcept,
    desk: OpenDesk,
) -> EditedConceptBody:
    """Change a concept: all of it becomes what is sent."""
    target = editing.Target(term_base_id=id, number=conceptId, version=body.version)
    edited = await editing.replace_concept(
        desk.tx, staff=desk.staff, target=target, proposal=read_proposal(body)
    )
    return write_edited(edited)


@router.delete("/{conceptId}", status_code=204)
async def delete_concept(
    id: Id,  # noqa: A002
    conceptId: Id,  # noqa: N803
    desk: OpenDesk,
    version: Annotated[
        int | None, Query(ge=0, le=LARGEST_ID, description="Of the concept, as it was read")
    ] = None,
) -> None:
    """Take a concept out; older versions of the term base still have it."""
    target = editing.Target(term_base_id=id, number=conceptId, version=version)
    await editing.delete_concept(desk.tx, staff=desk.staff, target=target)
