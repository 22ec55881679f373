"""`client.provider.projects`: staff see all projects and act on them; their clients see what was done."""

from __future__ import annotations

import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from dragoman_client import Client, errors
from tests.client.provider.conftest import TEXT, order_of_people, wait_for_stage
from tests.client.servers import needs_linguists
from tests.contract.conftest import Customer


def test_staff_find_a_project_by_what_it_is(
    staff_client: Client, customer: Client, production: Customer
) -> None:
    project = order_of_people(customer, "A book to find")
    projects = staff_client.provider.projects
    before = datetime.now(UTC) - timedelta(hours=1)
    (found,) = projects.list(account_id=production.account, title="to FIND", created_after=before, sort="id")
    assert (found.id, found.status, found.company_id) == (project.id, "Draft", production.account)
    assert (found.source_languages, found.target_languages, found.words) == (("en",), ("es",), 11)
    assert found.company_name == "Production Ltd"
    assert list(projects.list(account_id=production.account, target_language="ca")) == []
    assert [one.id for one in projects.list(search=str(project.id), status="Draft")] == [project.id]
    assert projects.get(project.id) == customer.projects.get(project.id)


def test_staff_hold_release_and_cancel_a_project_and_its_client_reads_why(
    staff_client: Client, customer: Client, production: Customer
) -> None:
    project = order_of_people(customer, "A book to hold").id
    projects = staff_client.provider.projects
    assert projects.hold(project, message="We wait for your term base.").hold == "HELD_BY_PROVIDER"
    seen = customer.projects.get(project)
    assert seen.hold_message == "We wait for your term base."
    assert "We wait" not in repr(seen)
    assert projects.stages(account_id=production.account).held == 1
    assert [one.id for one in projects.list(account_id=production.account, stage="held")] == [project]

    assert projects.release(project).hold is None
    deadline = datetime(2099, 1, 31, 17, tzinfo=UTC)
    moved = projects.set_deadline(project, deadline)
    assert (moved.deadline, moved.deadline_set_by) == (deadline, "provider")
    assert projects.start(project, confirm_deadline=True).status == "Active"
    cancelled = projects.cancel(project, reason="INVOICING_ACCOUNT_OUT_OF_DATE")
    assert (cancelled.status, cancelled.cancel_reason) == ("Cancelled", "INVOICING_ACCOUNT_OUT_OF_DATE")
    with pytest.raises(errors.ProjectCancelledError):
        customer.projects.wait(project, timeout=5)
    actions = [one.action for one in projects.history(project)]
    assert actions == [
        "project.held",
        "project.released",
        "project.deadline_set",
        "project.started",
        "project.cancelled",
    ]


@needs_linguists
def test_a_project_is_finished_without_the_rest_and_what_is_there_is_an_archive(
    staff_client: Client, customer: Client, tmp_path: Path
) -> None:
    project = order_of_people(customer, "A book to finish", targets=("es", "ca"))
    provider = staff_client.provider
    provider.projects.start(project.id, confirm_deadline=True)
    first, second = sorted(provider.translations.list(project.id), key=lambda one: one.id)
    for one in (first, second):
        wait_for_stage(staff_client, project.id, one.id, "open")
    with pytest.raises(errors.ConflictError):
        provider.projects.finish(project.id)
    delivered = provider.translations.deliver_file(
        project.id, first.id, TEXT.upper(), name="book.txt", reason="It was made in another tool."
    )
    assert "another tool" not in repr(delivered)
    wait_for_stage(staff_client, project.id, first.id, "done")
    finished = provider.projects.finish(project.id, cancel_rest=True, reason="Catalan is not needed.")
    assert finished.status == "Finished"
    archive = provider.projects.download_archive(project.id, tmp_path)
    assert archive.path is not None
    with zipfile.ZipFile(archive.path) as opened:
        (name,) = opened.namelist()
        assert opened.read(name) == TEXT.upper()
    assert provider.projects.download_archive(project.id).content == archive.path.read_bytes()


def test_progress_says_what_is_done_what_it_costs_and_what_happened(
    staff_client: Client, customer: Client
) -> None:
    project = order_of_people(customer, "A book in work").id
    provider = staff_client.provider
    provider.projects.start(project, confirm_deadline=True)
    (translation,) = provider.translations.list(project)
    wait_for_stage(staff_client, project, translation.id, "open")
    progress = provider.projects.progress(project)
    (file,) = progress.files
    (language,) = file.translations
    assert (language.id, language.stage, language.words.total) == (translation.id, "open", 11)
    assert progress.by_people
    assert progress.currency
    assert sum(band.words for band in progress.bands) == 11
    assert [one.event for one in progress.timeline][:2] == ["ordered", "analysed"]
    started = next(one for one in progress.timeline if one.event == "started")
    assert started.by is not None


@needs_linguists
def test_a_translation_that_did_not_fail_is_not_done_again(staff_client: Client, customer: Client) -> None:
    project = order_of_people(customer, "A book without failures").id
    (translation,) = staff_client.provider.translations.list(project)
    with pytest.raises(errors.ConflictError):
        staff_client.provider.projects.retry(project, translation.id)


def test_a_customer_has_no_way_to_the_providers_interface(customer: Client) -> None:
    with pytest.raises(errors.PermissionDeniedError):
        list(customer.provider.projects.list())
    with pytest.raises(errors.PermissionDeniedError):
        customer.provider.health()


def test_projects_in_pages_are_all_there_once(staff_client: Client) -> None:
    ids = [one.id for one in staff_client.provider.projects.list(sort="id")]
    assert ids == sorted(set(ids))
    counts = staff_client.provider.projects.stages()
    assert counts.in_work == len(list(staff_client.provider.projects.list(stage="in_work")))
