"""A client that openapi-python-client generated works, by the blocks of generate-a-client.md."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.contract.clients.guide import environment_for, read_block, read_command
from tests.contract.conftest import Customer
from tests.live import Application, LiveService
from tests.waiting import CEILING, wait_until

pytestmark = pytest.mark.timeout(400)

PACKAGE = "translation_api"  # as the guide calls it


@pytest.fixture(scope="module")
def generated(live: LiveService, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder that has the package, importable; it is made as the guide says."""
    folder = tmp_path_factory.mktemp("python")
    config = {**json.loads(read_block("json")), "post_hooks": []}  # these would format what nobody reads
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    program, command, *options = read_command("openapi-python-client", url=live.url)
    done = subprocess.run(
        [Path(sys.executable).parent / program, command, "--fail-on-warning", *options],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=CEILING,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


def test_the_program_of_the_guide_works(generated: Path, live: LiveService, production: Customer) -> None:
    done = subprocess.run(
        [sys.executable, "-c", read_block("python")],
        cwd=generated,
        env={**os.environ, **environment_for(live, production)},
        capture_output=True,
        text=True,
        timeout=CEILING,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout == "La casa.\nhouse.txt\n"


def part(name: str) -> ModuleType:
    """A module of the generated package."""
    return importlib.import_module(f"{PACKAGE}.{name}")


def text_file(text: str, name: str) -> Any:
    return part("types").File(payload=BytesIO(text.encode()), file_name=name)


@contextmanager
def signed_in(live: LiveService, application: Application) -> Iterator[Any]:
    with part("client").Client(base_url=live.url) as anonymous:
        token = part("api.token.create_token").sync(
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
        answer = part("api.text.translate_text").sync(client=client, body=body)
        assert [one.translation for one in answer.translations] == ["La casa."]
        pairs = part("api.languages.list_text_pairs").sync(client=client)
        assert ("en", "es") in {(pair.source, pair.target) for pair in pairs}
        assert translated(client) == b"La casa."
        form = models.SentDocument(file=text_file("The house is red.", "house.txt"), source="en", target="es")
        assert part("api.documents.analyze_document").sync(client=client, body=form).total.words == 4
        body = models.TranslateBody(source="en", target="nothing!", segments=segments)
        refused = part("api.text.translate_text").sync_detailed(client=client, body=body)
        assert refused.status_code == 422
        assert [item.loc for item in refused.parsed.detail] == [["body", "target"]]
    with part("client").AuthenticatedClient(base_url=live.url, token="nonsense") as stranger:
        refused = part("api.usage.get_usage").sync_detailed(client=stranger)
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
def test_a_project_from_reference_data_to_its_files(live: LiveService, production: Customer) -> None:
    models, of = part("models"), "api.projects"
    with signed_in(live, production.application) as client:
        assert part("api.reference_data.get_account").sync(client=client).kind == "production"
        assert "es" in {one.code for one in part("api.reference_data.list_languages").sync(client=client)}
        services = part("api.reference_data.list_services").sync(client=client)
        service = next(one for one in services if one.kind == "machine")
        fields = models.ProjectFields(title="Generated", service_id=service.id)
        project = part(f"{of}.create_project").sync(client=client, body=fields)
        assert project.title == "Generated"
        form = models.UploadForm(
            file=text_file("The house.", "house.txt"), source_language="en", target_languages="es"
        )
        uploaded = part("api.project_files.upload_file").sync(project.id, client=client, body=form)
        assert [one.target_language for one in uploaded.translations] == ["es"]
        assert part(f"{of}.start_project").sync(project.id, client=client).id == project.id
        ended = wait_until(
            lambda: part(f"{of}.get_project").sync(project.id, client=client),
            lambda found: found.status == "Finished",
        )
        file = ended.files[0].translations[0].file_id
        content = part("api.project_files.download_file").sync(file, client=client)
        assert content.payload.read() == b"La casa."
        listed = part(f"{of}.list_projects").sync(client=client, title="Generated")
        assert [one.id for one in listed.projects] == [project.id]
        wrong = part(f"{of}.create_project").sync_detailed(client=client, body=models.ProjectFields())
        assert wrong.status_code == 422
        unknown = part(f"{of}.get_project").sync(2**31 - 1, client=client)
        assert isinstance(unknown, models.Problem)


@pytest.mark.usefixtures("generated")
def test_usage_and_the_providers_interface(live: LiveService, production: Customer, tmx: str) -> None:
    models, of = part("models"), "api.provider_memories"
    with signed_in(live, production.application) as client:
        assert part("api.usage.get_usage").sync(client=client).total.words >= 0
    home = live.create_account("Provider of Python")
    with signed_in(live, live.create_application(home, "--scopes", "provider", "--role", "manager")) as staff:
        memory = part(f"{of}.list_memories_as_staff").sync(client=staff).translation_memories[0].id
        form = models.MemoryImportForm(file=text_file(tmx, "memory.tmx"))
        assert part(f"{of}.import_memory_as_staff").sync(memory, client=staff, body=form).id > 0
        accounts = part("api.provider_accounts.list_accounts_as_staff").sync(client=staff).accounts
        assert home in {one.id for one in accounts}
        project = part("api.provider_projects.list_projects_as_staff").sync(client=staff)
        assert project.metadata.current_page == 1
        refused = part("api.provider_accounts.create_account_as_staff").sync_detailed(
            client=staff, body=models.NewAccount(name="Refused", kind=models.AccountKind.TRIAL)
        )
        assert refused.status_code == 403  # it needs the role admin


@pytest.mark.usefixtures("generated")
def test_own_words(live: LiveService, production: Customer) -> None:
    models, own, terms_of = part("models"), "api.translation_memories", "api.term_bases"
    with signed_in(live, production.application) as client:
        memory = part(f"{own}.create_memory").sync(
            client=client, body=models.NewOwnMemory(name="Generated client")
        )
        saved = [
            part(f"{own}.create_memory_unit").sync(
                memory.id,
                client=client,
                body=models.NewUnit(
                    source_language="en", target_language="es", source="Hi", target=translation
                ),
            )
            for translation in ("Hola", "Buenas")
        ]
        assert [(one.id, one.target) for one in saved] == [(saved[0].id, "Hola"), (saved[0].id, "Buenas")]
        exported = part(f"{own}.export_memory").sync(memory.id, client=client)
        assert b"Buenas" in exported.payload.read()
        entry = models.EntryInput(source="dog", target="can")
        base = part(f"{terms_of}.create_term_base").sync(
            client=client,
            body=models.NewOwnTermBase(
                name="Generated client", source_language="en", target_language="es", entries=[entry]
            ),
        )
        terms = part(f"{terms_of}.export_term_base").sync(base.id, client=client)
        assert b"dog" in terms.payload.read()
        for dry_run in (False, True):
            form = models.TermFileForm(file=text_file("en,es\ncat,gato\n", "terms.csv"), dry_run=dry_run)
            assert part(f"{terms_of}.import_term_base").sync(base.id, client=client, body=form).id > 0
