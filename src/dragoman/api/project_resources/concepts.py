"""Concepts of a term base: list, search, create, replace, delete (V5, P17)."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query, Request, Response

from dragoman.api.project_resources.concept_bodies import (
    ChangedConcept,
    ConceptInput,
    ConceptListBody,
    EditedConceptBody,
    read_proposal,
    write_edited,
    write_kept,
)
from dragoman.http.fields import LARGEST_ID, ConceptId, CustomerText, Id, LanguageCode
from dragoman.http.paging import WantedPage, cut_page
from dragoman.http.staff_request import OpenStaffRequest
from dragoman.languages import canonical
from dragoman.termbases import editing
from dragoman.termbases.bases import ConceptFilter
from dragoman.termbases.model import TermStatus

_Text = Annotated[CustomerText | None, Query(max_length=500)]


async def _read_wanted(
    search: Annotated[_Text, Query(description="Part of a term or form, in any language")] = None,
    language: Annotated[LanguageCode | None, Query(description="With a term in this language")] = None,
    status: Annotated[TermStatus | None, Query(description="With a term of this status")] = None,
    domain: Annotated[_Text, Query(description="Of this domain")] = None,
    version: Annotated[
        int | None, Query(ge=0, le=LARGEST_ID, description="As they were in this version of the term base")
    ] = None,
) -> ConceptFilter:
    return ConceptFilter(
        version=version,
        search=search,
        language=canonical(language) if language else None,
        status=status,
        domain=domain,
    )


async def list_concepts(
    request: Request,
    term_base_id: Id,
    ctx: OpenStaffRequest,
    page: WantedPage,
    wanted: Annotated[ConceptFilter, Depends(_read_wanted)],
) -> ConceptListBody:
    """List or search the concepts of a term base, as they are now or were in a version."""
    concepts = await editing.list_concepts(
        ctx.tx,
        term_base_id=term_base_id,
        wanted=wanted,
        limit=page.limit + 1,
        offset=page.offset,
    )
    shown, metadata = cut_page(request, page, concepts)
    return ConceptListBody(concepts=[write_kept(kept) for kept in shown], metadata=metadata)


async def create_concept(
    term_base_id: Id,
    body: ConceptInput,
    ctx: OpenStaffRequest,
    response: Response,
) -> EditedConceptBody:
    """Add a concept. Needs the role linguist, as reading does."""
    edited = await editing.create_concept(
        ctx.tx, staff=ctx.staff, term_base_id=term_base_id, proposal=read_proposal(body)
    )
    response.headers["Location"] = f"{ctx.prefix}/term-bases/{term_base_id}/concepts/{edited.kept.number}"
    return write_edited(edited)


async def get_concept(term_base_id: Id, concept_id: ConceptId, ctx: OpenStaffRequest) -> EditedConceptBody:
    """Show the current state of a concept."""
    return write_edited(await editing.get_concept(ctx.tx, term_base_id=term_base_id, number=concept_id))


async def replace_concept(
    term_base_id: Id,
    concept_id: ConceptId,
    body: ChangedConcept,
    ctx: OpenStaffRequest,
) -> EditedConceptBody:
    """Change a concept: all of it becomes what is sent."""
    target = editing.ConceptTarget(term_base_id=term_base_id, number=concept_id, version=body.version)
    edited = await editing.replace_concept(
        ctx.tx, staff=ctx.staff, target=target, proposal=read_proposal(body)
    )
    return write_edited(edited)


async def delete_concept(
    term_base_id: Id,
    concept_id: ConceptId,
    ctx: OpenStaffRequest,
    version: Annotated[
        int | None, Query(ge=0, le=LARGEST_ID, description="Of the concept, as it was read")
    ] = None,
) -> None:
    """Delete a concept. Older versions of the term base still have it."""
    target = editing.ConceptTarget(term_base_id=term_base_id, number=concept_id, version=version)
    await editing.delete_concept(ctx.tx, staff=ctx.staff, target=target)
