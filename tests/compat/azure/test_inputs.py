"""X3: versions since 2025, whose inputs have languages of their own, by Azure's package and plain calls."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.compat.conftest import Customer
from tests.live import LiveService
from tests.waiting import CEILING

_PACKAGE = Path(__file__).parents[3] / ".setup/azure-2"
_PROGRAM = Path(__file__).with_name("second_client.py")
_DATED = "2026-06-06"
_PAIRS = {"language": "es", "referenceTextPairs": [{"source": "a", "target": "b"}]}


@pytest.fixture(scope="module")
def got(live: LiveService, production: Customer) -> dict[str, Any]:
    assert _PACKAGE.is_dir(), "make setup-test installs it"
    done = subprocess.run(
        [
            sys.executable,
            _PROGRAM,
            f"{live.url}/compat/azure",
            production.key,
        ],
        env={**os.environ, "PYTHONPATH": str(_PACKAGE)},
        capture_output=True,
        text=True,
        timeout=CEILING,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_package_of_version_2_translates(got: dict[str, Any]) -> None:
    assert got["version"].startswith("2.")
    assert got["named"] == [
        {"detected": None, "texts": {"es": "La casa."}},
        {"detected": None, "texts": {"es": "El perro."}},
    ]
    assert got["detected"] == [{"detected": "en", "texts": {"es": "La casa es roja y el perro come."}}]


def test_each_input_has_its_own_language_and_targets(got: dict[str, Any]) -> None:
    first, second = got["inputs"]
    assert first["texts"]["es"] == "<p>La <b>casa</b> es roja.</p>"
    assert first["texts"]["fr"].count("<b>") == 1
    assert second == {"detected": None, "texts": {"en": "The dog eats."}}


def test_languages_have_the_models_that_there_are(got: dict[str, Any]) -> None:
    assert got["language"] == ["Spanish", ["general"]]


def test_its_errors_are_azures(got: dict[str, Any]) -> None:
    refused = {name: got[name] for name in ("no_pair", "no_target", "masked", "custom", "no_key")}
    assert refused == {
        "no_pair": [400, "400036", "HttpResponseError"],
        "no_target": [400, "400036", "HttpResponseError"],
        "masked": [400, "400042", "HttpResponseError"],
        "custom": [400, "400079", "HttpResponseError"],
        "no_key": [401, "401000", "ClientAuthenticationError"],
    }


def _post(live: LiveService, customer: Customer, body: object, version: str = _DATED) -> httpx2.Response:
    return httpx2.post(
        f"{live.url}/compat/azure/translate?api-version={version}",
        json=body,
        headers={"Ocp-Apim-Subscription-Key": customer.key},
        timeout=CEILING,
    )


def test_inputs_of_many_languages_come_back_in_their_order(live: LiveService, production: Customer) -> None:
    inputs = [
        {"text": f"The house {n}." if n % 2 else f"La casa {n}.", "language": "en" if n % 2 else "es",
         "targets": [{"language": "es" if n % 2 else "en"}]}
        for n in range(40)
    ]  # fmt: skip
    answer = _post(live, production, {"inputs": inputs})
    assert answer.status_code == 200, answer.text
    texts = [one["translations"][0]["text"] for one in answer.json()["value"]]
    assert all(str(n) in text for n, text in enumerate(texts))
    assert all(text.startswith("La casa" if n % 2 else "The house") for n, text in enumerate(texts))
    assert answer.headers["X-Metered-Usage"] == str(sum(len(one["text"]) for one in inputs))


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ([{"Text": "x"}], 400000),
        ({"inputs": []}, 400000),
        ({"inputs": ["x"]}, 400005),
        ({"inputs": [{"text": 1, "targets": [{"language": "es"}]}]}, 400005),
        ({"inputs": [{"text": "x"}]}, 400036),
        ({"inputs": [{"text": "x", "language": 5, "targets": [{"language": "es"}]}]}, 400000),
        ({"inputs": [{"text": "x", "targets": ["es"]}]}, 400036),
        ({"inputs": [{"text": "x", "targets": [{"language": "es", "tone": "rude"}]}]}, 400042),
        ({"inputs": [{"text": "x", "targets": [{"language": "es", "gender": "male"}]}]}, 400042),
        ({"inputs": [{"text": "x", "targets": [{"language": "es", "script": "Cyrl"}]}]}, 400080),
        ({"inputs": [{"text": "x", "textType": "pdf", "targets": [{"language": "es"}]}]}, 400071),
        ({"inputs": [{"text": "x", "targets": [{"language": "es"}]}] * 1001}, 400072),
        (
            {
                "inputs": [
                    {"text": "x", "targets": [{"language": "es", "referenceTextPairs": [{"source": "a"}]}]}
                ]
            },
            400042,
        ),
    ],
)
def test_what_cannot_be_meant_is_refused(
    live: LiveService, production: Customer, body: object, code: int
) -> None:
    answer = _post(live, production, body)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == code


def test_nothing_is_counted_of_a_call_with_a_language_that_is_not_there(
    live: LiveService, production: Customer
) -> None:
    good = {"text": "The house.", "language": "en", "targets": [{"language": "es"}]}
    counted = production.client.get("/v2/usage").json()
    for language, code in (("xx", 400036), ("oc", 400023)):  # none at all, and none from Ukrainian
        bad = {"text": "Дім.", "language": "uk", "targets": [{"language": language}]}
        answer = _post(live, production, {"inputs": [good, bad]})
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)
    long = {**good, "text": "The house. " * 30_000}
    assert _post(live, production, {"inputs": [good, long]}).json()["error"]["code"] == 400077
    assert production.client.get("/v2/usage").json() == counted


def test_other_versions_are_refused(live: LiveService, production: Customer) -> None:
    for version in ("", "4.0", "1999-01-01", "2026-6-6"):
        assert _post(live, production, {"inputs": []}, version).json()["error"]["code"] == 400021
    assert _post(live, production, {"inputs": []}, "2025-05-01-preview").json()["error"]["code"] == 400000
