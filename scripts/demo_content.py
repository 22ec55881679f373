"""What the demo account comes with: a memory, a term base, projects, and calls that its figures show.

All of it is made through the service's own interface, and translated by its engines. Each part is looked for
by its name first, so that what was interrupted is completed and nothing is made twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final
from xml.sax.saxutils import escape

import httpx2

from scripts import demo_texts
from scripts.demo_errors import DemoFailed

SOURCE: Final = "es"
TARGET: Final = "ca"
_NAME: Final = "Coffee machines"
_SEGMENTS_OF_CALL: Final = 100
_WAIT_SECONDS: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoContent:
    """Makes the content, as the account's program and as the provider's."""

    customer: httpx2.Client
    desk: httpx2.Client

    def make_all(self) -> None:
        """Make what is missing; DemoFailed where the service refuses."""
        memory = self._memory()
        self._term_base()
        self._project(demo_texts.DELIVERED, memory, deliver=True)
        self._project(demo_texts.RUNNING, memory, deliver=False)
        self._calls()

    def _memory(self) -> int:
        path = "/project/v1/translation-memories"
        found = _find(_json(self.customer.get(path)), name=_NAME)
        memory = found or _json(self.customer.post(path, json={"name": _NAME, "useForTranslation": True}))
        imports = f"{path}/{memory['id']}/imports"
        if not _items(_json(self.customer.get(imports))):
            file = {"file": ("manual.tmx", self._write_tmx(), "application/xml")}
            made = _json(self.customer.post(imports, files=file))
            _wait(
                lambda: _json(self.customer.get(f"{imports}/{made['id']}"))["status"],
                {"FINISHED"},
                {"FAILED"},
            )
        return int(memory["id"])

    def _write_tmx(self) -> bytes:
        texts = demo_texts.sentences()
        units = "".join(
            f'<tu><tuv xml:lang="{SOURCE}"><seg>{escape(text)}</seg></tuv>'
            f'<tuv xml:lang="{TARGET}"><seg>{escape(translation)}</seg></tuv></tu>\n'
            for text, translation in zip(texts, self._translate(texts), strict=True)
        )
        return (
            '<?xml version="1.0" encoding="utf-8"?>\n<tmx version="1.4">'
            f'<header creationtool="make serve" creationtoolversion="1" segtype="sentence" o-tmf="none" '
            f'adminlang="en" srclang="{SOURCE}" datatype="plaintext"/>\n<body>{units}</body></tmx>'
        ).encode()

    def _translate(self, texts: Sequence[str]) -> Iterator[str]:
        for start in range(0, len(texts), _SEGMENTS_OF_CALL):
            segments = [{"text": text} for text in texts[start : start + _SEGMENTS_OF_CALL]]
            body = {"source": SOURCE, "target": TARGET, "segments": segments}
            for one in _json(self.customer.post("/v2/translate", json=body))["translations"]:
                yield one["translation"]

    def _term_base(self) -> None:
        path = "/project/v1/term-bases"
        base = _find(_json(self.customer.get(path)), name=_NAME)
        base = base or _json(self.customer.post(path, json={"name": _NAME, "useForTranslation": True}))
        concepts = f"{path}/{base['id']}/concepts"
        there = {one["definition"] for one in _items(_json(self.customer.get(concepts)))}
        for concept in demo_texts.CONCEPTS:
            if concept["definition"] not in there:
                _json(self.customer.post(concepts, json=concept))

    def _project(self, order: demo_texts.Order, memory: int, *, deliver: bool) -> None:
        known = {"externalId": order.external_id}
        found = _items(_json(self.customer.get("/project/v1/projects", params=known)))
        if not found:
            service = _find(_json(self.customer.get("/project/v1/services")), kind="human")
            if service is None:
                raise DemoFailed("The demo account has no service with the kind human.")
            body = known | {"title": order.title, "serviceId": service["id"]}
            body |= {"translationMemoryId": memory, "useTranslationMemory": True}
            found = [_json(self.customer.post("/project/v1/projects", json=body))]
        project = f"/project/v1/projects/{found[0]['id']}"
        if _json(self.customer.get(project))["status"] == "Draft":
            self._send_files(project, order)
            _json(self.customer.post(f"{project}/do-start"))
            _wait(lambda: _json(self.customer.get(project))["status"], {"Active"}, {"Cancelled"})
        if _json(self.customer.get(project))["status"] == "Active":
            self._work(found[0]["id"], deliver=deliver)
        if deliver:
            _wait(lambda: _json(self.customer.get(project))["status"], {"Finished"}, {"Cancelled"})

    def _send_files(self, project: str, order: demo_texts.Order) -> None:
        there = {one["fileName"] for one in _items(_json(self.customer.get(f"{project}/files")))}
        page = "".join(f"<p>{escape(line)}</p>\n" for line in order.page)
        files = {
            "manual.txt": "\n\n".join(order.text),
            "manual.html": f'<!DOCTYPE html>\n<html lang="{SOURCE}">\n{page}</html>\n',
        }
        for name, content in files.items():
            if name not in there:
                languages = {"sourceLanguage": SOURCE, "targetLanguages": TARGET}
                file = {"file": (name, content.encode())}
                _json(self.customer.post(f"{project}/files", data=languages, files=file))

    def _work(self, project: int, *, deliver: bool) -> None:
        """Confirm and deliver all that is open; if the project stays at work, confirm its first file only."""
        path = f"/provider/v1/projects/{project}/translations"

        def rows() -> list[dict[str, Any]]:
            found: list[dict[str, Any]] = _json(self.desk.get(path))["translations"]
            return sorted(found, key=lambda one: one["id"])

        _wait(
            lambda: not {one["stage"] for one in rows()} & {"waiting", "preparing"} and "ready",
            {"ready"},
            set(),
        )
        opened = [one["id"] for one in rows() if one["stage"] == "open"]
        for number in opened if deliver else opened[:1]:
            package = self.desk.get(f"{path}/{number}/xliff")
            _check(package)
            headers = {"Content-Type": "application/xliff+xml"}
            back = f"{path}/{number}/xliff?confirm=true"
            _check(self.desk.put(back, content=package.content, headers=headers))
            if deliver:
                _check(self.desk.post(f"{path}/{number}/delivery"))

    def _calls(self) -> None:
        """A few texts, and one call that is refused, as the log of requests shows them."""
        list(self._translate([demo_texts.ARTICLE, *demo_texts.MORE]))
        for text in demo_texts.MORE:
            list(self._translate([text]))
        body = {"source": SOURCE, "target": "tlh", "segments": [{"text": demo_texts.MORE[0]}]}
        self.customer.post("/v2/translate", json=body)


@contextmanager
def open_client(url: str, token: str) -> Iterator[httpx2.Client]:
    """A client of the service; it reaches this machine without a proxy."""
    headers = {"Authorization": f"Bearer {token}"}
    with httpx2.Client(base_url=url, headers=headers, timeout=60, trust_env=False) as client:
        try:
            yield client
        except httpx2.TransportError as error:
            raise DemoFailed(f"The service cannot be reached at {url}: {error}") from None


def account_of(client: httpx2.Client) -> int:
    """The id of a client's account."""
    return int(_json(client.get("/project/v1/account"))["id"])


