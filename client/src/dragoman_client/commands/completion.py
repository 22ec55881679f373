"""`dragoman completion`: the shell completes commands and options."""

from __future__ import annotations

import click

from dragoman_client.commands.service_choice import client_command

_SHELLS = ("bash", "zsh", "fish")


@client_command(
    "completion",
    'eval "$(dragoman completion bash)"',
    "dragoman completion zsh > ~/.zfunc/_dragoman",
    "dragoman completion fish > ~/.config/fish/completions/dragoman.fish",
)
@click.argument("shell", type=click.Choice(_SHELLS))
def completion(shell: str) -> None:
    """Print a script by which the shell completes commands and options."""
    from click.shell_completion import get_completion_class  # noqa: PLC0415 - not for help

    from dragoman_client.commands import create_cli  # noqa: PLC0415

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(create_cli(), {}, "dragoman", "_DRAGOMAN_COMPLETE").source())
