"""Tools that quote and order: a quote is a draft that starts nothing; an order starts it and costs money.

An order needs the scope `projects` and the permission of who runs the host. Where the program of the agent
can ask its user, the user confirms the price.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Annotated, Any

import anyio
from mcp.server.mcpserver import Elicit, ElicitationResult, Resolve
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel, Field

from dragoman_client import AsyncClient, errors
from dragoman_client.documents.results import MatchBand
from dragoman_client.mcp.arguments import KnownSourceArgument, ProjectIdArgument, TargetLanguagesArgument
from dragoman_client.mcp.contents import SentFile
from dragoman_client.mcp.failures import explain
from dragoman_client.mcp.host import AgentContext, host_of
from dragoman_client.mcp.projects import ProjectState, state_of
from dragoman_client.projects.results import Price, Project, ProjectStatus, Quote

_CLEAN_UP_SECONDS = 10.0


class QuotedTranslation(BaseModel):
    """What a translation costs and when it is ready. Nothing is ordered."""

    project_id: Annotated[
        int | None, Field(description="The draft, where it is kept: order_translation takes it")
    ]
    title: str
    words: int
    weighted_words: Annotated[
        float, Field(description="Words after the discounts for repetitions and matches")
    ]
    price: Price
    deadline: str
    bands: Annotated[list[MatchBand], Field(description="Words by how well earlier translations match")]
    next_step: str


class OrderConfirmation(BaseModel):
    """The user's answer to a price."""

    order: Annotated[bool, Field(description="Order it, at this price?")]


ServiceIdArgument = Annotated[
    int | None,
    Field(description="Service by list_services; may be left out where there is one or a template"),
]
TemplateIdArgument = Annotated[
    int | None, Field(description="Template by list_services, which brings what is left out")
]
TitleArgument = Annotated[
    str | None, Field(description="Title of the project; null: the name of the first file")
]
BriefingArgument = Annotated[str | None, Field(description="What translators should know")]
DeadlineArgument = Annotated[
    datetime | None, Field(description="When it is needed (ISO 8601); null: the usual time")
]
KeepArgument = Annotated[
    bool, Field(description="Keep the draft, so that it can be ordered; else it is deleted")
]


async def quote_local_translation(
    context: AgentContext,
    *,
    paths: Annotated[list[str], Field(min_length=1, max_length=50, description="The files to be translated")],
    target_languages: TargetLanguagesArgument,
    source_language: KnownSourceArgument = None,
    service_id: ServiceIdArgument = None,
    template_id: TemplateIdArgument = None,
    title: TitleArgument = None,
    briefing: BriefingArgument = None,
    deadline: DeadlineArgument = None,
    keep: KeepArgument = False,
) -> QuotedTranslation:
    """Ask for price, words and deadline of a translation project. Nothing is ordered and nothing is charged.

    To order it, quote it with keep=true, show the user the price, then call order_translation.
    """
    files = host_of(context).files
    assert files is not None  # only such hosts have this tool
    sources = [(files.find(path), None) for path in paths]
    fields = _fields(service_id, template_id, title or sources[0][0].name, briefing, deadline)
    return await _quote(context, sources, (source_language, target_languages), fields, keep=keep)


async def quote_sent_translation(
    context: AgentContext,
    *,
    files: Annotated[list[SentFile], Field(min_length=1, max_length=50)],
    target_languages: TargetLanguagesArgument,
    source_language: KnownSourceArgument = None,
    service_id: ServiceIdArgument = None,
    template_id: TemplateIdArgument = None,
    title: TitleArgument = None,
    briefing: BriefingArgument = None,
    deadline: DeadlineArgument = None,
    keep: KeepArgument = False,
) -> QuotedTranslation:
    """Ask for price, words and deadline of a translation project. Nothing is ordered and nothing is charged.

    To order it, quote it with keep=true, show the user the price, then call order_translation.
    """
    sources = [(file.content(), file.name) for file in files]
    fields = _fields(service_id, template_id, title or files[0].name, briefing, deadline)
    return await _quote(context, sources, (source_language, target_languages), fields, keep=keep)


async def confirm_order(
    context: AgentContext, project_id: int, max_price: float | None
) -> OrderConfirmation | Elicit[OrderConfirmation]:
    """Show the user the price where the program can ask; else the permission of the host has to suffice."""
    _require_permission(context)
    try:
        async with host_of(context).client(context) as client:
            project = await client.projects.get(project_id)
            if project.status != ProjectStatus.DRAFT:
                return OrderConfirmation(order=True)  # nothing is started: there is nothing to confirm
            quote = await client.projects.quote(project_id, timeout=60.0)
    except errors.DragomanError as error:
        raise ToolError(explain(error)) from None
    price = f"{quote.price.amount:.2f} {quote.price.currency}"
    if max_price is not None and quote.price.amount > max_price:
        raise ToolError(f"Project {project_id} costs {price}, more than max_price. Nothing was ordered.")
    if not _can_ask(context):
        return OrderConfirmation(order=True)
    question = (
        f"Order the translation {project.title!r} (project {project_id}, {quote.words} words) for {price}?"
    )
    return Elicit(question, OrderConfirmation)


