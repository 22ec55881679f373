"""Commands that end with a message and an exit status, never with a traceback for what a user did.

`STATUSES` is the one table of them: help and the reference are written from it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import click

FAILED: Final = 1
CREDENTIALS: Final = 3
UNAVAILABLE: Final = 4
PARTLY: Final = 5
INTERRUPTED: Final = 130

STATUSES: Final[Mapping[int, str]] = {
    0: "done",
    FAILED: "refused or failed; the message says why",
    2: "wrong usage of the command line",
    CREDENTIALS: "the credentials are missing, were refused, or lack a right",
    UNAVAILABLE: "the service cannot be reached, or is not available now",
    PARTLY: "some of several things failed; the others are done",
    INTERRUPTED: "interrupted by Ctrl-C",
}
EXIT_STATUSES: Final = "\b\nExit statuses:\n" + "\n".join(
    f"{status:>3}  {meaning}" for status, meaning in STATUSES.items()
)


class Interrupted(Exception):
    """Ctrl-C, with what there is to say."""


@contextmanager
def interruption_says(message: str) -> Iterator[None]:
    """Tell this when Ctrl-C ends the block."""
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(message) from None


class ClientCommand(click.Command):
    """A command of the client. Its exceptions become messages on standard error and exit statuses."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.params.append(color_option())

    def invoke(self, ctx: click.Context) -> Any:
        """Run it."""
        from dragoman_client.errors import DragomanError  # noqa: PLC0415 - not for help

        try:
            with _ended_by_termination():
                result = super().invoke(ctx)
                sys.stdout.flush()
        except DragomanError as error:
            tell(str(error))
            sys.exit(status_of(error))
        except Interrupted as interrupted:
            tell(str(interrupted))
            sys.exit(INTERRUPTED)
        except KeyboardInterrupt:
            tell("Interrupted.")
            sys.exit(INTERRUPTED)
        except BrokenPipeError:
            # Who reads the output has enough. Python would complain when it closes it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(FAILED)
        except UnicodeEncodeError as error:
            if not "\ud800" <= error.object[error.start] <= "\udfff":
                raise
            tell("An argument is not UTF-8. Convert it first, such as by: iconv -f LATIN1 -t UTF-8")
            sys.exit(FAILED)
        except OSError as error:
            if error.filename is None:
                raise
            tell(f"{error.filename}: {error.strerror or error}.")
            sys.exit(FAILED)
        return result


def color_option() -> click.Option:
    """`--no-color`; a variable NO_COLOR says the same (no-color.org)."""

    def choose(ctx: click.Context, _: click.Parameter, value: bool) -> None:
        if value or os.environ.get("NO_COLOR"):
            ctx.color = False

    return click.Option(
        ["--no-color"], is_flag=True, expose_value=False, callback=choose, help="Print without colours."
    )


def tell(message: str) -> None:
    """Print a message to standard error, without control characters of others."""
    safe = message.encode("utf-8", "backslashreplace").decode()
    click.echo("".join(one if one.isprintable() or one == "\n" else "?" for one in safe), err=True)


def status_of(error: Exception) -> int:
    """The exit status of an exception."""
    from dragoman_client import errors  # noqa: PLC0415

    if isinstance(error, errors.AuthenticationError | errors.PermissionDeniedError):
        return CREDENTIALS
    if isinstance(error, errors.ConnectionFailedError | errors.ServiceUnavailableError):
        return UNAVAILABLE
    if isinstance(error, errors.MissingCredentialsError):
        return CREDENTIALS
    return FAILED


def status_of_several(statuses: Sequence[int]) -> int:
    """The exit status of several things: done, partly done, or what all of them failed with."""
    failed = [status for status in statuses if status != 0]
    if not failed:
        return 0
    if len(failed) < len(statuses):
        return PARTLY
    return failed[0] if len(set(failed)) == 1 else FAILED


@contextmanager
def _ended_by_termination() -> Iterator[None]:
    """Let SIGTERM end the block as Ctrl-C does: what is half written is removed."""

    def end(*_: object) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may choose what a signal does
        return
    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
