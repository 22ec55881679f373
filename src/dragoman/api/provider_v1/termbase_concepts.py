"""`/provider/v1/term-bases/{id}/concepts`: the concepts of a term base, one at a time (V5)."""

from __future__ import annotations

from fastapi import APIRouter

from dragoman.api.project_resources import concepts
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.http.responses import NOT_FOUND

router = APIRouter(
    prefix="/provider/v1/term-bases/{id}/concepts",
    tags=["Provider term bases"],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffJsonRoute,
)

router.get("")(concepts.list_concepts)
router.post("", status_code=201)(concepts.create_concept)
router.get("/{conceptId}")(concepts.get_concept)
router.put("/{conceptId}")(concepts.replace_concept)
router.delete("/{conceptId}", status_code=204)(concepts.delete_concept)
