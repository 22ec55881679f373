"""Words of the OpenAPI document: summaries, descriptions of operations and ids, answers that many share."""

from __future__ import annotations

import re
from typing import Any, Final

from dragoman.http.responses import COMPONENT

_Document = dict[str, Any]

REQUEST_ID: Final = {
    "description": "Names the request in the service's log: give it to the operator when something fails",
    "schema": {"type": "string", "examples": ["0198f2c4d5e67a8b"]},
}
_SENTENCE: Final = re.compile(r"(?<=[A-Za-z`)0-9])[.;:] ")  # where a summary may end
_PARAMETER: Final = re.compile(r"([^/]+)/\{(\w+)\}")
_NOUNS: Final = {
    "accounts": "account",
    "applications": "application",
    "concepts": "concept",
    "documents": "job: the `jobId` that its upload was answered with",
    "file": "file that was sent, or of a finished translation of it",
    "files": "file that was sent, or of a finished translation of it",
    "imports": "import",
    "invoicing-accounts": "invoicing account",
    "jobs": "failed job",
    "languages": "language",
    "notifications": "webhook: its `webhook-id`",
    "project": "project",
    "project-templates": "project template",
    "projects": "project",
    "services": "service",
    "style-guides": "style guide",
    "term-bases": "term base",
    "translation-memories": "translation memory",
    "translation-memory-sets": "set of translation memories",
    "translations": "translation: of one file into one language",
    "units": "unit",
    "users": "user",
    "versions": "version, its number",
    "work-areas": "work area",
    "workareas": "work area",
}


def describe_operation(operation: _Document, path: str) -> None:
    """Summarize an operation by its first sentence, and add to its description who may call it."""
    text = re.sub(r"(?<!\n)\n(?!\n)", " ", operation["description"].strip())
    operation["summary"] = _SENTENCE.split(text.partition("\n")[0].removesuffix("."), maxsplit=1)[0]
    operation["description"] = "\n\n".join([text, *_notes(operation)])
    folders = {name: folder for folder, name in _PARAMETER.findall(path)}
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "path" and "description" not in parameter:
            parameter["description"] = f"Id of the {_NOUNS[folders[parameter['name']]]}"


def _notes(operation: _Document) -> list[str]:
    """The scopes of which one is needed, and the operation of which this is another spelling."""
    scopes = [scope for one in operation.get("security", ()) for scope in one.get("OAuth2", ())]
    name, at, _ = operation["operationId"].partition("_at_")
    notes = []
    if scopes:
        notes.append(f"Scope: {' or '.join(f'`{scope}`' for scope in dict.fromkeys(scopes))}.")
    if at:
        notes.append(f"The same as `{name}`, at another spelling of its path.")
        operation["x-alias-of"] = name
    return notes


def share_answers(operation: _Document, shared: _Document) -> None:
    """Document the request's id in every answer, and move those that have a name to the components."""
    for status, made in operation["responses"].items():
        request_id = {"X-Request-Id": {"$ref": "#/components/headers/X-Request-Id"}}
        answer = {**made, "headers": {**made.get("headers", {}), **request_id}}  # anew: routes share them
        if (name := answer.pop(COMPONENT, None)) is None:
            operation["responses"][status] = answer
            continue
        if shared.setdefault(name, answer) != answer:
            raise ValueError(f"Two different answers are called {name}.")
        operation["responses"][status] = {"$ref": f"#/components/responses/{name}"}
