"""X1, P17: translation memories by DeepL's own client: lists, segments, imports, exports, and their use."""

from __future__ import annotations

import io
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import deepl
import httpx2
import pytest
from deepl.api_data import TranslationMemoryInfo

from tests.compat.conftest import Customer
from tests.compat.deepl.conftest import connect
from tests.live import LiveService
from tests.waiting import CEILING

TMX = """<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4"><header creationtool="t" creationtoolversion="1" segtype="sentence" o-tmf="t"
 adminlang="en" srclang="en" datatype="plaintext"/><body>
<tu><tuv xml:lang="en"><seg>Mind the gap.</seg></tuv><tuv xml:lang="es"><seg>Cuidado con el hueco.</seg></tuv>
<tuv xml:lang="ca"><seg>Compte amb el forat.</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>Stand clear of the doors, please.</seg></tuv>
<tuv xml:lang="es"><seg>Apártense de las puertas.</seg></tuv></tu>
</body></tmx>
"""
UNKNOWN = "d7a60000-0002-8000-8000-00007fffffff"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = SimpleNamespace(time=time.time, sleep=lambda _: time.sleep(0.2))
    monkeypatch.setattr("deepl.deepl_client.time", quick)


@pytest.fixture(scope="module")
def memory(client: deepl.DeepLClient, tmp_path_factory: pytest.TempPathFactory) -> TranslationMemoryInfo:
    path = tmp_path_factory.mktemp("tmx") / "station.tmx"
    path.write_text(TMX, encoding="utf-8")
    original = deepl.deepl_client.time
    deepl.deepl_client.time = SimpleNamespace(time=time.time, sleep=lambda _: time.sleep(0.2))
    try:
        job = client.import_translation_memory_from_filepath(path, display_name="Station")
    finally:
        deepl.deepl_client.time = original
    assert (job.status, job.operation, job.display_name) == ("completed", "import", "Station")
    assert job.result is not None
    assert job.result.skipped_segment_count == 0
    assert job.result.translation_memory_id is not None
    return client.get_translation_memory(job.result.translation_memory_id)


def ask(client: deepl.DeepLClient, text: str, **options: Any) -> str:
    result = client.translate_text(text, **{"source_lang": "EN", "target_lang": "ES", **options})
    assert isinstance(result, deepl.TextResult)
    return result.text


def test_an_imported_memory_is_shown_and_listed(
    client: deepl.DeepLClient, memory: TranslationMemoryInfo
) -> None:
    assert (memory.name, memory.source_language, memory.target_languages, memory.segment_count) == (
        "Station",
        "en",
        ["ca", "es"],
        3,
    )
    assert memory.creation_time is not None
    listed = client.list_translation_memories()
    assert memory.translation_memory_id in [one.translation_memory_id for one in listed]
    pages = [client.list_translation_memories(page=page, page_size=1) for page in range(3)]
    assert [len(page) for page in pages] == [1, 1, 0]


def test_segments_are_listed_in_pages_and_filtered(
    client: deepl.DeepLClient, memory: TranslationMemoryInfo
) -> None:
    every = client.list_translation_memory_segments(memory)
    assert every.segment_count == 3
    assert [(one.source_text, {each.target_language for each in one.targets}) for one in every] == [
        ("Mind the gap.", {"es", "ca"}),
        ("Stand clear of the doors, please.", {"es"}),
    ]
    first = client.list_translation_memory_segments(memory, page_size=2)
    second = client.list_translation_memory_segments(memory, page_cursor=first.next_page_cursor)
    assert [one.source_text for one in (*first, *second)] == [one.source_text for one in every]
    assert second.next_page_cursor is None
    for text, sensitive, count in [
        ("doors please", None, 1),
        ("HUECO", False, 1),
        ("HUECO", True, 0),
        ("hueco", True, 1),
        ("nothing", None, 0),
        ("…", None, 0),
    ]:
        found = client.list_translation_memory_segments(
            memory, filter_text=text, filter_case_sensitive=sensitive
        )
        assert len(found) == count, text


def test_a_memory_is_used_where_it_is_named(client: deepl.DeepLClient, memory: TranslationMemoryInfo) -> None:
    assert ask(client, "Mind the gap.") != "Cuidado con el hueco."
    assert ask(client, "Mind the gap.", translation_memory=memory) == "Cuidado con el hueco."
    text = "Stand clear of the doors, now."
    close = ask(client, text, translation_memory=memory, translation_memory_threshold=60)
    assert close == "Apártense de las puertas."
    strict = ask(client, text, translation_memory=memory, translation_memory_threshold=100)
    assert strict != close


def test_a_memory_is_used_for_documents(client: deepl.DeepLClient, memory: TranslationMemoryInfo) -> None:
    handle = client.translate_document_upload(
        "Mind the gap.\n", source_lang="EN", target_lang="ES", filename="a.txt", translation_memory=memory
    )
    client.translate_document_wait_until_done(handle)
    result = io.BytesIO()
    client.translate_document_download(handle, result)
    assert result.getvalue().decode() == "Cuidado con el hueco.\n"


def test_a_memory_is_exported_and_imported_again(
    client: deepl.DeepLClient, memory: TranslationMemoryInfo, tmp_path: Path
) -> None:
    path = tmp_path / "out.tmx"
    job = client.export_translation_memory_to_filepath(memory, path)
    assert (job.status, job.operation) == ("completed", "export")
    assert job.translation_memory_id == memory.translation_memory_id
    assert "Cuidado con el hueco." in path.read_text(encoding="utf-8")
    again = client.import_translation_memory_from_filepath(path, display_name="Station")
    assert again.result is not None
    made = client.get_translation_memory(again.result.translation_memory_id or "")
    assert (made.name, made.segment_count) == ("Station (2)", 3)
    client.delete_translation_memory(made)
    with pytest.raises(deepl.DeepLException, match="Translation memory not found"):
        client.get_translation_memory(made)


