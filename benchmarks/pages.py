"""Many one-page documents: how many a second, what each costs the processors, and how long one takes.

Ours from upload to the success of its job; apertium-apy's from request to answer. The processor time is that
of all the server's processes, ended ones included, without the client's. `benchmarks.documents` prints it.
"""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from html import escape

import psutil

from benchmarks.clients import fetch_record, post_form
from benchmarks.services import Service
from benchmarks.word import make_document

_SENDERS = 4
_POLL_SECONDS = 0.02
_PAGE_SENTENCES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One document."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class PagesRow:
    """What one server did. Times are in seconds."""

    documents: int
    duration: float
    processor: float  # of all documents together
    alone: Sequence[float] = ()  # latencies of single pages, nothing else running
    beside: Sequence[float] = ()  # and while another account's pages wait

    def line(self, name: str, peer: float | None) -> str:
        """The row of the table; `peer` is another server's speed."""
        speed = self.documents / self.duration
        cells = [f"{speed:.1f}", f"{1000 * self.processor / self.documents:.0f}"]
        cells += [
            f"{1000 * statistics.median(ones):.0f}" if ones else "" for ones in (self.alone, self.beside)
        ]
        cells += [f"{speed / peer:.1f}" if peer else ""]
        return f"| {name} | {' | '.join(cells)} |"


HEADER = (
    "| | documents/s | processor ms a document | one alone, p50 ms | one while 50 wait, p50 ms | × apy |\n"
    "|---|---:|---:|---:|---:|---:|"
)


def make_pages(sentences: Sequence[str], count: int, suffix: str) -> list[Page]:
    """So many different pages of about 400 words: Word documents, or HTML."""
    pages = []
    for number in range(count):
        start = number * _PAGE_SENTENCES % max(1, len(sentences) - _PAGE_SENTENCES)
        own = [f"{one.rstrip('.')} on page {number}." for one in sentences[start : start + _PAGE_SENTENCES]]
        pages.append(Page(name=f"page-{number}.{suffix}", data=_MAKERS[suffix](own)))
    return pages


def measure_ours(service: Service, token: str, pages: Sequence[Page], *, other: str) -> PagesRow:
    """All pages at once, then some alone, then some while pages sent with the token `other` wait."""
    began, used = time.perf_counter(), processor_seconds(service)
    jobs = _send_all(service, token, pages)
    for job in jobs:
        _wait(service, token, job)
    duration = time.perf_counter() - began
    processor = processor_seconds(service) - used
    alone = [_translate(service, token, page) for page in pages[:30]]
    stop = threading.Event()
    crowd = threading.Thread(target=_keep_waiting, args=(service, other, pages, stop))
    crowd.start()
    time.sleep(1)
    try:
        beside = [_translate(service, token, page) for page in pages[:20]]
    finally:
        stop.set()
        crowd.join()
    return PagesRow(documents=len(pages), duration=duration, processor=processor, alone=alone, beside=beside)


def measure_apy(service: Service, pages: Sequence[Page], *, pair: str) -> PagesRow:
    """All pages over several connections, then some alone."""

    def translate(page: Page) -> float:
        began = time.perf_counter()
        post_form(
            f"{service.url}/translateDoc",
            {"langpair": pair.replace("-", "|")},
            file_name=page.name,
            data=page.data,
        )
        return time.perf_counter() - began

    began, used = time.perf_counter(), processor_seconds(service)
    with ThreadPoolExecutor(_SENDERS) as senders:
        list(senders.map(translate, pages))
    duration = time.perf_counter() - began
    processor = processor_seconds(service) - used
    return PagesRow(
        documents=len(pages),
        duration=duration,
        processor=processor,
        alone=[translate(page) for page in pages[:10]],
    )


def processor_seconds(service: Service) -> float:
    """Processor time of the server, its database, and all their children, also of those that have ended."""
    total = 0.0
    for pid in service.processes():
        try:
            times = psutil.Process(pid).cpu_times()
        except psutil.Error:
            continue
        total += times.user + times.system + times.children_user + times.children_system
    return total


def _send_all(service: Service, token: str, pages: Sequence[Page]) -> list[str]:
    with ThreadPoolExecutor(_SENDERS) as senders:
        return list(senders.map(lambda page: _send(service, token, page), pages))


def _send(service: Service, token: str, page: Page) -> str:
    answer = post_form(
        f"{service.url}/v2/documents/translate",
        {"source": "en", "target": "es"},
        file_name=page.name,
        data=page.data,
        token=token,
    )
    return str(answer["jobId"])


def _wait(service: Service, token: str, job: str) -> None:
    while fetch_record(service, token, job)["status"] != "SUCCESS":
        time.sleep(_POLL_SECONDS)


def _translate(service: Service, token: str, page: Page) -> float:
    began = time.perf_counter()
    _wait(service, token, _send(service, token, page))
    return time.perf_counter() - began


def _keep_waiting(service: Service, token: str, pages: Sequence[Page], stop: threading.Event) -> None:
    """Have about 50 documents wait until the end is signalled."""
    jobs = _send_all(service, token, pages[:50])
    while not stop.is_set():
        _wait(service, token, jobs.pop(0))
        jobs.append(_send(service, token, pages[len(jobs)]))
    for job in jobs:
        _wait(service, token, job)


def _make_html(sentences: Sequence[str]) -> bytes:
    paragraphs = "".join(f"<p>{escape(one)}</p>\n" for one in sentences)
    return f"<!DOCTYPE html>\n<html><body>\n{paragraphs}</body></html>\n".encode()


_MAKERS: dict[str, Callable[[Sequence[str]], bytes]] = {"docx": make_document, "html": _make_html}
SUFFIXES = tuple(_MAKERS)
