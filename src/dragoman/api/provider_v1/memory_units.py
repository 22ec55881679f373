"""`/provider/v1/translation-memories/{id}/units` and `…/duplicates` (V4)."""

from __future__ import annotations

from fastapi import APIRouter

from dragoman.api.project_resources import memory_units
from dragoman.api.project_resources.memory_unit_bodies import UnitBody
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.http.responses import NOT_FOUND

router = APIRouter(
    prefix="/provider/v1/translation-memories/{id}",
    tags=["Provider memories"],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffJsonRoute,
)

router.get("/units")(memory_units.list_memory_units)
router.post("/units", status_code=201, responses={200: {"model": UnitBody}})(memory_units.create_memory_unit)
router.get("/units/{unitId}")(memory_units.get_memory_unit)
router.patch("/units/{unitId}")(memory_units.change_memory_unit)
router.delete("/units/{unitId}", status_code=204)(memory_units.delete_memory_unit)
router.get("/duplicates")(memory_units.list_memory_duplicates)
