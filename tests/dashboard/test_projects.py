"""`/ui/projects`: ordering in three steps, lists."""

from __future__ import annotations

import re

import pytest

from tests.dashboard.browser import Browser, Dashboard
from tests.dashboard.orders import NUMBERS, STEP, TEXT, choose, draft, one, order, send, start
from tests.waiting import wait_until


def test_an_order_is_three_steps_and_ends_in_files_to_download(orderer: Browser) -> None:
    project = draft(orderer, "leaflet.txt")
    second = orderer.get(STEP.format(2, project))
    assert second.value_of("title") == "leaflet"
    third = choose(orderer, project, "achine", title="Leaflet for the fair", order_number="PO-7")
    assert third.address == STEP.format(3, project), third.words
    started = start(orderer, project)
    assert started.address == f"/ui/projects/{project}"
    done = wait_until(lambda: one(orderer, project), lambda shown: "Finished" in shown.title)
    assert done.title == "Leaflet for the fair Finished"
    assert "PO-7" in done.words
    link = next(href for href in done.links if re.search(rf"/{project}/files/", href) and "files" in href)
    assert orderer.get(link).text.strip()
    archive = orderer.client.get(f"/ui/projects/{project}/archive")
    assert (archive.status_code, archive.headers["content-type"]) == (200, "application/zip")


def test_what_is_missing_is_said_at_its_field_and_nothing_is_made(orderer: Browser) -> None:
    before = orderer.get("/ui/projects").text_of("//nav[@class='tabs']/a[1]")
    shown = send(orderer, "a.txt", targets=())
    assert shown.status == 422
    assert shown.text_of("#e-targets") == "Choose at least one language."
    empty = orderer.post("/ui/projects/new/1", {"source": "en", "targets": "es"})
    assert empty.text_of("#e-files") == "Choose a file."
    assert orderer.get("/ui/projects").text_of("//nav[@class='tabs']/a[1]") == before


def test_a_file_that_is_refused_keeps_the_others(orderer: Browser) -> None:
    address = "/ui/projects/new/1"
    files = [("files", ("good.txt", TEXT)), ("files", ("bad.exe", b"MZ\x00\x01" * 50))]
    shown = orderer.post(address, {"source": "en", "targets": ["es"]}, files=files)
    assert shown.status == 422
    assert "bad.exe" in shown.text_of("#outcomes")
    assert "good.txt" in shown.text_of("#jobs")


def test_files_sent_one_by_one_with_one_form_make_one_draft(orderer: Browser) -> None:
    form = f"form-{next(NUMBERS)}"
    first = draft(orderer, "one.txt", key="k1", order=form)
    assert draft(orderer, "two.txt", key="k2", order=form) == first
    assert draft(orderer, "two.txt", key="k2", order=form) == first  # sent again after it broke off
    files = orderer.get(STEP.format(1, first)).tree.xpath("//*[@id='jobs']//li//bdi/text()")
    assert sorted(files) == ["one.txt", "two.txt"]


def test_all_problems_of_the_second_step_stand_at_their_fields_with_what_was_typed(orderer: Browser) -> None:
    project = draft(orderer)
    shown = choose(orderer, project, "achine", title=" ", deadline="2020-01-31T17:00", briefing="Be kind.")
    assert shown.status == 422
    assert "title is empty" in shown.text_of("#e-title")
    assert "past" in shown.text_of("#e-deadline")
    assert (shown.value_of("briefing"), shown.value_of("deadline")) == ("Be kind.", "2020-01-31T17:00")


def test_a_draft_that_somebody_else_changed_shows_both_versions(
    orderer: Browser, dashboard: Dashboard
) -> None:
    project = draft(orderer)
    seen = orderer.get(STEP.format(2, project))
    other = dashboard.sign_in_as(dashboard.add_person("orderer"))
    choose(other, project, "achine", title="Theirs")
    sent = {"version": seen.find("//input[@name='version']").get("value"), "title": "Mine"}
    clash = orderer.post(STEP.format(2, project), {**sent, "how": seen.value_of("how")})
    assert clash.status == 409
    assert clash.value_of("title") == "Mine"
    assert "Theirs" in clash.words
    again = {**sent, "version": clash.find("//input[@name='version']").get("value")}
    kept = orderer.post(STEP.format(2, project), {**again, "how": seen.value_of("how")})
    assert kept.address == STEP.format(3, project), kept.words
    assert one(orderer, project).title.startswith("Mine")


def test_lists_are_filtered_by_the_address(orderer: Browser, manager: Browser) -> None:
    project = draft(orderer, "filtered.txt")
    address = f"/ui/projects/{project}"
    assert address in orderer.get("/ui/projects?stage=Draft&search=filtered&language=es").links
    assert address not in orderer.get("/ui/projects?stage=Finished").links
    assert address not in orderer.get("/ui/projects?language=fr").links
    assert address in manager.get("/ui/projects?stage=all&search=filtered").links
    assert address not in manager.get("/ui/projects?search=filtered").links  # nothing of it is to do
    assert "No project is like this" in orderer.get("/ui/projects?search=nothing+like+it").words


