"""Files as other programs read them, after entries were selected and merged."""

from __future__ import annotations

import io
import json
import string
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from typing import Any
from xml.sax.saxutils import escape

import polib
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from dragoman_client.sync.formats.choosing import find_format
from dragoman_client.sync.formats.entry_file import EntryFile, Reading, Role, UnreadableFileError

KEYS = st.text(string.ascii_lowercase, min_size=1, max_size=8).map(lambda text: f"k{text}")
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=9)
TEXTS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
FILES = st.dictionaries(KEYS, TEXTS, min_size=1, max_size=9)


def write_json(texts: Mapping[str, str]) -> str:
    return json.dumps(texts, indent=4, ensure_ascii=False) + "\n"


def write_nested(texts: Mapping[str, str]) -> str:
    groups: dict[str, dict[str, str]] = {}
    for key, text in texts.items():
        groups.setdefault(f"g{key[1]}", {})[key] = text
    return json.dumps(groups, indent="\t")


def read_nested(data: str) -> dict[str, str]:
    return {key: text for group in json.loads(data).values() for key, text in group.items()}


def write_yaml(texts: Mapping[str, str]) -> str:
    return yaml.safe_dump({"en": dict(texts)}, allow_unicode=True, sort_keys=False, width=60)


def write_po(texts: Mapping[str, str]) -> str:
    file = polib.POFile()
    file.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    for key, text in texts.items():
        file.append(polib.POEntry(msgid=key, msgstr=text, comment="seen"))
    return str(file) + "\n"


def read_po(data: str) -> dict[str, str]:
    return {one.msgid: one.msgstr for one in polib.pofile(data)}


def write_android(texts: Mapping[str, str]) -> str:
    lines = [f'    <string name="{key}">{escape(text)}</string>\n' for key, text in texts.items()]
    return f"<resources>\n{''.join(lines)}</resources>\n"


def write_resx(texts: Mapping[str, str]) -> str:
    lines = [
        f'  <data name="{key}">\n    <value>{escape(text)}</value>\n  </data>\n'
        for key, text in texts.items()
    ]
    return f"<root>\n{''.join(lines)}</root>\n"


def read_elements(path: str) -> Callable[[str], dict[str, str]]:
    def read(data: str) -> dict[str, str]:
        found = etree.fromstring(data.encode())
        return {one.get("name"): "".join(one.itertext()).strip() for one in found.iter(path)}

    return read


def write_strings(texts: Mapping[str, str]) -> str:
    quoted = {key: text.replace("\\", "\\\\").replace('"', '\\"') for key, text in texts.items()}
    return "".join(f'/* seen */\n"{key}" = "{text}";\n\n' for key, text in quoted.items())


def read_strings(data: str) -> dict[str, str]:
    """By the plain lines that `write_strings` makes."""
    lines = [line for line in data.splitlines() if " = " in line]
    pairs = (line.removesuffix(";").split(" = ", 1) for line in lines)
    return {key.strip('"'): json.loads(text) for key, text in pairs}


def write_properties(texts: Mapping[str, str]) -> str:
    escaped = {key: text.replace("\\", "\\\\") for key, text in texts.items()}
    return "".join(f"# seen\n{key} = {text}\n" for key, text in escaped.items())


def read_properties(data: str) -> dict[str, str]:
    lines = [line for line in data.splitlines() if " = " in line]
    return {key: text.replace("\\\\", "\\") for key, text in (line.split(" = ", 1) for line in lines)}


CASES: dict[str, tuple[str, Callable[[Mapping[str, str]], str], Callable[[str], dict[str, str]]]] = {
    "json": ("a.json", write_json, json.loads),
    "nested": ("a.json", write_nested, read_nested),
    "yaml": ("a.yml", write_yaml, lambda data: next(iter(yaml.safe_load(data).values()))),
    "po": ("a.po", write_po, read_po),
    "android": ("values/strings.xml", write_android, read_elements("string")),
    "resx": ("a.resx", write_resx, read_elements("data")),
    "strings": ("a.strings", write_strings, read_strings),
    "properties": ("a.properties", write_properties, read_properties),
}


