"""`client.provider.translations`: out to a linguist, back, checked, delivered; who translates what."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest

from dragoman_client import Client, errors
from tests.client.provider.conftest import order_of_people, wait_for_stage
from tests.client.servers import needs_linguists
from tests.contract.conftest import Customer
from tests.contract.test_translations import DONE, translated


def open_translation(staff_client: Client, customer: Client, title: str) -> tuple[int, int]:
    """A project of people's translation that is open: its id, and that of its translation."""
    project = order_of_people(customer, title).id
    staff_client.provider.projects.start(project, confirm_deadline=True)
    (translation,) = staff_client.provider.translations.list(project)
    wait_for_stage(staff_client, project, translation.id, "open")
    return project, translation.id


@needs_linguists
def test_a_translation_goes_out_comes_back_and_is_delivered(
    staff_client: Client, customer: Client, tmp_path: Path
) -> None:
    project, translation = open_translation(staff_client, customer, "Out and back")
    translations = staff_client.provider.translations
    first = next(staff_client.provider.segments.list(project, translation))
    assert (first.source, first.target, first.status) == ("The red book is big.", None, "new")
    assert "book" not in repr(first)
    review = translations.review(project, translation)
    assert (review.segments, review.blocking, review.codes) == (3, 3, {"TARGET_EMPTY": 3})
    assert [one.segment for one in review.issues] == [0, 1, 2]

    out = translations.export_xliff(project, translation, tmp_path)
    assert out.path is not None
    assert 'version="2.1"' in out.path.read_text(encoding="utf-8")
    old = translations.export_xliff(project, translation, kind="1.2", matches=False)
    assert b'<xliff version="1.2"' in (old.content or b"")
    omegat = translations.export_xliff(project, translation, kind="omegat")
    assert "omegat.project" in " ".join(zipfile.ZipFile(io.BytesIO(omegat.content or b"")).namelist())

    with pytest.raises(errors.RulesError) as refused:
        translations.deliver(project, translation)
    assert refused.value.code == "DELIVERY_BLOCKED"
    with pytest.raises(errors.RulesError) as wrong:
        translations.import_xliff(project, translation, b"no", name="a.xlf")
    assert wrong.value.code == "XLIFF_INVALID"

    out.path.write_text(translated(out.path.read_text(encoding="utf-8")), encoding="utf-8")
    report = translations.import_xliff(project, translation, out.path)
    assert (report.segments, report.changed, report.statuses) == (3, 3, {"confirmed": 3})
    again = translations.import_xliff(project, translation, out.path, overwrite=True, partial=True)
    assert again.changed == 0
    assert translations.get(project, translation).is_ready
    assert translations.deliver(project, translation).stage == "delivering"
    done = wait_for_stage(staff_client, project, translation, "done")
    assert (done.status, done.file_name) == ("Finished", "book.txt")
    (path,) = customer.projects.download(customer.projects.wait(project, timeout=60).id, tmp_path)
    assert path.read_text(encoding="utf-8") == DONE


@needs_linguists
def test_packages_of_all_translations_go_out_and_come_back(staff_client: Client, customer: Client) -> None:
    project, translation = open_translation(staff_client, customer, "All packages")
    translations = staff_client.provider.translations
    out = translations.export_packages(project, kind="2.1")
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(out.content or b"")) as read, zipfile.ZipFile(changed, "w") as written:
        for name in read.namelist():
            written.writestr(name, translated(read.read(name).decode()))
        written.writestr("notes.xlf", b"no")
    results = translations.import_packages(project, changed.getvalue(), name="back.zip")
    taken = next(one for one in results if one.translation_id == translation)
    assert taken.report is not None
    assert taken.report.changed == 3
    refused = next(one for one in results if one.name.endswith("notes.xlf"))
    assert refused.report is None
    assert [one.code for one in refused.problems] == ["XLIFF_INVALID"]


@needs_linguists
def test_issues_that_block_are_overridden_with_a_reason(staff_client: Client, customer: Client) -> None:
    project, translation = open_translation(staff_client, customer, "Delivered as it is")
    delivered = staff_client.provider.translations.deliver(
        project, translation, override_reason="The customer wants the English text."
    )
    assert delivered.override_reason == "The customer wants the English text."
    assert "English" not in repr(delivered)
    wait_for_stage(staff_client, project, translation, "done")


@needs_linguists
def test_linguists_are_assigned_see_their_work_and_hand_it_back(
    staff_client: Client, customer: Client, production: Customer
) -> None:
    project, translation = open_translation(staff_client, customer, "Assigned")
    provider = staff_client.provider
    linguist = provider.users.create(account_id=production.account, roles=["linguist"], first_name="Lin")
    assert provider.translations.assign(translation, user=linguist.id).assignee_id == linguist.id
    (work,) = provider.translations.work(linguist.id)
    assert (work.id, work.project_title, work.total_words, work.is_open) == (
        translation,
        "Assigned",
        11,
        True,
    )
    assert provider.translations.hand_back(translation).handed_back_at is not None
    (back,) = provider.projects.assign(project, user=None, translations=[translation])
    assert (back.assignee_id, back.is_ready) == (None, False)
    assert provider.translations.work(linguist.id) == []


def test_a_translation_that_is_not_there_is_named_by_its_exception(staff_client: Client) -> None:
    with pytest.raises(errors.NotFoundError, match=re.escape("no such translation")):
        staff_client.provider.translations.get(2147483647, 2147483647)
