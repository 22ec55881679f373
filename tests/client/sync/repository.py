"""A folder with files of texts, and the command that keeps them translated."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dragoman_client import Client
from dragoman_client.sync.configuration import read_configuration
from dragoman_client.sync.results import FileOutcome
from dragoman_client.sync.synchronizing import find_work
from dragoman_client.sync.tasks import SyncChoice
from tests.client.commands.conftest import CommandLine


@dataclass(frozen=True)
class Repository:
    """A repository of somebody who translates from English."""

    command: CommandLine

    @property
    def folder(self) -> Path:
        return self.command.folder

    def write(self, name: str, text: str | bytes) -> None:
        """Write a file, with its folders."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def read(self, name: str) -> str:
        """The characters of a file, with its line ends."""
        return (self.folder / name).read_bytes().decode()

    def replace(self, name: str, old: str, new: str) -> None:
        """Change a file as an editor does."""
        text = self.read(name)
        assert text.count(old) == 1, (old, text)
        self.write(name, text.replace(old, new))

    def configure(self, *patterns: str, targets: str = '["es"]', more: str = "") -> None:
        """Write dragoman.toml."""
        listed = ", ".join(patterns)
        self.write("dragoman.toml", f'[sync]\nsource = "en"\ntargets = {targets}\nfiles = [{listed}]\n{more}')

    def sync(self, **wanted: Any) -> FileOutcome:
        """What becomes of the one translated file, by a program; it must succeed."""
        environment = self.command.environment
        with Client(
            environment["DRAGOMAN_URL"],
            client_id=environment["DRAGOMAN_CLIENT_ID"],
            client_secret=environment["DRAGOMAN_CLIENT_SECRET"],
        ) as client:
            (found,) = client.documents.sync(self.folder, **wanted).files
        assert found.error is None, found.error
        return found

    def is_up_to_date(self) -> bool:
        """Whether nothing is left to do."""
        configuration = read_configuration(self.folder / "dragoman.toml")
        return find_work(configuration, SyncChoice()).is_up_to_date
