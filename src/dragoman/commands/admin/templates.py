"""`dragoman admin project-template`: what projects made from a template have (V6, O7)."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer

from dragoman.catalog.editing import UNSTORED
from dragoman.catalog.model import Template
from dragoman.catalog.reference_types import TEMPLATE
from dragoman.commands.admin import catalog
from dragoman.commands.admin.catalog import (
    NONE,
    IdArgument,
    NameOption,
    ReferenceCommands,
    ThresholdOption,
    add_commands,
    given,
    numbers,
)
from dragoman.commands.admin.session import AccountOption
from dragoman.commands.options import DataOption, JsonOption
from dragoman.timestamps import write_time


def _id_option(help_: str) -> Any:
    return typer.Option(metavar="ID", help=f"{help_}, or none.", show_default=False)


TitleOption = Annotated[str | None, typer.Option(help="Of the projects, or none.", show_default=False)]
ServiceOption = Annotated[str | None, _id_option("Id of a service")]
MemoryOption = Annotated[str | None, _id_option("Id of a translation memory")]
SetOption = Annotated[str | None, _id_option("Id of a set of memories")]
TermBaseOption = Annotated[str | None, _id_option("Id of a term base")]
StyleOption = Annotated[str | None, _id_option("Id of a style guide")]
InvoicingOption = Annotated[str | None, _id_option("Id of an invoicing account")]
UserOption = Annotated[str | None, _id_option("Id of a user")]
WorkAreaOption = Annotated[str | None, _id_option("Id of a work area")]
SourceOption = Annotated[
    str | None, typer.Option(metavar="CODE", help="Of the files, or none.", show_default=False)
]
TargetsOption = Annotated[
    str | None,
    typer.Option(metavar="CODES", help="Of the files, separated by commas, or none.", show_default=False),
]
MemoryUseOption = Annotated[
    bool | None,
    typer.Option("--use-memory/--no-memory", help="Whether memories are used.", show_default=False),
]
WaitOption = Annotated[
    str | None,
    typer.Option(
        metavar="SECONDS",
        help="After the last upload a project starts by itself; none: as the service says.",
        show_default=False,
    ),
]


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="What projects made from a template have.", no_args_is_help=True)
    group.command("create")(create)
    group.command("change")(change)
    add_commands(group, _COMMANDS)
    return group


def create(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What people call it.")],
    *,
    account: AccountOption,
    title: TitleOption = None,
    service: ServiceOption = None,
    use_memory: MemoryUseOption = None,
    memory: MemoryOption = None,
    memory_set: SetOption = None,
    memory_threshold: ThresholdOption = None,
    term_base: TermBaseOption = None,
    style: StyleOption = None,
    invoicing_account: InvoicingOption = None,
    user: UserOption = None,
    work_area: WorkAreaOption = None,
    source: SourceOption = None,
    targets: TargetsOption = None,
    auto_start_after: WaitOption = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Make a project template."""
    fields = _texts(title=title, source=source, targets=targets) | given(use_memory=use_memory)
    fields |= _ids(
        service=service,
        memory=memory,
        memory_set=memory_set,
        term_base=term_base,
        style=style,
        invoicing_account=invoicing_account,
        user=user,
        work_area=work_area,
    )
    fields |= numbers(auto_start_after=auto_start_after, memory_threshold=memory_threshold)
    wanted = Template(id=UNSTORED, account_id=account, name=name, **fields)
    catalog.create(ctx, data, _COMMANDS, wanted, json=json)


def change(
    ctx: typer.Context,
    template: IdArgument,
    *,
    name: NameOption = None,
    title: TitleOption = None,
    service: ServiceOption = None,
    use_memory: MemoryUseOption = None,
    memory: MemoryOption = None,
    memory_set: SetOption = None,
    memory_threshold: ThresholdOption = None,
    term_base: TermBaseOption = None,
    style: StyleOption = None,
    invoicing_account: InvoicingOption = None,
    user: UserOption = None,
    work_area: WorkAreaOption = None,
    source: SourceOption = None,
    targets: TargetsOption = None,
    auto_start_after: WaitOption = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Change a project template; projects that were made from it stay as they are."""
    changes = _texts(title=title, source=source, targets=targets) | given(name=name, use_memory=use_memory)
    changes |= _ids(
        service=service,
        memory=memory,
        memory_set=memory_set,
        term_base=term_base,
        style=style,
        invoicing_account=invoicing_account,
        user=user,
        work_area=work_area,
    )
    changes |= numbers(auto_start_after=auto_start_after, memory_threshold=memory_threshold)
    catalog.change(ctx, data, _COMMANDS, template, changes, json=json)


def _ids(**options: str | None) -> dict[str, int | None]:
    return {f"{name}_id": value for name, value in numbers(**options).items()}


def _texts(*, title: str | None, source: str | None, targets: str | None) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if title is not None:
        found["title"] = None if title == NONE else title
    if source is not None:
        found["source_language"] = None if source == NONE else source
    if targets is not None:
        codes = [] if targets == NONE else [code.strip() for code in targets.split(",")]
        found["target_languages"] = tuple(codes)
    return found


def _row(one: Template) -> dict[str, Any]:
    return {
        "id": one.id,
        "accountId": one.account_id,
        "name": one.name,
        "title": one.title,
        "serviceId": one.service_id,
        "useTranslationMemory": one.use_memory,
        "translationMemoryId": one.memory_id,
        "translationMemorySetId": one.memory_set_id,
        "memoryThreshold": one.memory_threshold,
        "termBaseId": one.term_base_id,
        "styleId": one.style_id,
        "invoicingAccountId": one.invoicing_account_id,
        "userId": one.user_id,
        "workAreaId": one.work_area_id,
        "sourceLanguage": one.source_language,
        "targetLanguages": list(one.target_languages),
        "autoStartAfter": one.auto_start_after,
        "disabled": write_time(one.disabled),
    }


_COMMANDS: Final = ReferenceCommands(kind=TEMPLATE, row=_row, plural="project templates")
