"""The table of checks: `@check` puts a function into it, `all_checks` gives them by module."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final

from dragoman_client.conformance.clauses import CLAUSES
from dragoman_client.conformance.model import Check, Need
from dragoman_client.errors import InvalidInputError

if TYPE_CHECKING:
    from dragoman_client.conformance.server import CheckedServer

    CheckFunction = Callable[[CheckedServer], None]

MODULES: Final = (
    "tokens",
    "texts",
    "text_contents",
    "text_additions",
    "languages",
    "documents",
    "document_refusals",
    "projects",
    "project_changes",
    "project_files",
    "project_ends",
    "reference",
    "term_bases",
    "memories",
    "notifications",
    "refusals",
    "idempotency",
    "limits",
    "tenancy",
    "provider",
    "provider_data",
    "health",
)
_CHECKS: Final[dict[str, Check]] = {}


def check(
    *clauses: str, needs: Sequence[Need] = (Need.CUSTOMER,)
) -> Callable[[CheckFunction], CheckFunction]:
    """Register a function as a check of clauses. The first line of its docstring is the requirement.

    Raises ValueError for a name twice and an unknown clause.
    """

    def register(function: CheckFunction) -> CheckFunction:
        name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
        unknown = [one for one in clauses if one not in CLAUSES]
        if name in _CHECKS or unknown or not clauses:
            raise ValueError(f"The check {name} is there twice, or has no known clause: {unknown}.")
        _CHECKS[name] = Check(
            name=name,
            clauses=clauses,
            requirement=(function.__doc__ or "").strip().partition("\n")[0],
            needs=tuple(needs),
            run=function,
        )
        return function

    return register


def all_checks() -> tuple[Check, ...]:
    """Every check."""
    for module in MODULES:
        import_module(f"dragoman_client.conformance.checks.{module}")
    return tuple(_CHECKS.values())


def select_checks(
    checks: Iterable[Check], *, only: Sequence[str] = (), but: Sequence[str] = ()
) -> tuple[Check, ...]:
    """Those of clauses (`T4`), of groups (`T`) or with a name (`texts.in_order`), without those of `but`.

    Raises `InvalidInputError` for a word that is none of these.
    """
    every = tuple(checks)
    known = {name for one in every for name in _words(one)} | {*CLAUSES} | {one[0] for one in CLAUSES}
    for word in (*only, *but):
        if word not in known:
            raise InvalidInputError(
                f"There is no clause, group or check {word!r}. `dragoman conform --list` shows them."
            )
    return tuple(one for one in every if (not only or _words(one) & set(only)) and not _words(one) & set(but))


def _words(one: Check) -> set[str]:
    return {one.name, *one.clauses, *(clause[0] for clause in one.clauses)}
