"""Idempotency keys (E8): a repeat gets the first answer, another body is refused, a running one conflicts."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from dragoman_client.mock.messages import MockAnswer, RecordedRequest
from dragoman_client.mock.multipart import parse_form
from dragoman_client.mock.refusals import FieldProblem, MockRefusal, detail, invalid
from dragoman_client.mock.state import MockApplication, State

_HEADER: Final = "idempotency-key"
_REUSED: Final = (
    "This Idempotency-Key was used for another request in the last 24 hours. Use a new one for each request, "
    "and repeat one only with the same body."
)
_RUNNING: Final = (
    "The first request with this Idempotency-Key is still running. Send this one again in a moment to get "
    "its answer."
)
_KEY_MESSAGE: Final = "Write 1 to 255 printable ASCII characters, such as a UUID"


class KeptAnswer:
    """The place of a request's answer; `answer` is that of an earlier request with the same key."""

    def __init__(self, answer: MockAnswer | None = None) -> None:
        self.answer = answer
        self.made: MockAnswer | None = None

    def keep(self, answer: MockAnswer) -> None:
        """Remember the answer that was made now."""
        self.made = answer


@contextmanager
def of_request(
    state: State, request: RecordedRequest, find_caller: Callable[[RecordedRequest], MockApplication] | None
) -> Iterator[KeptAnswer]:
    """Claim the key of a request while it runs. Of the answers only those with 2xx are kept.

    `find_caller` gives the application of a request; None: this address reads no key.
    """
    key = request.headers.get(_HEADER)
    if key is None or find_caller is None:
        yield KeptAnswer()
        return
    place = (find_caller(request).id, request.method, request.path, key)
    if not 1 <= len(key) <= 255 or not key.isascii() or not key.isprintable():
        raise invalid([FieldProblem(["header", "Idempotency-Key"], _KEY_MESSAGE, "idempotency_key")])
    print_of_body = _fingerprint(request)
    with state.lock:
        found = state.answers.get(place)
        if found is None:
            state.answers[place] = (print_of_body, None)
    if found is not None:
        yield _repeat(found, print_of_body)
        return
    kept = KeptAnswer()
    try:
        yield kept
    finally:
        with state.lock:
            if kept.made is not None and kept.made.is_success:
                state.answers[place] = (print_of_body, kept.made)
            else:
                del state.answers[place]


def _repeat(found: tuple[bytes, MockAnswer | None], print_of_body: bytes) -> KeptAnswer:
    first, answer = found
    if first != print_of_body:
        raise detail(422, _REUSED)
    if answer is None:
        raise detail(409, _RUNNING)
    return KeptAnswer(answer)


def _fingerprint(request: RecordedRequest) -> bytes:
    """A hash of query and body. The boundary of a form differs from try to try, so its parts count."""
    digest = hashlib.sha256(request.target.encode())
    if request.content_type == "multipart/form-data":
        try:
            for part in parse_form(request).parts:
                digest.update(f"\0{part.name}\0{part.file_name}\0{len(part.data)}\0".encode() + part.data)
        except MockRefusal:
            digest.update(request.body)
    else:
        digest.update(request.body)
    return digest.digest()
