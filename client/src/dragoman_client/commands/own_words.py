"""The commands that memories and term bases have alike: list, create, delete."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from dragoman_client.commands.named import find_id
from dragoman_client.commands.output import print_json, print_table
from dragoman_client.commands.service_choice import ServiceChoice, client_command, service_options


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsKind:
    """Memories, or term bases."""

    command: str  # the name of their group of commands
    part: str  # of the client: `client.memories`
    kind: str  # for `find_id`
    name: str  # for people
    plural: str
    contents: str
    example: str


def record_commands(words: WordsKind) -> tuple[click.Command, click.Command, click.Command]:
    """`list`, `create` and `delete` of a kind."""
    prefix = f"dragoman {words.command}"

    @client_command("list", f"{prefix} list", help=f"List the account's {words.plural}.")
    @service_options
    def list_(service: ServiceChoice) -> None:
        with service.open() as client:
            found = getattr(client, words.part).list()
        if service.as_json:
            print_json(found)
        else:
            print_table(("id", "name", "use"), [(one.id, one.name, describe_use(one)) for one in found])

    @client_command(
        "create", f'{prefix} create "{words.example}"', help=f"Create a {words.name}; print its id."
    )
    @click.argument("name")
    @service_options
    def create(service: ServiceChoice, name: str) -> None:
        with service.open() as client:
            found = getattr(client, words.part).create(name)
        if service.as_json:
            print_json(found)
        else:
            click.echo(found.id)

    @client_command(
        "delete", f"{prefix} delete 4 --yes", help=f"Delete a {words.name} with all its {words.contents}."
    )
    @click.argument("record", metavar=words.kind.partition("_")[2].upper() or words.kind.upper())
    @click.option("--yes", is_flag=True, help="Do not ask.")
    @service_options
    def delete(service: ServiceChoice, record: str, *, yes: bool) -> None:
        with service.open() as client:
            part = getattr(client, words.part)
            found = part.get(find_id(client, words.kind, record))
            if not yes:
                question = f"Delete the {words.name} {found.name!r} with all its {words.contents}?"
                click.confirm(question, abort=True, err=True)
            part.delete(found.id)
        if service.as_json:
            print_json(found)

    return list_, create, delete


def describe_use(one: Any) -> str:
    """What a memory or a term base is used for, in a word or two."""
    if one.disabled:
        return "disabled"
    primary = "primary, " if getattr(one, "primary", False) else ""
    return primary + ("in translation" if one.use_for_translation else "not in translation")
