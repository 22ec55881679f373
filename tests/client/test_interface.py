"""The client has all of the interface: every operation of docs/openapi.json, with its very names."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from dragoman_client import Client, Options
from dragoman_client.texts.requests import TextOptions
from tests.client.interface_document import Operation, operations
from tests.client.recorder import PAGES, Recorder, calls_of, make_arguments, make_value, parts_of

PREFIXES: Final = ("/project/v1/", "/v2/", "/provider/v1/")
# Operations that do what another one does, which the client uses, or that are tested elsewhere.
SAME: Final = {
    "PUT /project/v1/projects/{id}": "PATCH, which changes what is given, and can clear it",
    "GET /project/v1/projects/{id}/files/{fileId}": "GET /project/v1/files/{fileId}/content",
    "PUT /provider/v1/projects/{id}/translations/{translation}/xliff": "POST, with a form",
    "GET /project/v1/events": "client.events(), which reads a stream: test_events",
}
UNTYPED: Final = {"webhook_keys"}  # the document does not say what its answer is; test_provider calls it
# What the client cannot send: it sends the same under another name, or has the same in another way.
LEFT_OUT: Final = {
    "fileName": "the form names its file",
    "role": "`roles`",
    "format": "the analysis as CSV is for people",
}
# Fields that stay empty, though the interface has them all: the answer is not of the one operation alone.
EMPTY: Final = {
    *(
        "Download.name",
        "Download.path",
        "TranslatedDocument.content",
        "TranslatedDocument.path",
        "TranslatedDocument.name",
    ),
    *("DocumentOutcome.error", "Translation.explanation"),
    "MatchBand.weight",  # of an analysis of a document
    "MemoryImport.problems",  # of an import that was asked for by its id
    "Notification.body",  # of one that was asked for by its id
    *("AccountDefaults.invoicing_account_id", "AccountDefaults.user_id"),  # not in lists
    *("AccountDefaults.memory_threshold", "AccountDefaults.work_area_id"),
}


@pytest.fixture(params=[False, True], ids=["all fields", "nulls"])
def recorder(request: pytest.FixtureRequest) -> Recorder:
    return Recorder(nulls=bool(request.param))


def is_alias(one: Operation) -> bool:
    """The plural spellings of the original, and its singular ones, are the same operations (P)."""
    singular = re.search(r"/project/v1/project(/|$)|/projects/\{id\}/file(/|$)", one.path)
    return singular is not None or f"{one.method} {one.path}" in SAME


def given(folder: Path) -> Mapping[str, Any]:
    """Arguments that are not any value of their types."""
    (folder / "in").mkdir(exist_ok=True)
    (folder / "in/x.x").write_text("x", encoding="utf-8")
    files = '[{ source = "x.x", target = "x.{language}.x" }]'
    text = f'[sync]\nsource = "en"\ntargets = ["x"]\nfiles = {files}\n'
    (folder / "in/dragoman.toml").write_text(text, encoding="utf-8")
    return {
        "file": b"x",
        "files": [folder / "in/x.x"],
        "folder": folder / "in",
        "output": None,
        "name": "x.x",
        "text": "x",
        "orders": [],
        "auto_start": False,  # what is otherwise so is not sent
    }


def use_all(recorder: Recorder, folder: Path) -> Iterator[tuple[str, Any]]:
    """Every call of the client with every argument, and what it returns."""
    client = Client("http://127.0.0.1:1", token="t", options=Options(concurrency=1))
    client._runner = recorder  # type: ignore[assignment]
    yield "client.translate", client.translate("x", source="en", target="es", **make_value(TextOptions))
    yield "client.translate_into", client.translate_into("x", source="en", targets=["x"])
    yield "client.languages", client.languages(documents=False)
    for path, part in parts_of(client):
        for name in set(calls_of(part)) - UNTYPED:
            arguments = make_arguments(part, name, given(folder))
            if name == "translate_folder":  # the one call that needs an output
                arguments["output"] = folder / "out"
            yield f"{path}.{name}", _first(getattr(part, name)(**arguments))
    translations = client.provider.translations
    yield "client.provider.translations.export_xliff", translations.export_xliff(7, 7, kind="omegat")
    yield "client.projects.files", _first(client.projects.files())


def _first(result: Any) -> Any:
    return next(result) if isinstance(result, Iterator) else result


def test_every_operation_of_the_interface_has_a_call_and_every_call_is_of_the_interface(
    recorder: Recorder, tmp_path: Path
) -> None:
    for name, _ in use_all(recorder, tmp_path):
        assert not recorder.problems, f"{name}: {recorder.problems}"
    wanted = {str(one) for one in operations() if one.path.startswith(PREFIXES) and not is_alias(one)}
    assert wanted - set(recorder.sent) == set()


def test_every_field_of_a_result_is_a_field_of_the_interface(tmp_path: Path) -> None:
    """A result has its defaults where an answer lacks a field: a misspelt name would never be noticed."""
    missing = {
        f"{name}: {field}"
        for name, result in use_all(Recorder(nulls=False), tmp_path)
        if name != "client.documents.sync"  # of files here, not of answers
        for field in find_unread(result)
        if field not in EMPTY
    }
    assert missing == set()


def find_unread(value: Any) -> Iterator[str]:
    """Fields that have their defaults, though every field of the answer had another value."""
    if isinstance(value, list | tuple):
        for one in value:
            yield from find_unread(one)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            found = getattr(value, field.name)
            if found in (None, (), 0, "", False, {}):
                yield f"{type(value).__name__}.{field.name}"
            yield from find_unread(found)


def test_every_parameter_of_the_interface_can_be_given(tmp_path: Path) -> None:
    recorder = Recorder(nulls=False)
    for _ in use_all(recorder, tmp_path):
        pass
    lacking = {
        f"{one}: {name}"
        for one in operations()
        for name in one.fields | one.query
        if str(one) in recorder.sent and name not in recorder.sent[str(one)] | PAGES | set(LEFT_OUT)
    }
    assert lacking == set()
