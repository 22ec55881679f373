"""The fields of a project one by one: what is kept, what is a wrong type, what breaks a rule."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from dragoman.projects.orders.checking import FIELDS, CheckedFields, SentFields, SentObject, check_fields

NOW = datetime(2030, 1, 1, 12, tzinfo=UTC)


def check(**fields: Any) -> CheckedFields:
    return check_fields(SentFields(fields=fields), now=NOW)


def sent_object(value: Any) -> SentObject:
    return SentObject(text=json.dumps(value), value=value)


def nested(depth: int) -> SentObject:
    value: Any = {}
    for level in range(depth - 1):
        value = [value] if level % 2 else {"a": value}
    return SentObject(text=json.dumps({"x": value} if isinstance(value, list) else value), value=value)


IDS = [
    "templateId", "serviceId", "translationMemoryId", "translationMemorySetId", "termBaseId",
    "invoicingAccountId", "userId", "workAreaId",
]  # fmt: skip
TEXTS = ["title", "briefing", "briefingForExperts", "purchaseOrderNumber", "externalId"]


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("value", [True, False, "5", 5.0, 2**31, -(2**31) - 1, 10**30, [5], {}])
def test_an_id_is_an_int32(name: str, value: Any) -> None:
    checked = check(**{name: value})
    assert [(one.code, one.name, one.kind) for one in checked.wrong] == [("WRONG_TYPE", name, "int_type")]
    assert not checked.values


@pytest.mark.parametrize("value", [0, -1, 1, 2**31 - 1, -(2**31)])
def test_an_int32_is_looked_up(value: int) -> None:
    assert check(serviceId=value).values == {"service_id": value}


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("value", [5, True, [], {}, 1.5])
def test_a_text_is_a_string(name: str, value: Any) -> None:
    assert [one.kind for one in check(**{name: value}).wrong] == ["string_type"]


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("value", ["a\x00b", "\ud800", "x\udfff"])
def test_a_text_can_be_kept(name: str, value: str) -> None:
    assert [one.code for one in check(**{name: value}).broken] == ["TEXT_INVALID"]


@pytest.mark.parametrize("value", ["true", 1, 0, "false", []])
def test_a_flag_is_true_or_false(value: Any) -> None:
    assert [one.kind for one in check(useTranslationMemory=value).wrong] == ["bool_type"]


@pytest.mark.parametrize(
    ("name", "value", "codes"),
    [
        ("title", "x" * 500, []),
        ("title", "😀" * 500, []),
        ("title", "x" * 501, ["TITLE_TOO_LONG"]),
        ("title", "", ["TITLE_EMPTY"]),
        ("title", " \t\u3000\n", ["TITLE_EMPTY"]),
        ("title", "  kept unchanged  ", []),
        ("briefing", "", []),
        ("briefing", "x" * 50_000, []),
        ("briefing", "x" * 50_001, ["TEXT_TOO_LONG"]),
        ("briefingForExperts", "x" * 50_001, ["TEXT_TOO_LONG"]),
        ("purchaseOrderNumber", "x" * 255, []),
        ("purchaseOrderNumber", "x" * 256, ["TEXT_TOO_LONG"]),
        ("externalId", "x" * 255, []),
        ("externalId", "x" * 256, ["TEXT_TOO_LONG"]),
        ("externalId", "  ", ["TEXT_EMPTY"]),
    ],
)
def test_a_text_has_its_limits(name: str, value: str, codes: list[str]) -> None:
    checked = check(**{name: value})
    assert [one.code for one in checked.broken] == codes
    assert list(checked.values.values()) == ([] if codes else [value])
    assert not any(value[:20] in one.message + one.hints for one in checked.broken if value.strip())


@pytest.mark.parametrize(
    ("value", "converted"),
    [
        ("2030-02-01T10:00:00Z", "2030-02-01T10:00:00"),
        ("2030-02-01t10:00:00z", "2030-02-01T10:00:00"),
        ("2030-02-01T10:00:00", "2030-02-01T10:00:00"),
        ("2030-02-01T10:00", "2030-02-01T10:00:00"),
        ("2030-02-01 10:00:00", "2030-02-01T10:00:00"),
        ("2030-02-01T10:00:00+02:00", "2030-02-01T08:00:00"),
        ("2030-02-01T10:00:00-0530", "2030-02-01T15:30:00"),
        ("2030-02-01T10:00:00.9999999Z", "2030-02-01T10:00:00"),
        ("2030-02-01T00:30:00+14:00", "2030-01-31T10:30:00"),
    ],
)
def test_a_deadline_is_converted_to_utc(value: str, converted: str) -> None:
    expected = datetime.fromisoformat(converted).replace(tzinfo=UTC)
    assert check(deadline=value).values == {"deadline": expected}


@pytest.mark.parametrize(
    "value",
    [
        1893456000, 1893456000.5, True, "1893456000", "tomorrow", "", "2030-02-01", "2030-02-30T10:00:00Z",
        "2030-02-01T25:00:00Z", "2030-02-01T10:00:60Z", "2030-W05-5T10:00:00", "20300201T100000Z",
        "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2030-02-01T10:00:00+99:00",
        "٢٠٣٠-02-01T10:00:00Z", ["2030-02-01T10:00:00Z"], {},
    ],
)  # fmt: skip
def test_a_value_that_is_not_a_time_is_a_wrong_type(value: Any) -> None:
    assert [one.kind for one in check(deadline=value).wrong] == ["datetime_type"]


@pytest.mark.parametrize(
    "value", ["2029-12-31T10:00:00Z", "2030-01-01T12:00:00Z", "2030-01-01T13:00:00+02:00"]
)
def test_a_past_deadline_is_refused(value: str) -> None:
    assert [one.code for one in check(deadline=value).broken] == ["DEADLINE_PAST"]


@pytest.mark.parametrize(
    ("value", "codes"),
    [
        (sent_object({}), []),
        (
            SentObject(text='{"b": 1.10, "a": 123456789012345678901234567890}', value={"b": 1.1, "a": 1e29}),
            [],
        ),
        (nested(10), []),
        (nested(11), ["METADATA_TOO_DEEP"]),
        (nested(900), ["METADATA_TOO_DEEP"]),
        (SentObject(text='{"a":"' + "x" * (16 * 1024 - 8) + '"}', value={"a": ""}), []),
        (SentObject(text='{"a":"' + "x" * (16 * 1024 - 7) + '"}', value={"a": ""}), ["METADATA_TOO_LARGE"]),
        (SentObject(text='{"a":"' + "é" * (8 * 1024) + '"}', value={"a": ""}), ["METADATA_TOO_LARGE"]),
        (sent_object({"a": [{"b": "x\x00"}]}), ["METADATA_INVALID"]),
        (sent_object({"a\x00": 1}), ["METADATA_INVALID"]),
        (sent_object({"a": "\\u0000"}), []),  # a backslash and letters, not a NUL
    ],
)
def test_metadata_is_bounded_and_kept_as_it_was_sent(value: SentObject, codes: list[str]) -> None:
    checked = check(metadata=value)
    assert [one.code for one in checked.broken] == codes
    assert checked.values == ({} if codes else {"metadata": value.text})


@pytest.mark.parametrize("value", [[], "x", 5, True, [{}]])
def test_metadata_is_an_object(value: Any) -> None:
    assert [one.kind for one in check(metadata=value).wrong] == ["dict_type"]


@pytest.mark.parametrize("name", FIELDS)
def test_null_is_said(name: str) -> None:
    checked = check(**{name: None})
    assert list(checked.values.values()) == [None]
    assert not checked.wrong
    assert not checked.broken


def test_every_problem_is_found_at_once() -> None:
    checked = check(
        title=" ", serviceId="5", deadline="2020-01-01T00:00:00Z", metadata=[], useTranslationMemory=1
    )
    assert [one.name for one in checked.wrong] == ["serviceId", "useTranslationMemory", "metadata"]
    assert [one.code for one in checked.broken] == ["TITLE_EMPTY", "DEADLINE_PAST"]
    assert checked.faulty == {"title", "service_id", "deadline", "metadata", "use_memory"}


def test_unknown_fields_are_ignored() -> None:
    assert check(colour="red", id=5) == CheckedFields()
