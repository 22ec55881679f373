"""Options that several commands share, and how a refusal ends a command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import orjson
import typer

from dragoman.errors import DragomanError
from dragoman.http.calls import write_hints, write_message
from dragoman.settings import LoadedSettings, Settings
from dragoman.telemetry import configure_logging, write_line

DataOption = Annotated[
    Path | None,
    typer.Option("--data", help="Directory of everything this machine keeps.", show_default=False),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON value to standard output.")]


def load_settings(ctx: typer.Context, **overrides: object) -> Settings:
    """Load the settings of this run and print warnings; unusable settings end the command."""
    return load_with_origins(ctx, **overrides).settings


def load_with_origins(ctx: typer.Context, **overrides: object) -> LoadedSettings:
    """Load the settings of this run with their origins, as `load_settings`."""
    configure_logging(level="warning", style="console")  # `serve` and `worker` log by the settings
    with refusals():
        loaded: LoadedSettings = ctx.obj(overrides)
    for warning in loaded.warnings:
        print_message(f"warning: {warning}")
    return loaded


@contextmanager
def refusals() -> Iterator[None]:
    """End the command with status 1 and the reason when the domain refuses."""
    try:
        yield
    except DragomanError as error:
        fail(write_message(error), hints=write_hints(error))
    except OSError as error:  # such as a file that cannot be written; its text names it
        fail(f"{error}.")


def fail(reason: str, *, hints: str = "") -> NoReturn:
    """Print the reason on standard error and end with status 1."""
    print_message(f"dragoman: {reason}" + (f"\n{hints}" if hints else ""))
    raise typer.Exit(code=1)


def print_message(message: str) -> None:
    """Print a message for people on standard error."""
    write_line(message)


def print_json(value: Any) -> None:
    """One JSON value on standard output."""
    typer.echo(orjson.dumps(value, option=orjson.OPT_INDENT_2).decode())
