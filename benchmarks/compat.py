"""What the dialects of other services cost over `/v2`: the same sentences, request by request in turns.

    python -m benchmarks.compat [--source en --target es] [--text FILE] [--rounds 3]

Prints a table in Markdown. What it says and how it is measured: `benchmarks/README.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.load import make_request, read_answer
from benchmarks.sentences import load_sentences
from benchmarks.services import Service, create_application, fetch_token, our_service

BATCH = 50  # as many as DeepL takes
SINGLES = 300
GOAL = 5  # percent


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How one interface is asked to translate: address, headers, and its body for some texts."""

    name: str
    path: str
    headers: Mapping[str, str] = field(repr=False)
    write_body: Callable[[Sequence[str]], object]

    def request(self, service: Service, texts: Sequence[str]) -> bytes:
        """The bytes of a request."""
        body = json.dumps(self.write_body(texts)).encode()
        return make_request(
            f"{service.url}{self.path}", body=body, kind="application/json", headers=self.headers
        )


def list_dialects(source: str, target: str, *, key: str, token: str) -> list[Dialect]:
    """`/v2`, which the others are compared with, and the dialects."""
    bearer = {"Authorization": f"Bearer {token}"}
    azure = f"/compat/azure/translate?api-version=3.0&from={source}&to={target}"
    pair = {"source": source, "target": target}
    google = {**pair, "format": "text"}
    return [
        Dialect(
            name="/v2",
            path="/v2/translate",
            headers=bearer,
            write_body=lambda texts: {**pair, "segments": [{"text": text} for text in texts]},
        ),
        Dialect(
            name="DeepL",
            path="/compat/deepl/v2/translate",
            headers={"Authorization": f"DeepL-Auth-Key {key}"},
            write_body=lambda texts: {"text": texts, "source_lang": source, "target_lang": target},
        ),
        Dialect(
            name="LibreTranslate",
            path="/compat/libretranslate/translate",
            headers={},
            write_body=lambda texts: {**pair, "q": texts, "api_key": key},
        ),
        Dialect(
            name="Google",
            path=f"/compat/google/language/translate/v2?key={key}",
            headers={},
            write_body=lambda texts: {**google, "q": texts},
        ),
        Dialect(
            name="Google, token",
            path="/compat/google/language/translate/v2",
            headers=bearer,
            write_body=lambda texts: {**google, "q": texts},
        ),
        Dialect(
            name="Azure",
            path=azure,
            headers={"Ocp-Apim-Subscription-Key": key},
            write_body=lambda texts: [{"Text": text} for text in texts],
        ),
        Dialect(
            name="Azure, token",
            path=azure,
            headers=bearer,
            write_body=lambda texts: [{"Text": text} for text in texts],
        ),
    ]


async def measure(
    service: Service, dialects: Sequence[Dialect], groups: Sequence[Sequence[str]]
) -> dict[str, list[float]]:
    """Seconds of each request: every group goes to every dialect, each time in another order."""
    parts = urlsplit(service.url)
    chance = random.Random(1)
    streams = [await asyncio.open_connection(parts.hostname, parts.port) for _ in dialects]
    seconds: dict[str, list[float]] = {one.name: [] for one in dialects}
    try:
        for texts in groups:
            for chosen in chance.sample(range(len(dialects)), len(dialects)):
                reader, writer = streams[chosen]
                wire = dialects[chosen].request(service, texts)
                started = time.perf_counter()
                writer.write(wire)
                await read_answer(reader)
                seconds[dialects[chosen].name].append(time.perf_counter() - started)
    finally:
        for _, writer in streams:
            writer.close()
    return seconds


def print_table(cases: Mapping[str, Mapping[str, list[float]]]) -> None:
    """Medians, and how much each is over that of `/v2`: the median of the differences of each request."""
    print("| case | interface | requests | p50 ms | over /v2, ms | over /v2, % | goal |")
    print("|---|---|---:|---:|---:|---:|---|")
    for case, seconds in cases.items():
        base = seconds["/v2"]
        for name, taken in seconds.items():
            more = statistics.median(one - other for one, other in zip(taken, base, strict=True))
            percent = 100 * more / statistics.median(base)
            goal = "" if name == "/v2" else "kept" if percent <= GOAL else "missed"
            print(
                f"| {case} | {name} | {len(taken)} | {1000 * statistics.median(taken):.1f} "
                f"| {1000 * more:+.2f} | {percent:+.1f} | {goal} |"
            )


def main() -> None:
    """Run everything and print what came out."""
    parser = argparse.ArgumentParser(description="What the dialects of other services cost.")
    parser.add_argument("--source", default="en")
    parser.add_argument("--target", default="es")
    parser.add_argument("--text", type=Path, help="a file with one sentence a line")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    origin, segments = load_sentences(options.source, file=options.text, most=SINGLES)
    print(f"{len(segments)} segments, {origin}; {options.rounds} rounds\n")
    folder = Path(tempfile.mkdtemp(prefix="dragoman-benchmark-"))
    try:
        with our_service(folder / "data", DRAGOMAN_RESULT_CACHE_MB="0") as service:
            credentials = create_application(folder / "data")
            dialects = list_dialects(
                options.source,
                options.target,
                key=f"{credentials.client_id}:{credentials.client_secret}",
                token=fetch_token(service, credentials),
            )
            batches = [segments[start : start + BATCH] for start in range(0, len(segments), BATCH)]
            asyncio.run(measure(service, dialects, batches[:1]))  # pipelines and statements are warm then
            print_table(
                {
                    f"{BATCH} segments": asyncio.run(measure(service, dialects, batches * options.rounds)),
                    "1 segment": asyncio.run(measure(service, dialects, [[text] for text in segments])),
                }
            )
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
