"""What readers and generators of clients see of the OpenAPI document: ids, parts, words, examples."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from dragoman.api.openapi.examples import example_of
from dragoman.app import create_app
from dragoman.settings import Settings

JSON = "application/json"
SHOWN = {JSON, "multipart/form-data", "application/x-www-form-urlencoded"}
# Words that end an id, where two paths have one operation or two audiences have operations of one name.
SUFFIXES = re.compile(r"_at_[a-z_]+$|_as_staff$")
VERBS = {
    "accept",
    "analyze",
    "assign",
    "cancel",
    "change",
    "check",
    "count",
    "create",
    "delete",
    "deliver",
    "detect",
    "download",
    "end",
    "export",
    "finish",
    "get",
    "hand",
    "hold",
    "import",
    "invite",
    "list",
    "lock",
    "notify",
    "preview",
    "quote",
    "regenerate",
    "release",
    "remove",
    "replace",
    "replay",
    "resolve",
    "restore",
    "retry",
    "return",
    "review",
    "revoke",
    "save",
    "search",
    "send",
    "set",
    "start",
    "stream",
    "suggest",
    "translate",
    "undo",
    "upload",
}


@cache
def document() -> dict[str, Any]:
    return create_app(Settings(), issuer="http://127.0.0.1:8080").openapi()


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and operation."""
    for part in ("paths", "webhooks"):
        for path, by_method in document()[part].items():
            for operation in by_method.values():
                yield path, operation


def answers_of(operation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Status and answer, those of the components looked up."""
    for status, answer in operation["responses"].items():
        shared = answer.get("$ref", "").rpartition("/")[2]
        yield status, document()["components"]["responses"][shared] if shared else answer


def test_ids_are_unique_and_a_verb_with_a_noun() -> None:
    ids = [operation["operationId"] for _, operation in operations()]
    assert [name for name, times in Counter(ids).items() if times > 1] == []
    for name in ids:
        verb, _, noun = SUFFIXES.sub("", name).partition("_")
        assert verb in VERBS, name
        assert re.fullmatch("[a-z]+(_[a-z]+)*", noun), name


def test_the_paths_of_the_specification_have_the_plain_ids() -> None:
    found = document()["paths"]
    for call, name in {
        "post /oauth2/token": "create_token",
        "post /v2/translate": "translate_text",
        "post /project/v1/projects": "create_project",
        "get /project/v1/project": "list_projects",
        "get /project/v1/project/{id}": "get_project",
        "post /project/v1/project/{id}/file": "upload_file",
        "get /project/v1/languages": "list_languages",
        "get /project/v1/translation-memories": "list_memories",
        "get /project/v1/project-templates/{id}": "get_project_template",
    }.items():
        method, path = call.split()
        assert found[path][method]["operationId"] == name


def test_another_spelling_of_a_path_names_the_operation_that_it_is() -> None:
    by_id = {operation["operationId"]: operation for _, operation in operations()}
    aliases = {name: one["x-alias-of"] for name, one in by_id.items() if "x-alias-of" in one}
    assert len(aliases) > 20
    assert aliases["upload_file_at_projects_files"] == "upload_file"
    for name, original in aliases.items():
        alias, same = by_id[name], by_id[original]
        assert f"The same as `{original}`" in alias["description"]
        assert alias["summary"] == same["summary"]
        assert alias["tags"] == same["tags"]
        assert alias["responses"].keys() == same["responses"].keys()


def test_the_operations_of_staff_alone_end_in_their_name() -> None:
    for path, operation in operations():
        assert operation["operationId"].endswith("_as_staff") == path.startswith("/provider/"), path
        assert operation["tags"][0].startswith("Provider ") == path.startswith("/provider/"), path


def test_no_part_is_too_long_to_read() -> None:
    sizes = Counter(operation["tags"][0] for _, operation in operations() if "x-alias-of" not in operation)
    assert [tag["name"] for tag in document()["tags"] if tag["name"] not in sizes] == []
    assert max(sizes.values()) <= 26, sizes


def test_a_summary_is_a_line_and_a_description_names_the_scopes() -> None:
    for path, operation in operations():
        assert 5 < len(operation["summary"]) <= 100, path
        assert not operation["summary"].endswith("."), path
        for requirement in operation["security"]:
            (scope,) = requirement["OAuth2"]
            assert f"`{scope}`" in operation["description"], path


def validate(schema: dict[str, Any], value: object) -> list[str]:
    whole = {**schema, "components": document()["components"]}
    errors = Draft202012Validator(whole, format_checker=FormatChecker()).iter_errors(value)
    return [f"{list(error.path)}: {error.message}" for error in errors]


def examples_in(content: dict[str, Any]) -> list[object]:
    if "example" in content:
        return [content["example"]]
    return [one["value"] for one in content.get("examples", {}).values()]


def test_every_body_and_json_answer_has_an_example_that_its_schema_accepts() -> None:
    seen = 0
    for path, operation in operations():
        name = operation["operationId"]
        bodies = [
            (f"{name} {kind}", content)
            for kind, content in operation.get("requestBody", {}).get("content", {}).items()
            if kind in SHOWN
        ]
        bodies += [
            (f"{name} {status}", answer["content"][JSON])
            for status, answer in answers_of(operation)
            if JSON in answer.get("content", {})
        ]
        for where, content in bodies:
            assert examples_in(content), f"{path} {where}"
            for example in examples_in(content):
                assert validate(content["schema"], example) == [], f"{path} {where}"
                seen += 1
    assert seen > 2000


def test_every_parameter_has_a_description_and_an_example_or_a_default() -> None:
    for path, operation in operations():
        for parameter in operation.get("parameters", ()):
            where, schema = f"{path} {parameter['name']}", parameter["schema"]
            assert parameter["description"], where
            assert "default" in schema or schema["examples"], where
            for example in schema.get("examples", ()):
                assert validate(schema, example) == [], where


def test_a_text_without_an_example_is_told_by_its_name() -> None:
    schema = {"title": "Thing", "properties": {"colour": {"type": "string"}}}
    with pytest.raises(LookupError, match=r"Thing\.colour has no example"):
        example_of(schema, {}, asked=False)


def test_answers_document_the_headers_that_clients_act_upon() -> None:
    needed = {
        "401": {"WWW-Authenticate"},
        "429": {"Retry-After", "RateLimit", "RateLimit-Policy"},
        "503": {"Retry-After"},
    }
    for path, operation in operations():
        if path.startswith(("/v2", "/project/v1", "/provider/v1")):
            for status, answer in answers_of(operation):
                assert answer["headers"].keys() >= {"X-Request-Id"} | needed.get(status, set()), path


def test_what_most_operations_answer_when_something_is_wrong_is_documented_once() -> None:
    shared = document()["components"]["responses"]
    assert {"Unauthorized", "Forbidden", "Unprocessable", "TooManyRequests", "RulesBroken"} <= set(shared)
    unprocessable = shared["Unprocessable"]["content"][JSON]["examples"]
    assert set(unprocessable) == {"ValidationProblem", "Problem"}
    for _, operation in operations():
        inline = [answer for answer in operation["responses"].values() if "$ref" not in answer]
        assert [one for one in inline if one in shared.values()] == []
