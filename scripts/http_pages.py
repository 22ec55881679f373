"""Generate the pages of docs/reference/http from the OpenAPI document: see `write_references`.

A page for each tag: its operations with parameters, bodies and answers, then the fields of all objects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from scripts.formats_page import WRITTEN, cell

FOLDER: Final = Path("docs/reference/http")
_METHODS: Final = ("get", "post", "put", "patch", "delete")
_HEAD: Final = "| name | in | type | meaning |\n|---|---|---|---|"
_FIELDS_HEAD: Final = "| field | type | meaning |\n|---|---|---|"
# What every operation answers besides: explained once, on the first page.
_EVERYWHERE: Final = frozenset({"401", "403", "405", "429", "500", "503", "504"})
_INTRO: Final = f"""# The HTTP interface

{WRITTEN}

One server answers everything. Bodies are JSON in UTF-8, names are camelCase, times are ISO 8601 in UTC with
`Z`. Every answer carries `X-Request-Id`. Calls need an [access token](../../guides/authentication.md) with
the scope that their operation names; [errors](../errors.md) explains what every operation can answer besides:
401, 403, 405, 429, 500, 503 and 504. Unknown fields and parameters are ignored, and later versions only add
some.

A running service has the same interface to try at `/docs`, and its OpenAPI 3.1 document at `/openapi.json`;
[openapi.json](../../openapi.json) is that of a service with default settings, to
[generate a client](../../guides/generate-a-client.md) from.
"""

_Json: TypeAlias = Mapping[str, Any]


def http_pages(document: _Json) -> dict[Path, str]:
    """The page of every tag and the first page: their paths from the root of the checkout, and contents."""
    tags = [tag for tag in document["tags"] if any(_of_tag(document, tag["name"]))]
    rows = [
        f"| [{tag['name']}]({_file_name(tag['name'])}) | {cell(tag['description'])} "
        f"| {len(list(_of_tag(document, tag['name'])))} |"
        for tag in tags
    ]
    pages = {FOLDER / _file_name(tag["name"]): _page(document, tag) for tag in tags}
    table = ["| page | what it has | operations |", "|---|---|---|", *rows]
    return {FOLDER / "README.md": "\n".join([_INTRO, *table, ""]), **pages}


def _file_name(tag: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", tag.lower()).strip("-") + ".md"


def _of_tag(document: _Json, tag: str) -> Iterator[tuple[str, str, _Json]]:
    """Path, method and operation of everything with this tag."""
    for path, item in document["paths"].items():
        for method in _METHODS:
            if tag in item.get(method, {}).get("tags", ()):
                yield path, method, item[method]


def _page(document: _Json, tag: _Json) -> str:
    operations = list(_of_tag(document, tag["name"]))
    schemas: Mapping[str, _Json] = document["components"]["schemas"]
    used = _used_schemas(schemas, [operation for _, _, operation in operations])
    lines = [f"# {tag['name']}", "", WRITTEN, "", f"{tag['description'].rstrip('.')}.", ""]
    lines += ["| operation | what it does |", "|---|---|"]
    lines += [
        f"| [`{_title(path, method)}`](#{_anchor(_title(path, method))}) | {cell(operation['summary'])} |"
        for path, method, operation in operations
    ]
    for path, method, operation in operations:
        lines += ["", *_operation(path, method, operation, schemas)]
    lines += ["", "## Objects", ""]
    for name in used:
        lines += [*_schema(name, schemas[name], schemas), ""]
    return "\n".join(lines if used else [*lines[:-3], ""])


def _title(path: str, method: str) -> str:
    return f"{method.upper()} {path}"


def _anchor(heading: str) -> str:
    """The anchor of a heading, as GitHub and the site make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def _operation(path: str, method: str, operation: _Json, schemas: Mapping[str, _Json]) -> Iterator[str]:
    yield f"## `{_title(path, method)}`"
    yield ""
    yield _paragraphs(operation.get("description") or operation["summary"])
    scopes = [scope for one in operation.get("security", ()) for names in one.values() for scope in names]
    yield ""
    needed = f"Scope: {' or '.join(f'`{scope}`' for scope in scopes)}." if scopes else ""
    yield f"{needed} Operation id: `{operation['operationId']}`.".strip()
    parameters = operation.get("parameters", ())
    if parameters:
        yield f"\n{_HEAD}"
        yield from (_parameter(one, schemas) for one in parameters)
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        yield f"\nBody, `{kind}`: {_kind(content.get('schema', {}), schemas)}"
    yield "\n| answer | body | meaning |\n|---|---|---|"
    for status, answer in operation["responses"].items():
        if status not in _EVERYWHERE:
            contents: Mapping[str, _Json] = answer.get("content", {})
            bodies = dict.fromkeys(_answer_body(kind, one, schemas) for kind, one in contents.items())
            meaning = _sentence(answer.get("description")).replace("Successful Response.", "Done.")
            yield f"| {status} | {', '.join(bodies)} | {meaning} |"


