"""V8: An engine's suggestion for one segment: what the engine is told, what comes back, its budget."""

from __future__ import annotations

import pytest

from dragoman.accounts.model import AccountKind
from dragoman.catalog.model import ServiceKind
from dragoman.errors import Unavailable
from dragoman.projects.linguists.editing.refusals import SuggestionUnusable
from dragoman.projects.linguists.editing.suggesting import suggest_target
from dragoman.styles import Formality, Style
from tests.engines.http.server import Reply
from tests.projects.editing.assistant import (
    APERTIUM,
    CHAT,
    assisted,
    assisted_by,
    choose_engines,
    make_style_guide,
    make_terms,
)
from tests.projects.editing.desk import LINGUIST, open_desk
from tests.projects.shop import Shop, open_shop
from tests.termbases.staff_actions import proposal

_PRESS = "Press <1>Start</1> now."
_PULSE = "Pulse <g1>Inicio</g1> ahora."


async def test_a_model_is_told_the_texts_around_the_terms_and_the_style(shop: Shop) -> None:
    terms = await make_terms(shop, proposal(en="Start", es="Inicio"))
    style = await make_style_guide(shop, Style(formality=Formality.FORMAL, instructions=("Be brief.",)))
    desk = await open_desk(shop, term_base_id=terms, style_id=style, briefing="For nurses.")
    (number, _) = await desk.find(_PRESS)
    await choose_engines(shop, CHAT)
    async with assisted(shop, _PULSE) as model:
        made = await model.suggest(desk, number)
        (data,) = model.data
    assert (made.target, made.engine) == ("Pulse <1>Inicio</1> ahora.", "chat test-model-7b")
    assert made.findings == []
    assert data["document"] == {"title": "Order", "briefing": "For nurses."}
    assert data["style"] == {"formality": "formal", "instructions": ["Be brief."]}
    (segment,) = data["segments"]
    assert (segment["before"], segment["after"]) == ("The red book is big.", "It is new.")
    assert segment["terms"] == [{"source": "Start", "translations": ["Inicio"]}]
    assert (await desk.row(number)).target is None


async def test_what_the_checks_find_comes_with_it_and_that_an_engine_wrote_it_is_no_finding(
    shop: Shop,
) -> None:
    terms = await make_terms(shop, proposal(en="book", es="tomo"))
    desk = await open_desk(shop, term_base_id=terms)
    (number, *_) = await desk.find("The red book is big.")
    await choose_engines(shop, CHAT)
    async with assisted(shop, "El libro rojo es grande") as model:
        made = await model.suggest(desk, number)
    codes = {one.finding.code for one in made.findings}
    assert "TERM_MISSING" in codes
    assert "SUGGESTION_UNEDITED" not in codes


async def test_lost_codes_are_put_back(shop: Shop) -> None:
    desk = await open_desk(shop)
    (number, _) = await desk.find(_PRESS)
    await choose_engines(shop, CHAT)
    async with assisted(shop, "Pulse Inicio ahora.") as model:
        made = await model.suggest(desk, number)
    assert made.target.count("<1>") == made.target.count("</1>") == 1


async def test_an_order_of_machine_translation_can_be_asked_about_too(shop: Shop) -> None:
    desk = await open_desk(shop, kind=ServiceKind.MACHINE)
    (number, *_) = await desk.find("The red book is big.")
    made = await suggest_target(shop.resources, desk.at(number), editor=LINGUIST)
    assert made.target
    assert made.engine.startswith("apertium")


async def test_a_text_without_any_usable_translation_is_no_suggestion(shop: Shop) -> None:
    desk = await open_desk(shop)
    (number, *_) = await desk.find("The red book is big.")
    await choose_engines(shop, CHAT)
    async with assisted(shop, "") as model:
        with pytest.raises(SuggestionUnusable, match="no translation"):
            await model.suggest(desk, number)


async def test_an_engine_that_does_not_answer_can_be_asked_again(shop: Shop) -> None:
    desk = await open_desk(shop)
    (number, *_) = await desk.find("The red book is big.")
    await choose_engines(shop, CHAT)
    async with assisted_by(shop, lambda _: Reply(status=503)) as model:
        with pytest.raises(Unavailable):
            await model.suggest(desk, number)


async def test_texts_go_to_a_remote_engine_only_where_the_account_allows_it(shop: Shop) -> None:
    desk = await open_desk(shop)
    (number, *_) = await desk.find("The red book is big.")
    async with assisted(shop, "El libro rojo es grande.", remote=True) as model:
        assert (await model.suggest(desk, number)).engine.startswith("apertium")
        assert model.server.requests == []
        await choose_engines(shop, CHAT, remote=("chat",))
        assert (await model.suggest(desk, number)).engine.startswith("chat")
        await choose_engines(shop, APERTIUM, remote=("chat",))
        assert (await model.suggest(desk, number)).engine.startswith("apertium")
        assert model.spending.accounts == [shop.caller.account_id]


async def test_a_sandbox_has_pseudo_translations_only(shop: Shop) -> None:
    sandbox = await open_shop(shop.resources, AccountKind.SANDBOX)
    desk = await open_desk(sandbox)
    (number, *_) = await desk.find("The red book is big.")
    async with assisted(sandbox, "El libro rojo es grande.") as model:
        assert (await model.suggest(desk, number)).engine.startswith("pseudo")
        assert model.server.requests == []


async def test_the_choice_of_engines_is_the_customers_and_not_that_of_another(shop: Shop) -> None:
    desk = await open_desk(shop)
    (number, *_) = await desk.find("The red book is big.")
    await choose_engines(await open_shop(shop.resources), CHAT, remote=("chat",))
    async with assisted(shop, "El libro rojo es grande.", remote=True) as model:
        assert (await model.suggest(desk, number)).engine.startswith("apertium")
