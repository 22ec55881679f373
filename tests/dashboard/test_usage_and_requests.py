"""`/ui/usage`, `/ui/requests` and `/ui/api`: what programs did, and a token to try calls."""

from __future__ import annotations

import csv
import io

import httpx2
import pytest

from tests.dashboard.browser import Browser, Dashboard
from tests.dashboard.test_applications import address_of, call, create
from tests.waiting import CEILING, wait_until

TEXT = "The quick brown fox."


@pytest.fixture
def developer(dashboard: Dashboard) -> Browser:
    return dashboard.sign_in("developer")


def translate(dashboard: Dashboard, token: str, **body: object) -> httpx2.Response:
    sent = {"source": "en", "target": "es", "segments": [{"text": TEXT}], **body}
    headers = {"Authorization": f"Bearer {token}"}
    return httpx2.post(f"{dashboard.live.url}/v2/translate", json=sent, headers=headers, timeout=CEILING)


def use(dashboard: Dashboard, developer: Browser) -> tuple[str, str]:
    """A new application that translated one text: its id, and a token of it."""
    address = address_of(create(developer))
    token = developer.post(f"{address}/token").text_of("#token")
    assert translate(dashboard, token).status_code == 200
    return address.rpartition("/")[2], token


def test_usage_is_shown_as_figures_chart_table_and_csv(dashboard: Dashboard, developer: Browser) -> None:
    application, _ = use(dashboard, developer)
    shown = developer.get(f"/ui/usage?application={application}")
    (row,) = shown.tree.xpath("//*[@id='usage']//tbody/tr")
    assert [one.text_content() for one in row.xpath("td")] == ["20", "0", "4", "0", "1", "0"]
    assert "up to 20, 20 in all. The table below has the figures." in shown.find("//svg[@role='img']").get(
        "aria-label"
    )
    assert len(shown.tree.xpath("//svg//*[contains(@class, 'bar-a')]")) == 1
    by_month = developer.get(f"/ui/usage?application={application}&by=month")
    assert by_month.tree.xpath("//*[@id='usage']//tbody/tr/td[1]/text()") == ["20"]
    file = developer.get(f"/ui/usage/csv?application={application}&by=application")
    assert file.headers["content-disposition"].startswith('attachment; filename="usage-')
    (line,) = csv.DictReader(io.StringIO(file.text.removeprefix("\ufeff")))
    assert (line["application"], line["characters"], line["words"]) == (application, "20", "4")
    assert line["name"].startswith("Connector")


def test_a_range_that_cannot_be_is_explained_and_this_month_shown(developer: Browser) -> None:
    for query, problem in (
        ("from=2026-02-02&to=2026-02-01", "The range of days ends before it begins"),
        ("from=2020-01-01&to=2026-01-01", "A range has at most 366 days"),
        ("from=yesterday", "Write a day as 2026-11-25."),
    ):
        shown = developer.get(f"/ui/usage?{query}")
        assert shown.status == 422
        assert problem in shown.text_of("//*[@role='alert']")
    assert (
        "Nothing was translated in these days."
        in developer.get("/ui/usage?from=2001-01-01&to=2001-01-01").words
    )


def test_requests_are_filtered_and_go_on(dashboard: Dashboard, developer: Browser) -> None:
    application, token = use(dashboard, developer)
    wait_until(lambda: "This is a first call:" not in developer.get("/ui/requests").words)
    for _ in range(50):
        assert call(dashboard, token) == 200
    assert translate(dashboard, token, target="xx").status_code == 422
    address = f"/ui/requests?application={application}"
    rows = "//tbody[@id='rows']/tr"
    refused = wait_until(
        lambda: developer.get(f"{address}&status=4xx"), lambda shown: len(shown.tree.xpath(rows)) == 1
    )
    assert "POST /v2/translate" in refused.words
    first = developer.get(address)
    assert TEXT not in first.text
    assert len(first.tree.xpath(rows)) == 50
    (more,) = first.tree.xpath("//*[@id='more']/a[contains(., 'Show more')]/@href")
    assert len(developer.get(more).tree.xpath(rows)) == 2
    assert len(developer.get(f"{address}&path=/v2/tran").tree.xpath(rows)) == 2
    assert "No request is like that" in developer.get(f"{address}&request=unknown").words


def test_another_account_sees_no_use_and_no_requests(dashboard: Dashboard, developer: Browser) -> None:
    application, _ = use(dashboard, developer)
    wait_until(lambda: "/v2/translate" in developer.get(f"/ui/requests?application={application}").words)
    stranger = dashboard.sign_in("developer", account=dashboard.live.create_account("Quiet Ltd"))
    for path in ("requests", "usage", "webhooks"):
        assert stranger.get(f"/ui/{path}?application={application}").tree.xpath("//tbody/tr") == []
    assert "No requests in the last 7 days." in stranger.get("/ui/requests").words
    assert "$CLIENT_ID" in stranger.get("/ui/requests").text_of("#first-call")


def test_a_token_for_the_reference_is_of_ones_own_account(dashboard: Dashboard, developer: Browser) -> None:
    application, _ = use(dashboard, developer)
    shown = developer.post("/ui/api/token", {"application": application})
    assert call(dashboard, shown.text_of("#token")) == 200
    assert call(dashboard, developer.post("/ui/api/token").text_of("#token"), "/project/v1/usage") == 200
    stranger = dashboard.sign_in("manager")
    assert stranger.post("/ui/api/token", {"application": application}).status == 404
    desk = dashboard.live.create_application(dashboard.account, "--scopes", "provider", name="Desk")
    assert developer.post("/ui/api/token", {"application": str(desk.id)}).status == 403
