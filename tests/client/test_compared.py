"""What docs/concepts/clients-compared.md says of three clients under failure, tried with all three."""

from __future__ import annotations

import json
import urllib.error
from collections.abc import Callable, Iterator
from typing import Any

import deepl
import pytest
from deepl import http_client
from libretranslatepy import LibreTranslateAPI

from dragoman_client import Client
from dragoman_client.errors import InvalidInputError
from tests.client.kinds import QUICK_OPTIONS
from tests.client.scripted_server import Asked, ScriptedServer, Told, scripted, told


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """DeepL's pauses are constants of a class."""
    monkeypatch.setattr(http_client._BackoffTimer, "BACKOFF_INITIAL", 0.05)


def answer(asked: Asked) -> Told:
    """A translation in the form of the dialect that was asked."""
    if asked.path.startswith("/v2/translate") and "deepl-auth-key" in asked.headers["authorization"].lower():
        return told(
            {"translations": [{"text": "x", "detected_source_language": "EN", "billed_characters": 1}]}
        )
    if asked.path.startswith("/translate"):
        return told({"translatedText": "x"})
    return told({"translations": [{"translation": "x"} for _ in json.loads(asked.body)["segments"]]})


class Flaky:
    """Answers these first, then as it should."""

    def __init__(self, *first: Told) -> None:
        self._first = list(first)

    def __call__(self, asked: Asked) -> Told:
        return self._first.pop(0) if self._first else answer(asked)


def with_deepl(url: str, text: Any) -> Any:
    return deepl.DeepLClient("key", server_url=f"{url}/").translate_text(text, target_lang="ES")


def with_libre(url: str, text: Any) -> Any:
    return LibreTranslateAPI(url).translate(text, "en", "es")


def with_ours(url: str, text: Any) -> Any:
    with Client(url, client_id="id", client_secret="s", options=QUICK_OPTIONS) as client:
        return client.translate(text, source="en", target="es")


@pytest.fixture
def serve() -> Iterator[Callable[..., ScriptedServer]]:
    opened = []

    def start(*first: Told) -> ScriptedServer:
        context = scripted(Flaky(*first))
        server = context.__enter__()
        opened.append(context)
        return server

    yield start
    for context in opened:
        context.__exit__(None, None, None)


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_passes_is_tried_again_by_two_of_three(
    serve: Callable[..., ScriptedServer], status: int
) -> None:
    busy = told({"detail": "not now"}, status)
    assert str(with_deepl(serve(busy, busy).url, "a")) == "x"
    assert str(with_ours(serve(busy, busy).url, "a")) == "x"
    with pytest.raises(urllib.error.HTTPError):
        with_libre(serve(busy, busy).url, "a")


def test_long_texts_are_split_by_ours_alone(serve: Callable[..., ScriptedServer]) -> None:
    text = "The house is red. " * 2000
    for translate, requests in ((with_deepl, 1), (with_libre, 1)):
        server = serve()
        translate(server.url, text)
        assert len([one for one in server.asked if "translate" in one.path]) == requests
    server = serve()
    with_ours(server.url, text)
    sent = [one["text"] for asked in server.of("/v2/translate") for one in asked.json["segments"]]
    assert max(map(len, sent)) <= 10_000
    assert "".join(sent) == text


def test_a_list_is_one_text_to_libretranslatepy(serve: Callable[..., ScriptedServer]) -> None:
    server = serve()
    assert with_libre(server.url, ["a", "b"]) == "x"
    assert b"q=%5B%27a%27%2C+%27b%27%5D" in server.asked[0].body
    assert [str(one) for one in with_ours(serve().url, ["a", "b"])] == ["x", "x"]


def test_a_lone_surrogate_is_named_by_ours_alone(serve: Callable[..., ScriptedServer]) -> None:
    with pytest.raises(UnicodeEncodeError):
        with_libre(serve().url, "a\ud800")
    with pytest.raises(InvalidInputError, match="character 2"):
        with_ours(serve().url, "a\ud800")
