"""TOML files: which strings are translated, and that Python's own reader reads what was meant."""

from __future__ import annotations

import time
import tomllib
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.format import Reason
from dragoman.formats.toml import FORMAT
from dragoman.segments import Text
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentEmpty
from tests.formats.toml.samples import DATA, GO
from tests.formats.translating import extract, rebuild, shouted, texts


def test_what_is_translated_and_how_it_is_written() -> None:
    document = extract(FORMAT, DATA)
    assert [unit.context for unit in document.units] == [
        *("title", "literal", "list.0", "list.1", "list.3.a", "lines", "raw", "a.b.c d", "products.name"),
    ]
    assert document.left_alone == {Reason.KEY: 1}
    result = shouted(FORMAT, DATA)
    assert result.splitlines()[1:3] == ['title = "HELLO É THERE" # c', "literal = 'C:\\TEMP IS A PATH'"]
    found = tomllib.loads(result)
    assert found["lines"] == 'FIRST LINE.\n  SECOND "QUOTED" LINE GOES ON.'
    assert found["dependencies"] == {"serde": "some text"}


def test_families_get_the_forms_of_the_target() -> None:
    assert shouted(FORMAT, GO, "ru").splitlines()[1:6] == [
        'description = "The number of cats"',
        '  one = "{{.NAME}} HAS {{.COUNT}} CAT."',
        '  few = "{{.NAME}} HAS {{.COUNT}} CATS."',
        '  many = "{{.NAME}} HAS {{.COUNT}} CATS."',
        '  other = "{{.NAME}} HAS {{.COUNT}} CATS."',
    ]
    assert list(tomllib.loads(shouted(FORMAT, GO, "ru"))["inline"]["x"]) == ["one", "few", "many", "other"]


@pytest.mark.parametrize(
    "text", ["'", "'''", '"""', 'a"', "a'", "\\", "\n\nx\n", "\x07", 'é"\n"""', "\r\n", "\ufeff", "a\\", ""]
)
def test_every_kind_of_string_can_say_everything(text: str) -> None:
    units = extract(FORMAT, DATA).units
    found = tomllib.loads(rebuild(FORMAT, DATA, {unit.id: (Text(text=text),) for unit in units}).decode())
    assert {found[key] for key in ("title", "literal", "lines", "raw")} == {text}


@pytest.mark.parametrize(
    "data",
    [
        "a = ",
        "[a",
        "a = 'x",
        "a = 1\na = 2",
        "x",
        "a=" + "[" * 30_000,
        "a=" + "{a=" * 9_000,
        "a" + ".a" * 9_000,
    ],
)
def test_what_is_not_toml_is_refused(data: str) -> None:
    with pytest.raises(DocumentCorrupt):
        extract(FORMAT, data)


def test_empty_and_huge_files() -> None:
    with pytest.raises(DocumentEmpty):
        extract(FORMAT, " ")
    with pytest.raises(ConversionFailed):
        extract(FORMAT, "a = [" + "1," * 1_600_000 + "]")


def test_clients_choose_keys() -> None:
    assert texts(FORMAT, "a = 'x y'\n[t]\nb = 'abc'\n", keys=["t.*"]) == ["abc"]


@pytest.mark.parametrize(
    "data", ["a = '''" + "''" * 20_000 + "x y", 'a = "' + '\\"' * 20_000, "#\n" * 20_000]
)
def test_hostile_files_end_soon(data: str) -> None:
    begun = time.process_time()
    with suppress(DocumentCorrupt):
        shouted(FORMAT, data)
    assert time.process_time() - begun < 5


def written(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, str):
        escapes = {'"': '\\"', "\\": "\\\\"}
        return (
            '"' + "".join(escapes.get(c, c if c.isprintable() else f"\\U{ord(c):08X}") for c in value) + '"'
        )
    return str(value).lower()


TEXTS = st.text(alphabet=st.sampled_from("ab \\\"'\n#=[]{}é"), max_size=12)
VALUES = st.recursive(
    st.booleans() | st.integers(-9, 9) | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", min_size=1), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(table=st.dictionaries(st.text("abc", min_size=1), VALUES, min_size=1, max_size=4), target=TEXTS)
def test_any_toml_goes_there_and_back(table: dict[str, object], target: str) -> None:
    data = "".join(f"{key} = {written(value)}\n" for key, value in table.items())
    document = extract(FORMAT, data)
    assert rebuild(FORMAT, data, {unit.id: unit.segment for unit in document.units}) == data.encode()
    targets = {unit.id: (Text(text=target),) for unit in document.units if "/" not in unit.id}
    result = tomllib.loads(rebuild(FORMAT, data, targets).decode())
    assert shape(result) == shape(tomllib.loads(data))


def shape(value: object) -> object:
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        return [shape(item) for item in value]
    return "" if isinstance(value, str) else value
