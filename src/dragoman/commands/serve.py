"""`dragoman serve`: the interface, and by default a worker beside it (O1)."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.access.visitors import warn_of_visitor_account
from dragoman.commands.options import DataOption, fail, load_with_origins, print_message
from dragoman.cpu_work import shorten_switch_interval
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.memory_release import return_large_blocks
from dragoman.sign_in.first_admin import first_admin_link
from dragoman.telemetry import configure_logging, log

if TYPE_CHECKING:
    from dragoman.app import Companion
    from dragoman.http.runtime import Runtime

HostOption = Annotated[str | None, typer.Option(help="Address to listen on.", show_default="127.0.0.1")]
PortOption = Annotated[
    int | None, typer.Option(help="Port to listen on; 0 takes a free one.", show_default="8080")
]
WorkerOption = Annotated[bool, typer.Option("--no-worker", help="Leave background jobs to other processes.")]
LinkOption = Annotated[bool, typer.Option("--no-link", help="Print no link for the first person to sign in.")]


def serve(
    ctx: typer.Context,
    host: HostOption = None,
    port: PortOption = None,
    data: DataOption = None,
    *,
    no_worker: WorkerOption = False,
    no_link: LinkOption = False,
) -> None:
    """Serve the interfaces. Ready when GET /readyz answers 200; SIGTERM drains before it ends.

    Until somebody has signed in, each start prints a link that signs the first admin in.
    """
    # The other commands do not wait for the web framework to be loaded.
    from dragoman.app import create_app  # noqa: PLC0415
    from dragoman.http.server import run_server  # noqa: PLC0415
    from dragoman.worker import run_beside  # noqa: PLC0415

    loaded = load_with_origins(ctx, host=host, port=port, data=data)
    settings = loaded.settings
    configure_logging(level=settings.log_level, style=settings.log_format)
    return_large_blocks()
    shorten_switch_interval()
    listener = _listen(settings.host, settings.port)
    port = listener.getsockname()[1]
    issuer = (settings.public_url or f"http://{_reachable(settings.host)}:{port}").rstrip("/")
    failures: list[str] = []
    app = create_app(
        settings,
        issuer=issuer,
        companion=_companion(run_beside if not no_worker else None, issuer=None if no_link else issuer),
        on_failure=failures.append,
    )
    app.state.setting_origins = loaded.origins
    run_server(app, listener=listener, settings=settings, failed=lambda: bool(failures))
    if failures:
        fail(failures[0])


def _companion(worker: Companion | None, *, issuer: str | None) -> Companion:
    """What runs beside the interface: before it what the operator should know, then a worker."""

    @asynccontextmanager
    async def run(runtime: Runtime) -> AsyncIterator[None]:
        await warn_of_visitor_account(runtime.database, runtime.settings)
        if issuer is not None:
            await _print_first_link(runtime, issuer)
        async with worker(runtime) if worker is not None else nullcontext():
            yield

    return run


async def _print_first_link(runtime: Runtime, issuer: str) -> None:
    """Print the link, which the log must not have: who reads logs may not be an admin."""
    async with transaction(runtime.database, account=ALL_ACCOUNTS) as tx:
        link = await first_admin_link(tx, runtime.keyring)
    if link is not None:
        log().info("sign_in.first_link_printed", user_id=link.user_id)
        print_message(
            f"Sign in once: {link.url(issuer)}   (30 minutes, one use; `dragoman admin link` makes another)"
        )


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
        listener.set_inheritable(False)
    except (OSError, ValueError) as error:  # ValueError: no host at all
        fail(
            f"Cannot listen on {host} port {port}: {getattr(error, 'strerror', None) or error}.",
            hints="Choose another with --host and --port.",
        )
    return listener


def _reachable(host: str) -> str:
    if host in {"0.0.0.0", "::", ""}:  # noqa: S104 - compared, not bound
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
