"""What agents are told beside the tools: instructions, resources, prompts."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any, Final

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from pydantic import Field

from dragoman_client import AsyncClient, errors
from dragoman_client.mcp.failures import explain
from dragoman_client.mcp.host import AgentContext, Host, host_of
from dragoman_client.mcp.listings import take
from dragoman_client.records import wire_value

INSTRUCTIONS: Final = (
    "Dragoman translates texts and documents, with the account's term bases and translation memories, and "
    "takes orders of translation projects. Use translate_text for texts and translate_document for files; "
    "never translate a file by translating its raw markup. Look up terms with look_up_terms and earlier "
    "translations with search_memories before you write translations yourself. "
)
ORDERS: Final = (
    "Orders cost money: call quote_translation with keep=true, show the user the price, and call "
    "order_translation when they agree."
)
NO_ORDERS: Final = "This connection may not order projects: quote_translation tells prices, and people order."

_MOST_CONCEPTS: Final = 500
_KEEP_PLACEHOLDERS: Final = (
    "Use the tool translate_text with explain=true. Then check that every placeholder (such as %s, {name}, "
    "{{x}}), tag, URL and number of the source is in the translation, unchanged; that terms which "
    "look_up_terms knows are the preferred ones; and that no forbidden term is there. Answer with the "
    "translation alone, then what you found."
)
_LIKE_BEFORE: Final = (
    "First search with search_memories for its characteristic words, and with look_up_terms for its terms. "
    "Then call translate_text, and change its result only where the earlier translations or the terms show "
    "that the account says it otherwise. Say what you changed and why."
)


async def languages(context: AgentContext, kind: str) -> str:
    """The pairs of languages that can be translated now: of `texts`, or of `documents`."""
    if kind not in {"texts", "documents"}:
        raise ResourceNotFoundError("Write dragoman://languages/texts or dragoman://languages/documents.")
    async with _client(context) as client:
        return _json(await client.languages(documents=kind == "documents"))


async def terms(context: AgentContext, term_base_id: str) -> str:
    """The first terms of a term base, by the id of list_term_bases; look_up_terms finds all."""
    number = _number(term_base_id)
    async with _client(context) as client:
        return _json([concept async for concept in take(client.term_bases.concepts(number), _MOST_CONCEPTS)])


async def project(context: AgentContext, project_id: str) -> str:
    """A project with its files, by the id of list_projects."""
    number = _number(project_id)
    async with _client(context) as client:
        return _json(await client.projects.get(number))


def translate_and_keep_placeholders(
    text: Annotated[str, Field(description="The text to translate")],
    target_language: Annotated[str, Field(description="Code of the language wanted, such as es")],
) -> str:
    """Translate a text of a program or a page, and keep placeholders, markup and terms."""
    return f"Translate the text below into {target_language}. {_KEEP_PLACEHOLDERS}\n\n{text}"


def translate_like_before(
    text: Annotated[str, Field(description="The text to translate")],
    target_language: Annotated[str, Field(description="Code of the language wanted, such as es")],
) -> str:
    """Translate a text as the account has translated such texts before."""
    return f"Translate the text below into {target_language}. {_LIKE_BEFORE}\n\n{text}"


def add_guidance(server: MCPServer[Host]) -> None:
    """Add the resources and prompts to a server."""
    for address, title, resource in _RESOURCES:
        server.resource(address, title=title, description=resource.__doc__, mime_type="application/json")(
            resource
        )
    for prompt in (translate_and_keep_placeholders, translate_like_before):
        server.prompt(title=prompt.__name__.replace("_", " ").capitalize())(prompt)


_RESOURCES: Final = (
    ("dragoman://languages/{kind}", "Languages", languages),
    ("dragoman://term-bases/{term_base_id}", "Terms of a term base", terms),
    ("dragoman://projects/{project_id}", "A project", project),
)


@asynccontextmanager
async def _client(context: AgentContext) -> AsyncIterator[AsyncClient]:
    """The client of a call; its exceptions are errors of the resource."""
    try:
        async with host_of(context).client(context) as client:
            yield client
    except errors.NotFoundError as error:
        raise ResourceNotFoundError(explain(error)) from None
    except errors.DragomanError as error:
        raise ResourceError(explain(error)) from None


def _number(text: str) -> int:
    if not text.isascii() or not text.isdecimal():
        raise ResourceNotFoundError("The id is a number.")
    return int(text)


def _json(found: Any) -> str:
    return json.dumps(wire_value(found), ensure_ascii=False)
