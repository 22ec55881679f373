"""Tools that get the finished translations of a project: as new files, or in the result."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel, Field

from dragoman_client.mcp.arguments import ProjectIdArgument
from dragoman_client.mcp.contents import ReceivedFile, inline_file
from dragoman_client.mcp.host import AgentContext, host_of
from dragoman_client.mcp.local_files import LocalFiles
from dragoman_client.projects.results import Project


class DownloadedFile(ReceivedFile):
    """A finished translation."""

    target_language: str
    source_file_name: str


class DownloadedFiles(BaseModel):
    """The finished translations of a project."""

    files: list[DownloadedFile]
    unfinished: Annotated[int, Field(description="Translations that are not finished yet")]


async def download_local_project(
    context: AgentContext,
    *,
    project_id: ProjectIdArgument,
    folder: Annotated[str, Field(description="Folder to write into, with one for each language below it")],
) -> DownloadedFiles:
    """Write all finished translations of a project into a folder. No file is replaced."""
    host = host_of(context)
    files = host.files
    assert files is not None  # only such hosts have this tool
    root = files.folder(folder)
    async with host.client(context) as client:
        project = await client.projects.get(project_id)
        wanted = _finished(project)
        places = _places(files, root, wanted)
        got = []
        for one, place in zip(wanted, places, strict=True):
            content = (await client.projects.download_file(one.file_id)).content or b""
            place.parent.mkdir(parents=True, exist_ok=True)
            files.write(place, content)
            got.append(
                one.received(ReceivedFile(name=place.name, size=len(content), path=files.shown(place)))
            )
    return DownloadedFiles(files=got, unfinished=_unfinished(project))


async def download_sent_project(
    context: AgentContext,
    *,
    project_id: ProjectIdArgument,
    target_languages: Annotated[
        list[str] | None, Field(description="Only these, such as when all together are too large; null: all")
    ] = None,
) -> DownloadedFiles:
    """Get all finished translations of a project."""
    host = host_of(context)
    async with host.client(context) as client:
        project = await client.projects.get(project_id)
        wanted = [
            one for one in _finished(project) if target_languages is None or one.language in target_languages
        ]
        got, size = [], 0
        for one in wanted:
            content = (await client.projects.download_file(one.file_id)).content or b""
            size += len(content)
            elsewhere = (
                f"Get it with GET /project/v1/files/{one.file_id}/content, or ask for fewer languages."
            )
            _check_total(size, host.inline_bytes, elsewhere)
            got.append(one.received(inline_file(host, one.name, content, elsewhere=elsewhere)))
    return DownloadedFiles(files=got, unfinished=_unfinished(project))


@dataclass(frozen=True, slots=True, kw_only=True)
class _FinishedTranslation:
    """A translation that can be got."""

    file_id: str
    name: str
    language: str
    source_name: str

    def received(self, file: ReceivedFile) -> DownloadedFile:
        """The file of a result."""
        return DownloadedFile(
            **file.model_dump(), target_language=self.language, source_file_name=self.source_name
        )


def _finished(project: Project) -> list[_FinishedTranslation]:
    return [
        _FinishedTranslation(
            file_id=one.file_id,
            name=Path(one.translation_file_name or file.source_file_name).name,
            language=one.target_language,
            source_name=file.source_file_name,
        )
        for file in project.files
        for one in file.translations
        if one.file_id is not None
    ]


def _unfinished(project: Project) -> int:
    return sum(one.file_id is None for file in project.files for one in file.translations)


def _places(files: LocalFiles, root: Path, wanted: list[_FinishedTranslation]) -> list[Path]:
    """Where each is written: different places, all of them free, before anything is got."""
    places: list[Path] = []
    for one in wanted:
        folder = files.folder(str(root)) / Path(one.language).name
        place, number = folder / one.name, 1
        while place in places:
            number += 1
            place = folder / f"{Path(one.name).stem}-{number}{Path(one.name).suffix}"
        places.append(files.free(place) if folder.is_dir() else place)
    return places


def _check_total(size: int, most: int, elsewhere: str) -> None:
    if size > most:
        raise ToolError(f"The files have more than the {most} bytes of a result. {elsewhere}")
