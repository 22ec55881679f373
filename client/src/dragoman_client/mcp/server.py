"""The server of the Model Context Protocol: the table of tools, put together for a host."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

from mcp.server.mcpserver import MCPServer
from mcp.server.request_state import RequestStateSecurity
from mcp.types import ToolAnnotations

from dragoman_client.mcp import documents, guidance, ordering, project_files, projects, texts, words
from dragoman_client.mcp.failures import with_tool_errors
from dragoman_client.mcp.host import Host
from dragoman_client.sending import VERSION

NAME: Final = "dragoman"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolEntry:
    """A tool: what it does, and what programs may know of its effects."""

    name: str
    title: str
    tool: Callable[..., Awaitable[Any]]
    sent: Callable[..., Awaitable[Any]] | None = None  # in its place, where files are in the messages
    writes: bool = False  # files of the machine, drafts or orders
    costs: bool = False
    repeatable: bool = True  # to call it twice with the same arguments is to call it once
    open_world: bool = False  # texts may go to services beyond this one, as the account has chosen

    def function(self, *, local: bool) -> Callable[..., Awaitable[Any]]:
        """What runs on a host with files of the machine (local), or without."""
        return self.tool if local or self.sent is None else self.sent

    def annotations(self, *, local: bool) -> ToolAnnotations:
        """What programs are told. What costs counts as destructive: they ask their users before it."""
        writes = self.writes and (local or self.costs or not self.repeatable)
        return ToolAnnotations(
            title=self.title,
            read_only_hint=not writes,
            destructive_hint=self.costs,
            idempotent_hint=self.repeatable,
            open_world_hint=self.open_world,
        )


TOOLS: Final = (
    ToolEntry(name="translate_text", title="Translate texts", tool=texts.translate_text, open_world=True),
    ToolEntry(
        name="translate_document",
        title="Translate a document",
        tool=documents.translate_local_document,
        sent=documents.translate_sent_document,
        writes=True,
        repeatable=False,
        open_world=True,
    ),
    ToolEntry(name="document_status", title="Status of a document", tool=documents.document_status),
    ToolEntry(
        name="download_document",
        title="Download a translated document",
        tool=documents.download_local_document,
        sent=documents.download_sent_document,
        writes=True,
    ),
    ToolEntry(name="list_languages", title="Languages", tool=texts.list_languages),
    ToolEntry(name="detect_language", title="Detect a language", tool=texts.detect_language),
    ToolEntry(name="look_up_terms", title="Look up terms", tool=words.look_up_terms),
    ToolEntry(name="search_memories", title="Search earlier translations", tool=words.search_memories),
    ToolEntry(name="list_term_bases", title="Term bases", tool=words.list_term_bases),
    ToolEntry(name="list_memories", title="Translation memories", tool=words.list_memories),
    ToolEntry(name="list_style_guides", title="Style guides", tool=words.list_style_guides),
    ToolEntry(name="list_services", title="Services and templates", tool=projects.list_services),
    ToolEntry(
        name="quote_translation",
        title="Quote a translation",
        tool=ordering.quote_local_translation,
        sent=ordering.quote_sent_translation,
        writes=True,
        repeatable=False,
    ),
    ToolEntry(
        name="order_translation",
        title="Order a translation (costs money)",
        tool=ordering.order_translation,
        writes=True,
        costs=True,
    ),
    ToolEntry(name="follow_project", title="Follow a project", tool=projects.follow_project),
    ToolEntry(name="list_projects", title="Projects", tool=projects.list_projects),
    ToolEntry(
        name="download_project",
        title="Download a project",
        tool=project_files.download_local_project,
        sent=project_files.download_sent_project,
        writes=True,
    ),
)


def make_server(host: Host, *, security: RequestStateSecurity | None = None) -> MCPServer[Host]:
    """A server with the tools of a host. `order_translation` is listed only where orders are permitted.

    `security` seals what programs send back with their user's answer; the default is good for one process.
    """
    logging.getLogger("mcp").setLevel(logging.WARNING)  # it tells of every refusal

    @asynccontextmanager
    async def lifespan(_: MCPServer[Host]) -> AsyncIterator[Host]:
        yield host

    server = MCPServer(
        NAME,
        title="Dragoman",
        description="Translates texts, documents and projects, with the account's own words.",
        instructions=guidance.INSTRUCTIONS + (guidance.ORDERS if host.allow_orders else guidance.NO_ORDERS),
        version=VERSION,
        log_level="WARNING",
        lifespan=lifespan,
        request_state_security=security,
        subscriptions=False,
    )
    local = host.files is not None
    for entry in TOOLS:
        if entry.costs and not host.allow_orders:
            continue
        function = entry.function(local=local)
        server.add_tool(
            with_tool_errors(function),
            name=entry.name,
            title=entry.title,
            description=function.__doc__,
            annotations=entry.annotations(local=local),
            structured_output=True,
        )
    guidance.add_guidance(server)
    return server
