"""The resources of actions on memories that need more than one transaction: files and jobs."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.access.keyring import Keyring
from dragoman.blobs import Blobs
from dragoman.database.connections import Database
from dragoman.memories.imports.reading import TmxReaders
from dragoman.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryResources:
    """The part of a process's resources that memories need."""

    settings: Settings
    database: Database
    keyring: Keyring
    blobs: Blobs
    readers: TmxReaders
