"""Clauses D1 to D3, D7, D10 and T11 over HTTP: documents whose source language is detected."""

from __future__ import annotations

import json
from typing import Any, Final

import httpx2
import pytest

from tests.contract.conftest import Customer
from tests.contract.documents import finished, record, submit, submitted, zipped

# Two sentences in each of some languages, which pseudo-translation has all.
TEXTS: Final = {
    "en": "The machine has to be switched off before it is cleaned. The filter is changed every six months.",
    "de": "Das Gerät muss ausgeschaltet werden, bevor es gereinigt wird. Der Filter wird oft gewechselt.",
    "es": "La máquina se tiene que apagar antes de limpiarla. El filtro se cambia cada seis meses.",
    "fr": "La machine doit être éteinte avant d’être nettoyée. Le filtre est changé tous les six mois.",
    "ru": "Прибор необходимо выключить перед очисткой. Фильтр меняют каждые полгода в мастерской.",
    "ja": "清掃する前に機械の電源を切る必要があります。フィルターは半年ごとに交換してください。",
    "ar": "يجب إيقاف تشغيل الجهاز قبل تنظيفه. يتم تغيير المرشح كل ستة أشهر في المتجر.",
}
_WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"


def docx(text: str) -> bytes:
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    types = (
        f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" ContentType='
        '"application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{kind}"/></Types>'
    )
    relations = (
        f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" Type="{_OFFICE}" '
        'Target="word/document.xml"/></Relationships>'
    )
    body = "".join(f"<w:p><w:r><w:t>{one}</w:t></w:r></w:p>" for one in text.split("\n"))
    document = f'<w:document xmlns:w="{_WORD}"><w:body>{body}</w:body></w:document>'
    return zipped(
        **{
            "[Content_Types]__xml": types.encode(),
            "_rels/__rels": relations.encode(),
            "word/document__xml": document.encode(),
        }
    )


MAKERS: Final = {
    "a.txt": lambda text: text.encode(),
    "a.html": lambda text: f"<!DOCTYPE html><title>{text[:30]}</title><p><b>{text}</b></p>".encode(),
    "a.md": lambda text: f"# {text[:20]}\n\n{text}\n".encode(),
    "a.json": lambda text: json.dumps({"one": text, "two": [text[:40]]}).encode(),
    "a.srt": lambda text: f"1\n00:00:01,000 --> 00:00:04,000\n{text}\n".encode(),
    "a.docx": docx,
}
MANY: Final = "\n".join(f"{number}. {TEXTS['de']}" for number in range(60))


def target_of(language: str) -> str:
    return "en" if language != "en" else "de"


def detected(client: httpx2.Client, data: bytes, name: str, target: str, **fields: str) -> dict[str, Any]:
    job = submitted(client, data, name=name, source="auto", target=target, **fields)
    return finished(client, job, details="true")


@pytest.mark.parametrize("language", TEXTS)
def test_t11_d1_the_language_of_a_document_is_detected_and_recorded(sandbox: Customer, language: str) -> None:
    data = TEXTS[language].encode()
    job = submitted(sandbox.client, data, name="a.txt", source="Auto", target=target_of(language))
    assert record(sandbox.client, job)["source"] == language  # when the answer is there, so is the language
    done = finished(sandbox.client, job, details="true")
    assert (done["status"], done["source"], done["sourceDetected"]) == ("SUCCESS", language, True)
    assert "sourceDetected" not in record(sandbox.client, job)


@pytest.mark.parametrize("name", MAKERS)
def test_t11_d1_documents_of_several_types(sandbox: Customer, name: str) -> None:
    for language in ("fr", "ru"):
        done = detected(sandbox.client, MAKERS[name](TEXTS[language]), name, "en")
        assert (done["status"], done["source"]) == ("SUCCESS", language), done


def test_t11_d1_a_document_is_translated_as_if_its_language_had_been_named(production: Customer) -> None:
    sent = {"name": "a.txt", "target": "es"}
    results = []
    for source in ("auto", "en"):
        job = submitted(production.client, TEXTS["en"], source=source, **sent)
        done = finished(production.client, job, details="true")
        assert (done["source"], done["sourceDetected"]) == ("en", source == "auto")
        results.append(production.client.get(f"/v2/documents/{job}/download").text)
    assert results[0] == results[1] != TEXTS["en"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("OK\nDone\n", "too little text"),
        (f"{TEXTS['en']}\n{TEXTS['de']}\n{TEXTS['es']}\n{TEXTS['fr']}\n", "several languages"),
        ("Lorem XK-42\nA1\nB2\n", "names and codes"),
    ],
)
def test_t11_d2_when_unsure_the_client_hears_the_candidates(sandbox: Customer, text: str, why: str) -> None:
    answer = submit(sandbox.client, text, name="a.txt", source="auto", target="it")
    assert answer.status_code == 422, why
    detail = answer.json()["detail"]
    assert detail.startswith("The language of the text cannot be detected reliably")
    assert "Name it in `source`." in detail
    assert "context" not in detail
    assert detail.partition("Candidates: ")[2]
    if why == "several languages":
        assert {"en", "de", "es", "fr"} <= set(detail.partition("Candidates: ")[2].split(", "))


