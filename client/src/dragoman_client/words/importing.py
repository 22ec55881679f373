"""Imports of memories and of terms: sent, and waited for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from dragoman_client import errors
from dragoman_client.errors import Problem, Refusal
from dragoman_client.exchange import FileSource, make_upload
from dragoman_client.flows import Flow, pause
from dragoman_client.records import read, wire_name, wire_value
from dragoman_client.sending import Call, Connection, Repeats, call_json

_LONGEST_PAUSE = 5.0  # seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportFailure:
    """Why an import failed."""

    code: str
    message: str
    hints: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportJob:
    """An import, of a memory or of terms."""

    id: int
    status: str  # "WAITING", "RUNNING", "FINISHED", "FAILED", "CANCELLED" …
    progress: float = 0.0  # 0 to 1
    file_name: str = ""
    failure: ImportFailure | None = None


I = TypeVar("I", bound=ImportJob)  # noqa: E741 - a type of import


def send_import(
    connection: Connection, path: str, file: FileSource, *, form: Mapping[str, Any], name: str | None
) -> Flow[int]:
    """Send a file to be imported; the id of its job."""
    wanted = Call(
        method="POST",
        path=path,
        form=form_of(form, tuple(form)),
        upload=make_upload(file, name=name),
        repeats=Repeats.WITH_KEY,
    )
    return int((yield from call_json(connection, wanted))["id"])


def wait_for_import(
    connection: Connection,
    path: str,
    kind: type[I],
    *,
    timeout: float | None,
    progress: Callable[[float], None] | None,
) -> Flow[I]:
    """Wait until an import is finished. Raises `ImportFailedError`, or `DeadlineExceededError`."""
    end = None if timeout is None else time.monotonic() + timeout
    seconds = 0.2
    while True:
        found = read(kind, (yield from call_json(connection, Call(method="GET", path=path))))
        status = found.status.upper()
        if progress is not None:
            progress(1.0 if status == "FINISHED" else found.progress)
        if status == "FINISHED":
            return found
        if status in {"FAILED", "CANCELLED", "UNDONE"}:
            raise _failed(found)
        if end is not None and time.monotonic() + seconds > end:
            raise errors.DeadlineExceededError(
                f"The import is {found.progress:.0%} done after {timeout:g} seconds. It goes on."
            )
        yield from pause(seconds)
        seconds = min(_LONGEST_PAUSE, seconds * 1.5)


def _failed(found: ImportJob) -> errors.ImportFailedError:
    failure = found.failure
    if failure is None:
        return errors.ImportFailedError(f"The import was ended: it is {found.status.lower()}.")
    problem = Problem(failure.code, failure.message, failure.hints)
    return errors.ImportFailedError(str(problem), Refusal(status=200, code=failure.code, problems=(problem,)))


def form_of(values: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """The fields of a form with these names, of those that are given."""
    given = {name: values[name] for name in names if values.get(name) is not None}
    return {wire_name(name): _form_value(value) for name, value in given.items()}


def _form_value(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return [str(one) for one in value]
    return str(wire_value(value))
