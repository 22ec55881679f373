"""Documents end to end: a large one beside the same words as text, many pages beside apertium-apy's.

    python -m benchmarks.documents [--words 50000] [--rounds 2] [--pages 300] [--text FILE]

Prints tables in Markdown. What it says and how it is measured: `benchmarks/README.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from benchmarks.clients import fetch_record, post_form
from benchmarks.load import Call, make_request, send_all
from benchmarks.pages import HEADER, SUFFIXES, make_pages, measure_apy, measure_ours
from benchmarks.sentences import load_sentences
from benchmarks.services import Service, apy_service, create_application, fetch_token, our_service
from benchmarks.word import make_document
from dragoman.counting import count_words

BATCH = 100
PAGE_WORDS = 400
CHILD = "dragoman.conversion.child"


@dataclass(slots=True)
class Peak:
    """The most memory that was seen, in MB: resident, of the serving process and of one child."""

    serving: float = 0
    child: float = 0
    stop: threading.Event = field(default_factory=threading.Event)

    def watch(self, pid: int) -> None:
        """Look every few milliseconds until the end is signalled."""
        serving = psutil.Process(pid)
        while not self.stop.wait(0.02):
            self.serving = max(self.serving, serving.memory_info().rss / 1e6)
            for child in serving.children(recursive=True):
                try:
                    if CHILD in " ".join(child.cmdline()):
                        self.child = max(self.child, child.memory_info().rss / 1e6)
                except psutil.Error:
                    continue


@contextmanager
def watched(service: Service) -> Iterator[Peak]:
    """The peaks while the block runs."""
    peak = Peak()
    thread = threading.Thread(target=peak.watch, args=(service.process.pid,))
    thread.start()
    try:
        yield peak
    finally:
        peak.stop.set()
        thread.join()


def make_sentences(words: int, file: Path | None) -> tuple[str, list[str]]:
    """Different sentences of so many words together; repeated ones differ by a number."""
    origin, found = load_sentences("en", file=file, most=10_000)
    sentences: list[str] = []
    total = 0
    while total < words:
        for sentence in found:
            number = len(sentences)
            text = f"{sentence.rstrip('.')} in {number}."
            total += count_words(text, language="en")
            if total > words:
                return origin, sentences
            sentences.append(text)
    return origin, sentences


def translate_document(service: Service, token: str, data: bytes, pause: float = 0.25) -> float:
    """Seconds from sending a document to the success of its job."""
    started = time.perf_counter()
    sent = post_form(
        f"{service.url}/v2/documents/translate",
        {"source": "en", "target": "es"},
        file_name="a.docx",
        data=data,
        token=token,
    )
    while fetch_record(service, token, str(sent["jobId"]))["status"] != "SUCCESS":
        time.sleep(pause)
    return time.perf_counter() - started


def translate_text(service: Service, token: str, sentences: Sequence[str], connections: int) -> float:
    """Seconds for the same sentences through the text endpoint, in batches."""
    calls = []
    for start in range(0, len(sentences), BATCH):
        segments = [{"text": text} for text in sentences[start : start + BATCH]]
        body = json.dumps({"source": "en", "target": "es", "segments": segments}).encode()
        calls.append(
            Call(
                wire=make_request(
                    f"{service.url}/v2/translate", body=body, kind="application/json", token=token
                )
            )
        )
    return asyncio.run(send_all(service.url, calls, connections=connections)).duration


def measure_pages(sentences: Sequence[str], count: int, folder: Path) -> None:
    """Print the table of many one-page documents: by the pseudo engine, by Apertium, and apertium-apy's."""
    print(HEADER)
    for suffix in SUFFIXES:
        pages = make_pages(sentences, count, suffix)
        with apy_service(folder) as service:
            peer = None if service is None else measure_apy(service, pages[:60], pair="eng-spa")
        speed = None if peer is None else peer.documents / peer.duration
        data = folder / suffix
        with our_service(data, DRAGOMAN_RESULT_CACHE_MB="0") as service:
            for kind, engine in (("sandbox", "pseudo engine"), ("production", "Apertium")):
                token, other = (fetch_token(service, create_application(data, kind=kind)) for _ in range(2))
                measure_ours(service, token, pages[:5], other=other)  # processes start
                row = measure_ours(service, token, pages, other=other)
                print(row.line(f"{suffix}, Dragoman, {engine}", speed), flush=True)
        if peer is not None:
            print(peer.line(f"{suffix}, apertium-apy", speed), flush=True)


def measure_large(sentences: Sequence[str], origin: str, rounds: int) -> None:
    """Print the table of one large document beside the text endpoint."""
    words = sum(count_words(sentence, language="en") for sentence in sentences)
    document, page = make_document(sentences), make_document(sentences[: PAGE_WORDS // 20])
    text_times: list[float] = []
    document_times: list[float] = []
    page_times: list[float] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        our_service(Path(folder) / "data", DRAGOMAN_RESULT_CACHE_MB="0") as service,
    ):
        token = fetch_token(service, create_application(Path(folder) / "data"))
        translate_document(service, token, page)  # the pipelines start
        with watched(service) as peak:
            for _ in range(rounds):
                text_times.append(
                    min(translate_text(service, token, sentences, connections) for connections in (1, 2))
                )
                document_times.append(translate_document(service, token, document))
        page_times += [translate_document(service, token, page, 0.02) for _ in range(20)]
    text, whole = words / min(text_times), words / min(document_times)
    print(
        f"{words} words in {len(sentences)} different sentences ({origin}), docx of {len(document)} bytes\n"
    )
    print("| | words/s | share of the text endpoint |\n|---|---:|---:|")
    print(f"| text endpoint, 100 segments a request | {text:,.0f} | 100 % |")
    print(f"| document, from upload to SUCCESS | {whole:,.0f} | {100 * whole / text:.0f} % |\n")
    print(f"peak memory: serving process {peak.serving:.0f} MB, child {peak.child:.0f} MB")
    ordered = sorted(page_times)
    print(
        f"one page to SUCCESS: median {statistics.median(ordered):.2f} s, worst of 20 {ordered[-1]:.2f} s\n"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--words", type=int, default=50_000, help="of the large document; 0 leaves it out")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--pages", type=int, default=300, help="one-page documents; 0 leaves them out")
    parser.add_argument("--text", type=Path)
    options = parser.parse_args()
    if options.words:
        origin, sentences = make_sentences(options.words, options.text)
        measure_large(sentences, origin, options.rounds)
    if options.pages:
        _, sentences = make_sentences(10_000, options.text)
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # the database is ending
            measure_pages(sentences, options.pages, Path(folder))


if __name__ == "__main__":
    main()
