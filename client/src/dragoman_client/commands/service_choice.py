"""Options that every command with a service has, and the client that they open."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from dragoman_client.commands.failures import EXIT_STATUSES, ClientCommand
from dragoman_client.commands.loading import CONTEXT

if TYPE_CHECKING:
    from dragoman_client import Client
    from dragoman_client.profiles import FoundCredentials

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceChoice:
    """Which service, as who, and how results are printed."""

    url: str | None = None
    client_id: str | None = None
    profile: str | None = None
    as_json: bool = False
    is_quiet: bool = False

    def open(self) -> Client:
        """A client, to be closed. Raises `MissingCredentialsError` without an address or credentials."""
        from dragoman_client import Client, Options, Retry  # noqa: PLC0415 - not for help
        from dragoman_client.commands.retries import ToldRetry  # noqa: PLC0415

        found = self.find()
        return Client(
            found.url,
            client_id=found.credentials.client_id,
            client_secret=found.credentials.client_secret,
            token=found.credentials.token,
            token_url=found.credentials.token_url,
            options=Options(
                user_agent="dragoman-command", retry=ToldRetry() if self.shows_progress else Retry()
            ),
        )

    def find(self) -> FoundCredentials:
        """The address and credentials. Raises `MissingCredentialsError` where there are none."""
        from dragoman_client.credentials import Credentials, read_environment  # noqa: PLC0415
        from dragoman_client.errors import MissingCredentialsError  # noqa: PLC0415
        from dragoman_client.profiles import find_credentials  # noqa: PLC0415

        found = find_credentials(os.environ, url=self.url, profile=self.profile)
        if self.client_id and self.client_id != found.credentials.client_id:
            secret = read_environment(os.environ)[1].client_secret
            own = Credentials(client_id=self.client_id, client_secret=secret)
            found = replace(found, credentials=own, origin="--client-id and the environment")
        if not found.credentials.are_complete:
            raise MissingCredentialsError(
                f"Credentials are missing for {found.url}. Log in: dragoman login {found.url}. "
                "Or set DRAGOMAN_URL with DRAGOMAN_CLIENT_ID and DRAGOMAN_CLIENT_SECRET, or DRAGOMAN_TOKEN."
            )
        return found

    @property
    def shows_progress(self) -> bool:
        """Whether progress is shown: on a terminal, unless it is not wanted."""
        return sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and not self.is_quiet


def service_options(command: F) -> F:
    """Give a command `--url`, `--profile`, `--json` and `--quiet`, and a `ServiceChoice` as `service`.

    It is the innermost decorator, so that these options are the last in the help.
    """

    @functools.wraps(command)
    def choose(**values: Any) -> Any:
        above = click.get_current_context().find_root().params  # chosen before the command's name
        service = ServiceChoice(
            **{name: values.pop(name) or above.get(name) for name in ("url", "client_id", "profile")},
            as_json=values.pop("as_json"),
            is_quiet=values.pop("is_quiet"),
        )
        return command(service=service, **values)

    decorated: Any = choose
    for option in reversed([*printing_options(), *choosing_options()]):
        decorated = option(decorated)
    return cast("F", decorated)


def choosing_options() -> list[Callable[[Any], Any]]:
    """Which service, as who."""
    return [
        click.option(
            "--url", metavar="URL", help="The service's address; else DRAGOMAN_URL or the profile's."
        ),
        click.option(
            "--client-id",
            metavar="ID",
            help="Its secret is that of DRAGOMAN_CLIENT_SECRET, or of the profile.",
        ),
        click.option(
            "--profile",
            metavar="NAME",
            help="A profile of `dragoman login`; else DRAGOMAN_PROFILE.",
            shell_complete=_complete_profile,
        ),
    ]


def printing_options() -> list[Callable[[Any], Any]]:
    """How results are printed."""
    return [
        click.option("--json", "as_json", is_flag=True, help="Print one JSON value."),
        click.option("--quiet", "-q", "is_quiet", is_flag=True, help="Show no progress."),
    ]


def client_command(
    name: str,
    *examples: str,
    help: str | None = None,  # noqa: A002 - click's word
) -> Callable[[Callable[..., Any]], click.Command]:
    """A command of the client, with examples at the end of its help, which is `help` or the docstring."""
    epilog = "\n".join(["\b", "Examples:", *examples])
    return click.command(name, cls=ClientCommand, help=help, epilog=epilog, context_settings=CONTEXT)


class NamedGroup(click.Group):
    """A group of commands of the client: `dragoman memory …`."""

    def __init__(self, name: str, summary: str, commands: Sequence[click.Command]) -> None:
        super().__init__(
            name,
            help=summary,
            commands={one.name or "": one for one in commands},
            epilog=EXIT_STATUSES,
            context_settings=CONTEXT,
            no_args_is_help=True,
        )

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """All names, in the order of the program."""
        return list(self.commands)


def _complete_profile(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    from dragoman_client.errors import DragomanError  # noqa: PLC0415 - not for help
    from dragoman_client.profiles import list_profiles  # noqa: PLC0415

    try:
        return [name for name in list_profiles(os.environ) if name.startswith(incomplete)]
    except DragomanError:
        return []