def test_t11_d2_pairs_that_there_are_not_are_refused(production: Customer) -> None:
    nowhere = submit(production.client, TEXTS["en"], name="a.txt", source="auto", target="tlh")
    assert (nowhere.status_code, nowhere.json()["detail"]) == (
        422,
        "Language pair (auto -> tlh) is not supported",
    )
    same = submit(production.client, TEXTS["es"], name="a.txt", source="auto", target="es")
    assert same.status_code == 422
    assert "Language pair (es -> es) is not supported" in same.json()["detail"]


def test_t11_d7_what_is_wrong_with_a_document_is_said_by_its_job(sandbox: Customer) -> None:
    """As without detection: a broken or empty document is accepted, and its job fails."""
    for data, name, code in (
        (b"12345 67\n89\n", "a.txt", "DOCUMENT_EMPTY"),
        (docx("x")[:-60], "a.docx", "DOCUMENT_CORRUPT"),
    ):
        answer = submit(sandbox.client, data, name=name, source="auto", target="de")
        if answer.status_code == 422:  # as it is refused where the language is named
            named = submit(sandbox.client, data, name=name, source="en", target="de")
            assert named.status_code == 422
            continue
        done = finished(sandbox.client, answer.json()["jobId"], details="true")
        assert (done["status"], done["errorCode"], done["source"]) == ("FAILED", code, "auto"), done


def test_t11_d7_a_large_document_is_detected_by_its_job(sandbox: Customer) -> None:
    padding = "<!--" + "x" * (2 * 1024 * 1024) + "-->"
    large = f"<!DOCTYPE html><title>{TEXTS['de'][:40]}</title>{padding}<p>{TEXTS['de']}</p>".encode()
    done = detected(sandbox.client, large, "a.html", "en")
    assert (done["status"], done["source"], done["sourceDetected"]) == ("SUCCESS", "de", True)
    unsure = f"<!DOCTYPE html>{padding}<p>OK</p>".encode()
    failed = detected(sandbox.client, unsure, "a.html", "en")
    assert (failed["status"], failed["errorCode"], failed["source"]) == ("FAILED", "SOURCE_UNSURE", "auto")
    assert failed["errorData"]["candidates"]
    assert "Name it in `source`." in failed["reason"]
    pair = f"<!DOCTYPE html>{padding}<p>{TEXTS['en']}</p>".encode()
    assert detected(sandbox.client, pair, "a.html", "en")["errorCode"] == "TRANSLATION_FAILED"


def test_t11_d8_many_texts_agree(sandbox: Customer) -> None:
    few_others = f"{MANY}\nCopyright Example Inc. All rights reserved.\n{TEXTS['en']}\n"
    assert detected(sandbox.client, few_others.encode(), "a.txt", "en")["source"] == "de"


def test_t11_d10_analyses_detect_the_language_too(sandbox: Customer) -> None:
    def analysed(text: str, source: str) -> httpx2.Response:
        files = {"file": ("a.txt", text.encode())}
        return sandbox.client.post(
            "/v2/documents/analyze", data={"source": source, "target": "en"}, files=files
        )

    found, named = analysed(TEXTS["fr"], "auto").json(), analysed(TEXTS["fr"], "fr").json()
    assert (found["source"], found["sourceDetected"]) == ("fr", True)
    assert {**found, "sourceDetected": False, "asOf": ""} == {**named, "asOf": ""}
    unsure = analysed("OK", "auto")
    assert unsure.status_code == 422
    assert "Candidates" in unsure.json()["detail"]
    assert analysed("12 34", "auto").status_code == 422


def test_t11_e8_a_repeat_gets_the_same_job(sandbox: Customer) -> None:
    headers = {"Idempotency-Key": "detected-once"}
    options: dict[str, Any] = {"name": "a.txt", "source": "auto", "target": "en", "headers": headers}
    first, second = (submit(sandbox.client, TEXTS["fr"], **options) for _ in range(2))
    assert first.json() == second.json()
