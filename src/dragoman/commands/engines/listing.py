"""`dragoman engines`: what this machine can translate, and whether it works (O2)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from dragoman.commands.options import DataOption, JsonOption, load_settings, print_json
from dragoman.engines import open_engines
from dragoman.engines.engine import Engine, EnginePair, Quality
from dragoman.errors import DragomanError
from dragoman.segments import Text
from dragoman.settings import Settings
from dragoman.telemetry import Metrics

ProbeOption = Annotated[bool, typer.Option("--probe/--no-probe", help="Translate one word with every pair.")]


def engines(
    ctx: typer.Context, data: DataOption = None, probe: ProbeOption = True, json: JsonOption = False
) -> None:
    """List engines with version, pairs, quality and health. Ends with status 1 when a pair does not work."""
    rows = asyncio.run(_inspect(load_settings(ctx, data=data), probe=probe))
    if json:
        print_json(rows)
    else:
        _print_table(rows)
    if any(row["health"] not in {"ok", ""} for row in rows):
        raise typer.Exit(code=1)


async def _inspect(settings: Settings, *, probe: bool) -> list[dict[str, Any]]:
    rows = []
    async with open_engines(settings, metrics=Metrics()) as opened:
        for engine in opened:
            # Pseudo-translation treats every pair alike: one is enough.
            alike = all(pair.quality is Quality.TEST for pair in engine.pairs())
            pairs = engine.pairs()[:1] if alike else engine.pairs()
            for pair in pairs:
                health, milliseconds = await _probe(engine, pair) if probe else ("", None)
                rows.append(
                    {
                        "engine": engine.name,
                        "version": engine.version,
                        "source": "*" if alike else pair.source,
                        "target": "*" if alike else pair.target,
                        "variant": pair.variant,
                        "quality": str(pair.quality),
                        "health": health,
                        "milliseconds": milliseconds,
                    }
                )
    return rows


async def _probe(engine: Engine, pair: EnginePair) -> tuple[str, float | None]:
    started = time.perf_counter()
    try:
        await engine.translate([(Text(text="Radio."),)], pair)
    except DragomanError as error:
        return error.message, None
    return "ok", round((time.perf_counter() - started) * 1000, 1)


def _print_table(rows: Sequence[dict[str, Any]]) -> None:
    table = Table("Engine", "Version", "Source", "Target", "Variant", "Quality", "Health", "ms", box=None)
    for row in rows:
        table.add_row(*("" if value is None else str(value) for value in row.values()))
    Console().print(table)
