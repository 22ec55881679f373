"""Clause D10 over HTTP: words by match band; nothing is translated, and nothing is kept."""

from __future__ import annotations

import csv
import io
import json
import re
import select
import socket
from contextlib import ExitStack
from typing import Any

import httpx2
import pytest

from tests.contract.conftest import Customer
from tests.contract.documents import PAGE, zipped
from tests.live import LiveService
from tests.waiting import CEILING, wait_until

MIB = 1024 * 1024


def analyse(
    client: httpx2.Client,
    data: bytes | str = PAGE,
    *,
    name: str = "page.html",
    query: dict[str, str] | None = None,
    headers: dict[str, str] | None = None,
    **fields: str,
) -> httpx2.Response:
    """Have a document analysed, from English to Spanish unless `fields` say something else."""
    content = data.encode() if isinstance(data, str) else data
    return client.post(
        "/v2/documents/analyze",
        params=query or {},
        data={"source": "en", "target": "es", **fields},
        files={"file": (name, content)},
        headers=headers or {},
    )


def analysed(client: httpx2.Client, data: bytes | str = PAGE, **options: Any) -> dict[str, Any]:
    answer = analyse(client, data, **options)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def words(report: dict[str, Any]) -> dict[str, int]:
    """The words of each band that has some."""
    return {band["band"]: band["words"] for band in report["total"]["bands"] if band["segments"]}


def test_d10_a_document_is_counted_by_bands(production: Customer) -> None:
    report = analysed(production.client)
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", report.pop("asOf"))
    assert {frozenset(memory) for memory in report.pop("memories")} <= {frozenset({"id", "penalty"})}
    (file,) = report.pop("files")
    total = report.pop("total")
    assert file == {"fileName": "page.html", "format": "html", **total}
    none = {band["band"]: band for band in total.pop("bands")}["none"]
    amount = {"segments": 2, "words": 7, "characters": 29, "charactersWithoutSpaces": 24, "codes": 2}
    assert none == {"band": "none", "weight": 100, **amount}
    assert total == {**amount, "wordsToTranslate": 7, "weightedWords": 7.0, "leftAlone": {}}
    assert report == {
        "source": "en",
        "sourceDetected": False,
        "target": "es",
        "countingRule": "gmx-v-2.0/uax29-17.0.0/1",
        "unicodeVersion": "17.0.0",
        "limit": {"wordCount": 7, "maxAllowedWords": 50_000, "exceedsLimit": False},
        "warnings": [],
    }


WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
DOCX = zipped(
    **{
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" '
        f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override '
        'PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.'
        'wordprocessingml.document.main+xml"/></Types>'.encode(),
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" '
        f'Type="{OFFICE}" Target="word/document.xml"/></Relationships>'.encode(),
        "word/document.xml": f'<w:document xmlns:w="{WORD}"><w:body>'
        "<w:p><w:r><w:t>The house is big. The garden is small.</w:t></w:r></w:p>"
        '<w:p><w:r><w:t xml:space="preserve">The </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>house</w:t></w:r>'
        '<w:r><w:t xml:space="preserve"> is big.</w:t></w:r></w:p>'
        "<w:p><w:r><w:t>The garden is small.</w:t></w:r></w:p>"
        "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>Hidden words.</w:t></w:r></w:p>"
        "<w:p><w:r><w:t>42</w:t></w:r></w:p></w:body></w:document>".encode(),
    }
)
JSON = '{"a": "Hello <b>world</b>. How are you?", "b": "{count}", "c": "How are you?", "d": "2024"}'
PO = """msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "Save %d files"
msgstr ""

msgid "Open"
msgstr "Abrir"

msgctxt "menu"
msgid "Save %d files"
msgstr ""
"""
XLIFF = """<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a" source-language="en" target-language="es" datatype="plaintext"><body>
<trans-unit id="1"><source>The house is big.</source></trans-unit>
<trans-unit id="2"><source>The house is red.</source><target>La casa es roja.</target></trans-unit>
<trans-unit id="3" translate="no"><source>ACME 3000</source></trans-unit>
<trans-unit id="4"><source>The <g id="1">house</g> is so big.</source></trans-unit>
<trans-unit id="5"><source>42</source></trans-unit></body></file></xliff>"""


@pytest.mark.parametrize(
    ("name", "data", "bands", "left"),
    [
        (
            "a.docx",
            DOCX,
            {"none": 4, "internal-50-74": 4, "internal-95-99": 4, "repetition": 4, "numbers": 1},
            {"hidden": 1, "no_text": 1},
        ),
        ("a.json", JSON, {"none": 7, "internal-50-74": 3, "numbers": 1}, {"no_text": 1}),
        ("a.po", PO, {"none": 3, "repetition": 3, "protected": 1}, {"translated": 1}),
        (
            "a.xlf",
            XLIFF,
            {"none": 4, "internal-75-84": 5, "numbers": 1, "protected": 6},
            {"translated": 1, "locked": 1, "no_text": 1},
        ),
        (
            "a.txt",
            "The house.\n\nThe house.\n\n17\n",
            {"none": 2, "repetition": 2},
            {"no_text": 1},
        ),
    ],
    ids=["docx", "json", "po", "xliff", "txt"],
)
def test_d10_what_would_be_translated_is_counted_and_what_not(
    production: Customer, name: str, data: bytes | str, bands: dict[str, int], left: dict[str, int]
) -> None:
    report = analysed(production.client, data, name=name)
    assert words(report) == bands
    assert {reason: one["places"] for reason, one in report["total"]["leftAlone"].items()} == left
    kept = bands.get("numbers", 0) + bands.get("protected", 0)
    assert report["total"]["wordsToTranslate"] == sum(bands.values()) - kept
    assert report["limit"]["wordCount"] == sum(bands.values()) - bands.get("protected", 0)


