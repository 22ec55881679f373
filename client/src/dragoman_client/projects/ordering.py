"""`order`: a project from files to its start, in one call."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypedDict, cast

from dragoman_client import errors
from dragoman_client.exchange import FileSource
from dragoman_client.flows import Flow
from dragoman_client.projects import files
from dragoman_client.projects.resource import PROJECT, PROJECTS
from dragoman_client.projects.results import Project, ProjectFile
from dragoman_client.records import read, to_wire
from dragoman_client.sending import Call, Connection, Repeats, at, call, call_json


class OrderArguments(TypedDict, total=False):
    """What can be said of an order besides its project."""

    callback_url: str | None
    progress: (
        Callable[[int, int, int | None], None] | None
    )  # number of the file from 0, bytes so far, of how many


def order(
    connection: Connection,
    documents: Sequence[tuple[str | None, FileSource]],
    *,
    languages: tuple[str | None, tuple[str, ...]],
    fields: Mapping[str, Any],
    start: bool,
    arguments: OrderArguments,
) -> Flow[Project]:
    """Create a project, send its files in order, and start it. Files that are no paths have names.

    A draft whose files cannot all be sent is deleted: what is ordered is the whole, or nothing.
    """
    if not documents:
        raise errors.InvalidInputError("An order needs at least one file.")
    chosen = dict(fields)
    if "service_id" not in chosen and "template_id" not in chosen:
        chosen["service_id"] = yield from _only_service(connection)
    created = Call(method="POST", path=PROJECTS, json=to_wire(chosen), repeats=Repeats.WITH_KEY)
    project = read(Project, (yield from call_json(connection, created)))

    def send(number: int, name: str | None, document: FileSource) -> Flow[ProjectFile]:
        # Else its service may start it by itself: before its last file, or though it is to stay a draft.
        sent: dict[str, Any] = {"callback_url": arguments.get("callback_url"), "auto_start": False}
        if name is not None:
            sent["name"] = name
        if (report := arguments.get("progress")) is not None:
            sent["progress"] = partial(report, number)
        return files.upload(connection, project.id, document, languages=languages, arguments=sent)

    try:
        for number, (name, document) in enumerate(documents):
            yield from send(number, name, document)
    except (errors.DragomanError, KeyboardInterrupt):
        yield from _delete_quietly(connection, project.id)
        raise
    if start:
        yield from call(connection, Call(method="POST", path=at(PROJECT + "/do-start", project.id)))
    return read(Project, (yield from call_json(connection, Call(method="GET", path=at(PROJECT, project.id)))))


def name_documents(
    files: Sequence[FileSource] | Mapping[str, FileSource] | FileSource,
) -> list[tuple[str | None, FileSource]]:
    """Files with their names; None: that of the file itself."""
    if isinstance(files, Mapping):
        return list(files.items())
    if isinstance(files, str | os.PathLike | bytes) or hasattr(files, "read"):
        return [(None, cast("FileSource", files))]
    return [(None, one) for one in files]


def _only_service(connection: Connection) -> Flow[int]:
    """The service of an account that has one. Raises `InvalidInputError` with those to choose from."""
    answer = yield from call_json(connection, Call(method="GET", path="/project/v1/services"))
    offered = [one for one in answer if not one.get("disabled")]
    if len(offered) == 1:
        return int(offered[0]["id"])
    names = ", ".join(f"{one['id']} ({one['name']})" for one in offered) or "none is offered"
    raise errors.InvalidInputError(f"Which service? Give service_id or template_id. Services: {names}.")


def _delete_quietly(connection: Connection, project: int) -> Flow[None]:
    with suppress(errors.DragomanError):  # the error that led here is the one to tell
        yield from call(connection, Call(method="DELETE", path=at(PROJECT, project)))
