"""`dragoman admin queue list`: what waits, runs and has failed (V7, O7)."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from dragoman.commands.admin.session import Session, perform, show_list
from dragoman.commands.options import DataOption, JsonOption
from dragoman.jobs.queue_statistics import QueueFigures, list_queues
from dragoman.timestamps import write_time


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="The jobs of the service.", no_args_is_help=True)
    group.callback()(lambda: None)  # a group although it has one command
    group.command("list")(list_all)
    return group


def list_all(ctx: typer.Context, data: DataOption = None, json: JsonOption = False) -> None:
    """List the queues with their jobs: what could run now, is for later, runs, and has failed for good."""

    async def work(session: Session) -> Sequence[QueueFigures]:
        return await list_queues(session.tx)

    rows = [
        {
            "name": one.name,
            "waiting": one.waiting,
            "scheduled": one.scheduled,
            "running": one.running,
            "failed": one.failed,
            "waitingSince": write_time(one.oldest),
        }
        for one in perform(ctx, data, work)
    ]
    show_list(rows, json=json, nothing="There were no jobs yet.")
