"""Clauses T4 and T11 (`placeholders`), and the option of D1, over HTTP and on real Apertium."""

from __future__ import annotations

import json

import httpx2
import pytest

from dragoman.messages.placeholder_grammars import NAMES
from tests.contract.conftest import Customer
from tests.contract.documents import submit, translated


def translate(client: httpx2.Client, text: str, **more: object) -> httpx2.Response:
    body = {"source": "en", "target": "es", "segments": [{"text": text}], **more}
    return client.post("/v2/translate", json=body)


def text_of(client: httpx2.Client, text: str, **more: object) -> str:
    answer = translate(client, text, **more)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["translations"][0]["translation"])


@pytest.mark.parametrize(
    ("text", "translation"),
    [
        ("Aspect Ratio <b>%1:%2</b>", "Proporción de aspecto <b>%1:%2</b>"),
        ("<h3>%1</h3>", "<h3>%1</h3>"),
        ("<b>&OK</b>", "<b>&VALE</b>"),
        ("The price is <b>%%PRICE%%</b>", "El precio es <b>%%PRICE%%</b>"),
        ("The house of :name is [user_id]", "La casa de :name es [user_id]"),
        ('The house $t(key, { "count": 1 }) is big', 'La casa $t(key, { "count": 1 }) es grande'),
    ],
)
def test_t4_placeholders_of_all_programs_come_back_by_default(
    production: Customer, text: str, translation: str
) -> None:
    assert text_of(production.client, text) == translation
    assert text_of(production.client, text, placeholders=[]) == translation
    assert text_of(production.client, text, placeholders=["default"]) == translation


def test_t11_named_grammars_are_the_only_ones(production: Customer) -> None:
    text = "The [house] of :house"
    assert text_of(production.client, text) == "El [casa] de :house"
    assert text_of(production.client, text, placeholders=["brackets"]).startswith("El [house] de :casa")
    assert "[house]" in text_of(production.client, text, placeholders=["brackets", "laravel"])
    assert ":house" in text_of(production.client, text, placeholders=["brackets", "laravel"])
    assert ":casa" in text_of(production.client, text, placeholders=["default", "no-laravel"])
    assert ":casa" in text_of(production.client, text, placeholders=["none"])


@pytest.mark.parametrize("names", [["cobol"], ["printf", "no-cobol"], ["default", "PRINTF"]])
def test_t11_an_unknown_grammar_is_refused_with_the_known_ones(
    production: Customer, names: list[str]
) -> None:
    answer = translate(production.client, "The house", placeholders=names)
    assert answer.status_code == 422
    assert names[-1] in answer.json()["detail"]
    for name in NAMES:
        assert name in answer.json()["detail"]


@pytest.mark.parametrize("names", ["printf", [1], {"printf": True}])
def test_t11_what_is_not_a_list_of_names_is_refused_at_its_place(production: Customer, names: object) -> None:
    answer = translate(production.client, "The house", placeholders=names)
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"][:2] == ["body", "placeholders"]


def test_d1_documents_take_the_same_names(production: Customer) -> None:
    page = "<!DOCTYPE html>\n<html lang=en><p>The [house] is <b>%1</b> and :house</p>\n"
    plain = translated(production.client, page).decode()
    assert "[casa]" in plain
    assert "<b>%1</b> y :house</p>" in plain
    chosen = translated(production.client, page, options=json.dumps({"placeholders": ["brackets", "qt"]}))
    assert "[house]" in chosen.decode()
    assert ":casa" in chosen.decode()
    assert "<b>%1</b>" in chosen.decode()


def test_d1_an_unknown_grammar_is_refused_before_the_job(production: Customer) -> None:
    answer = submit(production.client, options='{"placeholders": ["cobol"]}')
    assert answer.status_code == 422
    assert "placeholders must be a list of default, printf" in answer.text
