"""O1 and what every answer has: health, request ids, HEAD."""

from __future__ import annotations

from dragoman_client.conformance.expectations import (
    expect,
    expect_equal,
    expect_header,
    expect_json,
    expect_status,
)
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.server import CheckedServer
from dragoman_client.conformance.wire import WRONG


@check("O1", needs=())
def healthz(server: CheckedServer) -> None:
    """/healthz is 200 once the server listens, without credentials."""
    expect_json(server.public.get("/healthz"))


@check("O1", needs=())
def readyz(server: CheckedServer) -> None:
    """/readyz is 200 when the server is ready, without credentials."""
    expect_json(server.public.get("/readyz"))


@check("E1")
def request_ids(server: CheckedServer) -> None:
    """Every answer carries X-Request-Id, and each another one."""
    answers = [
        server.public.get("/healthz"),
        server.customer.get("/v2/languages/text-translation"),
        server.customer.get("/v2/nothing"),
        server.public.get("/project/v1/project"),
        server.customer.request_token(client_secret=WRONG),
    ]
    ids = [expect_header(answer, "X-Request-Id", r"\S+") for answer in answers]
    expect(answers[0], len(set(ids)) == len(ids), "ids that differ", ids)


@check("E1")
def own_request_id(server: CheckedServer) -> None:
    """A client's own X-Request-Id is answered."""
    answer = server.customer.get("/v2/usage", headers={"X-Request-Id": "conformance.1"})
    expect_equal(answer, "X-Request-Id", answer.headers.get("X-Request-Id"), "conformance.1")


@check("E5", needs=())
def described(server: CheckedServer) -> None:
    """The API description is at /openapi.json, and a page at /docs."""
    answer = server.public.get("/openapi.json")
    found = expect_json(answer)
    expect(answer, "/v2/translate" in found.get("paths", {}), "the path /v2/translate", list(found))
    page = server.public.get("/docs")
    expect_status(page, 200, 302, 303, 307, 308)


@check("E5")
def head(server: CheckedServer) -> None:
    """HEAD has the status of GET and no body."""
    for path in ("/v2/languages/text-translation", "/project/v1/account", "/v2/nothing"):
        wanted = server.customer.get(path).status_code
        answer = server.customer.request("HEAD", path)
        expect_equal(answer, "status", answer.status_code, wanted)
        expect_equal(answer, "bytes of the body", len(answer.content), 0)
