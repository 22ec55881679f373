"""A client that openapi-python-client generated works."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.contract.conftest import Customer
from tests.live import Application, LiveService
from tests.waiting import CEILING, wait_until

pytestmark = pytest.mark.timeout(400)

PACKAGE = "generated_client"
# What the generator does not know by itself; docs/generate-a-client.md shows the same.
OVERRIDES = {
    "application/xliff+xml": "application/octet-stream",
    "application/x-tmx+xml": "application/octet-stream",
    "application/zip": "application/octet-stream",
    "application/x-tbx": "application/octet-stream",
    "text/csv": "application/octet-stream",
}


@pytest.fixture(scope="module")
def generated(document: Path) -> Iterator[Path]:
    """The folder of the package, importable."""
    folder = document.parent / "python"
    folder.mkdir()
    config = folder / "config.json"
    config.write_text(json.dumps({"content_type_overrides": OVERRIDES, "post_hooks": []}), encoding="utf-8")
    options = ["--path", document, "--output-path", folder / PACKAGE, "--meta", "none", "--config", config]
    done = subprocess.run(
        [sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning", *options],
        capture_output=True,
        text=True,
        timeout=CEILING,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    sys.path.insert(0, str(folder))
    yield folder / PACKAGE
    sys.path.remove(str(folder))


def part(name: str) -> ModuleType:
    """A module of the generated package."""
    return importlib.import_module(f"{PACKAGE}.{name}")


def text_file(text: str, name: str) -> Any:
    return part("types").File(payload=BytesIO(text.encode()), file_name=name)


@contextmanager
def signed_in(live: LiveService, application: Application) -> Iterator[Any]:
    with part("client").Client(base_url=live.url) as anonymous:
        token = part("api.token.token").sync(
            client=anonymous,
            body=part("models").TokenRequest(
                grant_type="client_credentials",
                client_id=application.client_id,
                client_secret=application.client_secret,
            ),
        )
    with part("client").AuthenticatedClient(base_url=live.url, token=token.access_token) as client:
        yield client


@pytest.mark.usefixtures("generated")
def test_text_documents_and_refusals(live: LiveService, production: Customer) -> None:
    models = part("models")
    segments = [models.SourceSegmentBody(text="The house.")]
    with signed_in(live, production.application) as client:
        body = models.TranslateBody(source="en", target="es", segments=segments)
        answer = part("api.text.translate").sync(client=client, body=body)
        assert [one.translation for one in answer.translations] == ["La casa."]
        pairs = part("api.languages.list_text_pairs").sync(client=client)
        assert ("en", "es") in {(pair.source, pair.target) for pair in pairs}
        assert translated(client) == b"La casa."
        form = models.SentDocument(file=text_file("The house is red.", "house.txt"), source="en", target="es")
        assert part("api.documents.analyze_document").sync(client=client, body=form).total.words == 4
        body = models.TranslateBody(source="en", target="nothing!", segments=segments)
        refused = part("api.text.translate").sync_detailed(client=client, body=body)
        assert refused.status_code == 422
        assert [item.loc for item in refused.parsed.detail] == [["body", "target"]]
    with part("client").AuthenticatedClient(base_url=live.url, token="nonsense") as stranger:
        refused = part("api.usage.usage").sync_detailed(client=stranger)
        assert refused.status_code == 401
        assert isinstance(refused.parsed, models.Problem)


def translated(client: Any) -> bytes:
    form = part("models").DocumentForm(file=text_file("The house.", "house.txt"), source="en", target="es")
    job = part("api.documents.translate_document").sync(client=client, body=form).job_id
    found = wait_until(
        lambda: part("api.documents.get_document").sync(job, client=client),
        lambda found: found.status in {"SUCCESS", "FAILED"},
    )
    assert found.status == "SUCCESS", found.reason
    return bytes(part("api.documents.download_document").sync(job, client=client).payload.read())


@pytest.mark.usefixtures("generated")
def test_projects_and_files_of_staff(live: LiveService, production: Customer, tmx: str) -> None:
    models = part("models")
    with signed_in(live, production.application) as client:
        service = part("api.reference_data.list_services_to_choose").sync(client=client)[0]
        fields = models.ProjectFields(title="Generated", service_id=service.id)
        project = part("api.projects.create_project").sync(client=client, body=fields)
        assert project.title == "Generated"
        form = models.UploadForm(
            file=text_file("The house.", "house.txt"), source_language="en", target_languages="es"
        )
        uploaded = part("api.projects.upload_file_2").sync(project.id, client=client, body=form)
        assert [one.target_language for one in uploaded.translations] == ["es"]
    home = live.create_account("Provider of Python")
    with signed_in(live, live.create_application(home, "--scopes", "provider", "--role", "manager")) as staff:
        memories = part("api.provider.list_memories").sync(client=staff)
        form = models.MemoryImportForm(file=text_file(tmx, "memory.tmx"))
        memory = memories.translation_memories[0].id
        assert part("api.provider.create_import").sync(memory, client=staff, body=form).id > 0


@pytest.mark.usefixtures("generated")
def test_own_words(live: LiveService, production: Customer) -> None:
    models, own = part("models"), "api.own_words"
    with signed_in(live, production.application) as client:
        memory = part(f"{own}.create_own_memory").sync(
            client=client, body=models.NewOwnMemory(name="Generated client")
        )
        saved = [
            part(f"{own}.create_own_unit").sync(
                memory.id,
                client=client,
                body=models.NewUnit(
                    source_language="en", target_language="es", source="Hi", target=translation
                ),
            )
            for translation in ("Hola", "Buenas")
        ]
        assert [(one.id, one.target) for one in saved] == [(saved[0].id, "Hola"), (saved[0].id, "Buenas")]
        exported = part(f"{own}.export_own_memory").sync(memory.id, client=client)
        assert b"Buenas" in exported.payload.read()
        entry = models.EntryInput(source="dog", target="can")
        base = part(f"{own}.create_own_term_base").sync(
            client=client,
            body=models.NewOwnTermBase(
                name="Generated client", source_language="en", target_language="es", entries=[entry]
            ),
        )
        terms = part(f"{own}.export_own_term_base").sync(base.id, client=client)
        assert b"dog" in terms.payload.read()
        for dry_run in (False, True):
            form = models.ImportOwnTermsFilesBody(
                file=text_file("en,es\ncat,gato\n", "terms.csv"), dry_run=dry_run
            )
            assert part(f"{own}.import_own_terms").sync(base.id, client=client, body=form).id > 0