def test_an_account_without_projects_is_told_what_one_is(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("orderer", account=dashboard.live.create_account("New Ltd"))
    assert "No projects yet" in browser.get("/ui/projects?stage=all").words
    assert "No project is at this stage" in browser.get("/ui/projects?stage=Draft").words
    assert "No project is like this" in browser.get("/ui/projects?stage=all&search=any").words


def test_drafts_are_deleted_and_other_accounts_see_nothing(orderer: Browser, dashboard: Dashboard) -> None:
    project = draft(orderer)
    other = dashboard.sign_in("orderer", account=dashboard.other_account)
    assert one(other, project).status == 404
    assert other.post(f"/ui/projects/{project}/delete").status == 404
    assert orderer.post(f"/ui/projects/{project}/delete").address == "/ui/projects?stage=all"
    assert one(orderer, project).status == 404


def test_reference_files_are_added_and_read(orderer: Browser) -> None:
    project = draft(orderer)
    address = f"/ui/projects/{project}/reference"
    assert orderer.post(address).text_of("#e-files") == "Choose a file."
    shown = orderer.post(address, files=[("files", ("style.pdf", b"%PDF-1.4 guide"))])
    assert "style.pdf" in shown.words
    link = next(one for one in shown.links if f"/{project}/files/" in one)
    assert orderer.client.get(link).content == b"%PDF-1.4 guide"


def test_managers_order_on_behalf_of_an_account(
    manager: Browser, orderer: Browser, dashboard: Dashboard
) -> None:
    missing = send(manager, "behalf.txt")
    assert missing.text_of("#e-account") == "Choose an account."
    project = draft(manager, "behalf.txt", account=str(dashboard.account))
    choose(manager, project, "achine")
    start(manager, project)
    assert one(orderer, project).status == 200


@pytest.mark.parametrize(
    ("role", "address"),
    [
        ("customer", "/ui/translate"),
        ("developer", "/ui/translate"),
        ("orderer", "/ui/projects"),
        ("linguist", "/ui/work"),
        ("manager", "/ui/projects?stage=to_do"),
        ("admin", "/ui/health"),
    ],
)
def test_each_role_begins_with_its_own_page(dashboard: Dashboard, role: str, address: str) -> None:
    assert dashboard.sign_in(role).get("/ui/").address == address


def test_pairs_that_no_service_translates_make_no_draft(orderer: Browser) -> None:
    shown = send(orderer, "a.txt", targets=("en",))
    assert shown.status == 422
    assert "No service translates all of these pairs." in shown.text_of("#outcomes")
    assert "No files yet" in shown.text_of("#jobs")


def test_steps_of_a_project_that_has_started_lead_to_it(orderer: Browser) -> None:
    project = order(orderer, "uman")
    for step in (1, 2, 3):
        assert orderer.get(STEP.format(step, project)).address == f"/ui/projects/{project}"
    assert orderer.get("/ui/projects/new/2").address == "/ui/projects/new/1"


def test_developers_read_projects_and_do_not_order(orderer: Browser, dashboard: Dashboard) -> None:
    project = draft(orderer)
    developer = dashboard.sign_in("developer")
    shown = one(developer, project)
    assert shown.status == 200
    assert not [link for link in shown.links if "/new/" in link]
    assert developer.get(f"/ui/projects/{project}/webhooks").status == 200
    assert developer.post(f"/ui/projects/{project}/delete").status == 403


def test_a_file_that_cannot_be_read_is_named_before_the_start_and_taken_out(orderer: Browser) -> None:
    project = draft(orderer, "good.txt")
    send(orderer, "broken.docx", project=project, data=b"PK\x03\x04" + b"\x00" * 200)
    shown = wait_until(
        lambda: orderer.get(STEP.format(3, project)), lambda shown: "cannot be read" in shown.words
    )
    assert "broken.docx cannot be read" in shown.words
    assert shown.tree.xpath("//*[@id='price']") == []
    (action,) = shown.tree.xpath("//form[contains(@action, '/delete')]/@action")
    back = orderer.post(action, {"next": STEP.format(3, project)})
    assert back.address == STEP.format(3, project)
    assert start(orderer, project).address == f"/ui/projects/{project}"


def test_managers_delete_drafts_and_see_what_is_late(orderer: Browser, manager: Browser) -> None:
    project = draft(orderer)
    assert manager.post(f"/ui/projects/{project}/delete").status == 200
    assert one(orderer, project).status == 404
    late = manager.get("/ui/projects?stage=all&due=overdue")
    assert late.status == 200
    assert "Late" in late.text_of("//p[contains(@class, 'chosen')]")
