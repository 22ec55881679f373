"""After and beside any other translations, the answer is the `apertium` command's."""

from __future__ import annotations

import asyncio
import os
import random

import pytest

from dragoman import languages
from dragoman.engines.apertium import ApertiumEngine
from dragoman.engines.engine import EnginePair
from dragoman.segments import Text, plain_text
from tests.engines.apertium.commandline import CommandLine
from tests.engines.apertium.texts import sentences

PASSES = 3


async def _differences(
    engine: ApertiumEngine, work: dict[EnginePair, list[str]], expected: dict[EnginePair, list[str]]
) -> list[tuple[str, str, str, str]]:
    """Translate everything in several passes, shuffled, in batches of any size, all pairs at once."""
    chance = random.Random(7)
    differences = []

    async def check(pair: EnginePair, indices: list[int]) -> None:
        segments = [(Text(text=work[pair][index]),) for index in indices]
        for index, answer in zip(indices, await engine.translate(segments, pair), strict=True):
            if plain_text(answer) != expected[pair][index]:
                differences.append(
                    (pair.variant, work[pair][index], expected[pair][index], plain_text(answer))
                )

    for _ in range(PASSES):
        batches: list[tuple[EnginePair, list[int]]] = []
        for pair, texts in work.items():
            order = list(range(len(texts)))
            chance.shuffle(order)
            while order:
                size = chance.choice([1, 1, 2, 5, 20, 100])
                batches.append((pair, order[:size]))
                order = order[size:]
        chance.shuffle(batches)
        slots = asyncio.Semaphore(16)

        async def run(pair: EnginePair, indices: list[int], slots: asyncio.Semaphore = slots) -> None:
            async with slots:
                await check(pair, indices)

        await asyncio.gather(*(run(pair, indices) for pair, indices in batches))
    return differences


async def _campaign(engine: ApertiumEngine, command_line: CommandLine, count: int, *, every: int = 1) -> int:
    pairs = engine.pairs()[::every]
    work = {pair: texts for pair in pairs if (texts := sentences(languages.primary(pair.source), count))}
    expected = {pair: await command_line.translate(pair.variant, texts) for pair, texts in work.items()}
    differences = await _differences(engine, work, expected)
    assert not differences, f"{len(differences)} differences, among them {differences[:3]}"
    return sum(map(len, work.values()))


@pytest.mark.timeout(300)
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.nightly)])
async def test_every_mode_answers_as_the_command_does(
    engine: ApertiumEngine, command_line: CommandLine, every: int
) -> None:
    assert await _campaign(engine, command_line, 3, every=every) > 3


@pytest.mark.campaign
@pytest.mark.timeout(6 * 3600)
async def test_campaign_in_every_mode(engine: ApertiumEngine, command_line: CommandLine) -> None:
    """300 sentences a mode, or as many as DRAGOMAN_CAMPAIGN_SENTENCES says. The command runs for hours."""
    count = await _campaign(engine, command_line, int(os.environ.get("DRAGOMAN_CAMPAIGN_SENTENCES", "300")))
    print(f"{count} sentences, {PASSES} passes, 0 differences")
