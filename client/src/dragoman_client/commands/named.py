"""Memories, term bases, style guides and services by their numbers or their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from dragoman_client import Client
    from dragoman_client.naming import Named


# What can be named → its words for people, how the account's are fetched, and where they are listed.
_KINDS: Final[Mapping[str, tuple[str, Callable[[Client], Sequence[Named]], str]]] = {
    "memory": ("memory", lambda client: client.memories.list(), "dragoman memory list"),
    "term_base": ("term base", lambda client: client.term_bases.list(), "dragoman term-base list"),
    "style": ("style guide", lambda client: client.style_guides.list(), "the dashboard"),
    "service": ("service", lambda client: client.reference.services(), "dragoman project services"),
    "template": ("template", lambda client: client.reference.templates(), "dragoman project services"),
}


def find_id(client: Client, kind: str, text: str) -> int:
    """The number of a resource by its number or its name.

    Raises `InvalidInputError` that tells which are near, and where they are listed.
    """
    from dragoman_client.naming import choose_by_name  # noqa: PLC0415 - not for help

    if text.isascii() and text.isdecimal():
        return int(text)
    what, fetch, where = _KINDS[kind]
    return choose_by_name(fetch(client), text, what=what, where=where)


def word_options(command: Any) -> Any:
    """Options of memories, terms and style, each by number or name."""
    for option in (
        click.option("--style", metavar="NAME", help="A style guide, by number or name."),
        click.option("--memory", metavar="NAME", help="A memory, instead of those that are switched on."),
        click.option(
            "--term-base", "term_bases", multiple=True, metavar="NAME", help="A term base; up to 5."
        ),
    ):
        command = option(command)
    return command


def find_words(client: Client, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a translation for what `word_options` chose."""
    found: dict[str, Any] = {}
    if chosen["term_bases"]:
        found["term_bases"] = [find_id(client, "term_base", one) for one in chosen["term_bases"]]
    for kind in ("memory", "style"):
        if chosen[kind]:
            found[kind] = find_id(client, kind, chosen[kind])
    return found
