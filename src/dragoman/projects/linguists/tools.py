"""What work on translations needs of a process, be it one that serves or one of the operator's commands."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.access.keyring import Keyring
from dragoman.blobs import Blobs
from dragoman.database.connections import Database
from dragoman.resources import Resources
from dragoman.settings import Settings
from dragoman.termbases.serving import GlossaryCache


@dataclass(frozen=True, slots=True, kw_only=True)
class LinguistTools:
    """The part of a process's resources that linguists and managers work with."""

    settings: Settings
    database: Database
    keyring: Keyring
    blobs: Blobs
    glossary_cache: GlossaryCache


def linguist_tools(resources: Resources) -> LinguistTools:
    """That part of them."""
    return LinguistTools(
        settings=resources.settings,
        database=resources.database,
        keyring=resources.keyring,
        blobs=resources.blobs,
        glossary_cache=resources.glossary_cache,
    )
