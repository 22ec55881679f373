"""`/ui/projects`: what managers do with a project, and linguists' work."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.dashboard.browser import Browser, Dashboard
from tests.dashboard.editor.opened import open_translation
from tests.dashboard.orders import choose, confirmed, draft, one, order, start, translation_of
from tests.waiting import wait_until


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
    other = confirmed(package).replace(b"<target>", b'<target><ph id="lost"/>', 1)
    found = linguist.post(f"{mine}/package", files={"file": ("a.xlf", other)})
    assert "1 segment needs a look" in found.text_of("//details[@open]/summary")
    wrong = linguist.post(f"{mine}/package", files={"file": ("a.xlf", b"no package")})
    assert (wrong.status, bool(wrong.text_of("#e-file"))) == (422, True)
    taken = linguist.post(f"{mine}/package", files={"file": ("a.xlf", confirmed(package))})
    assert "0 segments in it" not in taken.words
    assert "The package was imported." in taken.words
    assert "11 of 11 words are translated." in taken.words  # its file is still to be made
    assert "Handed back" in linguist.post(f"{mine}/hand-back").words
    assert "Deliver 1 ready" in one(manager, project).words
    assert manager.post(f"/ui/projects/{project}/deliver").status == 200
    done = wait_until(lambda: one(orderer, project), lambda shown: "Finished" in shown.title)
    assert "Delivered" in done.words
    log = manager.get(f"/ui/projects/{project}/log")
    assert "translation.delivered" in log.words
    assert "translation.assigned" in log.words


def test_segments_are_shown_with_their_codes_as_chips(orderer: Browser, manager: Browser) -> None:
    opened = open_translation(orderer, manager)
    shown = manager.get(f"/ui/projects/{opened.project}/translations/{opened.id}")
    (cell,) = shown.tree.xpath("//tr[@id='s-1']/td[2]")
    assert cell.text_content() == "Press 1Start1 now."
    assert [one.get("aria-label") for one in cell] == ["Code 1 opens", "Code 1 closes"]


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
