"""`dragoman engines list`: what this machine can translate, and whether it works (O2)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.table import Table

from dragoman.commands.engines.opening import open_all_engines
from dragoman.commands.options import DataOption, JsonOption, load_settings, print_json
from dragoman.engines.engine import Engine, EngineFault, EnginePair, Quality
from dragoman.errors import DragomanError
from dragoman.segments import Segment, Text, plain_text
from dragoman.settings import Settings
from dragoman.telemetry import Metrics

ProbeOption = Annotated[bool, typer.Option("--probe/--no-probe", help="Translate one word with every pair.")]

_MOST_PAIRS: Final = 60  # of one engine; of a model with more, some are tried and one row has them all
_TRIED: Final = 3


def list_engines(
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
    async with open_all_engines(settings, Metrics()) as table:
        rows = [row for one in table.current() for row in await _inspect_engine(one, probe=probe)]
        listed = {row["engine"] for row in rows}
        return rows + [_fault_row(fault) for fault in table.faults() if fault.name not in listed]


async def _inspect_engine(engine: Engine, *, probe: bool) -> list[dict[str, Any]]:
    """A row for each pair; one for all where they are alike, or very many."""
    pairs = engine.pairs()
    if not pairs:  # a service that has not told them: its fault has the reason
        return []
    # Pseudo-translation treats every pair alike: one is enough.
    alike = all(pair.quality is Quality.TEST for pair in pairs)
    if alike or len(pairs) > _MOST_PAIRS:
        tried = pairs[:1] if alike else pairs[:: max(1, len(pairs) // _TRIED)][:_TRIED]
        outcomes = [await _probe(engine, pair) if probe else ("", None) for pair in tried]
        bad = next((one for one in outcomes if one[0] not in {"ok", ""}), outcomes[0])
        return [_row(engine, pairs[0], *bad, languages=("*", "*"))]
    return [_row(engine, pair, *(await _probe(engine, pair) if probe else ("", None))) for pair in pairs]


def _row(
    engine: Engine,
    pair: EnginePair,
    health: str,
    milliseconds: float | None,
    *,
    languages: tuple[str, str] | None = None,
) -> dict[str, Any]:
    source, target = languages or (pair.source, pair.target)
    return {
        "engine": engine.name,
        "version": engine.version,
        "place": "elsewhere" if engine.traits.remote else "here",
        "source": source,
        "target": target,
        "variant": pair.variant,
        "quality": str(pair.quality),
        "health": health,
        "milliseconds": milliseconds,
    }


def _fault_row(fault: EngineFault) -> dict[str, Any]:
    return {
        "engine": fault.name,
        "version": "",
        "place": "",
        "source": "",
        "target": "",
        "variant": "",
        "quality": "",
        "health": fault.reason,
        "milliseconds": None,
    }


async def _probe(engine: Engine, pair: EnginePair) -> tuple[str, float | None]:
    started = time.perf_counter()
    try:
        (answer,) = await engine.translate(_PROBE, pair)
    except DragomanError as error:
        return error.message, None
    if not plain_text(answer).strip():
        return "It has no usable translation of a word.", None
    return "ok", round((time.perf_counter() - started) * 1000, 1)


_PROBE: Final[Sequence[Segment]] = [(Text(text="Radio."),)]


def _print_table(rows: Sequence[dict[str, Any]]) -> None:
    """Print a table, and below it what does not work: reasons are too long for a column."""
    table = Table(
        "Engine", "Version", "Place", "Source", "Target", "Variant", "Quality", "Health", "ms", box=None
    )
    problems: dict[str, None] = {}
    for row in rows:
        shown = dict(row)
        if row["health"] not in {"ok", ""}:
            shown["health"] = "fails"
            pair = f" {row['source']}-{row['target']}" if row["source"] else ""
            problems[f"{row['engine']}{pair}: {row['health']}"] = None
        table.add_row(*("" if value is None else str(value) for value in shown.values()))
    Console().print(table)
    for problem in problems:
        typer.echo(problem)
