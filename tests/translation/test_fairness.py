"""Others' turns while one request with a great deal of markup is translated."""

from __future__ import annotations

import asyncio
import time

import pytest

from dragoman.formats.format import Document, Unit
from dragoman.segments import Text
from dragoman.translation.documents.translating import DocumentOrder, translate_document
from dragoman.translation.text import translate_texts
from dragoman.translation.translator import Translator
from tests.translation.hostile import ChangingEngine, drops, route
from tests.translation.test_document import Kept

_TEXTS = {
    "nested tags": "<b>a " * 1_200 + "</b>" * 1_200,
    "tags": "<b>a</b> " * 1_100,
    "lines": "a\n" * 4_900,
    "links": "[a](b) " * 1_400,
    "placeholders": "a {x} " * 1_600,
}
_SHARE = 0.3  # of all the work, the test engine's included: what may be done at a stretch on the event loop


@pytest.mark.parametrize("text", _TEXTS.values(), ids=_TEXTS)
async def test_a_request_full_of_codes_leaves_others_their_turns(translator: Translator, text: str) -> None:
    way = route(ChangingEngine(change=drops))
    stretches: list[float] = []
    watching = asyncio.create_task(_watch(stretches))
    await asyncio.sleep(0)
    begun = time.process_time()
    results = await translate_texts(translator, [f"{text}{n}" for n in range(3)], route=way)
    await asyncio.sleep(0)  # the last stretch
    worked = time.process_time() - begun
    watching.cancel()
    assert len(results) == 3
    assert max(stretches) < _SHARE * worked


async def test_a_document_of_many_short_units_leaves_others_their_turns(translator: Translator) -> None:
    units = tuple(Unit(id=str(number), segment=(Text(text="a"),)) for number in range(19_000))
    stretches: list[float] = []
    watching = asyncio.create_task(_watch(stretches))
    await asyncio.sleep(0)
    begun = time.process_time()
    done = await translate_document(
        translator,
        Document(units=units),
        DocumentOrder(
            route=route(ChangingEngine(change=lambda segment, _: (*segment, *segment))), language="en"
        ),
        checkpoints=Kept(),
    )
    await asyncio.sleep(0)
    worked = time.process_time() - begun
    watching.cancel()
    assert len(done.targets) == 19_000
    assert max(stretches) < _SHARE * worked


async def _watch(stretches: list[float]) -> None:
    """Note the processor time that the event loop's thread takes between two turns."""
    last = time.thread_time()
    while True:
        await asyncio.sleep(0)
        now = time.thread_time()
        stretches.append(now - last)
        last = now
