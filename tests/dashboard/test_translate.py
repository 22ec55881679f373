"""`/ui/translate` without script: texts, where they are from, refusals, the call, and what it counts as."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from urllib.parse import unquote

import pytest

from dragoman.dashboard.translate.samples import TextCall, write_samples
from tests.dashboard.browser import Browser, Dashboard, Shown

PAGE = "/ui/translate"
TEXT = "The <b>house</b> is {color}. The dog is big.\n\nThe cat is small."


def _translate(browser: Browser, text: str, **fields: str) -> Shown:
    return browser.post(PAGE, {"source": "en", "target": "es", "text": text, **fields})


def _result(shown: Shown) -> str:
    return str(shown.find("//*[@id='target']").text_content())


def test_a_text_is_translated_sentence_by_sentence_and_keeps_its_lines(dashboard: Dashboard) -> None:
    shown = _translate(dashboard.sign_in("developer"), TEXT)
    assert _result(shown) == "La <b>casa</b> es {color}. El perro es grande.\n\nEl gato es pequeño."
    assert shown.find("//textarea[@id='translation']").text == "\n" + _result(shown)
    assert [one.text_content() for one in shown.tree.xpath("//*[@id='target']//span")] == [
        "<b>",
        "</b>",
        "{color}",
    ]
    assert shown.value_of("text") == TEXT


def test_each_sentence_says_where_it_is_from(dashboard: Dashboard) -> None:
    shown = _translate(dashboard.sign_in("developer"), TEXT)
    marks = shown.tree.xpath("//*[@id='target']/mark/@aria-describedby")
    assert marks == ["o-1", "o-2", "o-3"]
    assert re.fullmatch(
        r"MT\s*By the engine apertium [\d.]+\s*The checks found nothing\.", shown.text_of("#o-2")
    )


def test_the_language_is_detected_and_said(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("customer")
    shown = _translate(browser, "The dog is very big and the house is old.", source="auto")
    assert "Detected: English" in shown.text_of("//*[@id='result']/footer")
    assert "Quality: gist" in shown.text_of("//*[@id='result']/footer")
    again = browser.get(PAGE)
    assert (again.value_of("source"), again.value_of("target")) == ("auto", "es")


def test_swapping_makes_the_translation_the_text(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("customer")
    shown = _translate(
        browser,
        "The dog is big.",
        source="auto",
        swap="yes",
        detected="en",
        translation="El perro es grande.",
    )
    assert [shown.value_of(one) for one in ("text", "source", "target")] == [
        "El perro es grande.",
        "es",
        "en",
    ]
    assert _result(shown) == "The dog is big."


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"target": "eu"}, "English → Basque is not available. English → Spanish is."),
        ({"text": "a" * 10_001}, "Characters too many: 1. Split the text, or send it as a file."),
        (
            {"source": "auto", "text": "xx"},
            "The language cannot be detected from this text. Write more, or choose the language.",
        ),
        ({"memory": "999999"}, "There is no translation memory 999999."),
        ({"threshold": "12"}, "Write a whole number from 50 to 101."),
    ],
)
def test_a_refusal_is_said_and_nothing_typed_is_lost(
    dashboard: Dashboard, fields: dict[str, str], message: str
) -> None:
    sent = {"source": "en", "target": "es", "text": "A dog", **fields}
    shown = dashboard.sign_in("customer").post(PAGE, sent)
    assert shown.status == 422
    assert message in shown.text_of("#notice")
    assert (shown.value_of("text"), shown.value_of("source")) == (sent["text"], sent["source"])


def test_an_unsupported_pair_offers_the_nearest(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("customer")
    offered = _translate(browser, "A dog", target="eu").find("//button[@name='instead']/@value")
    shown = _translate(browser, "A dog", target="eu", instead=str(offered))
    assert (shown.status, shown.value_of("target")) == (200, "es")


def test_ten_thousand_characters_in_hundreds_of_lines_are_one_call(dashboard: Dashboard) -> None:
    text = "\n".join(f"Line {number} has dogs." for number in range(400))[:10_000]
    shown = _translate(dashboard.sign_in("customer"), text)
    assert shown.status == 200
    assert len(shown.tree.xpath("//*[@id='target']/mark")) == 100
    assert _result(shown).count("\n") == text.count("\n")


def test_pages_count_against_the_rate_limit_and_say_when_they_go_on(dashboard: Dashboard) -> None:
    account = dashboard.live.create_account("Few Calls")
    browser = dashboard.sign_in("developer", account=account)
    _translate(browser, "Dog")  # which makes the account's built-in application
    (builtin,) = dashboard.live.admin("application", "list", "--account", str(account))
    dashboard.live.admin("application", "change", str(builtin["id"]), "--rate-limit", "2/3600")
    answers = [_translate(browser, f"Dog number {number}") for number in range(3)]
    assert [one.status for one in answers][-1] == 429
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 3600
    assert "Too many calls. Again in" in answers[-1].text_of("#notice")
    assert answers[-1].value_of("text") == "Dog number 2"


def test_a_sandbox_is_pseudo_translated(dashboard: Dashboard) -> None:
    account = dashboard.live.create_account("Sandbox", kind="sandbox")
    shown = _translate(dashboard.sign_in("developer", account=account), "A <b>dog</b>")
    assert _result(shown).startswith("[")
    assert "Quality: test" in shown.text_of("//*[@id='result']/footer")


def test_the_calls_have_the_real_texts_and_a_token_once(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("developer")
    fields = {"source": "en", "target": "es", "text": "The dog's <b>house</b>.", "sample": "python"}
    shown = browser.post(f"{PAGE}/token", fields)
    token = shown.text_of("#token")
    code = str(shown.find("//*[@id='c-python']").text_content())
    assert json.dumps(token) in code
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "La casa <b>del perro</b>. engine\n" or "casa" in done.stdout
    curl = str(shown.find("//*[@id='c-curl']").text_content())
    said = subprocess.run(["bash", "-c", curl], capture_output=True, text=True, check=True).stdout
    assert json.loads(said)["translations"][0]["translation"] in done.stdout
    assert shown.headers["cache-control"] == "no-store"
    assert token not in unquote(browser.get(PAGE).text)


def test_those_who_write_no_programs_see_no_call(dashboard: Dashboard) -> None:
    assert "The call for this" not in _translate(dashboard.sign_in("orderer"), "A dog").words
    assert "The call for this" in _translate(dashboard.sign_in("manager"), "A dog").words


def test_quotes_in_texts_stay_within_a_call() -> None:
    call = TextCall(service="http://x", source="en", target="es", texts=['it\'s "$HOME" `id` \\'], token="t")
    curl = write_samples(call)[0].code.replace("curl ", "printf '%s\\n' ", 1)
    printed = subprocess.run(["bash", "-c", curl], capture_output=True, text=True, check=True).stdout
    body = printed.split("-d\n", 1)[1]
    assert json.loads(body) == call.body


def test_first_steps_can_be_closed_one_by_one(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("developer")
    assert "First steps" not in browser.get(PAGE).words
    first = browser.get(f"{PAGE}?first=1")
    assert "Create an application" in first.words
    assert first.text_of("#f-text").startswith("The <b>filter</b> has to be changed")
    assert "{serial}" in first.text_of("#translation")
    assert "cada seis meses" in first.text_of("#translation")
    shown = browser.post(f"{PAGE}/first-steps", {"step": "application"})
    assert "Create an application" not in shown.text_of("#first-steps")
    assert (shown.text_of("#f-text"), browser.get(f"{PAGE}?first=1").text_of("#f-text")) == ("", "")
    assert "Invite somebody" in browser.get(PAGE).text_of("#first-steps")


def test_the_sample_in_javascript_prints_texts_as_they_are() -> None:
    """The first of several arguments of `console.log` is a pattern, in which "%s" would be filled in."""
    call = TextCall(service="https://example.com", source="en", target="es", texts=["%s pages"])
    code = next(one.code for one in write_samples(call) if one.key == "javascript")
    assert "console.log(`${one.translation} ${one.origin}`);" in code
