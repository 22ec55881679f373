"""HTTP as clients of all kinds send it: kept connections, chunks, Expect, HEAD, slow and broken requests."""

from __future__ import annotations

import json
import socket
from concurrent.futures import ThreadPoolExecutor

import httpx2

from dragoman_client.mock import MockServer
from tests.client.mock.conftest import fetch_token
from tests.raw_http import RawClient, exchange
from tests.waiting import CEILING

BODY = json.dumps({"source": "en", "target": "es", "segments": [{"text": "Hi"}]}).encode()


def head(mock: MockServer, *lines: str, method: str = "POST", path: str = "/v2/translate") -> bytes:
    all_lines = [
        f"{method} {path} HTTP/1.1",
        "Host: mock",
        f"Authorization: Bearer {fetch_token(mock)}",
        "Content-Type: application/json",
        *lines,
    ]
    return "\r\n".join([*all_lines, "", ""]).encode()


def port(mock: MockServer) -> int:
    return int(mock.url.rpartition(":")[2])


def test_a_connection_is_kept_for_the_next_request(mock: MockServer) -> None:
    with RawClient(port(mock)) as client:
        for _ in range(3):
            client.send(head(mock, f"Content-Length: {len(BODY)}") + BODY)
            answer = client.answer()
            assert answer is not None
            assert answer.status == 200


def test_two_requests_at_once_are_answered_in_order(mock: MockServer) -> None:
    with RawClient(port(mock)) as client:
        client.send(head(mock, method="GET", path="/v2/usage") + head(mock, method="GET", path="/v2/nothing"))
        statuses = [answer.status for answer in (client.answer(), client.answer()) if answer is not None]
    assert statuses == [200, 404]


def test_chunked_bodies(mock: MockServer) -> None:
    chunks = b"".join(b"%x;name=value\r\n%b\r\n" % (1, BODY[n : n + 1]) for n in range(len(BODY)))
    answer = exchange(
        port(mock), head(mock, "Transfer-Encoding: chunked") + chunks + b"0\r\nTrailer: x\r\n\r\n"
    )

    assert answer is not None
    assert answer.status == 200
    assert mock.requests[-1].body == BODY


def test_expect_is_answered_before_the_body(mock: MockServer) -> None:
    with socket.create_connection(("127.0.0.1", port(mock)), timeout=60) as raw:
        raw.sendall(head(mock, f"Content-Length: {len(BODY)}", "Expect: 100-continue"))
        assert raw.recv(100).startswith(b"HTTP/1.1 100 ")
        raw.sendall(BODY)
        assert raw.recv(100).startswith(b"HTTP/1.1 200 ")


def test_head_has_the_length_and_no_body(mock: MockServer) -> None:
    with RawClient(port(mock)) as client:
        client.send(head(mock, method="HEAD", path="/project/v1/services"))
        client.send(head(mock, method="GET", path="/v2/usage"))
        raw = b""
        while raw.count(b"HTTP/1.1 200") < 2:
            raw += client.socket.recv(65536)
    first, _, second = raw.partition(b"\r\n\r\n")
    assert b"Content-Length: 1" in first
    assert second.startswith(b"HTTP/1.1 200")


def test_slow_clients_hinder_no_others(mock: MockServer) -> None:
    with RawClient(port(mock)) as slow:
        slow.send(head(mock, f"Content-Length: {len(BODY)}")[:20])
        assert httpx2.get(f"{mock.url}/healthz", timeout=CEILING).status_code == 200


def test_many_clients_at_once(mock: MockServer) -> None:
    headers = {"Authorization": f"Bearer {fetch_token(mock)}"}

    def send(number: int) -> str:
        body = {"source": "en", "target": "es", "segments": [{"text": f"Text {number}"}]}
        answer = client.post(f"{mock.url}/v2/translate", json=body, headers=headers)
        return str(answer.json()["translations"][0]["translation"])

    with httpx2.Client(timeout=CEILING) as client, ThreadPoolExecutor(16) as pool:
        made = list(pool.map(send, range(200)))
    assert [one.split(" ")[1].rstrip("~]") for one in made] == [str(number) for number in range(200)]
    assert sorted(mock.texts_paid) == sorted(f"Text {number}" for number in range(200))


def test_broken_requests_are_answered_and_end_the_connection(mock: MockServer) -> None:
    for raw, status in (
        (b"NONSENSE\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nNo colon\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nContent-Length: many\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        (b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n", 431),
    ):
        with RawClient(port(mock)) as client:
            client.send(raw)
            answer = client.answer()
            assert answer is not None
            assert answer.status == status
            assert answer.json["detail"]
            assert client.is_closed()


def test_a_client_that_leaves_in_the_middle_leaves_no_trace(mock: MockServer) -> None:
    with RawClient(port(mock)) as client:
        client.send(head(mock, "Content-Length: 5000") + BODY)
    assert httpx2.get(f"{mock.url}/healthz", timeout=CEILING).status_code == 200
    assert mock.requests_to("/v2/translate") == []


def test_a_stopped_mock_answers_no_more(mock: MockServer) -> None:
    with RawClient(port(mock)) as client:
        client.send(head(mock, method="GET", path="/v2/usage"))
        assert client.answer() is not None
        mock.stop()
        assert client.is_closed()
    assert [one.path for one in mock.requests][-1] == "/v2/usage"
