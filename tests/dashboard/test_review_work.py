"""`/ui/work`: a reviewer's list has what another linguist translates, and its state."""

from __future__ import annotations

from tests.dashboard.browser import Browser, Dashboard
from tests.dashboard.orders import order, translation_of


def _state(browser: Browser, work: str) -> str:
    (row,) = browser.get("/ui/work").tree.xpath(f"//tr[.//a[@href='{work}']]/td[2]")
    return " ".join(row.text_content().split())


def _assign(dashboard: Dashboard, emails: list[str], place: str) -> None:
    """Let the first one translate, the second one review."""
    application = dashboard.live.create_application(
        dashboard.provider, "--scopes", "provider", "--role", "manager"
    )
    with dashboard.live.client(application) as api:
        wanted = {"accountId": dashboard.provider, "limit": 500}
        people = api.get("/provider/v1/users", params=wanted).json()["users"]
        translator, reviewer = (
            next(one["id"] for one in people if one["email"] == email) for email in emails
        )
        number = place.rpartition("/")[2]
        assigned = api.put(f"/provider/v1/translations/{number}/assignee", json={"userId": translator})
        assert assigned.status_code == 200, assigned.text
        reviewed = api.put(f"/provider/v1/projects/{place}/reviewer", json={"userId": reviewer})
        assert reviewed.status_code == 200, reviewed.text


def test_a_review_waits_for_the_translator_then_is_open_and_goes_back(
    orderer: Browser, manager: Browser, dashboard: Dashboard
) -> None:
    project = order(orderer, "uman")
    translation = translation_of(manager, project)
    number = translation.rpartition("/")[2]
    work = f"/ui/work/{number}"
    emails = [dashboard.add_person("linguist") for _ in range(2)]
    translator, reviewer = (dashboard.sign_in_as(email) for email in emails)
    _assign(dashboard, emails, f"{project}/translations/{number}")

    assert (_state(translator, work), _state(reviewer, work)) == ("Open", "Being translated")
    assert f"{work}/hand-back" not in reviewer.get(work).text
    translator.post(f"{work}/hand-back")
    assert (_state(translator, work), _state(reviewer, work)) == ("Handed back", "To review")
    assert "To deliver" not in manager.get(translation).words
    reviewer.post(f"{work}/hand-back")
    assert _state(reviewer, work) == "Handed back"
    assert "To deliver" in manager.get(translation).words
    assert "translation.review_handed_back" in manager.get(f"/ui/projects/{project}/log").words
