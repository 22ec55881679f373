"""When work can be done: working days of eight hours, 09:00 to 17:00 UTC, Monday to Friday."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.projects.deadlines import assign, earliest, is_too_tight


def at(text: str) -> datetime:
    """A time in a week that begins on Monday, 7 January 2030: `Mon 09:00`, `Mon+1 09:00` a week later."""
    day, clock = text.split()
    name, _, weeks = day.partition("+")
    number = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].index(name)
    hours, minutes = map(int, clock.split(":"))
    return datetime(2030, 1, 7, hours, minutes, tzinfo=UTC) + timedelta(days=number, weeks=int(weeks or 0))


# now, words (2,000 a day: 250 an hour), done, the deadline that is assigned
CASES = [
    ("Mon 09:00", 0, "Mon 09:00", "Mon 17:00"),
    ("Mon 09:00", 250, "Mon 10:00", "Mon 17:00"),
    ("Mon 09:00", 2000, "Mon 17:00", "Mon 17:00"),
    ("Mon 09:00", 2250, "Tue 10:00", "Tue 17:00"),
    ("Mon 06:30", 250, "Mon 10:00", "Mon 17:00"),
    ("Mon 16:30", 0, "Mon 16:30", "Tue 17:00"),  # an hour ahead at least
    ("Mon 16:00", 250, "Mon 17:00", "Mon 17:00"),
    ("Mon 16:00", 500, "Tue 10:00", "Tue 17:00"),
    ("Mon 17:00", 250, "Tue 10:00", "Tue 17:00"),
    ("Mon 23:59", 0, "Mon 23:59", "Tue 17:00"),
    ("Fri 13:00", 1000, "Fri 17:00", "Fri 17:00"),
    ("Fri 13:00", 1250, "Mon+1 10:00", "Mon+1 17:00"),
    ("Fri 16:30", 0, "Fri 16:30", "Mon+1 17:00"),
    ("Fri 20:00", 250, "Mon+1 10:00", "Mon+1 17:00"),
    ("Sat 12:00", 0, "Sat 12:00", "Mon+1 17:00"),
    ("Sat 12:00", 250, "Mon+1 10:00", "Mon+1 17:00"),
    ("Sun 23:00", 2000, "Mon+1 17:00", "Mon+1 17:00"),
    ("Mon 09:00", 10_000, "Fri 17:00", "Fri 17:00"),
    ("Mon 09:00", 10_250, "Mon+1 10:00", "Mon+1 17:00"),
    ("Wed 13:00", 10_000, "Wed+1 13:00", "Wed+1 17:00"),
    ("Thu 09:00", 6000, "Mon+1 17:00", "Mon+1 17:00"),
    ("Mon 09:00", 30_000, "Fri+2 17:00", "Fri+2 17:00"),
]


@pytest.mark.parametrize(("now", "words", "done", "deadline"), CASES)
def test_when_it_is_done_and_due(now: str, words: int, done: str, deadline: str) -> None:
    weighted = Decimal(words)
    assert earliest(now=at(now), words_per_day=2000, weighted_words=weighted) == at(done)
    assert assign(now=at(now), words_per_day=2000, weighted_words=weighted) == at(deadline)


@pytest.mark.parametrize("now", ["Mon 10:00", "Sat 12:00", "Fri 23:00"])
def test_a_machine_is_done_at_once(now: str) -> None:
    weighted = Decimal(10**9)
    assert earliest(now=at(now), words_per_day=None, weighted_words=weighted) == at(now)
    due = assign(now=at(now), words_per_day=None, weighted_words=weighted)
    assert due == at(now) + timedelta(hours=1)


@pytest.mark.parametrize(
    ("deadline", "tight"),
    [
        ("Tue 09:59", True),
        ("Tue 10:00", False),
        ("Tue 17:00", False),
        ("Mon 08:00", True),
        ("Sat 03:00", False),
    ],
)
def test_a_deadline_before_the_work_can_be_done_is_too_tight(deadline: str, tight: bool) -> None:
    words = Decimal(2250)
    assert is_too_tight(at(deadline), now=at("Mon 09:00"), words_per_day=2000, weighted_words=words) is tight


def test_other_zones_are_the_same_times() -> None:
    tokyo = at("Mon 17:00").astimezone(timezone(timedelta(hours=9)))
    assert earliest(now=tokyo, words_per_day=2000, weighted_words=Decimal(250)) == at("Tue 10:00")


DATETIMES = st.datetimes(
    datetime.fromisoformat("2020-01-01"), datetime.fromisoformat("2100-01-01"), timezones=st.just(UTC)
)


@given(now=DATETIMES, words=st.integers(0, 10**12), speed=st.integers(1, 10**6))
def test_what_is_assigned_can_be_met(now: datetime, words: int, speed: int) -> None:
    weighted = Decimal(words) / 100
    done = earliest(now=now, words_per_day=speed, weighted_words=weighted)
    due = assign(now=now, words_per_day=speed, weighted_words=weighted)
    assert now <= done <= due
    assert due >= now + timedelta(hours=1)
    assert due.weekday() < 5
    assert (due.hour, due.minute, due.second) == (17, 0, 0)
    assert not is_too_tight(due, now=now, words_per_day=speed, weighted_words=weighted)


@given(now=DATETIMES, words=st.integers(1, 10**6), later=st.integers(0, 10**6))
def test_more_work_is_never_done_earlier(now: datetime, words: int, later: int) -> None:
    def done(amount: int) -> datetime:
        return earliest(now=now, words_per_day=2000, weighted_words=Decimal(amount))

    assert done(words) <= done(words + later)
    assert done(words) <= earliest(
        now=now + timedelta(seconds=later), words_per_day=2000, weighted_words=Decimal(words)
    )
