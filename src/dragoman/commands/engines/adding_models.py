"""A model of the user's own becomes an engine: it is checked, measured and put into the models directory."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Final

import typer

from dragoman.commands.options import print_json, print_message
from dragoman.engines.ctranslate2.adding.actions import AddedModel, AddOptions, add_model
from dragoman.settings import Settings

_SHOWN: Final = 6  # pairs


def add_own_model(settings: Settings, path: Path, options: AddOptions, *, json: bool) -> None:
    """Add a model and print what it is. Raises what `add_model` raises."""
    added = asyncio.run(add_model(settings, path, options, report=lambda line: print_message(f"{line} …")))
    if json:
        print_json(_row(added))
    else:
        _print(added)


def count_pairs(number: int) -> str:
    """A number of pairs in words."""
    return "1 pair" if number == 1 else f"{number} pairs"


def _row(added: AddedModel) -> dict[str, Any]:
    one, measured = added.checked.description, added.checked.description.measured
    return {
        "name": one.name,
        "folder": str(added.folder),
        "layout": str(one.layout),
        "version": one.version,
        "quality": str(one.quality),
        "pairs": len(one.all_pairs()),
        "memoryMb": measured.memory_mb,
        "wordsPerSecond": measured.words_per_second,
        "placing": str(one.placing),
        "alignment": measured.alignment,
        "markers": measured.markers,
        "standIn": one.stand_in,
        "samples": [
            {"source": source, "target": target, "text": text, "translation": translation}
            for source, target, text, translation in added.checked.samples
        ],
    }


def _print(added: AddedModel) -> None:
    one, measured = added.checked.description, added.checked.description.measured
    pairs = one.all_pairs()
    shown = ", ".join(f"{source}-{target}" for source, target in pairs[:_SHOWN])
    for source, target, text, translation in added.checked.samples:
        typer.echo(f"{source}-{target}: {text} → {translation or '(no usable translation)'}")
    more = ", …" if len(pairs) > _SHOWN else ""
    typer.echo(f"{one.name} ({one.layout}, {one.quality}): {count_pairs(len(pairs))} ({shown}{more}).")
    typer.echo(f"{measured.words_per_second:.0f} words a second, {measured.memory_mb} MB of memory.")
    known = measured.alignment or measured.markers
    typer.echo(
        f"Codes: {one.placing} (alignment {measured.alignment:.0%}, markers {measured.markers:.0%} right)."
        if known
        else f"Codes: {one.placing}, not measured: there are no test sentences of ours in its languages."
    )
    typer.echo(f"Added in {added.folder}.")
