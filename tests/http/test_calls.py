"""The calls that errors point to are those of the interface."""

from __future__ import annotations

from dragoman.app import create_app
from dragoman.errors import Call, Operation, RuleBroken
from dragoman.http.calls import CALLS, write_hints, write_message
from dragoman.settings import Settings

SEND = Call(Operation.UPLOAD_FILE, {"id": 3})
LIST = Call(Operation.LIST_LANGUAGES)


def test_every_operation_has_its_method_and_path() -> None:
    paths = create_app(Settings(), issuer="http://127.0.0.1:8080").openapi()["paths"]
    assert set(CALLS) == set(Operation)
    for operation, call in CALLS.items():
        method, path = call.split()
        found = paths[path][method.lower()]["operationId"]
        assert found.partition("_at_")[0] == operation  # it may be another spelling of the path


def test_hints_end_with_the_calls_that_they_speak_of() -> None:
    error = RuleBroken("It is empty.", hints="Send one.", calls=[SEND, LIST])
    assert write_message(error) == "It is empty."
    assert write_hints(error) == "Send one: POST /project/v1/projects/3/files, GET /project/v1/languages."


def test_without_hints_the_message_ends_with_the_calls() -> None:
    error = RuleBroken("It is empty. Send one.", calls=[SEND])
    assert write_message(error) == "It is empty. Send one: POST /project/v1/projects/3/files."
    assert write_hints(error) == ""
    assert write_message(RuleBroken("It is empty.")) == "It is empty."