def test_d10_options_change_what_is_read(production: Customer) -> None:
    report = analysed(production.client, DOCX, name="a.docx", options='{"hiddenText": true}')
    assert "hidden" not in report["total"]["leftAlone"]


@pytest.mark.parametrize(
    ("query", "headers"),
    [({"format": "csv"}, {}), ({}, {"accept": "text/csv, */*;q=0.1"})],
    ids=["query", "header"],
)
def test_d10_the_report_as_a_table(
    production: Customer, query: dict[str, str], headers: dict[str, str]
) -> None:
    answer = analyse(production.client, name="=page.html", query=query, headers=headers)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))
    assert [(row["file"], row["words"]) for row in rows if row["band"] == "none"] == [
        ("'=page.html", "7"),
        ("(total)", "7"),
    ]


def test_d10_an_unknown_form_of_the_report_is_refused(production: Customer) -> None:
    answer = analyse(production.client, query={"format": "xml"})
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"] == ["query", "format"]


def test_d10_a_document_with_too_many_words_is_analysed_and_says_so(production: Customer) -> None:
    report = analysed(production.client, "One two three four five.\n\n" * 10_001, name="a.txt")
    assert report["limit"] == {"wordCount": 50_005, "maxAllowedWords": 50_000, "exceedsLimit": True}
    assert words(report) == {"none": 5, "repetition": 50_000}


def test_d10_d2_what_would_be_refused_for_translation_is_refused(production: Customer) -> None:
    for refused, wanted in [
        (analyse(production.client, target="xx"), "Language pair (en -> xx) is not supported"),
        (analyse(production.client, name="a/b.html"), "path separator"),
        (analyse(production.client, name="a.exe"), ".exe are not supported"),
        (analyse(production.client, b"\x89PNG\r\n\x1a\n", name="a.docx"), "a picture"),
        (analyse(production.client, options='{"colour": 1}'), "colour"),
        (analyse(production.client, b" " * (20 * MIB + 1), name="a.txt"), "too large"),
        (analyse(production.client, b"", name="a.txt"), "DOCUMENT_EMPTY: "),
        (analyse(production.client, DOCX[:-100], name="a.docx"), "DOCUMENT_CORRUPT: "),
        (analyse(production.client, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000), name="a.docx"), ""),
    ]:
        assert refused.status_code == 422, refused.text
        assert wanted in refused.json()["detail"]


def test_d10_e2_a_missing_field_is_named(production: Customer) -> None:
    answer = production.client.post("/v2/documents/analyze", files={"file": ("page.html", PAGE.encode())})
    assert answer.status_code == 422
    assert [item["loc"] for item in answer.json()["detail"]] == [["body", "source"], ["body", "target"]]


def test_d10_a_document_with_nothing_to_translate_is_analysed(production: Customer) -> None:
    report = analysed(production.client, '{"a": "42", "b": 7}', name="a.json")
    assert words(report) == {}
    assert report["total"]["leftAlone"] == {"no_text": {"places": 1, "words": 0}}
    assert report["total"]["wordsToTranslate"] == 0


def test_d10_sandbox_accounts_see_figures_too(sandbox: Customer) -> None:
    assert words(analysed(sandbox.client)) == {"none": 7}


def test_d10_nothing_is_stored_and_nothing_is_billed(live: LiveService, production: Customer) -> None:
    def kept() -> tuple[object, ...]:
        files = sorted(path.name for path in (live.data / "blobs").rglob("*") if path.is_file())
        jobs = production.client.get("/v2/documents").json()
        used = production.client.get("/v2/usage").json()["total"]
        return files, jobs, used

    before = kept()
    analysed(production.client, PAGE + "<!-- a word of no other test: quixotry -->" + "<p>x</p>" * 5_000)
    assert kept() == before
    assert "quixotry" not in live.log


def test_d10_a_token_is_needed(live: LiveService) -> None:
    with httpx2.Client(base_url=live.url, timeout=CEILING) as client:
        assert analyse(client).status_code == 401


def test_d10_the_work_ends_when_its_sender_leaves(live: LiveService, production: Customer) -> None:
    text = "".join(f"Paragraph {number} has a text of its own.\n\n" for number in range(50_000))
    request = production.client.build_request(
        "POST",
        "/v2/documents/analyze",
        headers={"Authorization": f"Bearer {live.fetch_token(production.application)['access_token']}"},
        data={"source": "en", "target": "es"},
        files={"file": ("large.txt", text.encode())},
    )
    head = [f"{name}: {value}" for name, value in request.headers.items()]
    sent = "\r\n".join(["POST /v2/documents/analyze HTTP/1.1", *head, "", ""]).encode() + request.read()
    before = len(live.log)
    with ExitStack() as opened:
        senders = [opened.enter_context(socket.create_connection(("127.0.0.1", live.port))) for _ in range(3)]
        for sender in senders:
            sender.sendall(sent)
        (answered,), _, _ = select.select(senders, [], [], 60)
        # An application may have two documents analysed at once: both others are being worked on.
        assert b" 429 " in answered.recv(100)
    wait_until(lambda: live.log[before:].count('"status":499') == 2)
    assert analyse(production.client, "One.", name="a.txt").status_code == 200
    done = [line for line in live.log[before:].splitlines() if '"document.analysed"' in line]
    assert [json.loads(line)["words"] for line in done] == [1]
