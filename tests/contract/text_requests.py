"""What the tests of `/v2/translate` share: requests that succeed, requests that are refused, term bases."""

from __future__ import annotations

from typing import Any

import httpx2

from tests.contract.conftest import Staffed


def post(client: httpx2.Client, body: dict[str, Any], **query: str) -> httpx2.Response:
    return client.post("/v2/translate", json=body, params=query)


def ask(client: httpx2.Client, *texts: str, **fields: Any) -> Any:
    """The answer to a request from English to Spanish, unless `fields` say otherwise; None: left out."""
    body = {"source": "en", "target": "es", "segments": [{"text": text} for text in texts], **fields}
    answer = post(client, {name: value for name, value in body.items() if value is not None})
    assert answer.status_code == 200, answer.text
    return answer.json()


def refusal(client: httpx2.Client, *texts: str, **fields: Any) -> Any:
    """The error of a refused request; see `ask` for `fields`."""
    body = {
        "source": "en",
        "target": "es",
        "segments": [{"text": text} for text in texts or ("Hi",)],
        **fields,
    }
    answer = post(client, {name: value for name, value in body.items() if value is not None})
    assert answer.status_code == 422, answer.text
    return answer.json()["detail"]


def make_base(staff: Staffed, account: int, name: str, *terms: tuple[str, str], **fields: Any) -> int:
    client = staff("manager")
    made = client.post(
        "/provider/v1/term-bases",
        json={"accountId": account, "name": name, "useForTranslation": False, **fields},
    )
    assert made.status_code == 201, made.text
    base = int(made.json()["id"])
    for source, target in terms:
        body = {"terms": [{"language": "en", "text": source}, {"language": "es", "text": target}]}
        answer = client.post(f"/provider/v1/term-bases/{base}/concepts", json=body)
        assert answer.status_code == 201, answer.text
    return base
