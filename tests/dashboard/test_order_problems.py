"""What is wrong with an order is said at its place, in words for people."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from tests.dashboard.browser import Browser, Dashboard
from tests.dashboard.orders import STEP, TEXT, choose, draft, order, send


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


@pytest.mark.parametrize(
    ("zone", "deadline", "said"),
    [
        ("America/Lima", "9999-12-31T23:59", "Write a date and a time"),  # in UTC it is year 10000
        ("Asia/Kathmandu", "0001-01-01T00:00", "Write a date and a time"),
        ("Europe/Berlin", "2030-03-31T02:30", "The clocks skip this time on that day."),
        ("Asia/Kathmandu", "0026-11-30T10:00", "The deadline is past"),  # as browsers fill in the year 26
    ],
)
def test_deadlines_that_cannot_be_are_problems_of_the_field(
    orderer: Browser, zone: str, deadline: str, said: str
) -> None:
    orderer.client.cookies.set("dragoman_zone", quote(zone, safe=""))
    shown = choose(orderer, draft(orderer), "uman", deadline=deadline, briefing="Kept.")
    assert (shown.status, shown.value_of("briefing")) == (422, "Kept.")
    assert shown.text_of("#e-deadline").startswith(said)


def test_what_is_sent_to_an_order_that_has_started_meanwhile_is_refused_in_words(orderer: Browser) -> None:
    project = order(orderer, "Machine")
    for shown in (
        send(orderer, "late.txt", project=project),
        orderer.post(STEP.format(2, project), {"title": "Typed too late"}),
    ):
        assert shown.status == 422
        assert "The project has started and cannot be changed any more." in shown.words


def test_a_service_and_a_memory_that_are_disabled_meanwhile_stay_those_of_the_order(
    dashboard: Dashboard, orderer: Browser
) -> None:
    admin, developer = dashboard.sign_in("admin"), dashboard.sign_in("developer")
    fields = {"name": "Over soon", "currency": "EUR", "price_per_word": "0.1", "kind": "machine"}
    service = admin.post("/ui/services/new", {**fields, "account": str(dashboard.account)}).address
    memory = developer.post("/ui/memories/new", {"name": "Out of use"}).address.partition("?")[0]
    chosen = f"memory:{memory.rpartition('/')[2]}"
    project = draft(orderer)
    choose(orderer, project, "Over soon", memory=chosen)
    admin.post(f"{service.partition('?')[0]}/disabled", {"disabled": "yes"})
    developer.post(f"{memory}/settings", {"name": "Out of use", "disabled": "yes"})
    shown = orderer.get(STEP.format(2, project))
    assert shown.text_of("//select[@id='f-how']/option[@selected]") == "Over soon, disabled"
    assert shown.value_of("memory") == chosen
    saved = choose(orderer, project, "Over soon", memory=shown.value_of("memory"), title="Another title")
    assert saved.address == STEP.format(3, project)
    assert orderer.get(STEP.format(2, project)).value_of("memory") == chosen


def test_a_memory_that_is_deleted_while_it_is_chosen_is_said_in_words_for_people(
    dashboard: Dashboard, orderer: Browser
) -> None:
    developer = dashboard.sign_in("developer")
    memory = developer.post("/ui/memories/new", {"name": "Deleted"}).address.partition("?")[0]
    project = draft(orderer)
    developer.post(f"{memory}/delete", {"typed_name": "Deleted"})
    shown = choose(
        orderer, project, "Machine", memory=f"memory:{memory.rpartition('/')[2]}", briefing="Kept."
    )
    assert (shown.status, shown.value_of("briefing")) == (422, "Kept.")
    assert shown.text_of("#e-memory") == "There is no such translation memory. Choose one of the list."


def test_a_problem_is_written_in_the_readers_language_to_its_end(orderer: Browser) -> None:
    orderer.get("/ui/language?language=de&next=/ui/projects")
    shown = choose(orderer, draft(orderer), "Machine translation", deadline="2020-01-31T10:00")
    assert shown.text_of("#e-deadline") == (
        "Der Termin ist überschritten. Geben Sie einen Zeitpunkt in der Zukunft an oder keinen: "
        "Dann setzt der Anbieter einen Termin."
    )