def read_file(name: str, data: bytes, role: Role = Role.TARGET) -> EntryFile:
    found = find_format(PurePosixPath(name)).read
    assert found is not None
    return found(data, name, Reading(role, "en"))


def key_of(file: EntryFile, name: str) -> str:
    return next(one for one in file.entries if one.rpartition("/")[2] == name)


@pytest.mark.parametrize("case", list(CASES))
@given(old=FILES, new=FILES)
def test_entries_are_merged_and_the_others_stay(case: str, old: Any, new: Any) -> None:
    name, write, read = CASES[case]
    here, there = read_file(name, write(old).encode()), read_file(name, write(new).encode())
    put = {key_of(there, one) for one in sorted(new)[::2]}
    drop = [key_of(here, one) for one in sorted(old)[::3] if one not in sorted(new)[::2]]
    selected = read_file(name, there.select(put))
    assert set(selected.entries) == put
    merged = here.merge(selected, put=put, drop=drop, order=list(there.entries)).decode()
    expected = {**old, **{key: new[key] for key in sorted(new)[::2]}}
    for key in sorted(old)[::3]:
        if key not in sorted(new)[::2]:
            del expected[key]
    assert read(merged) == expected if expected else not read_file(name, merged.encode()).entries


# YAML's lines are broken anew; `test_yaml_keeps_its_layout` has what is kept.
@pytest.mark.parametrize("case", [one for one in CASES if one != "yaml"])
@given(texts=FILES)
def test_all_of_a_file_is_the_file(case: str, texts: Any) -> None:
    name, write, _ = CASES[case]
    data = write(texts).encode()
    file = read_file(name, data)
    assert file.select(set(file.entries)) == data
    assert file.merge(file, put=set(file.entries), drop=(), order=list(file.entries)) == data


def test_yaml_keeps_its_layout() -> None:
    text = (
        "# Of the first page\nen:\n    home:\n        title: 'It''s here'   # seen\n"
        '        "quoted key": plain\n    list:\n      - a\n      - b\n    long: >\n        folded\n'
        '        text\n\n    # at the end\n    last: "x\\ny"\n'
    )
    file = read_file("a.yml", text.encode())
    assert file.select(set(file.entries)).decode() == text
    assert file.merge(file, put={"/last"}, drop=(), order=list(file.entries)).decode() == text


def test_windows_line_ends_and_a_missing_last_line_end() -> None:
    here = read_file("a.properties", b"a = A\r\nz = Z")
    there = read_file("a.properties", b"a = 1\nz = 2\nzz = 3\n")
    merged = here.merge(there, put={"a", "zz"}, drop=(), order=["a", "z", "zz"])
    assert merged == b"a = 1\r\nz = Z\r\nzz = 3\r\n"


def test_plural_forms_are_one_entry() -> None:
    english = read_file("a.json", b'{"n_one": "{{count}} dog", "n_other": "{{count}} dogs", "x": "y"}')
    assert list(english.entries) == ["/n_*", "/x"]
    arabic = b'{"n_zero": "0", "n_one": "1", "n_two": "2", "n_few": "3", "n_many": "11", "n_other": "100"}'
    here = read_file("a.json", b'{"n_one": "?", "n_other": "?", "mine": "z"}')
    merged = here.merge(read_file("a.json", arabic), put={"/n_*"}, drop=(), order=list(english.entries))
    assert json.loads(merged) == {**json.loads(arabic), "mine": "z"}


