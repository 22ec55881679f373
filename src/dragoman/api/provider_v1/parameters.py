"""Check query parameters of the provider's interface: unknown names are refused.

A filter with a wrong name would otherwise be ignored, and everything listed. Names of earlier versions are
still read; the answer then has the header `Deprecation` (RFC 9745).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final
from urllib.parse import parse_qsl, urlencode

from fastapi import Request

from dragoman.errors import FieldProblem, Malformed

_OLD_NAMES: Final[Mapping[str, str]] = {
    "account": "accountId",
    "source": "sourceLanguage",
    "target": "targetLanguage",
}
_DEPRECATION: Final = "@1795392000"  # 2026-11-23: since when the old names are deprecated
_MOST_SHOWN: Final = 60  # characters of an unknown name


def check_query(request: Request, known: Collection[str], *, lists: Collection[str] = ()) -> Request:
    """The request with old names of parameters replaced. `known` are those of its endpoint.

    Those of them that are `lists` may have several values. Raises `Malformed` for unknown names, and for
    another name with two different values.
    """
    given = parse_qsl(request.scope["query_string"].decode("latin-1"), keep_blank_values=True)
    if not given:
        return request
    named = [(_current_name(name, known), value) for name, value in given]
    if problems := [*_find_unknown(named, known), *_find_repeated(named, lists)]:
        raise Malformed(problems)
    if named == given:
        return request
    headers = request.scope.setdefault("state", {}).setdefault("answer_headers", {})
    request.scope["state"]["answer_headers"] = {**headers, "Deprecation": _DEPRECATION}
    return Request({**request.scope, "query_string": urlencode(named).encode("ascii")}, request.receive)


def _current_name(name: str, known: Collection[str]) -> str:
    current = _OLD_NAMES.get(name, name)
    return current if current in known and name not in known else name


def _find_unknown(named: Sequence[tuple[str, str]], known: Collection[str]) -> list[FieldProblem]:
    listed = f"This call knows: {', '.join(sorted(known))}." if known else "This call takes none."
    return [
        FieldProblem(
            location=("query", name[:_MOST_SHOWN]),
            message=f"There is no such query parameter. {listed}",
            kind="unknown_parameter",
        )
        for name in dict.fromkeys(name for name, _ in named)
        if name not in known
    ]


def _find_repeated(named: Sequence[tuple[str, str]], lists: Collection[str]) -> list[FieldProblem]:
    values: dict[str, set[str]] = {}
    for name, value in named:
        values.setdefault(name, set()).add(value)
    return [
        FieldProblem(
            location=("query", name[:_MOST_SHOWN]),
            message="The parameter is given twice, with different values. Send it once.",
            kind="parameter_twice",
        )
        for name, several in values.items()
        if len(several) > 1 and name not in lists
    ]
