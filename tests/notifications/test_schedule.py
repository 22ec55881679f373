"""When tries are made: exactly."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.notifications.model import NotificationStatus
from dragoman.notifications.schedule import DOCUMENTS, PROJECTS, Schedule, draw_delays, plan_next
from tests.notifications.conftest import World
from tests.notifications.receiver import answer, run_receiver

EVENT = datetime(2026, 3, 1, 12, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return EVENT + timedelta(seconds=seconds)


def test_documents_are_tried_eight_times_within_the_hour() -> None:
    assert draw_delays(DOCUMENTS) == [0, 5, 30, 120, 300, 600, 1200, 2400]


def test_projects_are_tried_ten_times_within_a_day_with_jitter() -> None:
    exact = [0, 5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400]
    assert list(PROJECTS.delays) == exact
    drawn = [draw_delays(PROJECTS) for _ in range(200)]
    assert all(row == sorted(row) for row in drawn)
    assert all(
        0.8 * e <= d <= 1.2 * e for row in drawn for d, e in zip(sorted(row)[:4], exact[:4], strict=True)
    )
    assert len({row[5] for row in drawn}) > 190


@pytest.mark.parametrize(
    ("step", "now", "wish", "expected"),
    [
        (0, 0.2, None, (1, 5)),
        (0, 15, None, (1, 15)),  # the try took its fifteen seconds: the next one follows at once
        (1, 100, None, (2, 100)),
        (6, 1201, None, (7, 2400)),
        (7, 2401, None, None),
        (3, 2400, None, None),  # nothing follows the last time
        (0, 1, 3, (1, 5)),  # wishes for less are met anyway
        (0, 1, 60, (2, 60)),
        (0, 1, 600, (5, 600)),
        (0, 1, 2000, (6, 2000)),
        (0, 1, 86400, (7, 2400)),  # the end holds
        (6, 1200, 86400, (7, 2400)),
    ],
)
def test_what_follows(step: int, now: float, wish: float | None, expected: tuple[int, float] | None) -> None:
    not_before = None if wish is None else at(wish)
    found = plan_next(draw_delays(DOCUMENTS), scheduled=EVENT, step=step, now=at(now), not_before=not_before)
    assert (found and (found.step, found.due)) == (expected and (expected[0], at(expected[1])))


@given(st.lists(st.floats(0, 1e5), min_size=1, max_size=12).map(sorted), st.data())
def test_it_always_ends_and_never_goes_back(delays: list[float], data: st.DataObject) -> None:
    now, step, tries = EVENT, 0, 0
    while True:
        tries += 1
        now += timedelta(seconds=data.draw(st.floats(0, 100)))
        wished = data.draw(st.none() | st.floats(-10, 2e5))
        wish = None if wished is None else now + timedelta(seconds=wished)
        following = plan_next(delays, scheduled=EVENT, step=step, now=now, not_before=wish)
        if following is None:
            break
        assert following.step > step
        assert now <= following.due <= max(now, EVENT + timedelta(seconds=delays[-1]))
        now, step = following.due, following.step
    assert tries <= len(delays)


async def test_a_document_callback_is_tried_at_exactly_those_times(world: World) -> None:
    async with run_receiver(answer(500)) as receiver:
        began = time.monotonic()
        notification = await world.announce(receiver.url, schedule=DOCUMENTS)
        seconds = []
        for delay in DOCUMENTS.delays:
            found = await world.find(notification)
            assert found.next_try is not None
            assert (found.next_try - found.created).total_seconds() == delay
            if delay:
                passed = time.monotonic() - began
                early = await world.later(delay / 2 - passed).deliver(notification)
                assert len(early.tries) == len(seconds)  # before that time: nothing
            found = await world.later(delay).deliver(notification)
            seconds.append((found.tries[-1].started - found.created).total_seconds())
            assert len(found.tries) == len(seconds)
        assert seconds == pytest.approx(DOCUMENTS.delays, abs=1 + time.monotonic() - began)
        assert (found.status, found.next_try) == (NotificationStatus.DEAD, None)
        assert [one.answer for one in found.tries] == [500] * 8
        assert len({request.id for request in receiver.received}) == 1
        await world.later(90_000).deliver(notification)
        assert len(receiver.received) == 8


@pytest.mark.parametrize(("status", "is_honoured"), [(429, True), (503, True), (500, False)])
@pytest.mark.parametrize("form", ["seconds", "date"])
async def test_retry_after_is_honoured(world: World, status: int, form: str, *, is_honoured: bool) -> None:
    pause = timedelta(seconds=600)
    allowed_from = (datetime.now(UTC) + pause).replace(microsecond=0)
    wish = "600" if form == "seconds" else allowed_from.strftime("%a, %d %b %Y %H:%M:%S GMT")
    async with run_receiver(answer(status, Retry_After=wish)) as receiver:
        found = await world.deliver(await world.announce(receiver.url, schedule=DOCUMENTS))
    assert found.next_try is not None
    async with transaction(world.database, account=ALL_ACCOUNTS) as tx:
        now = tx.now
    usual = found.created + timedelta(seconds=DOCUMENTS.delays[1])
    if not is_honoured:
        assert usual <= found.next_try <= max(usual, now)
    elif form == "date":
        assert found.next_try == allowed_from
    else:  # counted from the answer
        assert found.tries[0].started + pause < found.next_try < now + pause


@pytest.mark.parametrize("wish", ["soon", "-5", "1e3", "", "Wed, 99 Foo 2026", "9" * 400, "٣"])
async def test_a_senseless_retry_after_changes_nothing_or_is_capped(world: World, wish: str) -> None:
    async with run_receiver(answer(429, Retry_After=wish.encode().decode("latin-1"))) as receiver:
        found = await world.deliver(await world.announce(receiver.url, schedule=Schedule(delays=(0, 5, 30))))
    assert found.next_try is not None
    assert (found.next_try - found.created).total_seconds() in {5.0, 30.0}


async def test_410_stops(world: World) -> None:
    async with run_receiver(answer(410)) as receiver:
        notification = await world.announce(receiver.url, schedule=DOCUMENTS)
        found = await world.deliver(notification)
        assert (found.status, found.next_try) == (NotificationStatus.GONE, None)
        await world.later(5).deliver(notification)
        assert len(receiver.received) == 1