def test_each_step_of_an_import_by_itself(client: deepl.DeepLClient) -> None:
    data = TMX.encode()
    made = client.create_translation_memory_import("steps.tmx", len(data), content_type="application/xml")
    assert made.expires_at is not None
    waiting = client.get_translation_memory_job(made.job_id)
    assert (waiting.status, waiting.done, waiting.display_name) == ("awaiting_input", False, "steps")
    assert waiting.result is not None
    assert waiting.result.required_action
    assert (waiting.source_content_length, waiting.source_content_type) == (len(data), "application/xml")
    with pytest.raises(deepl.DeepLException, match="bytes"):
        client.upload_translation_memory_file(made, data + b" ")
    assert client.get_translation_memory_job(made.job_id).status == "awaiting_input"
    client.upload_translation_memory_file(made, io.BytesIO(data))
    done = client.wait_until_translation_memory_job_done(made.job_id)
    assert done.ok
    with pytest.raises(deepl.DeepLException, match="already"):
        client.upload_translation_memory_file(made, data)
    assert done.result is not None
    client.delete_translation_memory(done.result.translation_memory_id or "")
    assert client.get_translation_memory_job(made.job_id).status == "failed"


def test_a_file_that_is_no_tmx_fails(client: deepl.DeepLClient, tmp_path: Path) -> None:
    path = tmp_path / "bad.tmx"
    path.write_text("this is no TMX")
    with pytest.raises(deepl.DeepLException, match="Error occurred while importing"):
        client.import_translation_memory_from_filepath(path)


def test_addresses_of_files_are_signed_and_good_for_their_application_only(
    live: LiveService, client: deepl.DeepLClient, memory: TranslationMemoryInfo
) -> None:
    job = client.get_translation_memory_job(client.create_translation_memory_export(memory).job_id)
    assert job.result is not None
    address = job.result.download_url or ""
    assert httpx2.get(address, timeout=CEILING).status_code == 200
    base, _, token = address.rpartition("/")
    signature, _, said = token.partition(".")
    other = said.replace(said[:4], "0000", 1)
    for forged in (f"{signature}.{other}", f"{'0' * len(signature)}.{said}", said, "x", f"{signature}."):
        answer = httpx2.get(f"{base}/{forged}", timeout=CEILING)
        assert (answer.status_code, list(answer.json())) == (404, ["message"])
    assert httpx2.put(address, content=TMX.encode(), timeout=CEILING).status_code == 404
    application = live.create_application(live.create_account("Leaving Ltd"))
    leaving = connect(live, f"{application.client_id}:{application.client_secret}")
    made = leaving.create_translation_memory_import("a.tmx", 10)
    leaving.close()
    live.admin("application", "disable", str(application.id))
    assert httpx2.put(made.upload_url, content=b"0123456789", timeout=CEILING).status_code == 403


@pytest.mark.parametrize("unknown", [UNKNOWN, "none", "0", "d7a60000-0001-8000-8000-000000000001"])
def test_unknown_memories_and_jobs_are_not_found(client: deepl.DeepLClient, unknown: str) -> None:
    for call in (
        client.get_translation_memory,
        client.list_translation_memory_segments,
        client.delete_translation_memory,
        client.create_translation_memory_export,
        client.get_translation_memory_job,
    ):
        with pytest.raises(deepl.DeepLException) as refused:
            call(unknown)  # type: ignore[operator]
        assert refused.value.http_status_code == 404
    with pytest.raises(deepl.DeepLException, match="Translation memory not found"):
        ask(client, "Mind the gap.", translation_memory=unknown)


def test_another_accounts_memory_is_not_found(
    live: LiveService, memory: TranslationMemoryInfo, client: deepl.DeepLClient
) -> None:
    job = client.create_translation_memory_export(memory)
    stranger = live.create_application(live.create_account("Strangers Ltd"))
    other = connect(live, f"{stranger.client_id}:{stranger.client_secret}")
    for call in (
        lambda: other.get_translation_memory(memory),
        lambda: other.delete_translation_memory(memory),
        lambda: other.get_translation_memory_job(job.job_id),
        lambda: ask(other, "Mind the gap.", translation_memory=memory.translation_memory_id),
    ):
        with pytest.raises(deepl.DeepLException) as refused:
            call()
        assert refused.value.http_status_code == 404
    other.close()


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"source_file": {}},
        {"source_file": {"file_name": "a.tmx"}},
        {"source_file": {"file_name": "", "content_length": 1}},
        {"source_file": {"file_name": "a.tmx", "content_length": 0}},
        {"source_file": {"file_name": "a.tmx", "content_length": "many"}},
        {"source_file": {"file_name": "a.tmx", "content_length": 1}, "parameters": {"display_name": 7}},
        [],
    ],
)
def test_imports_that_cannot_be_are_refused(live: LiveService, production: Customer, body: object) -> None:
    answer = httpx2.post(
        f"{live.url}/compat/deepl/v3/translation_memories/import",
        headers={"Authorization": f"DeepL-Auth-Key {production.key}"},
        json=body,
        timeout=CEILING,
    )
    assert (answer.status_code, list(answer.json())) == (400, ["message"])


def test_a_file_beyond_the_limit_is_413(live: LiveService, production: Customer) -> None:
    answer = httpx2.post(
        f"{live.url}/compat/deepl/v3/translation_memories/import",
        headers={"Authorization": f"DeepL-Auth-Key {production.key}"},
        json={"source_file": {"file_name": "a.tmx", "content_length": 2**50}},
        timeout=CEILING,
    )
    assert answer.status_code == 413
