"""V8: Assistance: a language model rewrites a target as a linguist wishes, and nothing is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dragoman.accounts.model import AccountKind
from dragoman.errors import NotFound, Unavailable
from dragoman.projects.linguists.editing.assisting import (
    LONGEST_WISH,
    AssistanceUnavailable,
    RewriteRequest,
    Wish,
    WishInvalid,
    can_assist,
    rewrite_target,
)
from dragoman.projects.linguists.editing.opening import Editor, open_translation
from dragoman.projects.linguists.editing.refusals import SuggestionUnusable, TargetInvalid
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
from tests.projects.editing.desk import LINGUIST, Desk, open_desk
from tests.projects.shop import Shop, open_shop
from tests.termbases.staff_actions import proposal

_DRAFT = "Haga el favor de pulsar <1>Inicio</1> en este momento."
_SHORT = "Pulse <g1>Inicio</g1> ahora."
_ASKED = RewriteRequest(target=_DRAFT, wish=Wish.SHORTER)


async def open_press(shop: Shop, **fields: Any) -> tuple[Desk, int]:
    """A desk, and the number of a segment with a pair of codes."""
    desk = await open_desk(shop, **fields)
    return desk, (await desk.find("Press <1>Start</1> now."))[0]


async def test_a_target_that_is_not_saved_is_rewritten_as_wished(shop: Shop) -> None:
    desk, number = await open_press(shop, briefing="For nurses.")
    async with assisted(shop, _SHORT) as model:
        made = await model.rewrite(desk, number, _DRAFT)
        (data,), (task,) = model.data, model.tasks
    assert (made.target, made.engine) == ("Pulse <1>Inicio</1> ahora.", "chat test-model-7b")
    assert made.findings == []
    assert data == {
        "document": {"title": "Order", "briefing": "For nurses."},
        "wishes": ["Make it as short as possible without losing anything of its meaning."],
        "segments": [
            {
                "id": 1,
                "source": "Press <g1>Start</g1> now.",
                "before": "The red book is big.",
                "after": "It is new.",
                "draft": "Haga el favor de pulsar <g1>Inicio</g1> en este momento.",
            }
        ],
    }
    assert "reword the draft" in task
    row = await desk.row(number)
    assert (row.target, row.revision) == (None, 0)


async def test_a_wish_overrides_the_formality_of_the_style_guide(shop: Shop) -> None:
    style = await make_style_guide(shop, Style(formality=Formality.FORMAL, instructions=("Be kind.",)))
    desk, number = await open_press(shop, style_id=style)
    async with assisted(shop, _SHORT) as model:
        for wish in Wish:
            await model.rewrite(desk, number, _DRAFT, wish)
        styles, wishes = [one["style"] for one in model.data], [one["wishes"] for one in model.data]
    assert [one["formality"] for one in styles] == ["formal", "formal", "informal"]
    assert {tuple(one["instructions"]) for one in styles} == {("Be kind.",)}
    assert len({sentence for (sentence,) in wishes}) == len(Wish)


async def test_a_sentence_of_a_linguist_is_data_and_the_terms_are_sent(shop: Shop) -> None:
    terms = await make_terms(shop, proposal(en="Start", es=["Inicio", "Comienzo"]))
    desk, number = await open_press(shop, term_base_id=terms)
    async with assisted(shop, _SHORT) as model:
        await model.rewrite(desk, number, _DRAFT, note="  Say it\nlike a pirate. ")
        (data,), (task,) = model.data, model.tasks
    assert data["wishes"][1:] == ["Say it like a pirate."]
    assert data["segments"][0]["terms"] == [{"source": "Start", "translations": ["Inicio", "Comienzo"]}]
    assert "pirate" not in task


async def test_codes_that_the_draft_lacks_come_with_the_rewriting(shop: Shop) -> None:
    desk, number = await open_press(shop)
    async with assisted(shop, _SHORT) as model:
        made = await model.rewrite(desk, number, "Pulse Inicio en este momento.")
    assert made.target == "Pulse <1>Inicio</1> ahora."


async def test_findings_come_with_it(shop: Shop) -> None:
    terms = await make_terms(shop, proposal(en="Start", es="Comienzo"))
    desk, number = await open_press(shop, term_base_id=terms)
    async with assisted(shop, _SHORT) as model:
        made = await model.rewrite(desk, number, _DRAFT)
    assert [one.finding.code for one in made.findings] == ["TERM_MISSING"]


async def test_lost_codes_are_asked_for_once_more(shop: Shop) -> None:
    desk, number = await open_press(shop)

    def forgetful(segment: dict[str, Any]) -> str:
        return _SHORT if "problem" in segment else "Pulse Inicio ahora."

    async with assisted(shop, forgetful) as model:
        made = await model.rewrite(desk, number, _DRAFT)
        first, second = model.segments
    assert made.target == "Pulse <1>Inicio</1> ahora."
    assert second["draft"] == first["draft"]
    assert second["problem"] == "These tags were missing: <g1> </g1>."


BROKEN: dict[str, str] = {
    "lost": "Pulse Inicio ahora.",
    "a half": "Pulse <g1>Inicio ahora.",
    "doubled": "Pulse <g1>Inicio</g1> <g1>ahora</g1>.",
    "crossed": "Pulse </g1>Inicio<g1> ahora.",
}


@pytest.mark.parametrize("name", list(BROKEN))
async def test_what_never_has_the_codes_of_the_segment_is_refused(shop: Shop, name: str) -> None:
    desk, number = await open_press(shop)
    async with assisted(shop, BROKEN[name]) as model:
        with pytest.raises(SuggestionUnusable, match="codes") as refused:
            await model.rewrite(desk, number, _DRAFT)
        assert len(model.data) <= 2
    assert refused.value.code == "SUGGESTION_UNUSABLE"


UNUSABLE: dict[str, Callable[[dict[str, Any]], str]] = {
    "nothing": lambda _: "",
    "an offer": lambda _: "Here is the shorter text: Pulse <g1>Inicio</g1>.",
    "an address": lambda _: "Pulse <g1>Inicio</g1> en https://evil.example ahora.",
    "elements": lambda _: "Pulse <script>x</script> <g1>Inicio</g1> ahora.",
    "a flood": lambda _: _SHORT * 40,
}


@pytest.mark.parametrize("name", list(UNUSABLE))
async def test_what_is_no_translation_is_refused(shop: Shop, name: str) -> None:
    desk, number = await open_press(shop)
    async with assisted(shop, UNUSABLE[name]) as model:
        with pytest.raises(SuggestionUnusable, match="no translation"):
            await model.rewrite(desk, number, _DRAFT)


async def test_what_the_linguist_has_added_may_stay(shop: Shop) -> None:
    """An address of the country, which the source does not have."""
    desk, number = await open_press(shop)
    draft = "Haga el favor de pulsar <1>Inicio</1> (www.acme.example/es) en este momento."
    async with assisted(shop, "Pulse <g1>Inicio</g1> (www.acme.example/es).") as model:
        made = await model.rewrite(desk, number, draft)
    assert made.target == "Pulse <1>Inicio</1> (www.acme.example/es)."


async def test_without_an_engine_that_takes_wishes_there_is_no_assistance(shop: Shop) -> None:
    desk, number = await open_press(shop)
    context = await desk.call(open_translation, desk.address, LINGUIST)
    assert not await can_assist(shop.resources, context)
    with pytest.raises(AssistanceUnavailable) as refused:
        await rewrite_target(shop.resources, desk.at(number), _ASKED, editor=LINGUIST)
    assert refused.value.code == "ASSISTANCE_UNAVAILABLE"
    other = (("en", "de"),)
    async with assisted(shop, _SHORT, pairs=other) as model:
        assert not await can_assist(model.resources, context)
        with pytest.raises(AssistanceUnavailable):
            await model.rewrite(desk, number, _DRAFT)


async def test_the_account_decides_which_engines_get_its_texts(shop: Shop) -> None:
    desk, number = await open_press(shop)
    async with assisted(shop, _SHORT, remote=True) as model:
        with pytest.raises(AssistanceUnavailable):
            await model.rewrite(desk, number, _DRAFT)
        await choose_engines(shop, APERTIUM, remote=("chat",))  # nothing but Apertium for this pair
        with pytest.raises(AssistanceUnavailable):
            await model.rewrite(desk, number, _DRAFT)
        assert model.server.requests == []
        context = await desk.call(open_translation, desk.address, LINGUIST)
        assert not await can_assist(model.resources, context)
        await choose_engines(shop, CHAT, remote=("chat",))
        assert await can_assist(model.resources, context)
        assert (await model.rewrite(desk, number, _DRAFT)).target
        assert model.spending.accounts == [shop.caller.account_id]
        assert model.spending.characters == len("Press <g1>Start</g1> now.") + len(_DRAFT) + 2


async def test_a_sandbox_has_none(shop: Shop) -> None:
    desk, number = await open_press(await open_shop(shop.resources, AccountKind.SANDBOX))
    async with assisted(shop, _SHORT) as model:
        with pytest.raises(AssistanceUnavailable):
            await model.rewrite(desk, number, _DRAFT)


async def test_a_model_that_does_not_answer_can_be_asked_again(shop: Shop) -> None:
    desk, number = await open_press(shop)
    async with assisted_by(shop, lambda _: Reply(status=503)) as model:
        with pytest.raises(Unavailable):
            await model.rewrite(desk, number, _DRAFT)


@pytest.mark.parametrize("note", ["", " \n", "x" * (LONGEST_WISH + 1)], ids=["no", "blank", "long"])
async def test_a_wish_says_something_and_is_short(shop: Shop, note: str) -> None:
    desk, number = await open_press(shop)
    async with assisted(shop, _SHORT) as model:
        with pytest.raises(WishInvalid):
            await model.rewrite(desk, number, _DRAFT, None, note=note)
        assert model.server.requests == []


@pytest.mark.parametrize("target", ["Pulse <2/> ahora.", "Pulse <1>Inicio ahora."])
async def test_what_cannot_be_saved_is_not_rewritten(shop: Shop, target: str) -> None:
    desk, number = await open_press(shop)
    async with assisted(shop, _SHORT) as model:
        with pytest.raises(TargetInvalid):
            await model.rewrite(desk, number, target)
        assert model.server.requests == []


@pytest.mark.parametrize("target", ["", "<1> </1>"])
async def test_without_a_translation_so_far_the_source_is_translated_as_wished(
    shop: Shop, target: str
) -> None:
    desk, number = await open_press(shop)
    async with assisted(shop, _SHORT) as model:
        made = await model.rewrite(desk, number, target)
        (segment,) = model.segments
    assert made.target == "Pulse <1>Inicio</1> ahora."
    assert "draft" not in segment


async def test_several_sentences_are_one_draft(shop: Shop) -> None:
    """A unit with a match as a whole is one segment; a wish is about all of it."""
    terms = await make_terms(shop, proposal(en="Start", es="Inicio"))
    desk, number = await open_press(shop, term_base_id=terms)
    draft = "Pulse el botón. Se llama <1>Inicio</1>. Hágalo en este momento, por favor."
    async with assisted(shop, "Pulse el botón <g1>Inicio</g1>. Hágalo ahora.") as model:
        made = await model.rewrite(desk, number, draft)
        (segment,) = model.segments
    assert made.target == "Pulse el botón <1>Inicio</1>. Hágalo ahora."
    assert segment["draft"] == draft.replace("1>", "g1>")


async def test_it_is_for_those_who_see_the_translation(shop: Shop) -> None:
    desk, number = await open_press(shop)
    stranger = Editor(staff=LINGUIST.staff, user_id=1)
    async with assisted(shop, _SHORT) as model:
        with pytest.raises(NotFound):
            await rewrite_target(model.resources, desk.at(number), _ASKED, editor=stranger)
        with pytest.raises(NotFound):
            await model.rewrite(desk, 99, _DRAFT)
        assert model.server.requests == []
