"""Texts: any length and number, in order and in the same shape, with either kind of client."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from dragoman_client import Options
from dragoman_client.errors import InvalidInputError, UnexpectedAnswerError, ValidationError
from tests.client.kinds import QUICK, Caller, opened
from tests.client.scripted_server import Asked, Told, scripted, told
from tests.client.words import Words


def echo(asked: Asked) -> Told:
    """Translate by writing the target before each text."""
    body = asked.json
    return told(
        {"translations": [{"translation": f"{body['target']}:{one['text']}"} for one in body["segments"]]}
    )


def test_a_text_gives_a_text_and_a_list_a_list(caller: Caller, words: Words) -> None:
    one = caller.call(lambda client: client.translate("The <b>house</b>.", source="en", target="es"))
    made = words("The <b>house</b>.")
    assert (str(one), one.text, one.source, one.target) == (made, made, "en", "es")
    two = caller.call(lambda client: client.translate(["The house.", "The dog."], source="en", target="es"))
    assert [str(found) for found in two] == [words("The house."), words("The dog.")]
    assert caller.call(lambda client: client.translate([], source="en", target="es")) == []
    assert str(caller.call(lambda client: client.translate("", source="en", target="es"))) == ""


def test_an_iterator_gives_an_iterator_in_order(caller: Caller, words: Words) -> None:
    texts = [f"The house {number}." for number in range(250)]
    found = caller.call(lambda client: client.translate(iter(texts), source="en", target="es"))
    assert [str(one) for one in found] == [words("The house {}.", number) for number in range(250)]


def test_a_text_of_many_segments_comes_back_whole(caller: Caller, words: Words) -> None:
    text = "The house is red.\n\n" * 2000
    found = caller.call(lambda client: client.translate(text, source="en", target="es"))
    assert str(found) == f"{words('The house is red.')}\n\n" * 2000


def test_the_language_is_detected_and_told(caller: Caller) -> None:
    text = "Remove the paper jam from the tray before you print again."
    assert caller.call(lambda client: client.translate(text, target="es")).source == "en"
    assert caller.call(lambda client: client.detect(text)) == "en"


def test_several_targets_are_told_by_target(caller: Caller, words: Words) -> None:
    by_target = caller.call(
        lambda client: client.translate_into(["The house.", "The dog."], source="en", targets=["es", "es-MX"])
    )
    both = [words("The house."), words("The dog.")]
    assert {code: [str(one) for one in found] for code, found in by_target.items()} == {
        "es": both,
        "es-MX": both,
    }
    single = caller.call(lambda client: client.translate_into("The house.", source="en", targets=["es"]))
    assert {code: str(one) for code, one in single.items()} == {"es": words("The house.")}


def test_what_a_translation_is_from_is_told_when_asked_for(caller: Caller, words: Words) -> None:
    found = caller.call(lambda client: client.translate("The house.", source="en", target="es", explain=True))
    assert found.explanation.origin == "engine"
    assert words.engine in found.explanation.engine
    plain = caller.call(lambda client: client.translate("The house.", source="en", target="es"))
    assert plain.explanation is None


def test_no_text_is_in_a_repr(caller: Caller, words: Words) -> None:
    found = caller.call(
        lambda client: client.translate(["The house."], source="en", target="es", explain=True)
    )
    assert found[0].text == words("The house.")
    assert found[0].text[1:-1] not in repr(found)


def test_requests_hold_no_more_than_the_limits(kind: str) -> None:
    texts = ["a" * 10_000, *["b"] * 250, "c. " * 20_000, *["\x01" * 900] * 500, *['"' * 9_000] * 30]
    with scripted(echo) as server, opened(kind, server.url) as caller:
        found = caller.call(lambda client: client.translate(texts, source="en", target="es"))
        for asked in server.of("/v2/translate"):
            lengths = [len(one["text"]) for one in asked.json["segments"]]
            assert len(lengths) <= 100
            assert max(lengths) <= 10_000
            assert sum(lengths) <= 100_000
            assert len(asked.body) <= 2 * 1024 * 1024
    assert [one.text.replace("es:", "") for one in found] == texts


def test_lower_limits_of_a_server_are_asked_for_and_kept(kind: str) -> None:
    def script(asked: Asked) -> Told:
        if asked.path == "/v2/limits":
            return told(
                {"segments": 3, "segmentCharacters": 20, "characters": 40, "targets": 1, "bodyBytes": 20_000}
            )
        lengths = [len(one["text"]) for one in asked.json["segments"]]
        if len(lengths) > 3 or max(lengths) > 20 or sum(lengths) > 40:
            return told({"detail": "A request has at most 3 segments"}, 422)
        return echo(asked)

    texts = ["One two three four five six. Seven."] * 10
    with (
        scripted(script) as server,
        opened(kind, server.url, options=Options(retry=QUICK, concurrency=1)) as caller,
    ):
        for _ in range(2):
            found = caller.call(lambda client: client.translate(texts, source="en", target="es"))
            assert [one.text.replace("es:", "") for one in found] == texts
        assert len(server.of("/v2/limits")) == 1


def test_a_refusal_that_is_not_for_limits_is_told_as_it_is(caller: Caller) -> None:
    with pytest.raises(ValidationError, match=r"Language pair \(en -> xx\) is not supported"):
        caller.call(lambda client: client.translate(["a", "b"], source="en", target="xx"))


REFUSED = told({"detail": [{"loc": ["body"], "msg": "no", "type": "x"}]}, 422)
NUMBERS = [str(number) for number in range(2_000)]


class FailingSecond:
    """Refuses the texts from 100 to 199 as soon as those behind have arrived, and only then answers these."""

    def __init__(self) -> None:
        self._refused, self._behind = threading.Event(), threading.Event()

    def __call__(self, asked: Asked) -> Told:
        first = asked.json["segments"][0]["text"]
        if first == "0":
            return echo(asked)
        if first == "100":
            assert self._behind.wait(30)
            self._refused.set()
            return REFUSED
        self._behind.set()
        assert self._refused.wait(30)
        time.sleep(0.1)  # the refusal is read first
        return echo(asked)


def test_what_was_translated_or_under_way_at_a_failure_is_kept(kind: str) -> None:
    with (
        scripted(FailingSecond()) as server,
        opened(kind, server.url, options=Options(concurrency=3)) as caller,
    ):
        with pytest.raises(ValidationError) as caught:
            caller.call(lambda client: client.translate(NUMBERS, source="en", target="es"))
        asked = {one.json["segments"][0]["text"] for one in server.of("/v2/translate")}
    paid = asked - {"100"}
    assert {"0", "200"} <= paid
    assert {index: one.text for index, one in caught.value.completed.items()} == {
        number: f"es:{number}" for first in paid for number in range(int(first), int(first) + 100)
    }


def take_each(caller: Caller, texts: Iterator[str], given: list[str]) -> None:
    """Put what the translations of an iterator give into a list, until they end or fail."""

    async def take(translations: Any) -> None:
        async for one in translations:
            given.append(one.text)  # noqa: PERF401 - also what came before an exception

    def work(client: Any) -> Any:
        translations = client.translate(texts, source="en", target="es")
        if isinstance(translations, Iterator):
            return given.extend(one.text for one in translations)
        return take(translations)

    caller.call(work)


def test_an_iterator_gives_what_is_before_a_failure_and_keeps_what_is_behind(kind: str) -> None:
    given: list[str] = []
    with (
        scripted(FailingSecond()) as server,
        opened(kind, server.url, options=Options(concurrency=3)) as caller,
    ):
        with pytest.raises(ValidationError) as caught:
            take_each(caller, iter(NUMBERS), given)
        asked = {one.json["segments"][0]["text"] for one in server.of("/v2/translate")}
    assert given == [f"es:{number}" for number in range(100)]
    behind = asked - {"0", "100"}
    assert behind
    assert {index: one.text for index, one in caught.value.completed.items()} == {
        number: f"es:{number}" for first in behind for number in range(int(first), int(first) + 100)
    }


def test_an_iterator_gives_all_that_was_sent_before_its_texts_end_in_an_error(kind: str) -> None:
    def texts() -> Iterator[str]:
        yield from NUMBERS[:250]
        raise OSError("the database has gone")

    given: list[str] = []
    with (
        scripted(echo) as server,
        opened(kind, server.url) as caller,
        pytest.raises(OSError, match="the database has gone"),
    ):
        take_each(caller, texts(), given)
    assert given == [f"es:{number}" for number in range(200)]


def test_of_several_languages_all_are_kept_at_a_failure(kind: str) -> None:
    def script(asked: Asked) -> Told:
        texts = [one["text"] for one in asked.json["segments"]]
        if texts[0] != "0":
            return REFUSED
        return told(
            {"translations": [{"translations": {"es": f"es:{one}", "ca": f"ca:{one}"}} for one in texts]}
        )

    with (
        scripted(script) as server,
        opened(kind, server.url) as caller,
        pytest.raises(ValidationError) as caught,
    ):
        caller.call(lambda client: client.translate_into(NUMBERS[:200], source="en", targets=["es", "ca"]))
    kept = caught.value.completed_by_target
    assert {target: [one.text for one in found.values()] for target, found in kept.items()} == {
        target: [f"{target}:{number}" for number in range(100)] for target in ("es", "ca")
    }
    assert kept["es"] == caught.value.completed


def test_an_iterator_is_read_as_results_are_taken() -> None:
    taken = 0

    def texts() -> Iterator[str]:
        nonlocal taken
        for number in range(1_000_000):
            taken += 1
            yield f"text {number}"

    with scripted(echo) as server, opened("Client", server.url) as caller:
        results = caller.client.translate(texts(), source="en", target="es")
        assert next(results).text == "es:text 0"
        assert taken <= 100 * 10
        results.close()


def test_a_failure_ends_what_is_under_way(kind: str) -> None:
    """After the exception no further request is begun: nothing more is paid."""
    ended = threading.Event()

    def script(asked: Asked) -> Told:
        if asked.json["segments"][0]["text"] == "0":
            ended.set()
            return told({"detail": [{"loc": ["body"], "msg": "no", "type": "x"}]}, 422)
        ended.wait(30)
        return echo(asked)

    texts = [str(number) for number in range(10_000)]
    with scripted(script) as server, opened(kind, server.url, options=Options(concurrency=4)) as caller:
        with pytest.raises(ValidationError):
            caller.call(lambda client: client.translate(texts, source="en", target="es"))
        assert len(server.of("/v2/translate")) <= 8


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ("a\ud800b", r"The text has a lone surrogate \(U\+D800\) at character 2"),
        (["fine", "a\udfff"], r"Text 2 has a lone surrogate \(U\+DFFF\) at character 2"),
        (["fine", "a\0"], r"Text 2 has a NUL \(U\+0000\) at character 2"),
        (["fine", None], "Text 2 is of type NoneType"),
        ([b"bytes"], "The text is of type bytes"),
    ],
)
def test_a_text_that_cannot_be_sent_is_named_and_nothing_is_sent(kind: str, texts: object, said: str) -> None:
    with scripted(echo) as server, opened(kind, server.url) as caller:
        with pytest.raises(InvalidInputError, match=said):
            caller.call(lambda client: client.translate(texts, source="en", target="es"))
        assert server.asked == []


def test_an_answer_with_too_few_translations_is_refused(kind: str) -> None:
    short = told({"translations": [{"translation": "a"}]})
    with (
        scripted(lambda _: short) as server,
        opened(kind, server.url) as caller,
        pytest.raises(UnexpectedAnswerError, match="1 translations for 2 texts"),
    ):
        caller.call(lambda client: client.translate(["a", "b"], source="en", target="es"))


def test_an_unknown_option_is_a_type_error(kind: str) -> None:
    with opened(kind, "http://127.0.0.1:1") as caller, pytest.raises(TypeError, match="formality"):
        caller.call(lambda client: client.translate("a", source="en", target="es", formality="more"))


def test_pairs_and_usage(caller: Caller, words: Words) -> None:
    pairs = caller.call(lambda client: client.languages())
    assert ("en", "es", words.quality) in {(one.source, one.target, one.quality) for one in pairs}
    assert caller.call(lambda client: client.usage()).total.words > 0
