"""The operator's commands, one file for each group (clauses O1–O7)."""

from __future__ import annotations

from dragoman.commands.loading import LoadingGroup


def create_cli() -> LoadingGroup:
    """Put the command line together. Its context object loads settings: `ctx.obj({"data": …})`."""
    return LoadingGroup(
        name="dragoman",
        help="Dragoman, a self-hosted translation service.",
        places={
            "serve": "dragoman.commands.serve:serve",
            "worker": "dragoman.commands.worker:worker",
            "migrate": "dragoman.commands.migrate:migrate",
            "settings": "dragoman.commands.settings:settings",
            "engines": "dragoman.commands.engines:engines",
            "admin": "dragoman.commands.admin:create_admin",
        },
    )
