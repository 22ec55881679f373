"""Date-times of clients: RFC 3339, and UTC where no offset is given (P5)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.timestamps import parse_time, write_time


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2030-01-31T17:00:00Z", "2030-01-31T17:00:00Z"),
        ("2030-01-31t17:00:00z", "2030-01-31T17:00:00Z"),
        ("0026-01-31T17:00:00Z", "0026-01-31T17:00:00Z"),
        ("2030-01-31 17:00:00Z", "2030-01-31T17:00:00Z"),
        ("2030-01-31T17:00:00", "2030-01-31T17:00:00Z"),
        ("2030-01-31T17:00:00+02:00", "2030-01-31T15:00:00Z"),
        ("2030-01-31T17:00:00-05:30", "2030-01-31T22:30:00Z"),
        ("2030-01-31T17:00:00-00:00", "2030-01-31T17:00:00Z"),
        ("2030-01-31T17:00:00.9999999+02:00", "2030-01-31T15:00:00Z"),
        ("2030-01-31T17:00:00.1", "2030-01-31T17:00:00Z"),
        ("2030-01-31T17:00Z", "2030-01-31T17:00:00Z"),
        ("2030-01-31T17:00:00,5Z", "2030-01-31T17:00:00Z"),
        ("2030-01-31T17:00:00+02", "2030-01-31T15:00:00Z"),
        ("2030-01-31T17:00+0200", "2030-01-31T15:00:00Z"),
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
    ],
)
def test_what_is_accepted(text: str, time: str) -> None:
    assert write_time(parse_time(text)) == time


@pytest.mark.parametrize(
    "value",
    [
        "2030-01-31",
        "2030-01-31T17:00:00 Z",
        " 2030-01-31T17:00:00Z",
        "2030-01-31T17:00:00Z\n",
        "2030-02-30T17:00:00Z",
        "2030-01-31T24:00:00Z",
        "2030-01-31T17:30:60Z",
        "2030-01-31T17:00:00+24:00",
        "2030-01-31T17:00:00+01:60",
        "2030-01-31T17:00:00-23:99",
        "2030-01-31T17:60:00Z",
        "2030-W05-4T17:00:00Z",
        "20300131T170000Z",
        "31.01.2030 17:00",
        "tomorrow",
        "",
        "0001-01-01T00:00:00+10:00",
        "9999-12-31T23:59:60Z",
        "2030-01-31T17:00:00." + "0" * 100 + "Z",
        "\u0662030-01-31T17:00:00Z",
        1_900_000_000,
        None,
        True,
    ],
)
def test_what_is_refused(value: object) -> None:
    assert parse_time(value) is None


@given(st.text() | st.from_regex(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)?"))
def test_a_time_is_in_utc_and_whole_seconds_or_none(text: str) -> None:
    time = parse_time(text)
    assert time is None or (time.tzinfo is UTC and time.microsecond == 0)


@given(st.datetimes(timezones=st.just(UTC), min_value=datetime.fromisoformat("1000-01-01")))
def test_what_is_written_is_read(time: datetime) -> None:
    assert parse_time(write_time(time)) == time.replace(microsecond=0)
