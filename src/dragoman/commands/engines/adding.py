"""`dragoman engines add`: a model is checked, measured and put into the models directory."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from dragoman.commands.options import (
    DataOption,
    JsonOption,
    load_settings,
    print_json,
    print_message,
    refusals,
)
from dragoman.engines.ctranslate2.adding.actions import AddedModel, AddOptions, add_model
from dragoman.engines.engine import Quality

PathArgument = Annotated[
    Path, typer.Argument(help="The folder of a converted model, or its archive: .zip, .argosmodel, .tar.*.")
]
PairOption = Annotated[
    list[str] | None,
    typer.Option(
        "--pair", help="A pair of languages to use it for, as en-es or pt-BR:en; several times. Default: all."
    ),
]
NameOption = Annotated[
    str | None,
    typer.Option("--name", help="What the engine is called. Default: after the folder or archive."),
]
QualityOption = Annotated[
    Quality, typer.Option("--quality", help="How good it is: better engines come first.")
]
ForceOption = Annotated[
    bool,
    typer.Option(
        "--force", help="Replace a model of the same name; take one that translates no test sentence."
    ),
]

_SHOWN: Final = 6  # pairs


def add(  # noqa: PLR0917 - typer calls it
    ctx: typer.Context,
    path: PathArgument,
    pair: PairOption = None,
    name: NameOption = None,
    quality: QualityOption = Quality.MEDIUM,
    force: ForceOption = False,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Add a neural model that CTranslate2 can load, from a folder or an archive.

    It is recognised by its files, copied to the models directory, loaded and measured; nothing is downloaded.
    For a model that is not converted yet, the command that does so is printed. A running service takes it up
    within seconds.
    """
    settings = load_settings(ctx, data=data)
    options = AddOptions(pairs=tuple(pair or ()), name=name, quality=quality, is_forced=force)
    with refusals():
        added = asyncio.run(
            add_model(settings, path, options, report=lambda line: print_message(f"{line} …"))
        )
    if json:
        print_json(_row(added))
    else:
        _print(added)


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
    typer.echo(f"{one.name} ({one.layout}, {one.quality}): {len(pairs)} pairs ({shown}{more}).")
    typer.echo(f"{measured.words_per_second:.0f} words a second, {measured.memory_mb} MB of memory.")
    known = measured.alignment or measured.markers
    typer.echo(
        f"Codes: {one.placing} (alignment {measured.alignment:.0%}, markers {measured.markers:.0%} right)."
        if known
        else f"Codes: {one.placing}, not measured: there are no test sentences of ours in its languages."
    )
    typer.echo(f"Added in {added.folder}.")
