"""The four error bodies (E1, E2, E4 and those of RFC 6749), raised by whatever refuses a request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dragoman_client.mock.messages import NO_STORE, MockAnswer, json_answer

USUAL_HINT = "Change the request as the message says, and send it again."


class MockRefusal(Exception):
    """A request that is refused, with its answer."""

    def __init__(self, answer: MockAnswer) -> None:
        super().__init__(answer.status)
        self.answer = answer


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """One item of a 422 body: where, what, and its kind."""

    loc: Sequence[str | int]
    msg: str
    type: str

    @property
    def item(self) -> dict[str, Any]:
        """The item as JSON."""
        return {"loc": list(self.loc), "msg": self.msg, "type": self.type}


@dataclass(frozen=True, slots=True)
class RuleProblem:
    """One item of a project interface's 400 body."""

    code: str
    message: str
    hints: str = USUAL_HINT

    @property
    def item(self) -> dict[str, str]:
        """The item as JSON."""
        return {"code": self.code, "message": self.message, "hints": self.hints}


def detail(status: int, text: str, headers: Mapping[str, str] | None = None, **more: Any) -> MockRefusal:
    """An error with a text (E1)."""
    return MockRefusal(
        json_answer({"detail": text, **more}, status=status, headers={**NO_STORE, **(headers or {})})
    )


def invalid(problems: Sequence[FieldProblem]) -> MockRefusal:
    """Fields that are missing or of a wrong type (E2)."""
    items = [one.item for one in problems[:100]]
    return MockRefusal(json_answer({"detail": items}, status=422, headers=NO_STORE))


def broken_rules(problems: Sequence[RuleProblem]) -> MockRefusal:
    """Rules of the project interface that a request breaks (E4)."""
    return MockRefusal(json_answer([one.item for one in problems], status=400, headers=NO_STORE))


def broken_rule(code: str, message: str, hints: str = USUAL_HINT) -> MockRefusal:
    """One rule of the project interface that a request breaks (E4)."""
    return broken_rules([RuleProblem(code, message, hints)])


def conflict(text: str, *, is_staff: bool = True) -> MockRefusal:
    """A conflict; the provider's interface tells its code too."""
    return detail(409, text, code="CONFLICT") if is_staff else detail(409, text)


def missing(label: str) -> MockRefusal:
    """A 404 for a thing that there is not."""
    return detail(404, f"There is no such {label}.")
