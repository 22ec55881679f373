"""Retries: what is tried again, when, how often, and what never is."""

from __future__ import annotations

import email.utils
import itertools
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack

import pytest

from dragoman_client import Options, Retry
from dragoman_client.errors import (
    ConflictError,
    ConnectionFailedError,
    DeadlineExceededError,
    NotFoundError,
    RateLimitError,
    ServerError,
    ServiceUnavailableError,
    UnexpectedAnswerError,
)
from tests.client.kinds import QUICK, opened
from tests.client.scripted_server import RESET, Asked, Told, scripted, told

PAIRS = told([{"source": "en", "target": "es"}])
DONE = told({"translations": [{"translation": "La casa."}]})


def after(*first: Told, then: Told) -> Callable[[Asked], Told]:
    """These answers, one after the other, and then always the same."""
    answers = itertools.chain(first, itertools.repeat(then))
    lock = threading.Lock()

    def script(_: Asked) -> Told:
        with lock:
            return next(answers)

    return script


@pytest.mark.parametrize(
    "failure",
    [
        told({"detail": "slow down"}, 429),
        told({"detail": "slow down"}, 429, Retry_After="0"),
        told({"detail": "oops"}, 500),
        told({"detail": "starting"}, 503, Retry_After="0"),
        told({"detail": "engine"}, 504),
        RESET,
        Told(status=200, body=DONE.body, headers=DONE.headers, cut=10),
    ],
    ids=["429", "429 with Retry-After", "500", "503", "504", "reset", "cut short"],
)
def test_a_text_is_tried_again_until_it_is_translated(kind: str, failure: Told) -> None:
    with scripted(after(failure, failure, then=DONE)) as server, opened(kind, server.url) as caller:
        result = caller.call(lambda client: client.translate("The house.", source="en", target="es"))
        assert str(result) == "La casa."
        assert len(server.of("/v2/translate")) == 3


@pytest.mark.parametrize("written", ["seconds", "date"])
def test_retry_after_is_waited_for(kind: str, written: str) -> None:
    refused: list[Asked] = []

    def script(asked: Asked) -> Told:
        """First a refusal; its date is made with it, since it is to be at least a second behind it."""
        if refused:
            return PAIRS
        refused.append(asked)
        value = "1" if written == "seconds" else email.utils.formatdate(time.time() + 2, usegmt=True)
        return told({"detail": "slow down"}, 429, Retry_After=value)

    with scripted(script) as server, opened(kind, server.url) as caller:
        begun = time.monotonic()
        caller.call(lambda client: client.languages())
        assert time.monotonic() - begun >= 0.9


def test_a_retry_after_beyond_the_cap_ends_the_call_and_is_told(kind: str) -> None:
    busy = told({"detail": "Come back later."}, 429, Retry_After="3600")
    with scripted(lambda _: busy) as server, opened(kind, server.url) as caller:
        with pytest.raises(RateLimitError) as caught:
            caller.call(lambda client: client.languages())
        assert caught.value.retry_after == 3600
        assert len(server.of("/v2/languages/text-translation")) == 1


@pytest.mark.parametrize(
    ("status", "error"), [(429, RateLimitError), (500, ServerError), (503, ServiceUnavailableError)]
)
def test_the_attempts_are_counted_and_the_last_answer_is_told(
    kind: str, status: int, error: type[Exception]
) -> None:
    answer = told({"detail": "Not now."}, status, X_Request_Id="abc123")
    with scripted(lambda _: answer) as server:
        options = Options(retry=Retry(attempts=4, first=0.01))
        with (
            opened(kind, server.url, options=options) as caller,
            pytest.raises(error, match=r"Not now\. \(request abc123\)"),
        ):
            caller.call(lambda client: client.languages())
        assert len(server.of("/v2/languages/text-translation")) == 4


def test_the_deadline_holds_for_all_attempts(kind: str) -> None:
    """All of them would take 50 seconds."""
    retry, path = Retry(attempts=1000, first=0.05, factor=1), "/v2/languages/text-translation"
    with scripted(lambda _: RESET) as server:
        for deadline in (0.5, 2.0, 8.0, 32.0):  # on a busy machine, two attempts may take longer
            before = len(server.of(path))
            with opened(kind, server.url, options=Options(retry=retry, deadline=deadline)) as caller:
                begun = time.monotonic()
                with pytest.raises(DeadlineExceededError, match=rf"within {deadline:g} seconds"):
                    caller.call(lambda client: client.languages())
                assert time.monotonic() - begun < 50
            if len(server.of(path)) - before >= 2:
                return
        raise AssertionError("no attempt was tried again before any deadline")


def test_pauses_grow_and_differ() -> None:
    retry = Retry(first=1, factor=2, jitter=0.25, longest=10)
    pauses = [[retry.pause(attempt, None) for attempt in range(1, 6)] for _ in range(200)]
    for number, middle in enumerate([1, 2, 4, 8, 10]):
        found = [one[number] or 0 for one in pauses]
        assert all(middle * 0.75 <= pause <= middle * 1.25 for pause in found)
        assert len({round(pause, 4) for pause in found}) > 50
    assert retry.pause(8, None) is None
    assert all(3 <= (retry.pause(1, 3.0) or 0) <= 3.25 for _ in range(100))


