"""X1, D1 to D7: documents by DeepL's own client, from paths and streams."""

from __future__ import annotations

import io
import time
import zipfile
from pathlib import Path
from types import SimpleNamespace

import deepl
import httpx2
import pytest

from tests.compat.conftest import Customer
from tests.compat.deepl.conftest import connect
from tests.live import LiveService

HTML = "<!DOCTYPE html>\n<html lang=en><title>The house</title><p>The <b>red book</b> is big.</p>\n"
TEXT = "The house is red.\n\nThe door is open.\n"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client waits five seconds between questions; documents of these tests take less."""
    quick = SimpleNamespace(time=time.time, sleep=lambda _: time.sleep(0.2))
    monkeypatch.setattr("deepl.translator.time", quick)


def test_a_document_is_translated_from_path_to_path(client: deepl.DeepLClient, tmp_path: Path) -> None:
    source, target = tmp_path / "page.html", tmp_path / "page.es.html"
    source.write_text(HTML)
    status = client.translate_document_from_filepath(
        source, target, source_lang="EN", target_lang="ES", formality=deepl.Formality.PREFER_LESS
    )
    assert status.done
    assert status.ok
    assert status.billed_characters == len("The house" + "The red book is big.")
    assert "<title>La casa</title>" in target.read_text()


def test_a_document_is_translated_between_streams_and_its_language_detected(
    client: deepl.DeepLClient,
) -> None:
    result = io.BytesIO()
    client.translate_document(_named("notes.txt", TEXT.encode()), result, target_lang="ES")
    assert result.getvalue().decode() == "La casa es roja.\n\nLa puerta es abierta.\n"


def _named(name: str, data: bytes) -> io.BytesIO:
    stream = io.BytesIO(data)
    stream.name = name
    return stream


def test_contents_are_sent_with_a_name_and_each_step_by_itself(client: deepl.DeepLClient) -> None:
    handle = client.translate_document_upload(TEXT, source_lang="EN", target_lang="ES", filename="a.txt")
    assert len(handle.document_id) == 32
    assert client.translate_document_get_status(handle).ok
    assert client.translate_document_wait_until_done(handle, timeout_s=300).done
    for _ in range(2):
        response = client.translate_document_download(handle)
        assert response is not None
        assert b"".join(response.iter_content(1024)).startswith(b"La casa es roja.")


def test_glossaries_are_applied_to_documents(client: deepl.DeepLClient) -> None:
    first = client.create_glossary("Documents", "EN", "ES", {"house": "vivienda"})
    second = client.create_glossary("Doors", "EN", "ES", {"door": "portal"})
    result = io.BytesIO()
    client.translate_document(
        _named("a.txt", TEXT.encode()),
        result,
        source_lang="EN",
        target_lang="ES",
        glossary_ids=[first, second],
    )
    assert result.getvalue().decode() == "La vivienda es roja.\n\nEl portal es abierto.\n"
    for one in (first, second):
        client.delete_glossary(one)


def test_a_document_is_a_job_of_our_own_interface(client: deepl.DeepLClient, production: Customer) -> None:
    handle = client.translate_document_upload(TEXT, source_lang="EN", target_lang="ES", filename="own.txt")
    jobs = production.client.get("/v2/documents").json()["documents"]
    assert (jobs[0]["fileName"], jobs[0]["jobId"].replace("-", "").upper()) == ("own.txt", handle.document_id)


def test_a_document_that_cannot_be_read_ends_with_an_error(client: deepl.DeepLClient, tmp_path: Path) -> None:
    source, target = tmp_path / "bad.docx", tmp_path / "bad.es.docx"
    with zipfile.ZipFile(source, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", "<broken")
    with pytest.raises(deepl.DeepLException):
        client.translate_document_from_filepath(source, target, source_lang="EN", target_lang="ES")
    assert not target.exists()


def test_an_empty_document_fails_as_a_document(client: deepl.DeepLClient) -> None:
    with pytest.raises(deepl.DocumentTranslationException) as failed:
        client.translate_document(
            _named("empty.txt", b"12\n"), io.BytesIO(), source_lang="EN", target_lang="ES"
        )
    assert failed.value.document_handle.document_id
    assert "text" in str(failed.value)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("a.exe", {}, "type|Type"),
        ("a", {}, "type|Type|name"),
        ("a.txt", {"target_lang": "XX"}, "Value for 'target_lang' not supported"),
        ("a.txt", {"source_lang": "XX"}, "Value for 'source_lang' not supported"),
        ("a.txt", {"output_format": "pdf"}, "Conversion from 'txt' into 'pdf' is not supported"),
        ("a.txt", {"formality": "more"}, "formality"),
        ("a.txt", {"glossary": "none"}, "Glossary not found"),
        ("a.txt", {"source_lang": None, "target_lang": "EN-GB"}, "Source and target language are equal"),
    ],
)
def test_documents_that_cannot_be_translated_are_refused_at_once(
    client: deepl.DeepLClient, name: str, options: dict[str, str], message: str
) -> None:
    wanted = {"source_lang": "EN", "target_lang": "ES", **options}
    data = b"MZ\x90\x00\x03" if name == "a.exe" else b"The weather was nice yesterday in the mountains."
    with pytest.raises(deepl.DeepLException, match=message) as refused:
        client.translate_document_upload(data, filename=name, **wanted)  # type: ignore[arg-type]
    assert refused.value.http_status_code in {400, 404}


def test_the_same_type_is_no_conversion(client: deepl.DeepLClient) -> None:
    client.translate_document_upload(
        TEXT, filename="a.txt", source_lang="EN", target_lang="ES", output_format="txt"
    )


def test_a_document_too_large_is_413(live: LiveService, production: Customer) -> None:
    answer = httpx2.post(
        f"{live.url}/compat/deepl/v2/document",
        headers={"Authorization": f"DeepL-Auth-Key {production.key}"},
        data={"target_lang": "ES", "source_lang": "EN"},
        files={"file": ("a.txt", b"x" * (22 * 1024 * 1024))},
        timeout=60,
    )
    assert (answer.status_code, "too large" in answer.json()["message"]) == (413, True)


def test_a_document_needs_its_id_its_key_and_its_application(
    live: LiveService, client: deepl.DeepLClient, production: Customer
) -> None:
    handle = client.translate_document_upload(TEXT, source_lang="EN", target_lang="ES", filename="a.txt")
    stranger = live.create_application(production.account)
    other = connect(live, f"{stranger.client_id}:{stranger.client_secret}")
    wrong = [
        (client, deepl.DocumentHandle(handle.document_id, "0" * 72)),
        (client, deepl.DocumentHandle(handle.document_id, "")),
        (client, deepl.DocumentHandle("0" * 32, handle.document_key)),
        (client, deepl.DocumentHandle("nothing", handle.document_key)),
        (other, handle),
    ]
    for asking, shown in wrong:
        for call in (asking.translate_document_get_status, asking.translate_document_download):
            with pytest.raises(deepl.DeepLException) as refused:
                call(shown)
            assert refused.value.http_status_code == 404
    other.close()


def test_a_result_that_is_not_ready_may_be_asked_for_again(
    live: LiveService, production: Customer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deepl.http_client.max_network_retries", 0)
    client = connect(live, production.key)
    text = "The house is red. The door is open. " * 4_000
    handle = client.translate_document_upload(text, source_lang="EN", target_lang="ES", filename="long.txt")
    with pytest.raises(deepl.exceptions.DocumentNotReadyException):
        client.translate_document_download(handle)
    client.close()
