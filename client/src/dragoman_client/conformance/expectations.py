"""What checks expect of answers. Each function raises `CheckFailed` with the request and what came."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from dragoman_client.conformance.model import CheckFailed

if TYPE_CHECKING:
    import httpx2

_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def fail(answer: httpx2.Response, expected: str, came: object) -> CheckFailed:
    """The failure of a check by an answer."""
    is_plain = isinstance(came, str) and came.strip()
    shown = str(came) if is_plain else json.dumps(came, ensure_ascii=False, default=str)
    return CheckFailed(
        expected,
        shown,
        f"{answer.request.method} {answer.request.url.raw_path.decode('ascii', 'replace')}",
        answer.headers.get("X-Request-Id", ""),
    )


def expect(answer: httpx2.Response, holds: object, expected: str, came: object = None) -> None:
    """Something is true of an answer; `came` is its status and body unless given."""
    if not holds:
        raise fail(answer, expected, f"{answer.status_code} {answer.text}" if came is None else came)


def expect_equal(answer: httpx2.Response, what: str, came: object, wanted: object) -> None:
    """Two values are equal."""
    shown = json.dumps(wanted, ensure_ascii=False, default=str)
    expect(answer, came == wanted, f"{what}: {shown}", came)


def expect_status(answer: httpx2.Response, *statuses: int) -> httpx2.Response:
    """The status is one of these."""
    expect(answer, answer.status_code in statuses, f"status {' or '.join(map(str, statuses))}")
    return answer


def expect_json(answer: httpx2.Response, *statuses: int) -> Any:
    """The JSON of an answer with one of these statuses; 200 unless given."""
    expect_status(answer, *(statuses or (200,)))
    try:
        return answer.json()
    except ValueError:
        raise fail(answer, "JSON", answer.text) from None


def expect_header(answer: httpx2.Response, name: str, pattern: str) -> str:
    """The value of a header, which matches from its beginning in any case."""
    value = str(answer.headers.get(name, ""))
    expect(answer, re.match(pattern, value, re.IGNORECASE), f"header {name} like {pattern}", value or "none")
    return value


def expect_fields(
    answer: httpx2.Response, record: object, fields: Collection[str], *, no_more: bool = False
) -> None:
    """A JSON object has these fields; it may have more unless told."""
    names = set(record) if isinstance(record, Mapping) else None
    missing = sorted(set(fields) - (names or set()))
    expect(answer, names is not None and not missing, f"fields {', '.join(missing)}", record)
    if no_more:
        expect(answer, names == set(fields), f"no other fields than {', '.join(fields)}", record)


def expect_time(answer: httpx2.Response, what: str, value: object) -> None:
    """A time is ISO 8601 in UTC with whole seconds and `Z`."""
    expect(
        answer,
        isinstance(value, str) and _TIME.fullmatch(value),
        f"{what}: a time like 2030-01-31T12:00:00Z",
        value,
    )


def expect_detail(answer: httpx2.Response, status: int, *parts: str) -> str:
    """An error of the form E1 with these words in it; its text."""
    body = expect_json(answer, status)
    expect_fields(answer, body, ("detail",), no_more=True)
    detail = body["detail"]
    expect(answer, isinstance(detail, str) and detail, "detail: a text", detail)
    for part in parts:
        expect(answer, part in detail, f"detail with “{part}”", detail)
    return str(detail)


def expect_invalid(answer: httpx2.Response, *locations: Sequence[str | int]) -> list[Mapping[str, Any]]:
    """A validation error (E2), with items at these locations alone where some are given; its items."""
    body = expect_json(answer, 422)
    expect_fields(answer, body, ("detail",), no_more=True)
    items = body["detail"]
    expect(answer, isinstance(items, list) and items, "detail: an array of items", items)
    for item in items:
        expect_fields(answer, item, ("loc", "msg", "type"), no_more=True)
        is_text = isinstance(item["msg"], str) and isinstance(item["type"], str)
        expect(answer, isinstance(item["loc"], list) and is_text, "loc array, msg and type text", item)
    found = sorted(json.dumps(item["loc"]) for item in items)
    wanted = sorted(json.dumps(list(one)) for one in locations)
    expect(answer, not locations or found == wanted, f"problems at {', '.join(wanted)}", found)
    return list(items)


def expect_problems(answer: httpx2.Response, *codes: str) -> list[Mapping[str, str]]:
    """A project error (E4), with these codes where some are given; its problems."""
    problems = expect_json(answer, 400)
    expect(answer, isinstance(problems, list) and problems, "an array of problems", problems)
    for one in problems:
        expect_fields(answer, one, ("code", "message", "hints"), no_more=True)
        expect(answer, all(isinstance(value, str) for value in one.values()), "three strings", one)
    found = [one["code"] for one in problems]
    expect(answer, not codes or found == list(codes), f"codes {', '.join(codes)}", found)
    return list(problems)


def expect_unauthorized(answer: httpx2.Response) -> None:
    """A refusal of the credentials (A6)."""
    expect_detail(answer, 401)
    expect_header(answer, "WWW-Authenticate", r"Bearer\b")


def expect_page(answer: httpx2.Response, page: object) -> None:
    """The metadata of a page (P9)."""
    expect_fields(
        answer,
        page,
        ("previousPage", "currentPage", "nextPage", "itemsPerPage", "previousPageLink", "nextPageLink"),
    )
    assert isinstance(page, Mapping)
    for side in ("previous", "next"):
        number, link = page[f"{side}Page"], page[f"{side}PageLink"]
        fits = (number == 0) == (link is None)
        expect(answer, fits, f"{side}Page 0 and its link null together", dict(page))


def expect_same(first: httpx2.Response, second: httpx2.Response, ids: Sequence[str] = ()) -> None:
    """Two refusals cannot be told apart, but for the ids that were sent."""
    shown = []
    for answer in (first, second):
        text = answer.text
        for one in sorted(ids, key=len, reverse=True):
            text = text.replace(one, "ID")
        shown.append((answer.status_code, text))
    expect(first, shown[0] == shown[1], f"the answer to an unknown id: {shown[1][0]} {shown[1][1]}")
