"""Requests that are no HTTP, too large in their headers, or ambiguous get the usual body (E1, B13)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.live import LiveService, live_service
from tests.raw_http import RawClient, exchange, forget_peak, processor_seconds, resident_mb

GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
CHUNKED = b"POST /oauth2/token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n\r\n"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with live_service(
        tmp_path_factory.mktemp("malformed") / "data",
        DRAGOMAN_HEADER_TIMEOUT_SECONDS="2",
        DRAGOMAN_UNREAD_TIMEOUT_SECONDS="2",
    ) as service:
        yield service


REFUSED = {
    "tls": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(100), 400, "TLS"),
    "no method": (b"%%% / HTTP/1.1\r\n\r\n", 400, "method"),
    "http/0.9": (b"GET /healthz\r\n\r\n", 505, "HTTP/1.1"),
    "http/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "HTTP/1.1"),
    "version 2.0": (b"GET /healthz HTTP/2.0\r\nHost: x\r\n\r\n", 505, "HTTP/1.1"),
    "connect": (b"CONNECT a.example:80 HTTP/1.1\r\nHost: x\r\n\r\n", 400, "HTTP/1.1"),
    "no colon": (GET + b"abc\r\n\r\n", 400, "HTTP/1.1"),
    "space before colon": (GET + b"Content-Length : 3\r\n\r\n", 400, "HTTP/1.1"),
    "folded line": (GET + b"A: b\r\n c\r\n\r\n", 400, "HTTP/1.1"),
    "line feeds only": (b"GET /healthz HTTP/1.1\nHost: x\n\n", 400, "HTTP/1.1"),
    "control character": (GET + b"A: \x01\r\n\r\n", 400, "HTTP/1.1"),
    "two hosts": (GET + b"Host: y\r\n\r\n", 400, "Host"),
    "length with sign": (GET + b"Content-Length: +3\r\n\r\n", 400, "Content-Length"),
    "two lengths": (GET + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\n", 400, "Content-Length"),
    "length list": (GET + b"Content-Length: 3, 3\r\n\r\n", 400, "Content-Length"),
    "huge length": (GET + b"Content-Length: 99999999999999999999999\r\n\r\n", 400, "Content-Length"),
    "huge length with zeros": (
        GET + b"Content-Length: " + b"0" * 30 + b"9" * 19 + b"\r\n\r\n", 400, "Content-Length"
    ),
    "length and chunked": (CHUNKED + b"Content-Length: 3\r\n\r\n", 400, "Transfer-Encoding"),
    "chunked and length": (GET + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", 400, "Transfer"),
    "unknown coding": (GET + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 400, "Transfer-Encoding"),
    "chunked twice": (CHUNKED + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, "Transfer-Encoding"),
    "chunked in http/1.0": (
        b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, "Transfer-Encoding"
    ),
    "upgrade with chunks": (CHUNKED + b"Connection: upgrade\r\nUpgrade: h2c\r\n\r\n0\r\n\r\n", 400, "pgrade"),
    "bad chunk": (CHUNKED + FORM + b"zz\r\nabc\r\n", 400, "HTTP/1.1"),
    "negative chunk": (CHUNKED + FORM + b"-1\r\n", 400, "HTTP/1.1"),
    "huge chunk": (CHUNKED + FORM + b"F" * 40 + b"\r\n", 400, "HTTP/1.1"),
    "chunk without end": (CHUNKED + FORM + b"3\r\nabcdef\r\n", 400, "HTTP/1.1"),
    "long extension": (CHUNKED + FORM + b"3;" + b"a" * 40_000, 400, "extensions"),
    "long chunk size": (CHUNKED + FORM + b"0" * 40_000, 400, "extensions"),
    "long trailers": (CHUNKED + FORM + b"1\r\na\r\n0\r\n" + b"A: b\r\n" * 10_000, 400, "trailers"),
    "long address": (b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n", 414, "16384"),
    "endless method": (b"G" * 20_000, 414, "16384"),
    "long header": (GET + b"A: " + b"b" * 20_000, 431, "16384"),
    "long name": (GET + b"b" * 1_000_000, 431, "16384"),
    "many headers": (GET + b"A: b\r\n" * 101, 431, "100"),
    "10,000 headers": (GET + b"a:\r\n" * 10_000 + b"\r\n", 431, "headers"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_refused_with_the_usual_body(service: LiveService, name: str) -> None:
    request, status, word = REFUSED[name]
    answer = exchange(service.port, request)
    assert answer is not None
    assert answer.status == status
    assert set(answer.json) == {"detail"}
    assert word in answer.json["detail"]
    assert re.fullmatch("[0-9a-f]{32}", answer.headers["x-request-id"])
    assert answer.headers["connection"] == "close"
    service.wait_for_log(answer.headers["x-request-id"])


@pytest.mark.parametrize("name", ["bad chunk", "no colon", "two hosts", "many headers"])
def test_it_is_refused_by_the_byte_too(service: LiveService, name: str) -> None:
    request, status, _ = REFUSED[name]
    with RawClient(service.port) as client:
        for number in range(len(request)):
            if not client.send_repeatedly(request[number : number + 1], 1):
                break
        answer = client.answer()
    assert answer is None or answer.status == status


def test_headers_up_to_the_limit_are_read(service: LiveService) -> None:
    most = exchange(service.port, GET + b"A: b\r\n" * 99 + b"\r\n")
    assert most is not None
    assert most.status == 200
    largest = GET + b"A: "
    largest += b"b" * (16 * 1024 - len(largest) - 4) + b"\r\n\r\n"
    full = exchange(service.port, largest)
    assert full is not None
    assert full.status == 200
    with RawClient(service.port) as client:
        for number in range(0, len(largest), 1000):
            client.send(largest[number : number + 1000])
        in_pieces = client.answer()
    assert in_pieces is not None
    assert in_pieces.status == 200


@pytest.mark.parametrize("step", [1, 2, 3, 5, 7, 1000])
def test_requests_are_read_however_they_are_cut(service: LiveService, step: int) -> None:
    body = b"grant_type=nothing"
    sent = b"\r\n".join(
        [b"POST /oauth2/token HTTP/1.1", b"Host: x", b"Content-Length: 18", FORM + body + GET + b"\r\n"]
    )
    with RawClient(service.port) as client:
        for number in range(0, len(sent), step):
            client.send(sent[number : number + step])
        first, second = client.answer(), client.answer()
    assert first is not None
    assert second is not None
    assert (first.status, second.status) == (400, 200)
    assert first.json["error"] == "unsupported_grant_type"


def test_pipelined_requests_are_answered_in_their_order(service: LiveService) -> None:
    count = 1000
    assert service.process is not None
    forget_peak(service.process.pid)
    before = resident_mb(service.process.pid)
    with RawClient(service.port) as client:
        requests = (
            b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-Id: n%d\r\n\r\n" % n for n in range(count)
        )
        client.send(b"".join(requests))
        for number in range(count):
            answer = client.answer()
            assert answer is not None
            assert answer.headers["x-request-id"] == f"n{number}"
    assert resident_mb(service.process.pid, peak=True) - before < 20


def test_trailers_are_not_headers_and_nothing_after_chunks_is_a_request(service: LiveService) -> None:
    body = b"12\r\ngrant_type=nothing\r\n0\r\nX-Request-Id: trailer\r\n\r\n"
    with RawClient(service.port) as client:
        client.send(CHUNKED + FORM + body + b"GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n")
        answer = client.answer()
        assert answer is not None
        assert answer.json["error"] == "unsupported_grant_type"
        assert answer.headers["x-request-id"] != "trailer"
        assert answer.headers["connection"] == "close"
        assert client.answer() is None


@pytest.mark.parametrize(
    "rest",
    [
        b"GET /smuggled HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n",
        b"CONNECT a.example:80 HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
    ids=["upgrade", "connect"],
)
def test_the_answer_is_sent_with_anything_after_chunks(service: LiveService, rest: bytes) -> None:
    with RawClient(service.port) as client:
        client.send(CHUNKED + FORM + b"12\r\ngrant_type=nothing\r\n0\r\n\r\n" + rest)
        answer = client.answer()
        assert answer is not None
        assert answer.json["error"] == "unsupported_grant_type"
        assert client.answer() is None


def test_who_goes_on_sending_after_a_wrong_chunk_sees_the_refusal(service: LiveService) -> None:
    """The chunk before it is more than the application has room for, and reading had stopped."""
    wrong = b"%x\r\n" % 66_000 + b"a" * 66_000 + b"\r\nzz\r\n"
    with RawClient(service.port) as client:
        client.send(CHUNKED.replace(b"/oauth2/token", b"/v2/translate") + b"\r\n" + wrong)
        assert client.send_repeatedly(b"y" * 100_000, 20_000_000)
        answer = client.answer()
    assert answer is not None
    assert answer.status in {400, 401}


@pytest.mark.parametrize("zeros", [0, 1, 17, 18, 19, 20, 100, 5000])
def test_a_length_is_the_same_with_zeros_before_it(service: LiveService, zeros: int) -> None:
    """A proxy that reads all the digits would take the end of the body for a part of the first request."""
    body = b"grant_type=nothing&a=GET /smuggled HTTP/1.1\r\n\r\n"
    length = b"Content-Length: " + b"0" * zeros + b"%d\r\n" % len(body)
    with RawClient(service.port) as client:
        client.send(b"POST /oauth2/token HTTP/1.1\r\nHost: x\r\n" + length + FORM + body + GET + b"\r\n")
        first, second = client.answer(), client.answer()
    assert first is not None
    assert first.json["error"] == "unsupported_grant_type"
    assert second is not None
    assert second.json == {"status": "alive"}


def test_an_offer_to_upgrade_is_declined_and_the_body_is_read(service: LiveService) -> None:
    offer = b"Connection: Upgrade\r\nUpgrade: %s\r\nSec-WebSocket-Key: x\r\n"
    with RawClient(service.port) as client:
        client.send(GET + offer % b"websocket" + b"\r\n")
        declined = client.answer()
        client.send(
            b"POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Length: 18\r\n" + offer % b"h2c" + FORM
        )
        client.send(b"grant_type=nothing")
        read = client.answer()
    assert declined is not None
    assert declined.status == 200
    assert read is not None
    assert read.json["error"] == "unsupported_grant_type"


@pytest.mark.parametrize(
    ("head", "piece"),
    [
        (GET, b"a:b\r\n" * 4000),
        (GET + b"A: ", b"b" * 20_000),
        (b"GET /", b"b" * 20_000),
        (GET + b"A", b"b" * 20_000),
        (CHUNKED + FORM, b"0" * 20_000),
        (CHUNKED + FORM + b"1;", b"a" * 20_000),
        (CHUNKED + FORM + b"0\r\n", b"a:b\r\n" * 4000),
        (b"", b"\r\n" * 10_000),
        (CHUNKED + FORM, b"1\r\nx\r\n" * 4000),
        (b"POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Length: 40000000\r\n" + FORM, b"x" * 20_000),
        (b"POST /v2/translate HTTP/1.1\r\nHost: x\r\nContent-Length: 40000000\r\n" + FORM, b"x" * 20_000),
    ],
    ids=lambda value: repr(value[-24:]),
)
def test_forty_megabytes_on_one_connection_cost_nearly_nothing(
    service: LiveService, head: bytes, piece: bytes
) -> None:
    assert service.process is not None
    pid = service.process.pid
    forget_peak(pid)
    memory, time = resident_mb(pid), processor_seconds(pid)
    with RawClient(service.port) as client:
        client.send(head)
        for _ in range(10):
            is_taken = client.send_repeatedly(piece, 4_000_000)
            answer = exchange(service.port, GET + b"\r\n")
            assert answer is not None
            assert answer.status == 200
            if not is_taken:
                break
    assert resident_mb(pid, peak=True) - memory < 20
    assert processor_seconds(pid) - time < 6
