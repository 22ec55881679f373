"""What became of the files of a repository."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dragoman_client.errors import DragomanError
from dragoman_client.sync.planning import Plan
from dragoman_client.sync.source_files import FilePair


@dataclass(frozen=True, slots=True, kw_only=True)
class FileOutcome:
    """What was, or is to be, done with one translated file."""

    pair: FilePair
    plan: Plan
    is_written: bool = False
    kept: tuple[str, ...] = ()  # translated, but a person has changed them meanwhile: theirs stay
    missing: tuple[str, ...] = ()  # sent, and not in what came back
    error: DragomanError | None = None

    @property
    def is_up_to_date(self) -> bool:
        """Whether nothing is left to do, for people or for the machine."""
        done = self.is_written or not self.plan.changes_file or bool(self.kept)
        return done and not self.plan.outdated and not self.missing and self.error is None


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncReport:
    """What was, or is to be, done with all translated files."""

    files: Sequence[FileOutcome]

    @property
    def is_up_to_date(self) -> bool:
        """Whether nothing is left to do."""
        return all(one.is_up_to_date for one in self.files)
