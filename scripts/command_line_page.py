"""Generate docs/reference/command-line.md from the commands of the client: see `write_references`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

import click

from dragoman_client.commands import COMMANDS, create_cli
from dragoman_client.commands.failures import STATUSES
from scripts.formats_page import WRITTEN, cell

_INTRO: Final = f"""# The command line

{WRITTEN}

`dragoman` of the distribution `dragoman-client` (or `python -m dragoman_client`). Results go to standard
output, messages and progress to standard error. The [guide](../guides/command-line.md) shows it at work; the
operator's commands are on [a page of their own](commands.md).
"""

_ENVIRONMENT: Final = """## Which service

The first of these that has an address and credentials counts. Credentials that are kept for an address are
not sent to another one.

1. `--url`, `--client-id` and `--profile`, before or behind the command.
2. Variables:

| variable | meaning |
|---|---|
| `DRAGOMAN_URL` | address of the service |
| `DRAGOMAN_CLIENT_ID`, `DRAGOMAN_CLIENT_SECRET` | credentials of an application |
| `DRAGOMAN_TOKEN` | an access token, instead of credentials |
| `DRAGOMAN_TOKEN_URL` | a token endpoint elsewhere |
| `DRAGOMAN_PROFILE` | the profile that counts, instead of `default` |
| `DRAGOMAN_PROFILES` | the file of the profiles, instead of the platform's place |
| `DRAGOMAN_WEBHOOK_SECRET` | the secret of `dragoman webhook verify` |
| `NO_COLOR` | print without colours |

With `_FILE` behind its name (`DRAGOMAN_CLIENT_SECRET_FILE`) a variable of the first four rows names a file
that has the value.

3. The profile of `dragoman login`: a file that only its user can read, `dragoman/profiles.json` in
`$XDG_CONFIG_HOME` or `~/.config`, in `~/Library/Application Support` (macOS), in `%APPDATA%` (Windows).
"""


def command_line_page() -> str:
    """Exit statuses, where credentials are from, and a section for every command."""
    sections = [line for name, command in client_commands() for line in _section(name, command)]
    return "\n".join([_INTRO, *_statuses(), _ENVIRONMENT, *_common_options(), *sections])


def client_commands() -> Iterator[tuple[str, click.Command]]:
    """Every command of the client that does something, with its full name."""
    cli = create_cli()
    context = click.Context(cli)
    for word in COMMANDS:
        command = cli.get_command(context, word)
        if command is not None:
            yield from _ends(f"dragoman {word}", command)


def _ends(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group):
        yield name, command
        return
    context = click.Context(command)
    for word in command.list_commands(context):
        inner = command.get_command(context, word)
        assert inner is not None
        yield from _ends(f"{name} {word}", inner)


def _statuses() -> list[str]:
    rows = [f"| {status} | {meaning} |" for status, meaning in STATUSES.items()]
    return ["## Exit statuses", "", "| status | meaning |", "|---|---|", *rows, ""]


def _common_options() -> list[str]:
    """The options that most commands have, once."""
    options = [one for one in _languages().params if one.name in _COMMON]
    return ["## Options of all commands that call a service", "", *_table(options), ""]


_COMMON: Final = ("url", "client_id", "profile", "as_json", "is_quiet", "no_color")


def _languages() -> click.Command:
    return next(command for name, command in client_commands() if name == "dragoman languages")


def _section(name: str, command: click.Command) -> list[str]:
    context = click.Context(command, info_name=name)
    calls_service = any(one.name == "url" and isinstance(one, click.Option) for one in command.params)
    shown = [one for one in command.params if not (calls_service and one.name in _COMMON)]
    options = [one for one in shown if isinstance(one, click.Option) and one.name != "no_color"]
    usage = " ".join([name, *command.collect_usage_pieces(context)])
    paragraphs = [" ".join(one.split()) for one in (command.help or "").split("\n\n")]
    examples = textwrap.dedent((command.epilog or "").partition("Examples:\n")[2].partition("\b")[0]).strip()
    lines = [f"## `{name}`", "", f"`{usage}`", ""]
    lines += [line for paragraph in paragraphs for line in (paragraph, "")]
    if options:
        lines += [*_table(options), ""]
    return [*lines, "```text", examples, "```", ""] if examples else lines


def _table(options: list[click.Option] | list[click.Parameter]) -> list[str]:
    rows = [_row(one) for one in options if isinstance(one, click.Option)]
    return ["| option | meaning |", "|---|---|", *rows]


def _row(option: click.Option) -> str:
    value = "" if option.is_flag else f" {option.make_metavar(click.Context(click.Command('x')))}"
    names = cell(", ".join(f"`{name}{value if name.startswith('--') else ''}`" for name in option.opts))
    required = " Required." if option.required else ""
    default = f" Default: `{option.default}`." if option.show_default else ""
    return f"| {names} | {cell(option.help or '')}{required}{default} |"
