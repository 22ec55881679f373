"""A server with OpenAI's interface, and models for it that do what they are asked."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import orjson

from dragoman.segments import Code, CodeKind, Part, Segment, Text, normalise
from tests.engines.http.server import Handler, Reply, Request, json_reply
from tests.engines.http.services import KEY, Moves, move_words

# What a model writes for the user's object; `str` is the message's content.
Model: TypeAlias = Callable[[dict[str, Any]], str]
MODEL: Final = "test-model-7b"
_TAG: Final = re.compile(r"<(/?)([a-z]+)(\d+)(/?)>")
_GERMAN: Final = """
    der die das und ist nicht mit auf für eine Haus Straße Wasser Freund heute morgen wieder
    schreiben lesen können müssen werden große kleine schöne alte neue zwischen während obwohl
    deshalb Zeitung Bücher Fenster Küche Garten spielen arbeiten verstehen natürlich
    wahrscheinlich vielleicht zusammen gegenüber Geschichte Möglichkeit Gesellschaft
"""
_FRENCH: Final = """
    le la les et est pas avec sur pour une maison rue eau ami aujourd'hui demain encore écrire
    lire pouvoir devoir être grande petite belle vieille nouvelle entre pendant donc journal
    livres fenêtre cuisine jardin jouer travailler comprendre naturellement peut-être ensemble
    histoire possibilité société toujours jamais beaucoup
"""


def chat_server(
    model: Model,
    *,
    refuses: frozenset[str] = frozenset(),
    longest: int = 10**9,
    key: str | None = KEY,
) -> Handler:
    """`/chat/completions`. `refuses` names parameters and formats that it does not take."""

    def handle(request: Request) -> Reply:
        if key is not None and request.headers.get("authorization") != f"Bearer {key}":
            message = f"Incorrect API key provided: {key[:4]}***"
            return json_reply({"error": {"message": message, "code": "invalid_api_key"}}, 401)
        if request.path != "/chat/completions":
            return json_reply({"error": {"message": "Not found"}}, 404)
        body = request.json
        if body["model"] != MODEL:
            return json_reply({"error": {"message": "no such model", "code": "model_not_found"}}, 404)
        refused = refuses & set(body) or refuses & {body.get("response_format", {}).get("type")}
        if refused:
            message = f"Unsupported parameter: '{min(refused)}'"
            return json_reply({"error": {"message": message, "type": "invalid_request_error"}}, 400)
        user = body["messages"][-1]["content"]
        if len(user) > longest:
            message = "This model's maximum context length is 4096 tokens."
            return json_reply({"error": {"message": message, "code": "context_length_exceeded"}}, 400)
        return complete(model(orjson.loads(user)))

    return handle


def complete(content: str | None, reason: str = "stop", **message: Any) -> Reply:
    """An answer of the interface."""
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": content, **message},
        "finish_reason": reason,
    }
    return json_reply({"id": "c", "object": "chat.completion", "model": MODEL, "choices": [choice]})


def entries(data: dict[str, Any], write: Callable[[dict[str, Any]], str]) -> list[dict[str, Any]]:
    return [{"id": segment["id"], "text": write(segment)} for segment in data["segments"]]


def as_asked(write: Callable[[dict[str, Any]], str]) -> Model:
    """A model that writes the object that it is asked for."""
    return lambda data: orjson.dumps({"translations": entries(data, write)}).decode()


def germanized(text: str) -> str:
    """A text in something like German of about the same length, with the tags of the source."""
    return _by_words(text, _GERMAN)


def frenchified(text: str) -> str:
    return _by_words(text, _FRENCH)


def _by_words(text: str, words: str) -> str:
    pieces = re.split(r"(</?[a-z]+\d+/?>)", text)
    return "".join(piece if number % 2 else _words_for(piece, words) for number, piece in enumerate(pieces))


def _words_for(text: str, words: str) -> str:
    if not any(map(str.isalpha, text)):
        return text
    known = words.split()
    number = max(1, round(len(text.encode()) / 7))
    start = zlib.crc32(text.encode())
    body = " ".join(known[(start + 7 * at) % len(known)] for at in range(number))
    return f"{' ' * text[0].isspace()}{body}{' ' * text[-1].isspace()}"


def moving_model(moves: Moves = move_words, target: str = "es") -> Model:
    """A model that moves words with their tags."""
    return as_asked(lambda segment: write_tags(moves(read_tags(segment["source"]), target)))


def read_tags(source: str) -> Segment:
    parts: list[Part] = []
    position = 0
    for match in _TAG.finditer(source):
        parts.append(Text(text=source[position : match.start()]))
        position = match.end()
        kind = CodeKind.CLOSE if match[1] else CodeKind.STANDALONE if match[4] else CodeKind.OPEN
        parts.append(Code(id=match[3], kind=kind, type="tag", data=match[0]))
    return normalise([*parts, Text(text=source[position:])])


def write_tags(segment: Segment) -> str:
    return "".join(part.text if isinstance(part, Text) else part.data for part in segment)


def chat_by(translate: Callable[[str, str], str] | None = None) -> Handler:
    """For tests of all services."""
    return chat_server(moving_model())
