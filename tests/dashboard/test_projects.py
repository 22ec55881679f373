"""`/ui/projects`: ordering in three steps, lists, what managers do with a project, linguists' work."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

import pytest

from tests.dashboard.browser import Browser, Dashboard, Shown
from tests.waiting import wait_until

TEXT = b"The red book is big. It is new.\n\nThe dog eats.\n"
NUMBERS = itertools.count(1)
STEP = "/ui/projects/new/{}?project={}"


@pytest.fixture
def orderer(dashboard: Dashboard) -> Browser:
    return dashboard.sign_in("orderer")


@pytest.fixture
def manager(dashboard: Dashboard) -> Browser:
    return dashboard.sign_in("manager")


def send(
    browser: Browser,
    *names: str,
    project: str = "",
    data: bytes = TEXT,
    targets: Sequence[str] = ("es",),
    **fields: str,
) -> Shown:
    """Send files in the first step."""
    address = f"/ui/projects/new/1{'?project=' + project if project else ''}"
    sent = {"source": "en", "targets": list(targets), **fields}
    return browser.post(address, sent, files=[("files", (name, data)) for name in names])


def draft(browser: Browser, name: str = "", **fields: str) -> str:
    """A draft with one file; its number."""
    shown = send(browser, name or f"manual {next(NUMBERS)}.txt", **fields)
    found = re.fullmatch(r"/ui/projects/new/1\?project=(\d+)", shown.address)
    assert found is not None, shown.words
    return found[1]


def choose(browser: Browser, project: str, service: str, **fields: str) -> Shown:
    """Choose a service by a part of its name, in the second step."""
    shown = browser.get(STEP.format(2, project))
    options = shown.tree.xpath("//select[@id='f-how']//option")
    how = next(one.get("value") for one in options if service in one.text)
    version = shown.find("//input[@name='version']").get("value")
    sent = {"version": version, "title": shown.value_of("title"), "how": how, **fields}
    return browser.post(STEP.format(2, project), sent)


def start(browser: Browser, project: str) -> Shown:
    """Start a draft, as soon as its words are counted."""
    wait_until(lambda: browser.get(STEP.format(3, project)).tree.xpath("//*[@id='price']"))
    return browser.post(STEP.format(3, project))


def order(browser: Browser, service: str, **fields: str) -> str:
    """A project that has started; its number."""
    project = draft(browser)
    choose(browser, project, service, **fields)
    start(browser, project)
    return project


def one(browser: Browser, project: str) -> Shown:
    return browser.get(f"/ui/projects/{project}")


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
    said = {"order": f"form-{next(NUMBERS)}"}
    first = draft(orderer, "one.txt", key="k1", **said)
    assert draft(orderer, "two.txt", key="k2", **said) == first
    assert draft(orderer, "two.txt", key="k2", **said) == first  # sent again after it broke off
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


def test_drafts_are_deleted_and_other_accounts_see_nothing(orderer: Browser, dashboard: Dashboard) -> None:
    project = draft(orderer)
    other = dashboard.sign_in("orderer", account=dashboard.other_account)
    assert one(other, project).status == 404
    assert other.post(f"/ui/projects/{project}/delete").status == 404
    assert orderer.post(f"/ui/projects/{project}/delete").address == "/ui/projects?stage=all"
    assert one(orderer, project).status == 404
