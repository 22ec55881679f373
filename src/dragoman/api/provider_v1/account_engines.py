"""`/provider/v1/accounts/{id}/engines`: which engines an account uses, and what left the machine (V3)."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from fastapi import APIRouter
from pydantic import Field, StrictBool, StringConstraints

from dragoman.api.project_resources.sent_text_bodies import SentTextBody, write_sent_text
from dragoman.api.project_resources.usage_bodies import FirstDay, LastDay
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffJsonRoute
from dragoman.engine_registry import actions
from dragoman.engine_registry.model import (
    MOST_ENGINES,
    MOST_PREFERENCES,
    EnginePolicy,
    PairPreference,
)
from dragoman.engine_registry.reports import read_sent_text
from dragoman.http.fields import Id, LanguageCode
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import AdminRequest, OpenStaffRequest, StaffRequest

router = APIRouter(
    prefix="/provider/v1/accounts/{id}/engines",
    tags=["Provider accounts"],
    responses={**STAFF, **NOT_FOUND},
    route_class=StaffJsonRoute,
)

EngineName = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class PreferenceBody(RequestModel, ResponseModel):
    """The engines that an account wants for a pair of languages and its varieties."""

    source: LanguageCode
    target: LanguageCode
    engines: list[EngineName] = Field(
        min_length=1, max_length=MOST_ENGINES, description="The first one first; others follow them"
    )
    exclusive: StrictBool = Field(default=False, description="No others are used, even if none can answer")


class AccountEnginesBody(RequestModel, ResponseModel):
    """Which engines an account uses."""

    remote_engines: list[EngineName] = Field(
        max_length=MOST_ENGINES,
        description="Engines outside the operator's machines that may get the account's texts",
    )
    preferences: list[PreferenceBody] = Field(
        default=[],
        max_length=MOST_PREFERENCES,
        description="Pairs without one use local engines before remote ones, and the best first",
    )


class SentTextReply(ResponseModel):
    """What remote engines got of an account."""

    first_day: date = Field(serialization_alias="from", description="First day, UTC")
    last_day: date = Field(serialization_alias="to", description="Last day, UTC")
    days: list[SentTextBody]


@router.get("")
async def get_account_engines(account_id: Id, ctx: OpenStaffRequest) -> AccountEnginesBody:
    """Show which engines an account uses."""
    return _write(await actions.find_account_policy(ctx.tx, account_id))


@router.put("")
async def set_account_engines(
    account_id: Id, body: AccountEnginesBody, ctx: AdminRequest
) -> AccountEnginesBody:
    """Choose which engines an account uses, from its next request on. Needs the role admin.

    Without its name in `remoteEngines` no text of the account reaches a remote engine.
    """
    policy = await actions.set_account_policy(
        ctx.tx, account_id, _read(body), known=_known_engines(ctx), actor=ctx.staff.actor
    )
    return _write(policy)


@router.get("/usage")
async def get_remote_engine_usage(
    account_id: Id, ctx: OpenStaffRequest, first_day: FirstDay = None, last_day: LastDay = None
) -> SentTextReply:
    """Report how much text of an account remote engines got, by day and engine."""
    report = await read_sent_text(ctx.tx, account_id=account_id, first_day=first_day, last_day=last_day)
    return SentTextReply(first_day=report.first_day, last_day=report.last_day, days=write_sent_text(report))


def _known_engines(ctx: StaffRequest) -> set[str]:
    table = ctx.runtime.engines
    return {engine.name for engine in table.current()} | {fault.name for fault in table.faults()}


def _read(body: AccountEnginesBody) -> EnginePolicy:
    return EnginePolicy(
        remote=frozenset(body.remote_engines),
        preferences=tuple(
            PairPreference(
                source=one.source, target=one.target, engines=tuple(one.engines), exclusive=one.exclusive
            )
            for one in body.preferences
        ),
    )


def _write(policy: EnginePolicy) -> AccountEnginesBody:
    return AccountEnginesBody(
        remote_engines=sorted(policy.remote),
        preferences=[
            PreferenceBody(
                source=one.source, target=one.target, engines=list(one.engines), exclusive=one.exclusive
            )
            for one in policy.preferences
        ],
    )
