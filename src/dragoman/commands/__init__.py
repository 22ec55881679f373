"""The operator's commands, one file for each group (clauses O1–O7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dragoman.commands.entries import LazyCommand

if TYPE_CHECKING:
    from dragoman.commands.loading import LoadingGroup

COMMANDS: Final = {
    "serve": LazyCommand(
        "dragoman.commands.serve:serve",
        "Serve the interfaces. Ready when GET /readyz answers 200; SIGTERM drains before it ends.",
    ),
    "worker": LazyCommand(
        "dragoman.commands.worker:worker",
        "Run background jobs until SIGTERM or SIGINT; then running ones end, or are given back in time.",
    ),
    "migrate": LazyCommand(
        "dragoman.commands.migrate:migrate",
        "Migrate the database; `serve` and `worker` do so by themselves. Says from which revision to which.",
    ),
    "settings": LazyCommand(
        "dragoman.commands.settings:settings",
        "Print every setting with its origin. Secrets are masked.",
    ),
    "engines": LazyCommand(
        "dragoman.commands.engines:create_engines",
        "What translates here: list, add, remove, test, compare and measure engines.",
    ),
    "admin": LazyCommand(
        "dragoman.commands.admin:create_admin",
        "Accounts, applications, users, tokens, memories, term bases, notifications and keys.",
    ),
}


def create_cli() -> LoadingGroup:
    """Put the command line together. Its context object loads settings: `ctx.obj({"data": …})`."""
    from dragoman.commands.loading import LoadingGroup  # noqa: PLC0415 - a help of the table needs no Typer

    return LoadingGroup(
        name="dragoman",
        help="Dragoman, a self-hosted translation service.",
        commands=COMMANDS,
    )
