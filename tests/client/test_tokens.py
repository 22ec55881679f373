"""Tokens: fetched once, reused, renewed, and seen by nobody."""

from __future__ import annotations

import asyncio
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor

import pytest

from dragoman_client import AsyncClient, Client, DragomanError
from dragoman_client.errors import AuthenticationError, InvalidInputError, UnexpectedAnswerError
from tests.client.kinds import QUICK_OPTIONS, opened
from tests.client.scripted_server import Asked, Told, scripted, told
from tests.client.servers import Server

PAIRS = told([{"source": "en", "target": "es"}])


def bearer(asked: Asked) -> str:
    return asked.headers["authorization"].removeprefix("Bearer ")


def test_a_token_is_fetched_on_first_use_and_reused(kind: str) -> None:
    with scripted(lambda _: PAIRS) as server, opened(kind, server.url) as caller:
        assert server.asked == []
        for _ in range(3):
            caller.call(lambda client: client.languages())
        assert len(server.tokens) == 1
        assert {bearer(one) for one in server.of("/v2/languages/text-translation")} == {"token-0"}


def test_credentials_are_sent_as_rfc_6749_says(kind: str) -> None:
    with scripted(lambda _: PAIRS) as server:
        with opened(kind, server.url, client_id="a b", client_secret="p:ä/%") as caller:
            caller.call(lambda client: client.languages())
        (asked,) = server.tokens
        assert asked.headers["authorization"] == "Basic YStiOnAlM0ElQzMlQTQlMkYlMjU="  # a+b:p%3A%C3%A4%2F%25
        assert asked.body == b"grant_type=client_credentials"


def test_a_token_near_its_end_is_renewed_before(kind: str) -> None:
    with scripted(lambda _: PAIRS, expires_in=0.0) as server, opened(kind, server.url) as caller:
        for _ in range(3):
            caller.call(lambda client: client.languages())
        assert [bearer(one) for one in server.of("/v2/languages/text-translation")] == [
            "token-0",
            "token-1",
            "token-2",
        ]


def test_fifty_threads_fetch_one_token() -> None:
    with scripted(lambda _: PAIRS) as server:
        client = Client(server.url, client_id="id", client_secret="secret", options=QUICK_OPTIONS)
        barrier = threading.Barrier(50)

        def work(_: int) -> None:
            barrier.wait()
            client.languages()

        with client, ThreadPoolExecutor(50) as threads:
            list(threads.map(work, range(50)))
        assert len(server.tokens) == 1
        assert len(server.asked) == 51


def test_fifty_tasks_fetch_one_token() -> None:
    async def work(url: str) -> None:
        async with AsyncClient(url, client_id="id", client_secret="secret", options=QUICK_OPTIONS) as client:
            await asyncio.gather(*(client.languages() for _ in range(50)))

    with scripted(lambda _: PAIRS) as server:
        asyncio.run(work(server.url))
        assert len(server.tokens) == 1
        assert len(server.asked) == 51


def test_a_refused_token_is_renewed_once_for_all_who_used_it(kind: str) -> None:
    def script(asked: Asked) -> Told:
        return PAIRS if bearer(asked) != "token-0" else told({"detail": "expired"}, 401)

    with scripted(script) as server, opened(kind, server.url) as caller:
        texts = caller.call(lambda client: client.languages())
        assert [(one.source, one.target) for one in texts] == [("en", "es")]
        assert len(server.tokens) == 2


def test_a_token_that_is_refused_again_is_an_error(kind: str) -> None:
    with scripted(lambda _: told({"detail": "no"}, 401)) as server, opened(kind, server.url) as caller:
        with pytest.raises(AuthenticationError) as caught:
            caller.call(lambda client: client.languages())
        assert caught.value.status == 401
        assert len(server.tokens) == 2


def test_a_given_token_is_used_and_never_renewed(kind: str) -> None:
    with scripted(lambda _: told({"detail": "no"}, 401)) as server:
        with (
            opened(kind, server.url, client_id=None, client_secret=None, token="given") as caller,
            pytest.raises(AuthenticationError),
        ):
            caller.call(lambda client: client.languages())
        assert [bearer(one) for one in server.asked] == ["given"]


def test_a_token_endpoint_elsewhere(kind: str) -> None:
    with (
        scripted(lambda _: told({"access_token": "theirs", "expires_in": 60})) as issuer,
        scripted(lambda _: PAIRS) as server,
        opened(kind, server.url, token_url=f"{issuer.url}/realms/x/token") as caller,
    ):
        caller.call(lambda client: client.languages())
        assert server.tokens == []
        assert [bearer(one) for one in server.asked] == ["theirs"]


def test_wrong_credentials_are_told_and_what_to_do(kind: str, server: Server) -> None:
    with (
        opened(kind, server.url, client_secret="wrong-7d1") as caller,
        pytest.raises(AuthenticationError, match="Check the client id and the client secret") as caught,
    ):
        caller.call(lambda client: client.languages())
    assert caught.value.code == "invalid_client"
    assert caught.value.request_id
    assert "wrong-7d1" not in "".join(traceback.format_exception(caught.value))


def test_a_token_endpoint_that_is_none_is_told(kind: str) -> None:
    page = Told(body=b"<html>", headers={"Content-Type": "text/html"})
    with (
        scripted(lambda _: page) as server,
        opened(kind, server.url, token_url=f"{server.url}/login") as caller,
        pytest.raises(UnexpectedAnswerError, match="Is it the address of a token endpoint"),
    ):
        caller.call(lambda client: client.languages())


def test_no_secret_and_no_token_is_shown(kind: str) -> None:
    with scripted(lambda _: told({"detail": "no"}, 403)) as server, opened(kind, server.url) as caller:
        client = caller.client
        with pytest.raises(DragomanError) as caught:
            caller.call(lambda client: client.languages())
        shown = [repr(client), repr(client.documents), repr(client._connection), repr(vars(client))]
        shown += [str(caught.value), repr(caught.value), repr(vars(caught.value))]
        assert "secret-0f9" not in " ".join(shown)
        assert "token-0" not in " ".join(shown)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"client_secret": None}, "Credentials are missing"),
        ({"client_secret": "a\nb"}, "line break"),
        ({"client_id": ""}, "Credentials are missing"),
    ],
)
def test_credentials_that_cannot_be_are_refused_at_once(
    kind: str, arguments: dict[str, str], said: str
) -> None:
    with pytest.raises(InvalidInputError, match=said), opened(kind, "http://127.0.0.1:1", **arguments):
        pass


@pytest.mark.parametrize("url", ["127.0.0.1:8080", "ftp://x", "http://", "", "http://user:pw@host"])
def test_an_address_that_is_none_is_refused_at_once(kind: str, url: str) -> None:
    with pytest.raises(InvalidInputError, match="address"), opened(kind, url):
        pass


def test_the_environment_is_read_and_its_secret_goes_to_no_other_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with scripted(lambda _: PAIRS) as server:
        monkeypatch.setenv("DRAGOMAN_URL", server.url)
        monkeypatch.setenv("DRAGOMAN_CLIENT_ID", "id")
        monkeypatch.setenv("DRAGOMAN_CLIENT_SECRET", "secret")
        with Client() as client:
            assert len(client.languages()) == 1
        with pytest.raises(InvalidInputError, match="Credentials are missing"):
            Client("http://elsewhere.example")
