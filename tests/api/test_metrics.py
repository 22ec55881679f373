"""`/metrics` counts what happened and holds nothing of the customer."""

from __future__ import annotations

import re
from pathlib import Path

import httpx2

from tests.live import live_service
from tests.waiting import CEILING

METRIC = re.compile(r"^(?P<name>\w+)(?:\{(?P<labels>.*)\})? (?P<value>\S+)$", re.MULTILINE)


def read(url: str, **headers: str) -> dict[str, float]:
    text = httpx2.get(f"{url}/metrics", headers=headers, timeout=CEILING).text
    return {f"{m['name']}{{{m['labels'] or ''}}}": float(m["value"]) for m in METRIC.finditer(text)}


def test_the_result_cache_is_counted_and_can_be_turned_off(tmp_path: Path) -> None:
    body = {"source": "en", "target": "es", "segments": [{"text": "The canary-7391 sings."}] * 3}
    for megabytes, hits in (("64", 1), ("0", 0)):
        with live_service(tmp_path / f"data-{megabytes}", DRAGOMAN_RESULT_CACHE_MB=megabytes) as service:
            application = service.create_application(service.create_account("Cache Ltd"))
            with service.client(application) as client:
                first, second = (client.post("/v2/translate", json=body).json() for _ in range(2))
            assert first == second
            counted = read(service.url)
            assert counted.get('dragoman_result_cache_total{outcome="hit"}', 0) == hits
            assert (counted.get("dragoman_result_cache_bytes{}", 0) > 0) == (hits > 0)
            assert (
                counted['dragoman_http_requests_total{method="POST",route="/v2/translate",status="200"}'] == 2
            )
            assert "canary-7391" not in httpx2.get(f"{service.url}/metrics", timeout=CEILING).text


def test_a_metrics_token_closes_the_page_to_others(tmp_path: Path) -> None:
    with live_service(tmp_path / "data", DRAGOMAN_METRICS_TOKEN="scrape-me") as service:
        assert httpx2.get(f"{service.url}/metrics", timeout=CEILING).status_code == 401
        assert read(service.url, Authorization="Bearer scrape-me")