def test_utf_16_stays_utf_16() -> None:
    data = "\ufeff".encode("utf-16-le") + '"a" = "ä";\n"b" = "β";\n'.encode("utf-16-le")
    file = read_file("a.strings", data)
    assert dict(file.entries) == {"a": "ä", "b": "β"}
    assert file.select({"b"}).decode("utf-16") == '\n"b" = "β";\n'


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.json", b'{"a": 1, "a": 2}', "'a' is there twice"),
        ("a.json", b'{"a": \n x}', "line 2"),
        ("a.json", b"[]", "no keys"),
        ("a.json", b'{"a": "\xff"}', "not UTF-8 (byte 7)"),
        ("a.yml", b"a: [", "a.yml"),
        ("a.yml", b"a: 1\na: 2", "a.yml"),
        ("a.strings", b'"a" = "b";\n"c"', "line 2"),
        ("a.properties", b"a=1\na=2\n", "'a' is there twice"),
        ("a.po", b'msgid "a"\nmsgstr "b"\nnonsense\n', "nonsense"),
        ("values/strings.xml", b"<resources><string name='a'>", "line 1"),
        ("values/strings.xml", b'<resources><string name="a"/><string name="a"/></resources>', "twice"),
        ("a.xcstrings", b"{}", "no string catalog"),
    ],
)
def test_what_cannot_be_read_is_said(name: str, data: bytes, said: str) -> None:
    with pytest.raises(UnreadableFileError) as refused:
        read_file(name, data)
    assert said in str(refused.value)
    assert name in str(refused.value)


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1e"])
def test_a_character_that_parts_lines_elsewhere_is_text(mark: str) -> None:
    for name, text in (
        ("a.po", f'msgid "a"\nmsgstr "x{mark}y"\n\nmsgid "b"\nmsgstr "z"\n'),
        ("a.ftl", f"a = x{mark}y\nb = z\n"),
        ("a.properties", f"a=x{mark}y\nb=z\n"),
        ("a.strings", f'"a" = "x{mark}y";\n"b" = "z";\n'),
    ):
        here = read_file(name, text.encode())
        assert here.entries == {"a": f"x{mark}y", "b": "z"}
        changed = read_file(name, text.replace(f"x{mark}y", "new").encode())
        merged = here.merge(changed, put={"a"}, drop=(), order=["a", "b"])
        assert merged.decode() == text.replace(f"x{mark}y", "new")


def test_what_is_no_text_is_not_in_translated_files() -> None:
    kept = b'<resources>\n  <string name="a">A</string>\n</resources>'
    android = kept.replace(b"\n", b'\n  <string name="id" translatable="false">x1</string>\n', 1)
    file = read_file("values/strings.xml", android, Role.SOURCE)
    assert file.select({"a"}) == kept
    resx = b'<root><data name="p" type="System.Drawing.Bitmap"><value>x</value></data><data name="a"/></root>'
    assert read_file("a.resx", resx, Role.SOURCE).select({"a"}) == b'<root><data name="a"/></root>'


def test_new_messages_have_the_plural_forms_of_the_translated_catalogue() -> None:
    source = read_file("a.pot", write_po({"dog": ""}).encode(), Role.SOURCE)
    header = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=1; plural=0;\\n"\n\n'
    here = read_file("a.po", (header + 'msgid "cat"\nmsgstr "Katze"\n').encode())
    assert source.select({"dog"}, beside=here).decode().startswith(header + '#. seen\nmsgid "dog"')


def test_a_large_file_is_quick_to_merge() -> None:
    """Ten thousand entries, a thousand of them new: it must not take the square of that."""
    texts = {f"/k{index:05}": f"text {index}" for index in range(10_000)}
    source = {key[1:]: text for key, text in texts.items()}
    there = read_file("a.json", json.dumps(source, indent=2).encode())
    known = {key: text for index, (key, text) in enumerate(source.items()) if index % 10}
    here = read_file("a.json", json.dumps(known, indent=2).encode())
    put = {key for index, key in enumerate(texts) if index % 10 == 0}
    merged = here.merge(there, put=put, drop=(), order=list(there.entries))
    assert json.load(io.BytesIO(merged)) == source
    assert list(json.loads(merged)) == list(source)


@pytest.mark.parametrize(
    "text",
    [
        '{"a": "x", "b": ["y", 1.5, null]}',
        '{\n\t"a": { },\n\t"b": [],\n\t"c": "\\u00e4"\n}\n'.replace("{ }", "{}"),
        '{\n  "a": {"x": "{ [ \\" , :", "y": [1, 2]},\n  "b": [\n    "c",\n    {"d": "e"}\n  ]\n}\n',
        '{\r\n    "a": "ä"\r\n}\r\n\r\n',
        '\ufeff{\n "a": {\n  "b": {}\n }\n}',
    ],
)
def test_json_keeps_its_layout(text: str) -> None:
    file = read_file("a.json", text.encode())
    assert file.merge(file, put=(), drop=(), order=()).decode() == text
