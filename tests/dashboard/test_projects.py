"""`/ui/projects`: ordering in three steps, lists, what managers do with a project, linguists' work."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

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
    fields: Mapping[str, str] | None = None,
) -> Shown:
    """Send files in the first step."""
    address = f"/ui/projects/new/1{'?project=' + project if project else ''}"
    sent = {"source": "en", "targets": list(targets), **(fields or {})}
    return browser.post(address, sent, files=[("files", (name, data)) for name in names])


def draft(browser: Browser, name: str = "", *, data: bytes = TEXT, **fields: str) -> str:
    """A draft with one file; its number."""
    shown = send(browser, name or f"manual {next(NUMBERS)}.txt", data=data, fields=fields)
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


def test_refusals_of_files_are_in_words_for_people(orderer: Browser) -> None:
    project = draft(orderer, "guide.txt")
    for targets in (("af", "ar"), ("es",)):
        shown = send(orderer, "guide.txt", project=project, targets=targets)
        assert shown.status == 422
        reason = shown.text_of("//*[@data-reason]")
        expected = {
            "af": "English → Afrikaans and Arabic is not available. "
            "Choose other languages, or another service.",
            "es": "The project has a file of this name for the same language. "
            "Rename the new one, or take the other one out first.",
        }
        assert reason == expected[targets[0]]
    address = f"/ui/projects/{project}/reference"
    explains = [("files", ("style.txt", TEXT))]
    orderer.post(address, files=explains)
    again = orderer.post(address, files=explains)
    assert again.text_of("#e-files").startswith("style.txt: The project has a file of this name")
    assert "Rename the new one, or take the other one out first." in again.text_of("#e-files")


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


def translation_of(browser: Browser, project: str) -> str:
    """The address of the first translation of a project that linguists can work on."""
    pattern = rf"/ui/projects/{project}/translations/\d+"
    shown = wait_until(
        lambda: one(browser, project),
        lambda shown: "Preparing" not in shown.words and any(re.fullmatch(pattern, x) for x in shown.links),
    )
    return next(link for link in shown.links if re.fullmatch(pattern, link))


def confirmed(package: bytes) -> bytes:
    """A package of XLIFF 2 in which a linguist has translated every segment."""
    text = re.sub(r"<target>.*?</target>", "", package.decode())
    return re.sub(
        r"<segment([^>]*?)(?: state=\"\w+\")?>(\s*)<source>(.*?)</source>",
        r'<segment\1 state="final">\2<source>\3</source><target>\3 (es)</target>',
        text,
    ).encode()


def test_a_manager_holds_with_a_message_that_the_customer_reads_until_the_release(
    orderer: Browser, manager: Browser
) -> None:
    project = order(orderer, "uman")
    held = manager.post(f"/ui/projects/{project}/hold", {"hold_message": "Which of the two logos?"})
    assert held.title.endswith("On hold")
    assert "Which of the two logos?" in one(orderer, project).words
    assert f"/ui/projects/{project}" in manager.get("/ui/projects?stage=held").links
    released = manager.post(f"/ui/projects/{project}/release")
    assert "Project released." in released.words  # and not that it has started, which it had long before
    later = manager.post(f"/ui/projects/{project}/deadline", {"deadline": "2100-01-31T17:00"})
    assert "Deadline set." in later.words
    assert "Which of the two logos?" not in released.text_of("//main").partition("Progress")[0]
    assert orderer.post(f"/ui/projects/{project}/hold").status == 403


def test_a_deadline_that_is_too_tight_is_confirmed_by_the_manager(orderer: Browser, manager: Browser) -> None:
    project = draft(orderer, data=b"The red book is big. " * 3000)
    choose(orderer, project, "uman", deadline=_soon())
    ordered = start(orderer, project)
    assert "Deadline too tight" in ordered.title
    assert f"/ui/projects/new/2?project={project}" in ordered.links
    assert manager.post(f"/ui/projects/{project}/deadline?dialog=deadline", {"deadline": ""}).status == 422
    started = manager.post(f"/ui/projects/{project}/confirm")
    assert started.title.endswith("In work"), started.words


@pytest.mark.parametrize(
    ("zone", "deadline", "said"),
    [
        ("America/Lima", "9999-12-31T23:59", "Write a date and a time"),  # in UTC it is year 10000
        ("Asia/Kathmandu", "0001-01-01T00:00", "Write a date and a time"),
        ("Asia/Kathmandu", "0026-11-30T10:00", "The deadline is past"),  # as browsers fill in the year 26
    ],
)
def test_deadlines_at_the_ends_of_the_calendar_are_problems_of_the_field(
    orderer: Browser, zone: str, deadline: str, said: str
) -> None:
    orderer.client.cookies.set("dragoman_zone", quote(zone, safe=""))
    shown = choose(orderer, draft(orderer), "uman", deadline=deadline, briefing="Kept.")
    assert (shown.status, shown.value_of("briefing")) == (422, "Kept.")
    assert shown.text_of("#e-deadline").startswith(said)


def _soon() -> str:
    return (datetime.now(UTC) + timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M")


def test_work_goes_to_a_linguist_and_comes_back_to_be_delivered(
    orderer: Browser, manager: Browser, dashboard: Dashboard
) -> None:
    project = order(orderer, "uman", briefing="Speak plainly.")
    translation = translation_of(manager, project)
    linguist = dashboard.sign_in("linguist")
    option = "//select[@id='f-user']/option[contains(., 'linguist-')]/@value"
    user = str(manager.get(translation).tree.xpath(option)[0])
    assert "Assigned." in manager.post(f"{translation}/assign", {"user": user}).words
    mine = f"/ui/work/{translation.rpartition('/')[2]}"
    assert mine in linguist.get("/ui/work").links
    assert "Speak plainly." in linguist.get(mine).words
    package = linguist.client.get(f"{mine}/package").content
    wrong = linguist.post(f"{mine}/package", files={"file": ("a.xlf", b"no package")})
    assert (wrong.status, bool(wrong.text_of("#e-file"))) == (422, True)
    taken = linguist.post(f"{mine}/package", files={"file": ("a.xlf", confirmed(package))})
    assert "0 segments in it" not in taken.words
    assert "The package was imported." in taken.words
    assert "Handed back" in linguist.post(f"{mine}/hand-back").words
    assert "Deliver 1 ready" in one(manager, project).words
    assert manager.post(f"/ui/projects/{project}/deliver").status == 200
    done = wait_until(lambda: one(orderer, project), lambda shown: "Finished" in shown.title)
    assert "Delivered" in done.words
    log = manager.get(f"/ui/projects/{project}/log")
    assert "translation.delivered" in log.words
    assert "translation.assigned" in log.words


def test_what_blocks_a_delivery_is_said_and_overridden_with_a_reason(
    orderer: Browser, manager: Browser
) -> None:
    project = order(orderer, "uman")
    translation = translation_of(manager, project)
    number = translation.rpartition("/")[2]
    quality = manager.get(f"/ui/projects/{project}/quality?translation={number}")
    assert "Blocks the delivery" in quality.words
    refused = manager.post(f"{translation}/deliver")
    assert (refused.status, "blocking issue" in refused.text_of("#e-override")) == (422, True)
    manager.post(f"{translation}/deliver", {"override": "The client wants it as it is."})
    wait_until(lambda: one(manager, project), lambda shown: "Finished" in shown.title)


def test_packages_of_a_project_go_out_and_come_back(orderer: Browser, manager: Browser) -> None:
    project = order(orderer, "uman")
    translation = translation_of(manager, project)
    out = manager.client.get(f"/ui/projects/{project}/packages/download")
    assert (out.status_code, out.headers["content-type"]) == (200, "application/zip")
    package = manager.client.get(f"{translation}/package").content
    files = [("files", ("back.xlf", confirmed(package))), ("files", ("other.xlf", b"<no/>"))]
    back = manager.post(f"/ui/projects/{project}/packages", files=files)
    assert back.status == 200
    results = [" ".join(one.text_content().split()) for one in back.tree.xpath("//ul[@class='rows']/li")]
    assert [line.endswith("Taken") for line in results] == [True, False]


def test_projects_are_cancelled_and_finished_with_a_reason(orderer: Browser, manager: Browser) -> None:
    first, second = order(orderer, "uman"), order(orderer, "uman")
    assert manager.post(f"/ui/projects/{first}/cancel?dialog=cancel", {"cancel_reason": ""}).status == 422
    manager.post(f"/ui/projects/{first}/cancel", {"cancel_reason": "Not needed any more"})
    assert "Not needed any more" in one(orderer, first).words
    said = {"cancel_rest": "1", "finish_reason": "Enough"}
    for outdated in ({**said, "cancel_rest": "2"}, {}):  # it shows another number than what is left now
        refused = manager.post(f"/ui/projects/{second}/finish?dialog=finish", outdated)
        assert refused.status == 422
        assert "1 translation is not delivered now. Nothing was changed" in refused.words
        assert "Finished" not in manager.get(f"/ui/projects/{second}").title
    assert "Finished" in manager.post(f"/ui/projects/{second}/finish", said).title
    assert orderer.post(f"/ui/projects/{first}/cancel").status == 200  # it is cancelled already


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