def _answer_body(kind: str, content: _Json, schemas: Mapping[str, _Json]) -> str:
    schema = content.get("schema", {})
    return _kind(schema, schemas) if kind == "application/json" and schema else f"`{kind}`"


def _parameter(parameter: _Json, schemas: Mapping[str, _Json]) -> str:
    schema = parameter.get("schema", {})
    required = "Required." if parameter.get("required") and parameter["in"] != "path" else ""
    meaning = _sentence(parameter.get("description") or schema.get("description"))
    words = " ".join(filter(None, (required, meaning, _default(schema))))
    return f"| `{parameter['name']}` | {parameter['in']} | {_kind(schema, schemas)} | {words} |"


def _schema(name: str, schema: _Json, schemas: Mapping[str, _Json]) -> Iterator[str]:
    yield f"### {name}"
    if schema.get("description"):
        yield f"\n{_paragraphs(schema['description'])}"
    properties: Mapping[str, _Json] = schema.get("properties", {})
    if not properties:
        yield f"\n{_kind(schema, schemas, inside=True)}"
        return
    required = schema.get("required", ())
    yield f"\n{_FIELDS_HEAD}"
    for field, value in properties.items():
        needed = "Required." if field in required and "default" not in value else ""
        words = " ".join(filter(None, (needed, _sentence(value.get("description")), _default(value))))
        yield f"| `{field}` | {_kind(value, schemas)} | {words} |"


def _kind(schema: _Json, schemas: Mapping[str, _Json], *, inside: bool = False) -> str:
    """The type of a value in words, with links to the objects below; `inside` its own definition."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{_anchor(name)})"
    several = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
    if several:
        return " or ".join(dict.fromkeys(_kind(one, schemas) for one in several))
    values = schema.get("enum") or ([schema["const"]] if "const" in schema else None)
    if values:
        return " ".join(f"`{value}`" for value in values)
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}), schemas)}"
    if not inside and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_kind(schema['additionalProperties'], schemas)}"
    return _plain_kind(schema)


def _plain_kind(schema: _Json) -> str:
    kind = schema.get("type", "any value")
    words = kind if isinstance(kind, str) else " or ".join(kind)
    form = schema.get("format") or schema.get("contentMediaType")
    if form in {"binary", "application/octet-stream"}:
        return "file"
    return f"{words} ({form})" if form else words


def _default(schema: _Json) -> str:
    default = schema.get("default")
    if default in (None, "", [], {}):
        return ""
    shown = str(default).lower() if isinstance(default, bool) else default
    return f"Default: `{shown}`."


def _used_schemas(schemas: Mapping[str, _Json], values: list[Any]) -> list[str]:
    """The names of all objects that these values lead to, sorted; not those of answers everywhere."""
    found: set[str] = set()
    waiting: list[Any] = [_without_common_answers(value) for value in values]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            name = str(value.get("$ref", "")).rpartition("/")[2]
            if name in schemas and name not in found:
                found.add(name)
                waiting.append(schemas[name])
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
    return sorted(found)


def _without_common_answers(operation: _Json) -> dict[str, Any]:
    answers = operation["responses"]
    return {**operation, "responses": {key: answers[key] for key in answers if key not in _EVERYWHERE}}


def _prose(text: str | None) -> str:
    return " ".join((text or "").split())


def _sentence(text: str | None) -> str:
    """A text for a cell, with its full stop."""
    prose = cell(_prose(text))
    return f"{prose}." if prose and prose[-1] not in ".!?" else prose


def _paragraphs(text: str) -> str:
    """A description as it was written, but with no line that Markdown would take for something else."""
    return "\n\n".join(_prose(part) for part in text.strip().split("\n\n"))
