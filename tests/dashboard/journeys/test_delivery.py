"""An order from its files to the finished ones: a customer, their program, a manager and a linguist."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import zipfile
from io import BytesIO
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.dashboard.browser import Dashboard
from tests.dashboard.chromium import JOB
from tests.dashboard.journeys.conftest import OpenWindow
from tests.projects.test_linguists import SPANISH, translate
from tests.receiver import Delivery, running_receiver
from tests.waiting import CEILING

pytestmark = pytest.mark.browser
TEXT = "The red book is big. It is new.\n\nThe dog eats.\n"
TRANSLATED = "El libro rojo es grande. Es nuevo.\n\nEl perro come.\n"


def test_an_order_is_translated_delivered_and_announced(
    dashboard: Dashboard, open_window: OpenWindow, tmp_path: Path
) -> None:
    customer = open_window(email=dashboard.add_person("developer", "orderer"))
    manager = open_window("manager")
    with running_receiver() as receiver:
        program = _create_program(customer)
        number = _begin_order(customer)
        _send_file(program, number, "web.txt", announce_at=receiver.url("/finished"))
        _finish_order(customer, title="Autumn leaflet")
        package = _take_packages(manager, "Autumn leaflet")
        returned = tmp_path / "back.zip"
        returned.write_bytes(_translate_all(package))
        _deliver(manager, returned)
        customer.reload()
        expect(customer.get_by_role("heading", level=1)).to_have_text("Autumn leaflet Finished")
        with customer.expect_download() as loading:
            customer.get_by_role("link", name="Delivered: download leaflet.txt in Spanish").click()
        assert loading.value.path().read_text() == TRANSLATED
        (delivery,) = receiver.wait_for(1, "/finished")
    assert _signature_by_hand(program["WEBHOOK_SECRET"], delivery) in _signatures(delivery)
    announced = delivery.record
    assert (announced["SourceFileName"], announced["Status"]) == ("web.txt", "Finished")
    customer.get_by_role("link", name="Webhooks").last.click()
    expect(customer.get_by_role("table")).to_contain_text("Delivered: 204", timeout=JOB)


def _create_program(customer: Page) -> dict[str, str]:
    """The settings that the dashboard shows for a new application."""
    customer.goto("/ui/applications")
    customer.get_by_role("link", name="Create application").first.click()
    customer.get_by_label("Name", exact=True).fill("Web shop")
    customer.get_by_role("button", name="Create application").click()
    lines = customer.locator("#env").inner_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line)


def _begin_order(customer: Page) -> str:
    """The first of the three steps; the number of the draft."""
    customer.goto("/ui/projects")
    customer.get_by_role("link", name="New project").first.click()
    customer.get_by_label("Spanish", exact=True).check()
    file: FilePayload = {"name": "leaflet.txt", "mimeType": "text/plain", "buffer": TEXT.encode()}
    customer.locator("#f-files").set_input_files(file)
    customer.get_by_role("button", name="Send files").click()
    expect(customer.locator("#jobs li")).to_contain_text("leaflet.txt")
    return customer.url.rpartition("=")[2]


def _send_file(program: dict[str, str], project: str, name: str, *, announce_at: str) -> None:
    """What the customer's program adds to the draft, with an address that hears of the end."""
    granted = httpx2.post(
        f"{program['URL']}/oauth2/token",
        data={"grant_type": "client_credentials"},
        auth=(program["CLIENT_ID"], program["CLIENT_SECRET"]),
        timeout=CEILING,
    ).json()
    answer = httpx2.post(
        f"{program['URL']}/project/v1/projects/{project}/files",
        headers={"Authorization": f"Bearer {granted['access_token']}", "callbackUrl": announce_at},
        data={"sourceLanguage": "en", "targetLanguages": "es"},
        files={"file": (name, TEXT.encode())},
        timeout=CEILING,
    )
    assert answer.status_code == 201, answer.text


def _finish_order(customer: Page, *, title: str) -> None:
    """The second and the third step."""
    customer.get_by_role("link", name="Next: how it is translated").click()
    customer.get_by_label("Title").fill(title)
    service = customer.locator("#f-how option", has_text=re.compile("human", re.IGNORECASE))
    customer.get_by_label("Template or service").select_option(service.get_attribute("value"))
    customer.get_by_role("button", name="Next: price and start").click()
    expect(customer.locator("#price")).to_contain_text(re.compile(r"\d"), timeout=JOB)
    customer.get_by_role("button", name="Start").click()
    expect(customer.get_by_role("heading", level=1)).to_contain_text(title)


def _take_packages(manager: Page, title: str) -> bytes:
    """The archive of packages, as soon as the project is open to linguists."""
    manager.goto("/ui/projects?stage=all")
    manager.get_by_role("link", name=title).first.click()
    expect(manager.get_by_role("link", name=re.compile("Show .*txt into Spanish"))).to_have_count(2)
    expect(manager.locator("#files")).not_to_contain_text("Preparing", timeout=JOB)
    manager.get_by_role("link", name="Packages").click()
    with manager.expect_download() as loading:
        manager.get_by_role("button", name="Download packages").click()
    return loading.value.path().read_bytes()


def _translate_all(archive: bytes) -> bytes:
    """The linguist's work on all packages of an archive."""
    done = BytesIO()
    with zipfile.ZipFile(BytesIO(archive)) as sent, zipfile.ZipFile(done, "w") as returned:
        for name in sent.namelist():
            package = translate(sent.read(name))
            assert all(target in package.decode() for target in SPANISH.values()), name
            returned.writestr(name, package)
    return done.getvalue()


def _deliver(manager: Page, archive: Path) -> None:
    manager.locator("#f-files").set_input_files(archive)
    manager.get_by_role("button", name="Import packages").click()
    expect(manager.get_by_text("Taken", exact=True)).to_have_count(2)
    manager.get_by_role("link", name="Files", exact=True).click()
    manager.get_by_role("button", name="Deliver 2 ready").click()
    expect(manager.get_by_role("heading", level=1)).to_contain_text("Finished", timeout=JOB)


def _signature_by_hand(secret: str, delivery: Delivery) -> str:
    """The signature as docs/reference/notifications.md describes it."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{delivery.headers['webhook-id']}.{delivery.headers['webhook-timestamp']}.".encode()
    digest = hmac.digest(key, signed + delivery.body, hashlib.sha256)
    return "v1," + base64.b64encode(digest).decode()


def _signatures(delivery: Delivery) -> list[str]:
    return delivery.headers["webhook-signature"].split()