async def order_translation(
    context: AgentContext,
    *,
    project_id: ProjectIdArgument,
    confirmation: Annotated[ElicitationResult[OrderConfirmation], Resolve(confirm_order)],
    max_price: Annotated[  # noqa: ARG001 - for `confirm_order`
        float | None, Field(description="Refuse where it costs more, in the currency of the quote")
    ] = None,
) -> ProjectState:
    """Order a translation that quote_translation has kept. This costs money: show the user the price first.

    A project that is ordered already is not ordered twice. follow_project says how far it is.
    """
    _require_permission(context)
    agreed = getattr(confirmation, "data", None)
    if confirmation.action != "accept" or agreed is None or not agreed.order:
        raise ToolError("The user did not confirm the order. Nothing was ordered; the draft is kept.")
    async with host_of(context).client(context) as client:
        project = await client.projects.get(project_id)
        if project.status == ProjectStatus.DRAFT:
            await client.projects.start(project_id)
            project = await client.projects.get(project_id)
    return state_of(project)


def _require_permission(context: AgentContext) -> None:
    if not host_of(context).allow_orders:  # the tool is not there then: this is a second lock
        raise ToolError("Orders are not permitted for this connection. Ask whoever set it up to permit them.")


def _can_ask(context: AgentContext) -> bool:
    """Whether the program of the agent can show its user a question, over this connection."""
    capabilities = context.client_capabilities
    elicitation = capabilities.elicitation if capabilities is not None else None
    return elicitation is not None and (elicitation.form is not None or elicitation.url is None)


def _fields(
    service: int | None, template: int | None, title: str, briefing: str | None, deadline: datetime | None
) -> dict[str, Any]:
    given = {
        "service_id": service,
        "template_id": template,
        "title": title,
        "briefing": briefing,
        "deadline": deadline,
    }
    return {name: value for name, value in given.items() if value is not None}


async def _quote(
    context: AgentContext,
    sources: Sequence[tuple[Any, str | None]],
    languages: tuple[str | None, list[str]],
    fields: dict[str, Any],
    *,
    keep: bool,
) -> QuotedTranslation:
    async with host_of(context).client(context) as client:
        if not {"service_id", "template_id"} & set(fields):
            fields["service_id"] = await _only_service(client)
        draft = await client.projects.create(**fields)
        kept = False
        try:
            for source, name in sources:
                await _send(client, draft, source, name, languages)
            quote = await client.projects.quote(draft.id)
            kept = keep
        finally:
            if not kept:
                with anyio.CancelScope(shield=True):
                    await _delete(client, draft.id)
    return _quoted(draft, quote, kept=kept, orders=host_of(context).allow_orders)


async def _send(
    client: AsyncClient,
    draft: Project,
    source: Any,
    name: str | None,
    languages: tuple[str | None, list[str]],
) -> None:
    named = {} if name is None else {"name": name}
    await client.projects.upload(
        draft.id,
        source,
        source=languages[0],
        targets=languages[1],
        auto_start=False,  # else a quote could become an order by itself
        **named,  # type: ignore[arg-type]
    )


async def _delete(client: AsyncClient, project: int) -> None:
    with suppress(errors.DragomanError, TimeoutError), anyio.fail_after(_CLEAN_UP_SECONDS):
        await client.projects.delete(project)


async def _only_service(client: AsyncClient) -> int:
    offered = [one for one in await client.reference.services() if not one.disabled]
    if len(offered) == 1:
        return offered[0].id
    names = ", ".join(f"{one.id} ({one.name})" for one in offered) or "none is offered"
    raise ToolError(f"Which service? Give service_id or template_id. Services: {names}.")


def _quoted(draft: Project, quote: Quote, *, kept: bool, orders: bool) -> QuotedTranslation:
    step = "Nothing is ordered; the draft was deleted. Quote again with keep=true to order it."
    if kept and orders:
        step = "Show the user the price; when they agree, call order_translation."
    elif kept:
        step = "This connection may not order. The account's people find the draft in the dashboard."
    return QuotedTranslation(
        project_id=draft.id if kept else None,
        title=draft.title,
        words=quote.words,
        weighted_words=quote.weighted_words,
        price=quote.price,
        deadline=quote.deadline.isoformat(),
        bands=list(quote.bands),
        next_step=step,
    )
