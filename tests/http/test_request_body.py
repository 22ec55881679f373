"""JSON bodies that are cheap to send and dear to validate."""

from __future__ import annotations

import pytest

from dragoman.api.project_v1.parsing import parse_fields
from dragoman.errors import FieldProblem, Malformed
from dragoman.http.errors import answer_error
from dragoman.http.request_body import check_values, parse_json
from dragoman.http.route_policy import ErrorStyle
from tests.processor_time import least_processor_time

_SIZE = 2 * 1024 * 1024
_MANY = {
    "numbers": b'{"a":[' + b"1," * (_SIZE // 2) + b"1]}",
    "lists": b'{"a":[' + b"[]," * (_SIZE // 3) + b"1]}",
    "lists of lists": b"[" + (b"[" + b"[1,1]," * 100 + b"1],") * (_SIZE // 602) + b"1]",
    "members": b"{" + b",".join(b'"%d":1' % number for number in range(_SIZE // 10)) + b"}",
}


@pytest.mark.parametrize("body", _MANY.values(), ids=_MANY)
def test_a_body_of_very_many_values_is_refused_before_they_are_validated(body: bytes) -> None:
    for read in (lambda data: check_values(parse_json(data)), parse_fields):
        with pytest.raises(Malformed) as refused:
            read(body)
        (problem,) = refused.value.problems
        assert problem.location == ("body",)
        assert "more than 20000 values" in problem.message


def test_refusing_it_costs_little_more_than_parsing_it() -> None:
    body = _MANY["lists of lists"]

    def read() -> None:
        with pytest.raises(Malformed):
            check_values(parse_json(body))

    assert least_processor_time(read) < 2 * least_processor_time(lambda: parse_json(body))


def test_an_ordinary_body_of_many_values_is_read() -> None:
    body = b'{"a":[' + b'{"b":[1,2]},' * 4_999 + b"1]}"
    check_values(parse_json(body))


def test_of_very_many_problems_the_first_are_reported() -> None:
    problems = [FieldProblem(location=("body", n), message="m", kind="k") for n in range(5_000)]
    answer = answer_error(Malformed(problems), style=ErrorStyle.TEXT, request_id="x")
    assert answer.status_code == 422
    assert len(answer.body) < 10_000
