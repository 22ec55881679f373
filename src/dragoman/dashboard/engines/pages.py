"""`/ui/engines`: engines with their pairs of languages, speed and problems, for the provider's staff (V7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fastapi import APIRouter, Response

from dragoman.accounts.actions import find_account_names
from dragoman.dashboard.page.languages import QUALITY_NAMES, name_languages
from dragoman.dashboard.page.lists import ListState, read_list
from dragoman.dashboard.page.needs import ManagerPage
from dragoman.dashboard.page.page_route import PageRoute
from dragoman.dashboard.page.request import PageRequest
from dragoman.database.connections import Transaction
from dragoman.engine_registry.model import EngineUnknown
from dragoman.engine_registry.reports import list_allowing_accounts, read_spending
from dragoman.engines.engine import EnginePair
from dragoman.operation.engine_states import EngineState, list_engine_states

router = APIRouter(prefix="/ui/engines", include_in_schema=False, route_class=PageRoute)

_ACCOUNTS_SHOWN: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteUse:
    """Whose texts a remote engine may get, and how much it got."""

    accounts: Mapping[int, str]  # the first ones that allow it, with their names
    number: int  # of all that allow it
    characters: int  # of all accounts, this month


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPairs:
    """A part of an engine's pairs, and the languages to choose them by."""

    pairs: Sequence[EnginePair]
    sources: Sequence[tuple[str, str]]  # codes and names
    targets: Sequence[tuple[str, str]]
    list: ListState


@router.get("")
async def show_engines(page: ManagerPage) -> Response:
    """List the engines of the process that answers, with what is wrong, and how one is added."""
    return page.render("engines/list.html", engines=_states(page), quality_names=QUALITY_NAMES)


@router.get("/{name}")
async def show_engine(page: ManagerPage, name: str) -> Response:
    """Show an engine with its pairs of languages, a part at a time."""
    engine = next((one for one in _states(page) if one.name == name), None)
    if engine is None:
        raise EngineUnknown(f"There is no engine {name!r}.", hints="The list of engines shows what there is.")
    async with page.transaction() as tx:
        use = await _read_use(tx, engine)
    state = read_list(page.request, filters=("source", "target"))
    return page.render(
        "engines/engine.html",
        engine=engine,
        use=use,
        shown=_find_pairs(engine, state),
        quality_names=QUALITY_NAMES,
    )


def _states(page: PageRequest) -> list[EngineState]:
    return list_engine_states(page.runtime.engines, page.runtime.metrics.registry)


async def _read_use(tx: Transaction, engine: EngineState) -> RemoteUse | None:
    """None for an engine that keeps texts on the operator's machines."""
    ids, number = await list_allowing_accounts(tx, engine.name, limit=_ACCOUNTS_SHOWN)
    characters = (await read_spending(tx)).get(engine.name, 0)
    if not (engine.is_remote or number or characters):
        return None
    return RemoteUse(accounts=await find_account_names(tx, ids), number=number, characters=characters)


def _find_pairs(engine: EngineState, state: ListState) -> ShownPairs:
    """The pairs that the filters leave, by name. There may be tens of thousands."""
    sources = name_languages({pair.source for pair in engine.pairs})
    targets = name_languages({pair.target for pair in engine.pairs})
    by_source = {one.code: place for place, one in enumerate(sources)}
    by_target = {one.code: place for place, one in enumerate(targets)}
    source, target = state.value("source"), state.value("target")
    found = sorted(
        (pair for pair in engine.pairs if source in ("", pair.source) and target in ("", pair.target)),
        key=lambda pair: (by_source[pair.source], by_target[pair.target]),
    )
    shown = found[state.offset : state.offset + state.limit]
    return ShownPairs(
        pairs=shown,
        sources=[(one.code, one.name) for one in sources],
        targets=[(one.code, one.name) for one in targets],
        list=replace(state, goes_on=state.offset + len(shown) < len(found)),
    )
