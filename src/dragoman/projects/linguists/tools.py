"""The resources for work on translations, in the service and in the operator's commands."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.access.keyring import Keyring
from dragoman.blobs import Blobs
from dragoman.database.connections import Database
from dragoman.resources import Resources
from dragoman.settings import Settings
from dragoman.termbases.glossary_cache import GlossaryCache


@dataclass(frozen=True, slots=True, kw_only=True)
class LinguistTools:
    """The resources of a process that the work on translations needs."""

    settings: Settings
    database: Database
    keyring: Keyring
    blobs: Blobs
    glossary_cache: GlossaryCache


def linguist_tools(resources: Resources) -> LinguistTools:
    """Select the resources for work on translations."""
    return LinguistTools(
        settings=resources.settings,
        database=resources.database,
        keyring=resources.keyring,
        blobs=resources.blobs,
        glossary_cache=resources.glossary_cache,
    )