def can_translate(client: httpx2.Client) -> bool:
    """Whether an engine for the texts of the content is installed."""
    pairs = _json(client.get("/v2/languages/text-translation", params={"details": "true"}))
    return any((pair["source"], pair["target"]) == (SOURCE, TARGET) for pair in pairs)


def _check(answer: httpx2.Response) -> None:
    if answer.is_error:
        request = answer.request
        raise DemoFailed(
            f"{request.method} {request.url.path} was answered {answer.status_code}: {answer.text}"
        )


def _json(answer: httpx2.Response) -> Any:
    _check(answer)
    return answer.json()


def _items(answer: Any) -> list[dict[str, Any]]:
    """The rows of a list, which is the whole answer, or stands in a page beside its metadata."""
    if isinstance(answer, list):
        return answer
    return next(value for value in answer.values() if isinstance(value, list))


def _find(answer: Any, **values: str) -> dict[str, Any] | None:
    rows = _items(answer)
    return next((one for one in rows if all(one[name] == value for name, value in values.items())), None)


def _wait(read: Callable[[], Any], expected: set[str], failed: set[str]) -> None:
    deadline = time.monotonic() + _WAIT_SECONDS
    while (state := read()) not in expected:
        if state in failed or time.monotonic() > deadline:
            raise DemoFailed(f"The demo's content is {state}, not {' or '.join(expected)}.")
        time.sleep(0.1)
