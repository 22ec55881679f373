"""`dragoman admin mail test`: whether the mail server takes a message, and what it says."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated
from uuid import uuid4

import typer

from dragoman.accounts.model import check_email
from dragoman.commands.admin.session import show
from dragoman.commands.options import DataOption, JsonOption, load_settings, refusals
from dragoman.mail.sending import send_test

AddressArgument = Annotated[str, typer.Argument(metavar="ADDRESS", help="The address to send to.")]


def create_group() -> typer.Typer:
    """The group's commands."""
    group = typer.Typer(help="Mail to people.", no_args_is_help=True)
    group.callback()(lambda: None)  # a group although it has one command
    group.command("test")(send_message)
    return group


def send_message(
    ctx: typer.Context, address: AddressArgument, data: DataOption = None, json: JsonOption = False
) -> None:
    """Send a test message at once, and print what the mail server answered."""
    settings = load_settings(ctx, data=data)
    with refusals():
        wanted = check_email(address)
        answer = asyncio.run(send_test(settings, address=wanted, mail_id=uuid4(), now=datetime.now(UTC)))
    show(
        {"address": wanted, "answer": answer},
        json=json,
        text=f"The mail server took the message: {answer}",
    )
