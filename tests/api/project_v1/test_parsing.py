"""Bodies of projects: names in any case, values as they are written."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.api.project_v1.parsing import parse_fields
from dragoman.errors import Malformed
from dragoman.projects.orders.checking import SentObject


def codes(body: str) -> list[tuple[str, str]]:
    return [(one.code, one.message.partition(" ")[0]) for one in parse_fields(body.encode()).problems]


@pytest.mark.parametrize("name", ["title", "Title", "TITLE", "tItLe"])
def test_names_are_found_in_any_case(name: str) -> None:
    assert parse_fields(json.dumps({name: "x"}).encode()).fields == {"title": "x"}


@pytest.mark.parametrize("name", ["workAreaId", "workareaId", "WorkAreaId", "WORKAREAID"])
def test_both_spellings_of_the_work_area_are_read(name: str) -> None:
    assert parse_fields(json.dumps({name: 5}).encode()).fields == {"workAreaId": 5}


def test_null_counts_as_not_given_where_another_spelling_has_a_value() -> None:
    for body in ('{"workAreaId":2,"workareaId":null}', '{"workareaId":null,"workAreaId":2}'):
        assert parse_fields(body.encode()).fields == {"workAreaId": 2}
    assert parse_fields(b'{"workAreaId":null,"workareaId":null}').fields == {"workAreaId": None}


@pytest.mark.parametrize(
    ("body", "twice"),
    [
        ('{"title":"a","Title":"a"}', []),
        ('{"title":"a","Title":"b"}', ["title"]),
        ('{"title":"a","title":"b"}', ["title"]),
        ('{"title":"a","title":null}', []),
        ('{"workAreaId":1,"workareaId":2}', ["workAreaId"]),
        ('{"workAreaId":1,"workareaId":1}', []),
        ('{"workAreaId":1,"workareaId":null}', []),
        ('{"Title":null,"title":"a","TITLE":null}', []),
        ('{"workAreaId":null,"workareaId":1,"WorkAreaId":2}', ["workAreaId"]),
        ('{"workAreaId":1,"workareaId":true}', ["workAreaId"]),
        ('{"metadata":{"a":1},"Metadata":{"a":1}}', []),
        ('{"metadata":{"a":1},"Metadata":{"a":2},"title":1,"TITLE":2}', ["metadata", "title"]),
        ('{"colour":1,"Colour":2}', []),
    ],
)
def test_a_field_that_occurs_twice_says_one_thing(body: str, twice: list[str]) -> None:
    assert codes(body) == [("FIELD_TWICE", name) for name in twice]


@pytest.mark.parametrize(
    "text",
    [
        '{"b": 1.10, "a": 123456789012345678901234567890}',
        '{ "z" : [ 1e5 , -0.0 ] ,\n "a" : "\\u00e9\\"}{" }',
        "{}",
        '{"a":{"a":{}},"a":2}',
    ],
)
def test_metadata_is_kept_letter_by_letter(text: str) -> None:
    sent = parse_fields(f' {{ "metadata" : {text} , "title":"x"}} '.encode()).fields
    assert isinstance(sent["metadata"], SentObject)
    assert (sent["metadata"].text, sent["title"]) == (text, "x")


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", "missing"),
        (b" \n", "missing"),
        (b"[]", "dict_type"),
        (b"null", "dict_type"),
        (b'"x"', "dict_type"),
        (b'{"title":', "json_invalid"),
        (b'{"title":NaN}', "json_invalid"),
        (b'{"title":1e999}', "json_invalid"),
        (b'{"title":"\\ud800"}', "json_invalid"),
        (b'{"title":"\xff"}', "json_invalid"),
        (b'\xef\xbb\xbf{"title":"x"}', "json_invalid"),
        (b"{'title':'x'}", "json_invalid"),
        (b'{"a":' + b"[" * 5000 + b"]" * 5000 + b"}", "json_invalid"),
        (b'{"a":' + b"[" * 1000 + b"]" * 1000 + b"}", "json_invalid"),
    ],
)
def test_what_is_not_a_json_object_is_malformed(body: bytes, kind: str) -> None:
    with pytest.raises(Malformed) as caught:
        parse_fields(body)
    (problem,) = caught.value.problems
    assert (problem.location[0], problem.kind) == ("body", kind)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda child: st.lists(child, max_size=3) | st.dictionaries(st.text(), child, max_size=3),
    max_leaves=8,
)


@given(
    st.dictionaries(st.text(alphabet=st.characters(codec="utf-8")), JSON, max_size=5),
    JSON,
    st.sampled_from([None, 1]),
)
def test_every_value_of_any_body_is_found(others: dict[str, Any], value: Any, indent: int | None) -> None:
    body = json.dumps({**others, "metadata": value}, indent=indent, ensure_ascii=True).encode()
    try:
        sent = parse_fields(body).fields["metadata"]
    except Malformed:  # a lone surrogate, which JSON can spell and UTF-8 cannot
        assert b"\\ud" in body
        return
    text = sent.text if isinstance(sent, SentObject) else json.dumps(sent)
    assert json.loads(text) == value or isinstance(value, int | float)
