"""Documents end to end, beside the same words through the text endpoint.

    python -m benchmarks.documents [--words 50000] [--rounds 2] [--text FILE]

Prints a table in Markdown. What it says and how it is measured: `benchmarks/README.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from benchmarks.load import Call, make_request, send_all
from benchmarks.sentences import load_sentences
from benchmarks.services import Service, create_application, fetch_token, our_service
from benchmarks.word import make_document
from dragoman.counting import count_words

BATCH = 100
PAGE_WORDS = 400
CHILD = "dragoman.conversion.child"
BOUNDARY = "the-boundary-of-the-parts"


@dataclass(slots=True)
class Peak:
    """The most memory that was seen, in MB: resident, of the serving process and of one child."""

    serving: float = 0
    child: float = 0
    stop: threading.Event = field(default_factory=threading.Event)

    def watch(self, pid: int) -> None:
        """Look every few milliseconds until told to stop."""
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
    """Different sentences of so many words together; repeated ones are told apart by a number."""
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


def send_document(service: Service, token: str, data: bytes) -> str:
    """Submit a document; its job."""
    parts = b"".join(
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in (("source", "en"), ("target", "es"))
    )
    parts += (
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.docx"\r\n\r\n'.encode()
    )
    body = parts + data + f"\r\n--{BOUNDARY}--\r\n".encode()
    request = urllib.request.Request(
        f"{service.url}/v2/documents/translate",
        data=body,
        headers={
            "Authorization": f"Bearer {token}",
            "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
        },
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return str(json.load(answer)["jobId"])


def wait_for(service: Service, token: str, job: str, pause: float) -> dict[str, object]:
    """The job's record with its report, once it has ended well; asked for with so many seconds in between."""
    request = urllib.request.Request(
        f"{service.url}/v2/documents/{job}?details=true", headers={"Authorization": f"Bearer {token}"}
    )
    while True:
        with urllib.request.urlopen(request, timeout=60) as answer:
            record: dict[str, object] = json.load(answer)
        if record["status"] == "SUCCESS":
            return record
        if record["status"] == "FAILED":
            raise RuntimeError(f"{record['errorCode']}: {record['reason']}")
        time.sleep(pause)


def translate_document(service: Service, token: str, data: bytes, pause: float = 0.25) -> float:
    """Seconds from sending a document to the success of its job."""
    started = time.perf_counter()
    wait_for(service, token, send_document(service, token, data), pause)
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


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--words", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--text", type=Path)
    options = parser.parse_args()
    origin, sentences = make_sentences(options.words, options.text)
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
            for _ in range(options.rounds):
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
    print(f"one page to SUCCESS: median {statistics.median(ordered):.2f} s, worst of 20 {ordered[-1]:.2f} s")


if __name__ == "__main__":
    main()
