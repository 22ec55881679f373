"""The memory, term bases and style guide of a configuration, by their numbers."""

from __future__ import annotations

from typing import Any

from dragoman_client.flows import Flow
from dragoman_client.naming import choose_by_name
from dragoman_client.paging import bare_list
from dragoman_client.sending import Connection
from dragoman_client.sync.configuration import SyncConfiguration
from dragoman_client.words.memories import Memory
from dragoman_client.words.style_guides import StyleGuide
from dragoman_client.words.terms import TermBase

# What a configuration names → where such are listed, as what, and what they are called.
_KINDS: dict[str, tuple[str, type[Any], str, str]] = {
    "memory": ("/project/v1/translation-memories", Memory, "memory", "dragoman memory list"),
    "term_bases": ("/project/v1/term-bases", TermBase, "term base", "dragoman term-base list"),
    "style": ("/project/v1/style-guides", StyleGuide, "style guide", "the dashboard"),
}


def find_words(connection: Connection, configuration: SyncConfiguration) -> Flow[dict[str, Any]]:
    """The arguments of a translation. Raises `InvalidInputError` for a name that there is not."""
    found: dict[str, Any] = {}
    if configuration.memory is not None:
        found["memory"] = yield from _find(connection, "memory", configuration.memory)
    if configuration.style is not None:
        found["style"] = yield from _find(connection, "style", configuration.style)
    if configuration.term_bases:
        found["term_bases"] = []
        for one in configuration.term_bases:
            found["term_bases"].append((yield from _find(connection, "term_bases", one)))
    return found


def _find(connection: Connection, kind: str, name: int | str) -> Flow[int]:
    if isinstance(name, int):
        return name
    path, record, what, where = _KINDS[kind]
    known: list[Any] = yield from bare_list(connection, path, record)
    return choose_by_name(known, name, what=what, where=where)
