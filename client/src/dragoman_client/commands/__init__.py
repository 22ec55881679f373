"""The command line `dragoman`: this package's commands, and those of the server where it is installed too.

What a command needs is imported when it runs, so that help, completion and short commands start at once.
"""

from __future__ import annotations

import sys
from typing import Final

import click

from dragoman_client.commands.failures import EXIT_STATUSES, color_option
from dragoman_client.commands.loading import CommandEntry, LazyGroup, find_joined_commands
from dragoman_client.commands.service_choice import choosing_options

_HERE: Final = "dragoman_client.commands"

COMMANDS: Final = {
    "login": CommandEntry(f"{_HERE}.login:login", "Keep the credentials of an application on this machine."),
    "logout": CommandEntry(f"{_HERE}.login:logout", "Forget credentials that `dragoman login` kept."),
    "profiles": CommandEntry(f"{_HERE}.login:profiles", "List the profiles that `dragoman login` keeps."),
    "whoami": CommandEntry(
        f"{_HERE}.login:whoami", "Show the service, the account and what the credentials may do."
    ),
    "translate": CommandEntry(f"{_HERE}.translate:translate", "Translate texts, documents and folders."),
    "sync": CommandEntry(
        f"{_HERE}.sync:sync",
        "Keep the files of a repository translated. Only what changed is sent, and what people wrote stays.",
    ),
    "document": CommandEntry(
        f"{_HERE}.document:group", "Translate documents step by step: send, wait, download."
    ),
    "project": CommandEntry(f"{_HERE}.project:group", "Order translations: quote, start, follow, download."),
    "memory": CommandEntry(f"{_HERE}.memory:group", "Translation memories: search, TMX in and out."),
    "term-base": CommandEntry(f"{_HERE}.term_base:group", "Term bases: search, add, TBX and CSV in and out."),
    "languages": CommandEntry(
        f"{_HERE}.reference:languages",
        "List the pairs of languages that can be translated now, with the quality to expect.",
    ),
    "usage": CommandEntry(
        f"{_HERE}.reference:usage", "Show how much the application had translated, by day."
    ),
    "webhook": CommandEntry(
        f"{_HERE}.webhook:group", "Webhooks: receive them here, verify them, test receivers."
    ),
    "mcp": CommandEntry(
        f"{_HERE}.mcp:mcp",
        "Serve tools for agents by the Model Context Protocol, over standard input and output.",
    ),
    "mock": CommandEntry(
        "dragoman_client.commands.mock:mock", "Run a mock of the service for tests, until Ctrl-C."
    ),
    "token": CommandEntry(f"{_HERE}.reference:token", "Print an access token, for other programs."),
    "conform": CommandEntry(
        f"{_HERE}.conform:conform", "Check a server against the clauses of the interface."
    ),
    "completion": CommandEntry(
        f"{_HERE}.completion:completion", "Print a script by which the shell completes commands and options."
    ),
    "version": CommandEntry(f"{_HERE}.version:version", "Print the versions installed here."),
}


_EXAMPLES: Final = """\b
Examples:
dragoman login https://mt.example.com
dragoman translate "The house is red." --from en --to es
dragoman translate -f manual.docx --to es,ca
dragoman project create manual.docx --from en --to de --service 3"""


def create_cli() -> LazyGroup:
    """Put the command line together."""
    group = LazyGroup(
        name="dragoman",
        help="Translate with Dragoman, and run it.",
        epilog=f"{_EXAMPLES}\n\n{EXIT_STATUSES}",
        commands=COMMANDS,
        find_joined=find_joined_commands,
        callback=lambda **_: None,  # its options are read by the commands
    )
    for option in choosing_options():
        option(group)
    group.params += [color_option(), _version_option()]
    return group


def _version_option() -> click.Option:
    def show(ctx: click.Context, _: click.Parameter, value: bool) -> None:
        if value:
            from dragoman_client.commands.version import print_versions  # noqa: PLC0415 - seldom

            print_versions()
            ctx.exit()

    return click.Option(
        ["--version"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=show,
        help="Print the versions installed here.",
    )


def main() -> None:
    """Run the command line. Exits with one of the statuses of `failures`."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            # Names of files that are not UTF-8 come out as they are.
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")
    sys.exit(create_cli()(prog_name="dragoman", complete_var="_DRAGOMAN_COMPLETE"))