def test_a_refusal_is_not_tried_again(kind: str) -> None:
    with (
        scripted(lambda _: told({"detail": "no such job"}, 404)) as server,
        opened(kind, server.url) as caller,
    ):
        with pytest.raises(NotFoundError, match="no such job"):
            caller.call(lambda client: client.documents.get("x"))
        assert len(server.of("/v2/documents/x")) == 1


def test_what_may_have_been_done_is_not_done_twice(kind: str) -> None:
    """A new memory has no key by which the server would recognise a repeat."""
    with scripted(lambda _: RESET) as server, opened(kind, server.url) as caller:
        with pytest.raises(ConnectionFailedError, match="broke before the answer was complete"):
            caller.call(lambda client: client.memories.create("Law"))
        assert len(server.of("/project/v1/translation-memories")) == 1


def test_what_was_not_begun_is_tried_again_without_a_key(kind: str) -> None:
    made = told({"id": 7, "name": "Law"}, 201)
    with (
        scripted(after(told({"detail": "wait"}, 429), then=made)) as server,
        opened(kind, server.url) as caller,
    ):
        assert caller.call(lambda client: client.memories.create("Law")).id == 7
        assert len(server.of("/project/v1/translation-memories")) == 2


def test_every_attempt_of_a_project_has_the_same_key_and_each_project_its_own(kind: str) -> None:
    made = told({"id": 7, "title": "T", "status": "Draft"}, 201)
    script = after(RESET, told({"detail": "wait"}, 503), made, then=made)
    with scripted(script) as server, opened(kind, server.url) as caller:
        for _ in range(2):
            caller.call(lambda client: client.projects.create(title="T", service_id=1))
        keys = [one.headers["idempotency-key"] for one in server.of("/project/v1/projects")]
        assert len(keys) == 4
        assert len(set(keys[:3])) == 1
        assert keys[3] != keys[0]


def test_while_an_attempt_whose_connection_broke_still_runs_its_answer_is_waited_for(kind: str) -> None:
    running = told({"detail": "A request with this Idempotency-Key is running: wait."}, 409)
    made = told({"id": 7, "title": "T", "status": "Draft"}, 201)
    with scripted(after(RESET, running, running, then=made)) as server, opened(kind, server.url) as caller:
        assert caller.call(lambda client: client.projects.create(title="T", service_id=1)).id == 7
        assert len(server.of("/project/v1/projects")) == 4


def test_a_conflict_of_a_first_attempt_is_told(kind: str) -> None:
    with scripted(lambda _: told({"detail": "taken"}, 409)) as server, opened(kind, server.url) as caller:
        with pytest.raises(ConflictError, match="taken"):
            caller.call(lambda client: client.projects.create(title="T", service_id=1))
        assert len(server.of("/project/v1/projects")) == 1


def test_a_server_that_is_down_is_told_with_its_address(kind: str) -> None:
    """Soon: a wrong address is more likely than a restart, as long as no server has answered."""
    options = Options(retry=Retry(attempts=1000, first=0.01, factor=1))
    with (
        opened(kind, "http://127.0.0.1:1", options=options) as caller,
        pytest.raises(ConnectionFailedError, match=r"Nothing answers at http://127\.0\.0\.1:1"),
    ):
        caller.call(lambda client: client.languages())


def test_a_server_that_restarts_is_waited_for(kind: str) -> None:
    options = Options(retry=Retry(attempts=1000, first=0.02, factor=1), timeout=5)
    with ExitStack() as first, ExitStack() as second:
        server = first.enter_context(scripted(lambda _: PAIRS))
        with opened(kind, server.url, options=options) as caller:
            caller.call(lambda client: client.languages())
            first.close()
            again = scripted(lambda _: PAIRS, port=server.port)
            back = threading.Timer(0.5, lambda: second.enter_context(again))
            back.start()
            assert len(caller.call(lambda client: client.languages())) == 1
            back.join()


@pytest.mark.parametrize("status", [200, 403, 502])
def test_a_proxys_page_is_named_as_one(kind: str, status: int) -> None:
    page = Told(
        status=status, body=b"<html>Sign in to the network</html>", headers={"Content-Type": "text/html"}
    )
    with scripted(lambda _: page) as server, opened(kind, server.url) as caller:
        with pytest.raises(Exception, match="text/html instead of JSON") as caught:
            caller.call(lambda client: client.languages())
        assert "Sign in" not in str(caught.value)
        assert "proxy" in str(caught.value)


def test_an_address_that_leads_elsewhere_is_told_and_not_followed(kind: str) -> None:
    moved = Told(status=308, headers={"Location": "https://other.example/v2"})
    with (
        scripted(lambda _: moved) as server,
        opened(kind, server.url) as caller,
        pytest.raises(UnexpectedAnswerError, match=r"leads to https://other\.example"),
    ):
        caller.call(lambda client: client.languages())


def test_no_more_calls_are_under_way_than_the_limit(kind: str) -> None:
    lock, now, most = threading.Lock(), 0, 0

    def script(asked: Asked) -> Told:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        time.sleep(0.01)
        with lock:
            now -= 1
        return told({"translations": [{"translation": one["text"]} for one in asked.json["segments"]]})

    with scripted(script) as server:
        with opened(kind, server.url, options=Options(retry=QUICK, concurrency=3)) as caller:
            texts = [str(number) * 5000 for number in range(200)]
            results = caller.call(lambda client: client.translate(texts, source="en", target="es"))
        assert [one.text for one in results] == texts
        assert most == 3
