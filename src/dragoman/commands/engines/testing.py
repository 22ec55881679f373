"""`dragoman engines test`: one engine translates test sentences."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Any

import typer

from dragoman.commands.engines.opening import open_all_engines
from dragoman.commands.options import DataOption, JsonOption, fail, load_settings, print_json, refusals
from dragoman.engines.ctranslate2.adding.checking import choose_samples
from dragoman.engines.ctranslate2.adding.probes import probes_for
from dragoman.engines.engine import Engine, EnginePair
from dragoman.errors import DragomanError
from dragoman.segments import Segment, Text, plain_text
from dragoman.settings import Settings
from dragoman.telemetry import Metrics

NameArgument = Annotated[str, typer.Argument(help="The name of the engine.")]


def run_test(
    ctx: typer.Context, name: NameArgument, data: DataOption = None, json: JsonOption = False
) -> None:
    """Translate test sentences with one engine. Ends with status 1 when a pair does not work."""
    with refusals():
        rows = asyncio.run(_test(load_settings(ctx, data=data), name))
    if json:
        print_json(rows)
    else:
        for row in rows:
            outcome = row["translation"] or row["problem"]
            typer.echo(
                f"{row['source']}-{row['target']} ({row['milliseconds']} ms): {row['text']} → {outcome}"
            )
    if any(row["problem"] for row in rows):
        raise typer.Exit(code=1)


async def _test(settings: Settings, name: str) -> list[dict[str, Any]]:
    async with open_all_engines(settings, Metrics()) as table:
        engine = table.find(name)
        for fault in table.faults():
            if fault.name == name and (engine is None or not engine.pairs()):
                fail(fault.reason)
        if engine is None:
            fail(f"There is no engine {name}.", hints="`dragoman engines` lists all.")
        return [await _translate(engine, pair) for pair in choose_samples(engine.pairs())]


async def _translate(engine: Engine, pair: EnginePair) -> dict[str, Any]:
    text, problem, translation = probes_for(pair.source)[0].sentence, "", ""
    batch: list[Segment] = [(Text(text=text),)]
    started = time.perf_counter()
    try:
        translation = plain_text((await engine.translate(batch, pair))[0])
        problem = "" if translation.strip() else "It has no usable translation."
    except DragomanError as error:
        problem = error.message
    return {
        "source": pair.source,
        "target": pair.target,
        "text": text,
        "translation": translation,
        "problem": problem,
        "milliseconds": round((time.perf_counter() - started) * 1000, 1),
    }
