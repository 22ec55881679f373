"""`dragoman admin application`: create, list, change, disable, enable, and new secrets (O4, A8)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated, Any, Final

import typer

from dragoman.access import actions, provisioning
from dragoman.access.model import (
    CUSTOMER_SCOPES,
    AccessScope,
    Application,
    ApplicationDraft,
    NewApplication,
    RateRule,
    StaffRole,
    format_scopes,
    parse_scopes,
)
from dragoman.access.provisioning import ApplicationChanges
from dragoman.access.staff import OPERATOR
from dragoman.commands.admin.session import (
    MAX_ID,
    AccountOption,
    AnyAccountOption,
    Session,
    perform,
    show,
    show_list,
)
from dragoman.commands.options import DataOption, JsonOption, print_message
from dragoman.errors import RuleBroken
from dragoman.settings import Rate, parse_rate
from dragoman.timestamps import write_time

_ALL_SCOPES: Final = format_scopes(CUSTOMER_SCOPES).replace(" ", ",")
IdArgument = Annotated[int, typer.Argument(metavar="ID", min=1, max=MAX_ID, help="Id of the application.")]
ScopesOption = Annotated[str, typer.Option(help=f"Of {', '.join(AccessScope)}, separated by commas.")]
RateOption = Annotated[
    str | None,
    typer.Option(
        metavar="CALLS/SECONDS|off", help="Instead of the settings' limit for /v2.", show_default=False
    ),
]
KeepOption = Annotated[
    int,
    typer.Option("--keep-old", metavar="HOURS", min=0, max=8760, help="The old one signs beside it so long."),
]
RoleOption = Annotated[
    StaffRole | None,
    typer.Option(help="On the provider's interface; manager if not given.", show_default=False),
]
RevokeOption = Annotated[bool, typer.Option("--revoke-tokens", help="Refuse tokens issued until now, too.")]


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="Programs that call the service.", no_args_is_help=True)
    group.command("create")(create)
    group.command("list")(list_all)
    group.command("change")(change)
    group.command("disable")(disable)
    group.command("enable")(enable)
    group.command("regenerate-secret")(regenerate_secret)
    group.command("regenerate-webhook-secret")(regenerate_webhook_secret)
    group.command("revoke-tokens")(revoke_tokens)
    return group


def create(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What people call it.")],
    *,
    account: AccountOption,
    scopes: ScopesOption = _ALL_SCOPES,
    rate_limit: RateOption = None,
    role: RoleOption = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Create an application. Its secrets are shown this once."""
    draft = ApplicationDraft(
        account_id=account,
        name=name,
        scopes=_read_scopes(scopes),
        rate=_read_rate(rate_limit),
        role=role,
    )

    async def work(session: Session) -> NewApplication:
        keyring = await session.keyring()
        return await provisioning.create_application(session.tx, keyring, draft=draft, staff=OPERATOR)

    new = perform(ctx, data, work)
    show(
        {
            "id": new.application.id,
            "clientId": new.application.client_id,
            "clientSecret": new.client_secret,
            "webhookSecret": new.webhook_secret,
        },
        json=json,
        text=f"Application {new.application.id}: {new.application.name}\n"
        f"  client id       {new.application.client_id}\n"
        f"  client secret   {new.client_secret}\n"
        f"  webhook secret  {new.webhook_secret}",
    )
    print_message("Keep the secrets now: they are not shown again.")


def list_all(
    ctx: typer.Context, account: AnyAccountOption = None, data: DataOption = None, json: JsonOption = False
) -> None:
    """List applications, without their secrets."""

    async def work(session: Session) -> Sequence[Application]:
        return await actions.list_applications(session.tx, account_id=account)

    rows = [_row(application) for application in perform(ctx, data, work)]
    show_list(rows, json=json, nothing="There are no applications.")


