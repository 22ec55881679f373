"""Servers that speak as DeepL, LibreTranslate, Google Cloud Translation v3 and Azure Translator v3 document.

They refuse what the real ones refuse: other keys, too many texts, too much text, unknown languages.
`translate` makes an answer of each marked-up text and its target language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from dragoman.segments import Segment
from scripts.structure.moving import move
from scripts.structure.words import style_of
from tests.engines.http.marked import change_html, change_xml
from tests.engines.http.server import Handler, Reply, Request, json_reply

KEY: Final = "5ecret-key-0123456789"
PROJECT: Final = "my-project"
Translate: TypeAlias = Callable[[str, str], str]
Moves: TypeAlias = Callable[[Segment, str], Segment]


def move_words(segment: Segment, target: str) -> Segment:
    return move(segment, style_of(target.lower()))


def by_xml(moves: Moves = move_words) -> Translate:
    return lambda text, target: change_xml(text, lambda segment: moves(segment, target))


def by_html(moves: Moves = move_words) -> Translate:
    return lambda text, target: change_html(text, lambda segment: moves(segment, target))


def deepl(translate: Translate | None = None) -> Handler:
    """`/v2/translate` and `/v2/languages`."""
    answer = translate or by_xml()
    sources = ("AR", "CA", "DE", "EN", "ES", "FR", "HE", "JA", "PT", "ZH")
    targets = (
        "AR",
        "CA",
        "DE",
        "EN-GB",
        "EN-US",
        "ES",
        "FR",
        "HE",
        "JA",
        "PT-BR",
        "PT-PT",
        "ZH",
        "ZH-HANS",
        "ZH-HANT",
    )

    def handle(request: Request) -> Reply:
        if request.headers.get("authorization") != f"DeepL-Auth-Key {KEY}":
            return json_reply({"message": "Authorization failure"}, 403)
        if request.path == "/v2/languages":
            codes = sources if request.query["type"] == "source" else targets
            return json_reply(
                [{"language": code, "name": code, "supports_formality": False} for code in codes]
            )
        body = request.json
        if len(request.body) > 128 * 1024 or len(body["text"]) > 50:
            return json_reply({"message": "Too large"}, 413)
        if body["source_lang"] not in sources or body["target_lang"] not in targets:
            return json_reply({"message": "Value for 'target_lang' not supported."}, 400)
        assert body["tag_handling"] == "xml"
        assert body["ignore_tags"] == ["k"]
        translations = [
            {"detected_source_language": body["source_lang"], "text": answer(text, body["target_lang"])}
            for text in body["text"]
        ]
        return json_reply({"translations": translations})

    return handle


def libretranslate(translate: Translate | None = None, *, limit: int = 2_000) -> Handler:
    """`/translate`, `/languages` and `/frontend/settings`."""
    answer = translate or by_html()
    codes = ("ar", "ca", "de", "en", "es", "fr", "he", "ja", "pb", "pt", "zh", "zt")

    def handle(request: Request) -> Reply:
        if request.path == "/frontend/settings":
            return json_reply({"charLimit": limit, "apiKeys": True, "keyRequired": True, "language": {}})
        if request.path == "/languages":
            return json_reply([{"code": code, "name": code, "targets": list(codes)} for code in codes])
        body = request.json
        if body.get("api_key") != KEY:
            return json_reply({"error": "Invalid API key"}, 403)
        if limit > 0 and sum(map(len, body["q"])) > limit:
            return json_reply({"error": f"Invalid request: request exceeds text limit ({limit})"}, 400)
        if body["source"] not in codes or body["target"] not in codes:
            return json_reply({"error": "not supported"}, 400)
        assert body["format"] == "html"
        return json_reply({"translatedText": [answer(text, body["target"]) for text in body["q"]]})

    return handle


def google(translate: Translate | None = None) -> Handler:
    """`:translateText` and `supportedLanguages`."""
    answer = translate or by_html()
    codes = ("ar", "ca", "de", "en", "es", "fr", "he", "iw", "ja", "no", "pt", "zh-CN", "zh-TW")
    parent = f"/v3/projects/{PROJECT}/locations/global"

    def handle(request: Request) -> Reply:
        if request.headers.get("authorization") != f"Bearer {KEY}":
            return json_reply({"error": {"code": 401, "status": "UNAUTHENTICATED"}}, 401)
        if request.path == f"{parent}/supportedLanguages":
            entries = [{"languageCode": code, "supportSource": True, "supportTarget": True} for code in codes]
            return json_reply({"languages": [*entries, {"languageCode": "tlh", "supportTarget": True}]})
        assert request.path == f"{parent}:translateText"
        body = request.json
        if len(body["contents"]) > 1024 or sum(map(len, body["contents"])) > 30_000:
            return json_reply({"error": {"code": 400, "status": "INVALID_ARGUMENT"}}, 400)
        assert body["mimeType"] == "text/html"
        assert body["sourceLanguageCode"] in codes
        target = body["targetLanguageCode"]
        return json_reply(
            {"translations": [{"translatedText": answer(text, target)} for text in body["contents"]]}
        )

    return handle


def azure(translate: Translate | None = None) -> Handler:
    """`/translate` and `/languages`."""
    answer = translate or by_html()
    codes = (
        "ar",
        "ca",
        "de",
        "en",
        "es",
        "fr",
        "he",
        "ja",
        "nb",
        "pt",
        "pt-pt",
        "sr-Cyrl",
        "sr-Latn",
        "zh-Hans",
        "zh-Hant",
    )

    def handle(request: Request) -> Reply:
        assert request.query["api-version"] == "3.0"
        if request.path == "/languages":
            return json_reply({"translation": {code: {"name": code, "dir": "ltr"} for code in codes}})
        if request.headers.get("ocp-apim-subscription-key") != KEY:
            return json_reply({"error": {"code": 401000, "message": "The request is not authorized"}}, 401)
        assert request.headers["ocp-apim-subscription-region"] == "westeurope"
        body = request.json
        if len(body) > 1000 or sum(len(entry["Text"]) for entry in body) > 50_000:
            return json_reply({"error": {"code": 400077, "message": "The maximum request size"}}, 400)
        assert request.query["textType"] == "html"
        assert request.query["from"] in codes
        target = request.query["to"]
        return json_reply(
            [{"translations": [{"text": answer(entry["Text"], target), "to": target}]} for entry in body]
        )

    return handle


HANDLERS: Final[Mapping[str, Callable[[Translate | None], Handler]]] = {
    "deepl": deepl,
    "libretranslate": libretranslate,
    "google": google,
    "azure": azure,
}
MARKUPS: Final[Mapping[str, Callable[[Moves], Translate]]] = {
    "deepl": by_xml,
    "libretranslate": by_html,
    "google": by_html,
    "azure": by_html,
}
