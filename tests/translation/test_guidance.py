"""What engines get beside the texts: only what their traits name. Answers are kept for their guidance."""

from __future__ import annotations

from dragoman.engines.engine import EngineTraits, Guidance, HintKind, TermHint
from dragoman.segments import Segment
from dragoman.settings import Settings
from dragoman.styles import Formality, Style, StyleRule, Tone
from dragoman.telemetry import Metrics
from dragoman.translation.assets import Assets, TextContext
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect
from dragoman.translation.translate import translate_segments
from dragoman.translation.translator import Translator, create_translator
from tests.translation.hostile import ChangingEngine, route
from tests.translation.terms import concept, glossary

CURIOUS = EngineTraits(uses=frozenset(HintKind))
AROUND = TextContext(title="leaflet.docx", briefing="For children", context="A house in the woods.")


def segments(*texts: str) -> list[Segment]:
    return [protect(parse(text)) for text in texts]


async def guidance_of(
    translator: Translator, engine: ChangingEngine, assets: Assets, *texts: str
) -> Guidance:
    await translate_segments(translator, segments(*texts), route=route(engine), assets=assets)
    return engine.guided[-1]


async def test_an_engine_that_uses_nothing_gets_nothing(translator: Translator) -> None:
    found = await guidance_of(translator, ChangingEngine(), Assets(text_context=AROUND), "red house")
    assert found == Guidance()


async def test_an_engine_gets_the_document_and_the_texts_around(translator: Translator) -> None:
    engine = ChangingEngine(traits=CURIOUS)
    found = await guidance_of(
        translator, engine, Assets(text_context=AROUND), "The <b>red</b> house.", "42", "It is near."
    )
    assert (found.title, found.briefing, found.context) == (
        "leaflet.docx",
        "For children",
        "A house in the woods.",
    )
    assert [(one.before, one.after) for one in found.hints] == [
        ("", "It is near."),
        ("The red house.", ""),
    ]


async def test_the_sentences_of_a_long_text_are_each_others_neighbours(translator: Translator) -> None:
    engine = ChangingEngine(traits=CURIOUS)
    text = " ".join(
        f"The house number {number} was built near the red one." for number in ("one", "two", "three")
    )
    found = await guidance_of(translator, engine, Assets(), f"{text} " * 10)
    assert found.hints[1].before.startswith("The house number one")
    assert found.hints[1].after.startswith("The house number three")


async def test_an_engine_gets_the_terms_of_each_text(translator: Translator) -> None:
    engine = ChangingEngine(traits=CURIOUS)
    await translate_segments(
        translator,
        segments("The winter coat.", "A house."),
        route=route(engine),
        assets=Assets(glossary=glossary(concept("winter coat", "abrigo"))),
    )
    first = engine.guided[0]
    assert first.hints[0].terms == (TermHint(source="winter coat", targets=("abrigo",)),)
    assert first.hints[1].terms == ()


async def test_a_style_guide_is_told_to_the_engine_that_writes_the_target_and_can_follow_it(
    translator: Translator,
) -> None:
    style = Style(formality=Formality.INFORMAL, tone=Tone.PLAIN, instructions=("Say shop, not store.",))
    first = ChangingEngine(traits=EngineTraits(follows=frozenset(StyleRule)))
    polite = ChangingEngine(name="polite", traits=EngineTraits(follows=frozenset({StyleRule.FORMALITY})))
    await translate_segments(
        translator, segments("red"), route=route(first, polite), assets=Assets(style=style)
    )
    assert first.guided[0] == Guidance()
    assert polite.guided[0] == Guidance(formality=Formality.INFORMAL)
    alone = await guidance_of(translator, first, Assets(style=style), "house")
    assert alone.formality is Formality.INFORMAL
    assert alone.instructions[0].startswith("Use plain language")
    assert alone.instructions[-1] == "Say shop, not store."


async def test_an_answer_is_kept_for_its_own_guidance_only() -> None:
    translator = create_translator(Settings(), Metrics())
    engine = ChangingEngine(traits=CURIOUS)
    for around in (AROUND, AROUND, TextContext(title="another.docx")):
        await guidance_of(translator, engine, Assets(text_context=around), "red house")
    assert [one.title for one in engine.guided] == ["leaflet.docx", "another.docx"]


async def test_the_second_step_of_a_pivot_gets_nothing_of_the_first_language(translator: Translator) -> None:
    first, second = ChangingEngine(traits=CURIOUS), ChangingEngine(name="second", traits=CURIOUS)
    assets = Assets(text_context=AROUND, glossary=glossary(concept("house", "casa")))
    await translate_segments(translator, segments("red"), route=route(first, second), assets=assets)
    assert first.guided[0].context == AROUND.context
    assert (second.guided[0].title, second.guided[0].context) == ("", "")


async def test_the_texts_around_all_are_the_neighbours_of_the_first_and_the_last(
    translator: Translator,
) -> None:
    engine = ChangingEngine(traits=CURIOUS)
    around = TextContext(before="x" * 400, after="It is far.")
    found = await guidance_of(translator, engine, Assets(text_context=around), "The red house.", "It is new.")
    assert [(one.before, one.after) for one in found.hints] == [
        ("x" * 300, "It is new."),
        ("The red house.", "It is far."),
    ]


async def test_an_answer_is_not_kept_for_the_same_text_in_another_place() -> None:
    translator = create_translator(Settings(), Metrics())
    engine = ChangingEngine(traits=CURIOUS)
    for before in ("A house.", "A dog.", "A house."):
        await guidance_of(translator, engine, Assets(text_context=TextContext(before=before)), "It is red.")
    assert [one.hints[0].before for one in engine.guided] == ["A house.", "A dog."]
