"""E1 to E5, E9: what refusals look like, and in which order things are checked."""

from __future__ import annotations

from dragoman_client.conformance.expectations import (
    expect,
    expect_detail,
    expect_equal,
    expect_invalid,
    expect_json,
    expect_status,
    expect_unauthorized,
)
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.server import CheckedServer

_CANARY = "canary-sentence-7391"


def _body(server: CheckedServer, text: str) -> bytes:
    pair = f'"source":"{server.target.source}","target":"{server.target.target}"'
    return f'{{{pair},"segments":[{{"text":{text}}}]}}'.encode()


@check("E1", "E5")
def unknown_urls(server: CheckedServer) -> None:
    """An unknown URL is 404 with a detail, under each prefix."""
    for path in ("/v2/nothing", "/project/v1/nothing", "/v2/documents/1/2/3"):
        expect_detail(server.customer.get(path), 404)


@check("E1", "E5")
def wrong_methods(server: CheckedServer) -> None:
    """A wrong method is 405 with a detail, and Allow has the right ones."""
    for method, path, right in (
        ("GET", "/v2/translate", {"POST"}),
        ("DELETE", "/v2/languages/text-translation", {"GET"}),
        ("PATCH", "/v2/documents", {"GET"}),
        ("PATCH", "/v2/documents/1", {"GET", "DELETE"}),
    ):
        answer = server.customer.request(method, path)
        expect_detail(answer, 405)
        allowed = {one.strip() for one in answer.headers.get("Allow", "").split(",")}
        expect(answer, right <= allowed, f"Allow with {', '.join(sorted(right))}", sorted(allowed))


@check("E5", "A6", needs=())
def credentials_first(server: CheckedServer) -> None:
    """Credentials are checked before URL, method and body: 401 everywhere."""
    for path in (
        "/v2/translate",
        "/v2/nothing",
        "/project/v1/projects",
        "/project/v1/nothing",
        "/provider/v1/x",
    ):
        expect_unauthorized(server.public.post(path, content=b"no json"))
        expect_unauthorized(server.public.request("PATCH", path))


@check("E2")
def malformed_json(server: CheckedServer) -> None:
    """Malformed JSON is a validation error at body."""
    for content in (b"", b"{", b"\xff\xfe{\x00}\x00", b"[" * 100_000, _body(server, "NaN")):
        answer = server.customer.post("/v2/translate", content=content)
        for item in expect_invalid(answer):
            expect_equal(answer, "loc", item["loc"], ["body"])
        expect(answer, len(answer.content) < 5000, "a short answer", f"{len(answer.content)} bytes")


@check("E2")
def wrong_types(server: CheckedServer) -> None:
    """A wrong type is a validation error at the field."""
    text: list[str | int] = ["body", "segments", 0, "text"]
    segments: list[str | int] = ["body", "segments"]
    cases: tuple[tuple[bytes, list[str | int]], ...] = (
        (b"[]", ["body"]),
        (b"null", ["body"]),
        (_body(server, "5"), text),
        (_body(server, "null"), text),
        (b'{"source":"en","target":"es","segments":"x"}', segments),
        (b'{"source":"en","target":"es","segments":["x"]}', [*segments, 0]),
        (b'{"source":"en","target":"es","segments":[{}]}', text),
        (b'{"source":1,"target":"es","segments":[{"text":"a"}]}', ["body", "source"]),
    )
    for content, location in cases:
        expect_invalid(server.customer.post("/v2/translate", content=content), location)


@check("E2")
def all_problems(server: CheckedServer) -> None:
    """All problems of a body are reported at once."""
    answer = server.customer.post("/v2/translate", json={"source": "e", "segments": [{"text": 1}]})
    expect_invalid(answer, ["body", "source"], ["body", "target"], ["body", "segments", 0, "text"])


@check("E2")
def no_echo(server: CheckedServer) -> None:
    """Refusals repeat nothing of the customer's text."""
    bodies = (_CANARY.encode(), _body(server, f'"{_CANARY}\\u0000"'), _body(server, f'["{_CANARY}"]'))
    for content in bodies:
        answer = server.customer.post("/v2/translate", content=content)
        expect_invalid(answer)
        expect(answer, _CANARY not in answer.text, "no echo of the text")


@check("E9", "E2")
def any_content_type(server: CheckedServer) -> None:
    """JSON is read under any content type."""
    wanted = expect_json(server.translate(server.texts.first))
    content = _body(server, f'"{server.texts.first}"')
    for kind in (None, "text/plain", "application/x-www-form-urlencoded"):
        headers = {} if kind is None else {"Content-Type": kind}
        answer = server.customer.post("/v2/translate", content=content, headers=headers)
        expect_equal(answer, "body", expect_json(answer), wanted)


@check("E9")
def unknown_fields(server: CheckedServer) -> None:
    """Unknown fields and parameters are ignored."""
    answer = server.translate(
        server.texts.first, conformanceCheck={"a": [1]}, query={"conformanceCheck": "1"}
    )
    expect_equal(answer, "body", expect_json(answer), expect_json(server.translate(server.texts.first)))


@check("E5")
def security_headers(server: CheckedServer) -> None:
    """Answers are not to be sniffed: X-Content-Type-Options: nosniff; JSON has its content type."""
    for answer in (server.customer.get("/v2/languages/text-translation"), server.customer.get("/v2/nothing")):
        sniffing = answer.headers.get("X-Content-Type-Options")
        expect_equal(answer, "X-Content-Type-Options", sniffing, "nosniff")
        kind = answer.headers.get("Content-Type", "")
        expect(answer, kind.startswith("application/json"), "Content-Type: application/json", kind)


@check("E1")
def compressed_bodies(server: CheckedServer) -> None:
    """A compressed body is refused in words that name Content-Encoding."""
    answer = server.customer.post("/v2/translate", content=b"x", headers={"Content-Encoding": "gzip"})
    expect_detail(answer, 422, "Content-Encoding")


@check("E4")
def project_errors(server: CheckedServer) -> None:
    """A project's 400 is an array of {code, message, hints}, three strings that are not empty."""
    answer = server.customer.post("/project/v1/projects", json={"title": " ", "serviceId": 2**31 - 1})
    problems = expect_status(answer, 400).json()
    expect(answer, isinstance(problems, list) and len(problems) == 2, "two problems", problems)
    for one in problems:
        fits = [*one] == ["code", "message", "hints"] and all(isinstance(each, str) for each in one.values())
        expect(answer, fits, "code, message, hints", one)
        expect(answer, one["code"] and one["message"], "a code and a message", one)
