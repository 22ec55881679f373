"""`dragoman mcp`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import click

from dragoman_client.commands.service_choice import client_command

_LONGEST_WAIT = 3600.0  # seconds that one call of a tool may wait


@client_command(
    "mcp",
    "dragoman mcp",
    "dragoman mcp --allow-folder ~/handbooks --allow-folder ~/website",
    "dragoman mcp --allow-orders",
)
@click.option(
    "--allow-folder",
    "folders",
    multiple=True,
    metavar="FOLDER",
    help="Folder whose files may be read, and where new ones may be written, but no hidden ones; may be "
    "repeated. Default: the current one, unless it is the root.",
)
@click.option(
    "--allow-orders",
    is_flag=True,
    help="Let agents order projects, which costs money. Without it they can ask for prices only.",
)
@click.option("--url", metavar="URL", help="Address of the service. Default: DRAGOMAN_URL.")
def mcp(folders: tuple[str, ...], *, allow_orders: bool, url: str | None) -> None:
    """Serve tools for agents by the Model Context Protocol, over standard input and output.

    A program for agents starts this command itself. It translates texts and documents, looks up terms,
    searches memories, and quotes and follows projects, with the application's own rights and limits.
    Credentials are those of the environment (DRAGOMAN_URL, DRAGOMAN_CLIENT_ID and DRAGOMAN_CLIENT_SECRET).
    """
    import asyncio  # noqa: PLC0415 - what a command needs is imported when it runs

    from dragoman_client.errors import InvalidInputError  # noqa: PLC0415

    try:
        asyncio.run(_serve(folders, allow_orders=allow_orders, url=url))
    except ModuleNotFoundError as error:
        if error.name not in {"mcp", "mcp_types"}:
            raise
        raise click.ClickException(
            "The package mcp is not installed. Install it: pip install 'dragoman-client[mcp]'"
        ) from None
    except InvalidInputError as error:
        raise click.UsageError(str(error)) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None


async def _serve(folders: tuple[str, ...], *, allow_orders: bool, url: str | None) -> None:
    from dragoman_client import AsyncClient, Options, Retry  # noqa: PLC0415
    from dragoman_client.mcp.host import Host  # noqa: PLC0415
    from dragoman_client.mcp.local_files import open_folders  # noqa: PLC0415
    from dragoman_client.mcp.server import make_server  # noqa: PLC0415

    files = open_folders(folders)
    # An agent waits for each answer: it is better told soon that the service is not there.
    options = Options(retry=Retry(attempts=5, longest=30.0), user_agent="dragoman-mcp")
    async with AsyncClient(url, options=options) as client:

        @asynccontextmanager
        async def same_client(_: Any) -> AsyncIterator[AsyncClient]:
            yield client

        host = Host(
            open_client=same_client, files=files, allow_orders=allow_orders, longest_wait=_LONGEST_WAIT
        )
        await make_server(host).run_stdio_async()
