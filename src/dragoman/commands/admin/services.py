"""`dragoman admin service`: services, their prices and their speed (V3, O7)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, Final

import typer

from dragoman.analysis.model import USUAL_WEIGHTS, Band, Weights
from dragoman.catalog.editing import UNSTORED
from dragoman.catalog.model import Service, ServiceKind
from dragoman.catalog.reference_types import SERVICE
from dragoman.commands.admin import catalog
from dragoman.commands.admin.catalog import (
    IdArgument,
    NameOption,
    OwnerOption,
    ReferenceCommands,
    add_commands,
    given,
    numbers,
)
from dragoman.commands.options import DataOption, JsonOption
from dragoman.timestamps import write_time

_WEIGHT: Final = re.compile(r"([a-z0-9-]+)=([0-9]{1,3})", re.ASCII)

PriceOption = Annotated[
    str | None, typer.Option(metavar="DECIMAL", help="Of a new word, such as 0.12.", show_default=False)
]
CurrencyOption = Annotated[
    str | None, typer.Option(help="ISO 4217; EUR for a new service.", show_default=False)
]
WordsOption = Annotated[
    str | None,
    typer.Option(metavar="NUMBER", help="Of a working day and target language, or none: at once."),
]
WaitOption = Annotated[
    str | None,
    typer.Option(
        metavar="SECONDS", help="After the last upload a project starts by itself; none: it does not."
    ),
]
WeightsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--weight",
        metavar="BAND=PERCENT",
        help="What a word of a band costs; bands not named have the usual weight. Repeatable.",
        show_default=False,
    ),
]


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="What can be ordered, for which price.", no_args_is_help=True)
    group.command("create")(create)
    group.command("change")(change)
    add_commands(group, _COMMANDS)
    return group


def create(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What people call it.")],
    kind: Annotated[ServiceKind, typer.Option(help="Who translates.")],
    price: Annotated[str, typer.Option(metavar="DECIMAL", help="Of a new word, such as 0.12.")],
    *,
    account: OwnerOption = None,
    currency: CurrencyOption = None,
    weight: WeightsOption = None,
    words_per_day: WordsOption = None,
    auto_start_after: WaitOption = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Offer a service, to everybody or to one account."""
    speeds = numbers(words_per_day=words_per_day, auto_start_after=auto_start_after)
    wanted = Service(
        id=UNSTORED,
        account_id=account,
        name=name,
        kind=kind,
        currency=currency or "EUR",
        price_per_word=_read_price(price),
        weights=_read_weights(weight or []),
        words_per_day=speeds.get("words_per_day"),
        auto_start_after=speeds.get("auto_start_after"),
    )
    catalog.create(ctx, data, _COMMANDS, wanted, json=json)


def change(
    ctx: typer.Context,
    service: IdArgument,
    *,
    name: NameOption = None,
    price: PriceOption = None,
    currency: CurrencyOption = None,
    weight: WeightsOption = None,
    words_per_day: WordsOption = None,
    auto_start_after: WaitOption = None,
    data: DataOption = None,
    json: JsonOption = False,
) -> None:
    """Change what a service is called, costs and needs; projects that have started keep their price."""
    changes: dict[str, Any] = given(name=name, currency=currency)
    changes |= numbers(words_per_day=words_per_day, auto_start_after=auto_start_after)
    changes |= {} if price is None else {"price_per_word": _read_price(price)}
    changes |= {} if not weight else {"weights": _read_weights(weight)}
    catalog.change(ctx, data, _COMMANDS, service, changes, json=json)


def _read_price(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        raise typer.BadParameter("write a number such as 0.12", param_hint="--price") from None


def _read_weights(written: Sequence[str]) -> Weights:
    percent = dict(USUAL_WEIGHTS.percent)
    for one in written:
        found = _WEIGHT.fullmatch(one)
        if found is None or found[1] not in list(Band):
            raise typer.BadParameter(
                f"write BAND=PERCENT; bands are {', '.join(Band)}", param_hint="--weight"
            )
        percent[Band(found[1])] = int(found[2])
    return Weights(percent=percent)


def _row(one: Service) -> dict[str, Any]:
    return {
        "id": one.id,
        "accountId": one.account_id,
        "name": one.name,
        "kind": one.kind,
        "currency": one.currency,
        "pricePerWord": float(one.price_per_word),
        "wordsPerDay": one.words_per_day,
        "autoStartAfter": one.auto_start_after,
        "disabled": write_time(one.disabled),
    }


_COMMANDS: Final = ReferenceCommands(kind=SERVICE, row=_row, plural="services")
