"""Concepts of term bases and the base's versions (P17, V5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from dragoman_client.mock.handlers.own_records import own_record
from dragoman_client.mock.languages import canonical
from dragoman_client.mock.messages import MockAnswer, empty_answer, json_answer
from dragoman_client.mock.paging import page_answer
from dragoman_client.mock.refusals import RuleProblem, broken_rule, broken_rules, conflict, detail
from dragoman_client.mock.routing import MockCall, handles
from dragoman_client.mock.state import Record, State, Table
from dragoman_client.mock.times import stamp, today

PATH: Final = "term-bases"
_STATUSES: Final = ("preferred", "admitted", "forbidden")
_TERM_DEFAULTS: Final[Record] = {
    "status": "preferred", "caseSensitive": False, "match": "stem", "forms": [], "partOfSpeech": None,
    "gender": None, "type": None, "note": "", "example": "",
}  # fmt: skip


@handles("list_concepts", "list_concepts_as_staff")
def list_concepts(call: MockCall) -> MockAnswer:
    """Concepts, filtered by their terms."""
    rows = [one for one in concepts_of(call.state, own_record(call, PATH)) if _matches(call.query, one)]
    return page_answer(call, "concepts", rows)


@handles("create_concept", "create_concept_as_staff")
def create_concept(call: MockCall) -> MockAnswer:
    """A new concept: the base's next version."""
    base = own_record(call, PATH)
    _check_terms(call.body["terms"])
    concept = add_concept(call.state, base, call.body)
    note_version(call.state, base, actor=call.application.actor, added=1)
    headers = {"Location": f"{call.request.path.rstrip('/')}/{concept['id']}"}
    return json_answer({**concept, "alsoIn": []}, status=201, headers=headers)


@handles("get_concept", "get_concept_as_staff")
def get_concept(call: MockCall) -> MockAnswer:
    """One concept."""
    return json_answer({**_find(call), "alsoIn": []})


@handles("replace_concept", "replace_concept_as_staff")
def replace_concept(call: MockCall) -> MockAnswer:
    """Replace a concept of the version that the client has read."""
    base, concept, body = own_record(call, PATH), _find(call), call.body
    wanted = body.get("version")
    if wanted is not None and wanted != concept["version"]:
        raise _outdated(call, concept)
    _check_terms(body["terms"])
    said = {name: body.get(name) or "" for name in ("definition", "domain", "note")}
    concept |= {**said, "doNotTranslate": bool(body.get("doNotTranslate"))}
    concept |= {"terms": _fill_terms(body["terms"]), "version": base["version"] + 1, "changedAt": today()}
    note_version(call.state, base, actor=call.application.actor, changed=1)
    return json_answer({**concept, "alsoIn": []})


@handles("delete_concept", "delete_concept_as_staff")
def delete_concept(call: MockCall) -> MockAnswer:
    """Delete a concept."""
    base, concept = own_record(call, PATH), _find(call)
    wanted = call.query["version"]
    if wanted is not None and wanted != concept["version"]:
        raise _outdated(call, concept)
    del concepts_of(call.state, base).rows[concept["id"]]
    note_version(call.state, base, actor=call.application.actor, removed=1)
    return empty_answer()


@handles("list_term_base_versions", "list_term_base_versions_as_staff")
def list_versions(call: MockCall) -> MockAnswer:
    """The versions of a base, newest first."""
    base = own_record(call, PATH)
    rows = [
        {name: value for name, value in row.items() if name not in {"id", "concepts"}}
        for row in reversed(list(call.state.table(f"versions-{base['id']}")))
    ]
    return page_answer(call, "versions", rows)


def concepts_of(state: State, base: Record) -> Table:
    """The table of a base's concepts."""
    return state.table(f"concepts-{base['id']}")


def concepts_at(call: MockCall, base: Record, version: int | None) -> list[Record]:
    """The concepts of a version, or those of now; a refusal where there is no such version."""
    if version is None:
        return list(concepts_of(call.state, base))
    for row in call.state.table(f"versions-{base['id']}"):
        if row["version"] == version:
            return list(row["concepts"])
    raise detail(404, f"Term base {base['id']} has no version {version}.")


def add_concept(state: State, base: Record, said: Mapping[str, Any]) -> Record:
    """Store a concept; `note_version` follows."""
    table = concepts_of(state, base)
    number = table.last_id + 1
    return table.add(
        {
            "id": number,
            "key": said.get("key") or str(number),
            "version": base["version"] + 1,
            "definition": said.get("definition") or "",
            "domain": said.get("domain") or "",
            "note": said.get("note") or "",
            "doNotTranslate": bool(said.get("doNotTranslate")),
            "createdAt": today(),
            "changedAt": None,
            "terms": _fill_terms(said["terms"]),
        }
    )


def note_version(
    state: State, base: Record, *, actor: str, added: int = 0, changed: int = 0, removed: int = 0
) -> None:
    """Give a base its next version."""
    base["version"] += 1
    state.table(f"versions-{base['id']}").add(
        {
            "version": base["version"],
            "createdAt": stamp(),
            "actor": actor,
            "added": added,
            "changed": changed,
            "removed": removed,
            "concepts": [dict(one) for one in concepts_of(state, base)],
        }
    )


def _find(call: MockCall) -> Record:
    base = own_record(call, PATH)
    found = concepts_of(call.state, base).rows.get(call.number("conceptId"))
    if found is None:
        raise detail(404, f"Term base {base['id']} has no concept {call.number('conceptId')}.")
    return found


def _outdated(call: MockCall, concept: Record) -> Exception:
    text = f"Concept {concept['id']} has version {concept['version']} now. Read it again."
    return conflict(text, is_staff=call.operation.path.startswith("/provider"))


def _check_terms(terms: list[Record]) -> None:
    if not terms:
        raise broken_rule("TERMS_MISSING", "A concept has at least one term.")
    problems = []
    known: dict[tuple[str, str], int] = {}
    for number, term in enumerate(terms):
        identity = (canonical(term["language"]), term["text"].strip())
        first = known.setdefault(identity, number)
        if not identity[1]:
            problems.append(RuleProblem("TERM_INVALID", f"terms[{number}]: the term is empty."))
        elif first != number:
            message = f"terms[{number}]: the same term is terms[{first}] already."
            problems.append(RuleProblem("TERM_TWICE", message))
    if problems:
        raise broken_rules(problems)


def _fill_terms(terms: list[Record]) -> list[Record]:
    """Terms with all that was not said, by language and status."""
    filled = [
        {
            "language": canonical(term["language"]),
            "text": term["text"],
            **{
                name: default if term.get(name) is None else term[name]
                for name, default in _TERM_DEFAULTS.items()
            },
        }
        for term in terms
    ]
    return sorted(filled, key=lambda one: (one["language"], _STATUSES.index(one["status"])))


def _matches(query: Mapping[str, Any], concept: Record) -> bool:
    words = (query["search"] or "").casefold()
    terms = [
        term
        for term in concept["terms"]
        if (query["language"] is None or canonical(query["language"]) == term["language"])
        and query["status"] in (None, term["status"])
    ]
    return any(words in term["text"].casefold() for term in terms) and (
        query["domain"] in (None, concept["domain"])
    )
