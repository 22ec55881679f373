"""`dragoman engines bench`: how fast a neural model is on this machine."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.table import Table

from dragoman.commands.options import DataOption, JsonOption, fail, load_settings, print_json, refusals
from dragoman.engines.ctranslate2.adding.actions import find_folder
from dragoman.engines.ctranslate2.adding.checking import choose_samples, open_model
from dragoman.engines.ctranslate2.adding.measuring import measure_speed
from dragoman.engines.ctranslate2.description import BadDescription, read_description
from dragoman.settings import Settings

NameArgument = Annotated[str, typer.Argument(help="The name of the engine.")]

_BEAMS: Final = (1, 2, 4)


def bench(ctx: typer.Context, name: NameArgument, data: DataOption = None, json: JsonOption = False) -> None:
    """Measure how fast a neural model translates, by itself, at beams 1, 2 and 4.

    A batch of short sentences, in a process of its own: other work on the machine makes it slower.
    """
    with refusals():
        rows = asyncio.run(_measure(load_settings(ctx, data=data), name))
    if json:
        print_json(rows)
        return
    table = Table("Beam", "Segments/s", "Words/s", "Seconds", "Memory MB", box=None)
    for row in rows:
        table.add_row(*map(str, row.values()))
    Console().print(table)


async def _measure(settings: Settings, name: str) -> list[dict[str, Any]]:
    folder = await asyncio.to_thread(find_folder, settings.models_folder().absolute(), name)
    try:
        description = read_description(folder)
    except (BadDescription, OSError) as error:
        fail(f"{folder}: {error}")
    rows: list[dict[str, Any]] = []
    async with open_model(settings, folder, description) as (pool, engine):
        pair = choose_samples(engine.pairs())[0]
        await measure_speed(engine, pair, beam=1)  # loads it
        for beam in _BEAMS:
            speed = await measure_speed(engine, pair, beam=beam)
            rows.append(
                {
                    "beam": beam,
                    "segmentsPerSecond": speed.segments_per_second,
                    "wordsPerSecond": speed.words_per_second,
                    "seconds": speed.seconds,
                    "memoryMb": await pool.measure(engine.model) // (1024 * 1024),
                }
            )
    return rows
