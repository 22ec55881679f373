"""Rewriting a translation as a linguist asks, by a language model of the test's own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dragoman.access.staff import OPERATOR
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.engine_registry.actions import set_account_policy
from dragoman.engine_registry.model import EnginePolicy
from dragoman.engines.engine import Engine
from dragoman.engines.table import EngineTable
from dragoman.projects.linguists.editing.assisting import (
    AssistanceUnavailable,
    RewriteRequest,
    Wish,
    WishInvalid,
    can_assist,
    rewrite_target,
)
from dragoman.resources import Resources
from tests.engines.http.model_server import as_asked, chat_server
from tests.engines.http.opened import opened
from tests.engines.http.test_chat import sent
from tests.projects.editing.desk import LINGUIST, open_desk
from tests.projects.shop import Shop

PRESS = "Press <1>Start</1> now."


def with_engine(shop: Shop, engine: Engine) -> Resources:
    return replace(shop.resources, engines=EngineTable([engine]))


async def allow(shop: Shop, *engines: str) -> None:
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await set_account_policy(
            tx,
            shop.caller.account_id,
            EnginePolicy(remote=frozenset(engines)),
            known=engines,
            actor=OPERATOR.actor,
        )


async def test_a_wish_goes_to_the_model_and_its_answer_has_the_codes_of_the_segment(shop: Shop) -> None:
    desk = await open_desk(shop)
    (number, *_) = await desk.find(PRESS)
    await allow(shop, "chat")
    async with opened("chat", chat_server(as_asked(lambda one: one["source"]))) as (engine, server):
        asked = RewriteRequest(
            target="Pulse <1>Inicio</1> ahora.", wish=Wish.FORMAL, note="Keep the term Inicio."
        )
        made = await rewrite_target(with_engine(shop, engine), desk.at(number), asked, editor=LINGUIST)
        (call,) = sent(server)
    assert made.target == PRESS
    assert call["style"]["formality"] == "formal"
    assert "Keep the term Inicio." in call["style"]["instructions"]
    assert any("Pulse Inicio ahora." in one for one in call["style"]["instructions"])
    assert (await desk.row(number)).target is None  # a suggestion is not stored


async def test_no_text_goes_to_a_model_that_the_account_does_not_allow(shop: Shop) -> None:
    desk = await open_desk(shop)
    server_of_others = chat_server(as_asked(lambda one: one["source"]))
    async with opened("chat", server_of_others, remote=True) as (engine, server):
        asked = RewriteRequest(target="", wish=Wish.SHORTER)
        with pytest.raises(AssistanceUnavailable):
            await rewrite_target(with_engine(shop, engine), desk.at(0), asked, editor=LINGUIST)
        assert sent(server) == []


async def test_engines_that_take_no_instructions_are_not_asked(shop: Shop) -> None:
    desk = await open_desk(shop)
    assert not can_assist(shop.resources)
    with pytest.raises(AssistanceUnavailable):
        await rewrite_target(
            shop.resources, desk.at(0), RewriteRequest(target="", note="Shorter."), editor=LINGUIST
        )


@pytest.mark.parametrize("note", ["", "  ", "x" * 201])
async def test_a_wish_has_words_and_not_too_many(shop: Shop, note: str) -> None:
    desk = await open_desk(shop)
    with pytest.raises(WishInvalid):
        await rewrite_target(
            shop.resources, desk.at(0), RewriteRequest(target="", note=note), editor=LINGUIST
        )
