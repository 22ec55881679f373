"""A language model on a server of its own beside the engines of a shop; a customer's choices and assets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import orjson

from dragoman.access.staff import OPERATOR
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.engine_registry.actions import set_account_policy
from dragoman.engine_registry.model import EnginePolicy, PairPreference
from dragoman.engines.table import EngineTable
from dragoman.fair_semaphore import current_account
from dragoman.projects.linguists.editing.assisting import RewriteRequest, Wish, rewrite_target
from dragoman.projects.linguists.editing.suggesting import SuggestedTarget, suggest_target
from dragoman.resources import Resources
from dragoman.style_guides.actions import StyleGuideDraft, create_style_guide
from dragoman.styles import Style
from dragoman.termbases.actions import create_term_base
from dragoman.termbases.checking import ProposedConcept
from tests.engines.http.model_server import as_asked, chat_server
from tests.engines.http.opened import opened
from tests.engines.http.server import Handler, TestServer
from tests.projects.editing.desk import LINGUIST, Desk
from tests.projects.shop import Shop
from tests.termbases.staff_actions import add

Answer = Callable[[dict[str, Any]], str]
CHAT = PairPreference(source="en", target="es", engines=("chat",), exclusive=True)
APERTIUM = replace(CHAT, engines=("apertium",))


@dataclass(kw_only=True)
class Counted:
    """A budget without end, and for which accounts it was used."""

    accounts: list[int | None] = field(default_factory=list)
    characters: int = 0

    async def reserve(self, characters: int) -> None:
        self.accounts.append(current_account())
        self.characters += characters

    async def give_back(self, characters: int) -> None:
        self.characters -= characters


@dataclass(frozen=True, kw_only=True)
class Assistant:
    """The shop's resources with the model, and what the model was sent."""

    resources: Resources
    server: TestServer
    spending: Counted

    @property
    def tasks(self) -> list[str]:
        return [one.json["messages"][0]["content"] for one in self.server.of("/chat/completions")]

    @property
    def data(self) -> list[dict[str, Any]]:
        return [
            orjson.loads(one.json["messages"][-1]["content"]) for one in self.server.of("/chat/completions")
        ]

    @property
    def segments(self) -> list[dict[str, Any]]:
        """The only segment of each call."""
        return [one["segments"][0] for one in self.data]

    async def suggest(self, desk: Desk, number: int) -> SuggestedTarget:
        return await suggest_target(self.resources, desk.at(number), editor=LINGUIST)

    async def rewrite(
        self, desk: Desk, number: int, target: str, wish: Wish | None = Wish.SHORTER, *, note: str = ""
    ) -> SuggestedTarget:
        asked = RewriteRequest(target=target, wish=wish, note=note)
        return await rewrite_target(self.resources, desk.at(number), asked, editor=LINGUIST)


@asynccontextmanager
async def assisted(shop: Shop, answer: Answer | str, **configuration: Any) -> AsyncIterator[Assistant]:
    """Open a model that writes this for each segment."""
    write = (lambda _: answer) if isinstance(answer, str) else answer
    async with assisted_by(shop, chat_server(as_asked(write)), **configuration) as opened_assistant:
        yield opened_assistant


@asynccontextmanager
async def assisted_by(shop: Shop, handler: Handler, **configuration: Any) -> AsyncIterator[Assistant]:
    """Open a model of any behaviour."""
    spending = Counted()
    async with opened("chat", handler, spending=spending, **configuration) as (engine, server):
        engines = EngineTable([*shop.resources.engines.current(), engine])
        yield Assistant(resources=replace(shop.resources, engines=engines), server=server, spending=spending)


async def choose_engines(shop: Shop, *preferences: PairPreference, remote: tuple[str, ...] = ()) -> None:
    """Set the customer's choice of engines."""
    policy = EnginePolicy(remote=frozenset(remote), preferences=preferences)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await set_account_policy(
            tx, shop.caller.account_id, policy, known=("chat", "apertium"), actor=OPERATOR.actor
        )


async def make_terms(shop: Shop, *concepts: ProposedConcept) -> int:
    """Create a term base of the customer; its id."""
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        base = await create_term_base(
            tx, staff=OPERATOR, account_id=shop.caller.account_id, name="Terms", use_for_translation=False
        )
    for concept in concepts:
        await add(shop.database, base, concept)
    return base.id


async def make_style_guide(shop: Shop, style: Style) -> int:
    """Create a style guide of the customer; its id."""
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        draft = StyleGuideDraft(account_id=shop.caller.account_id, name="Guide", style=style)
        return (await create_style_guide(tx, staff=OPERATOR, draft=draft)).id