def change(
    ctx: typer.Context,
    application: IdArgument,
    *,
    name: Annotated[str | None, typer.Option(help="A new name.", show_default=False)] = None,
    scopes: Annotated[
        str | None,
        typer.Option(help=f"Of {', '.join(AccessScope)}, separated by commas.", show_default=False),
    ] = None,
    rate_limit: RateOption = None,
    role: RoleOption = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Change what an application is called and may do; its next call obeys."""
    changes = ApplicationChanges(
        name=name,
        scopes=None if scopes is None else _read_scopes(scopes),
        rate=None if rate_limit is None else _read_rate(rate_limit),
        role=role,
    )
    _change(ctx, data, application, changes, json=json)


def disable(
    ctx: typer.Context, application: IdArgument, data: DataOption = None, json: JsonOption = False
) -> None:
    """Refuse the application's credentials and tokens from the next call on."""
    _change(ctx, data, application, ApplicationChanges(disabled=True), json=json)


def enable(
    ctx: typer.Context, application: IdArgument, data: DataOption = None, json: JsonOption = False
) -> None:
    """Undo `disable`."""
    _change(ctx, data, application, ApplicationChanges(disabled=False), json=json)


def regenerate_secret(
    ctx: typer.Context,
    application: IdArgument,
    revoke_tokens: RevokeOption = False,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Replace the client secret. The old one stops at once; the new one is shown this once."""

    async def work(session: Session) -> tuple[Application, str]:
        return await provisioning.regenerate_secret(
            session.tx,
            await session.keyring(),
            application,
            revoke_tokens=revoke_tokens,
            staff=OPERATOR,
        )

    changed, secret = perform(ctx, data, work)
    show(
        {"id": changed.id, "clientId": changed.client_id, "clientSecret": secret},
        json=json,
        text=f"Application {changed.id}: {changed.name}\n"
        f"  client id       {changed.client_id}\n"
        f"  client secret   {secret}",
    )
    print_message("Keep the secret now: it is not shown again.")


def regenerate_webhook_secret(
    ctx: typer.Context,
    application: IdArgument,
    keep_old: KeepOption = 24,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Replace the secret that signs webhooks. The new one is shown this once, and signs at once.

    The old one signs beside it for a day, or as --keep-old says; a secret that leaked: --keep-old 0.
    """

    async def work(session: Session) -> tuple[Application, str]:
        return await provisioning.regenerate_webhook_secret(
            session.tx,
            await session.keyring(),
            application,
            keep_old=timedelta(hours=keep_old),
            staff=OPERATOR,
        )

    changed, secret = perform(ctx, data, work)
    show(
        {"id": changed.id, "clientId": changed.client_id, "webhookSecret": secret},
        json=json,
        text=f"Application {changed.id}: {changed.name}\n"
        f"  client id       {changed.client_id}\n"
        f"  webhook secret  {secret}",
    )
    print_message("Keep the secret now: it is not shown again.")


def revoke_tokens(
    ctx: typer.Context, application: IdArgument, data: DataOption = None, json: JsonOption = False
) -> None:
    """Refuse every token issued to the application until now. Its credentials stay good."""

    async def work(session: Session) -> Application:
        return await provisioning.revoke_tokens(session.tx, application, staff=OPERATOR)

    revoked = perform(ctx, data, work)
    show(_row(revoked), json=json, text=f"The tokens of application {revoked.id} are revoked.")


def _change(
    ctx: typer.Context, data: object, application_id: int, changes: ApplicationChanges, *, json: bool
) -> None:
    async def work(session: Session) -> Application:
        return await provisioning.change_application(
            session.tx, application_id, changes=changes, staff=OPERATOR
        )

    application = perform(ctx, data, work)
    state = "enabled" if application.disabled is None else "disabled"
    show(_row(application), json=json, text=f"Application {application.id} is {state}.")


def _read_scopes(text: str) -> frozenset[AccessScope]:
    try:
        return parse_scopes(text)
    except RuleBroken as error:
        raise typer.BadParameter(error.message, param_hint="--scopes") from None


def _read_rate(text: str | None) -> Rate | RateRule:
    if text is None:
        return RateRule.DEFAULT
    try:
        rate = parse_rate(text)
    except ValueError as error:
        message = "write CALLS/SECONDS, such as 100/30, or off" if "\n" in str(error) else str(error)
        raise typer.BadParameter(message, param_hint="--rate-limit") from None
    return rate if isinstance(rate, Rate) else RateRule.OFF


def _row(application: Application) -> dict[str, Any]:
    rate = application.rate
    return {
        "id": application.id,
        "accountId": application.account_id,
        "name": application.name,
        "clientId": application.client_id,
        "scopes": format_scopes(application.scopes).split(),
        "role": application.role,
        "rateLimit": rate.value if isinstance(rate, RateRule) else str(rate),
        "builtin": application.builtin,
        "notBefore": application.not_before,
        "secretHint": None if application.secret is None else application.secret.text,
        "createdAt": write_time(application.created),
        "lastUsedAt": write_time(application.last_used),
        "disabled": write_time(application.disabled),
    }
