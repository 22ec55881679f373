"""X1, E7: calls of the DeepL dialect as no client sends them, and those of forms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests.compat.conftest import Customer
from tests.live import LiveService

TRANSLATE = "/compat/deepl/v2/translate"


@pytest.fixture(scope="module")
def raw(live: LiveService, sandbox: Customer) -> Iterator[httpx2.Client]:
    headers = {"Authorization": f"DeepL-Auth-Key {sandbox.key}"}
    with httpx2.Client(base_url=live.url, headers=headers, timeout=60) as client:
        yield client


def refused(answer: httpx2.Response, status: int = 400) -> str:
    assert answer.status_code == status, answer.text
    assert list(answer.json()) == ["message"]
    assert answer.headers["content-type"] == "application/json"
    return str(answer.json()["message"])


def test_a_form_with_repeated_fields_is_read_as_json_is(raw: httpx2.Client) -> None:
    form = {
        "text": ["Hello <x>you</x>", "World"],
        "target_lang": "DE",
        "source_lang": "EN",
        "ignore_tags": "x,y",
    }
    as_form = raw.post(TRANSLATE, data={**form, "tag_handling": "xml", "show_billed_characters": "1"})
    body = {**form, "ignore_tags": ["x", "y"], "tag_handling": "xml", "show_billed_characters": True}
    as_json = raw.post(TRANSLATE, json=body)
    assert (as_form.status_code, as_form.json()) == (200, as_json.json())
    assert [one["billed_characters"] for one in as_form.json()["translations"]] == [16, 5]
    assert raw.post(TRANSLATE, data={"text": "One", "target_lang": "DE"}).status_code == 200


def test_without_their_options_billed_characters_and_model_are_left_out(raw: httpx2.Client) -> None:
    answer = raw.post(TRANSLATE, json={"text": ["Hello"], "source_lang": "EN", "target_lang": "DE"})
    (one,) = answer.json()["translations"]
    assert set(one) == {"detected_source_language", "text"}


@pytest.mark.parametrize(
    "content",
    [b"{", b"[]", b'"text"', b"\xff\xfe", b'{"text": ["\\ud800"], "target_lang": "DE"}', b"null", b"1e999"],
)
def test_a_body_that_is_no_json_object_is_refused(raw: httpx2.Client, content: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    refused(raw.post(TRANSLATE, content=content, headers=headers))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"text": None}, "Parameter 'text' not specified"),
        ({"text": []}, "Parameter 'text' not specified"),
        ({"target_lang": None}, "Parameter 'target_lang' not specified"),
        ({"target_lang": ""}, "Parameter 'target_lang' not specified"),
        ({"text": "one string"}, "text: Send a JSON array"),
        ({"text": [1]}, "text.0: Send a text"),
        ({"text": [None]}, "text.0: Send a text"),
        ({"text": ["a\u0000b"]}, "U.0000"),
        ({"text": ["x"] * 51}, "at most 50; this one has 51"),
        ({"target_lang": 7}, "target_lang"),
        ({"tag_handling": "markdown"}, "tag_handling"),
        ({"tag_handling_version": "v3"}, "tag_handling_version"),
        ({"formality": "rude"}, "formality"),
        ({"split_sentences": "2"}, "split_sentences"),
        ({"model_type": "best"}, "model_type"),
        ({"preserve_formatting": "perhaps"}, "preserve_formatting"),
        ({"outline_detection": []}, "outline_detection"),
        ({"ignore_tags": {"a": 1}}, "ignore_tags"),
        ({"custom_instructions": ["x"] * 11}, "custom_instructions"),
        ({"custom_instructions": ["x" * 301]}, "custom_instructions"),
        ({"glossary_id": "1", "glossary_ids": ["2"]}, "cannot be used together"),
        ({"glossary_ids": ["1"] * 6}, "glossary_ids"),
        ({"source_lang": None, "glossary_id": "1"}, "source_lang"),
        ({"translation_memory_threshold": 80}, "requires 'translation_memory_id'"),
        ({"translation_memory_threshold": 101}, "translation_memory_threshold"),
    ],
)
def test_wrong_fields_are_refused_with_their_names(
    raw: httpx2.Client, fields: dict[str, Any], message: str
) -> None:
    body = {"text": ["Hello"], "source_lang": "EN", "target_lang": "DE", **fields}
    body = {name: value for name, value in body.items() if value is not None}
    assert message.replace("U.0000", "U+0000") in refused(raw.post(TRANSLATE, json=body))


@pytest.mark.parametrize(
    "fields", [{"style_id": "none"}, {"glossary_id": "none"}, {"translation_memory_id": "0"}]
)
def test_unknown_things_are_404(raw: httpx2.Client, fields: dict[str, str]) -> None:
    body = {"text": ["Hello"], "source_lang": "EN", "target_lang": "DE", **fields}
    assert "not found" in refused(raw.post(TRANSLATE, json=body), 404)


def test_a_request_over_128_kib_is_413(raw: httpx2.Client) -> None:
    body = {"text": ["x" * (128 * 1024)], "source_lang": "EN", "target_lang": "DE"}
    assert "larger than 131072 bytes" in refused(raw.post(TRANSLATE, json=body), 413)


def test_a_glossary_over_10_mib_is_413(raw: httpx2.Client) -> None:
    body = {"entries": "x" * (12 * 1024 * 1024)}
    assert "Glossary too large" in refused(raw.post("/compat/deepl/v2/glossaries", json=body), 413)


def test_compressed_bodies_are_refused(raw: httpx2.Client) -> None:
    headers = {"Content-Encoding": "gzip"}
    refused(raw.post(TRANSLATE, content=b"xx", headers=headers))


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/v2/languages", "type=voices"),
        ("/v3/translation_memories", "page=-1"),
        ("/v3/translation_memories", "page_size=1000"),
        ("/v3/translation_memories", "page_size=many"),
        ("/v3/translation_memories/1/segments", "page_cursor=x"),
        ("/v3/glossaries/1/entries", ""),
        ("/v3/glossaries/1/entries", "source_lang=en"),
    ],
)
def test_wrong_queries_are_refused(raw: httpx2.Client, path: str, query: str) -> None:
    refused(raw.get(f"/compat/deepl{path}?{query}"))


def test_a_document_without_a_file_or_as_json_is_refused(raw: httpx2.Client) -> None:
    assert "file" in refused(raw.post("/compat/deepl/v2/document", files={"target_lang": (None, "DE")}))
    assert "multipart" in refused(raw.post("/compat/deepl/v2/document", json={"target_lang": "DE"}))


def test_what_clients_of_2026_may_send_besides_is_ignored(raw: httpx2.Client) -> None:
    body = {
        "text": ["Hello"],
        "source_lang": "EN",
        "target_lang": "DE",
        "enable_beta_languages": True,
        "unknown": {"a": []},
    }
    assert raw.post(TRANSLATE, json=body).status_code == 200
