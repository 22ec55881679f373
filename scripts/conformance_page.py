"""Generate docs/reference/conformance.md from the checks of the conformance kit: see `write_references`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dragoman_client.conformance import Check, Need, all_checks
from dragoman_client.conformance.clauses import CLAUSES, Clause
from scripts.formats_page import WRITTEN, cell

_INTRO: Final = f"""# Conformance checks

{WRITTEN}

What `dragoman conform` checks of a server, by the clauses of the interface. A check of several clauses
is shown under the first one, and counts for each. [Check a server](../guides/check-a-server.md) shows how to
run them.

Every check but those marked *public* needs the credentials of a customer's application. The other marks are
what it needs beside them:

| mark | what it needs |
|---|---|"""
_MARKS: Final = {
    Need.OTHER: "other",
    Need.STAFF: "staff",
    Need.LIMITED: "limited",
    Need.WEBHOOK_SECRET: "webhook secret",
    Need.CALLBACK: "callback",
    Need.ORDER: "order",
}


def conformance_page() -> str:
    """The page."""
    marks = (f"| {mark} | {need.value} |" for need, mark in _MARKS.items())
    sections = (line for clause in CLAUSES.values() for line in _section(clause))
    return "\n".join([_INTRO, *marks, "", *sections])


def _section(clause: Clause) -> Iterator[str]:
    checks = [one for one in all_checks() if one.clauses[0] == clause.id]
    also = [f"`{one.name}`" for one in all_checks() if clause.id in one.clauses[1:]]
    yield f"## {clause.id}: {clause.summary}"
    yield ""
    if clause.unseen:
        yield f"Not checked: {clause.unseen}."
        yield ""
    if checks:
        yield "| check | requirement | needs |"
        yield "|---|---|---|"
        yield from (_row(one) for one in checks)
        yield ""
    if also:
        yield f"Also checked by {', '.join(also)}."
        yield ""


def _row(one: Check) -> str:
    marks = ", ".join(mark for need, mark in _MARKS.items() if need in one.needs)
    return f"| `{one.name}` | {cell(one.requirement)} | {marks if one.needs else 'public'} |"
