"""`/ui/projects`: the list is filtered by the days on which projects were created."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from urllib.parse import quote
from zoneinfo import ZoneInfo

from tests.dashboard.browser import Dashboard
from tests.dashboard.orders import draft

KIRITIMATI = ZoneInfo("Pacific/Kiritimati")  # 14 hours before UTC


def test_projects_are_filtered_by_the_days_of_their_creation_in_the_readers_zone(
    dashboard: Dashboard,
) -> None:
    reader = dashboard.sign_in("orderer")
    address = f"/ui/projects/{draft(reader, 'dated.txt')}"
    reader.client.cookies.set("dragoman_zone", quote(KIRITIMATI.key, safe=""))  # as the pages' script does
    now = datetime.now(UTC)
    today = now.astimezone(KIRITIMATI).date()
    # The test may run while a day begins there.
    first, last = (
        today - timedelta(days=(now - timedelta(minutes=1)).astimezone(KIRITIMATI).date() < today),
        today,
    )

    def found(query: str) -> bool:
        shown = reader.get(f"/ui/projects?stage=all&search=dated&{query}")
        assert shown.status == 200
        return address in shown.links

    assert found(f"from={first}&to={last}")
    assert not found(f"from={last + timedelta(days=1)}")
    assert not found(f"to={first - timedelta(days=1)}")
    assert found("from=no+day&to=0001-01-01x")  # what is no day chooses nothing


def test_a_chosen_day_is_shown_and_left_out_by_a_link(dashboard: Dashboard) -> None:
    reader = dashboard.sign_in("manager")
    shown = reader.get("/ui/projects?stage=all&from=2020-01-02&to=2020-01-03")
    assert "Created from 2 Jan 2020" in shown.words
    assert "Created until 3 Jan 2020" in shown.words
    assert shown.find("//input[@name='from']").get("value") == "2020-01-02"
    assert "/ui/projects?stage=all&from=2020-01-02&sort=-id" in shown.links
    assert "No project is like this" in shown.words
    for ends in ("from=0001-01-01", "to=9999-12-31", "from=9999-12-31&to=0001-01-01"):
        assert reader.get(f"/ui/projects?stage=all&{ends}").status == 200
