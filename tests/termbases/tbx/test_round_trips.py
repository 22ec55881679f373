"""Written files are read back unchanged, in both versions, and are TBX-Basic."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from dragoman.termbases.model import Concept, Term
from dragoman.termbases.tbx import TbxVersion, read_tbx, write_tbx
from dragoman.termbases.tbx.names import escape_id, unescape_id
from tests.termbases.concepts import concepts, unique_ids
from tests.termbases.tbx.samples import DCA, MIN, VERSION_2, concepts_of


def written(given_concepts: list[Concept], version: TbxVersion) -> bytes:
    return b"".join(write_tbx(given_concepts, version=version, title='A & "b"'))


@pytest.mark.slow
@pytest.mark.parametrize("version", TbxVersion)
@settings(max_examples=40, deadline=None)
@given(given_concepts=st.lists(concepts(), max_size=4).map(unique_ids))
def test_export_import_export(version: TbxVersion, given_concepts: list[Concept]) -> None:
    numbered = [
        concept if concept.id else Concept(**{**_fields(concept), "id": f"n{number}"})
        for number, concept in enumerate(given_concepts)
    ]
    numbered = unique_ids(numbered)
    data = written(numbered, version)
    entries = list(read_tbx(io.BytesIO(data)))
    assert [entry.concept for entry in entries] == numbered
    assert [entry.problems for entry in entries] == [()] * len(numbered)
    assert written([entry.concept for entry in entries if entry.concept], version) == data
    check_structure(etree.fromstring(data), version)


def _fields(concept: Concept) -> dict[str, object]:
    return {name: getattr(concept, name) for name in Concept.__dataclass_fields__}


# The order of elements that the schemas of TBX-Basic require, by parent.
ORDER = {
    "conceptEntry": ["descrip", "transacGrp", "note", "langSec"],
    "langSec": ["termSec"],
    "termSec": ["term", "termNote", "descrip", "note"],
    "termEntry": ["descrip", "transacGrp", "note", "langSet"],
    "langSet": ["tig"],
    "tig": ["term", "termNote", "descrip", "note"],
}
CATEGORIES = {
    "descrip": {"definition", "subjectField", "context"},
    "termNote": {"administrativeStatus", "partOfSpeech", "grammaticalGender", "termType"},
}


def check_structure(root: etree._Element, version: TbxVersion) -> None:
    assert etree.QName(root).localname == ("tbx" if version is TbxVersion.THREE else "martif")
    assert root.get("type") == "TBX-Basic"
    for node in root.iter("*"):
        name = etree.QName(node).localname
        if name in ORDER:
            children = [ORDER[name].index(etree.QName(child).localname) for child in node.iterchildren("*")]
            assert children == sorted(children), name
        if name in CATEGORIES:
            assert node.get("type") in CATEGORIES[name]
        if version is TbxVersion.THREE and node.get("type") == "partOfSpeech":
            assert node.text in {"adjective", "noun", "other", "verb", "adverb"}
    ids = [node.get("id") for node in root.iter("*") if node.get("id")]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("text", [VERSION_2, DCA, MIN])
@pytest.mark.parametrize("version", TbxVersion)
def test_files_of_other_tools_survive(text: str, version: TbxVersion) -> None:
    first = concepts_of(text)
    assert concepts_of(written(first, version)) == first


def test_concepts_without_an_id_get_one_in_the_file() -> None:
    concept = Concept(terms=(Term(language="en", text="a"),))
    assert b'<conceptEntry id="entry-1">' in written([concept], TbxVersion.THREE)


@given(st.text(max_size=20))
def test_ids_are_xml_names(text: str) -> None:
    text = text.encode("utf-8", "ignore").decode().translate(dict.fromkeys(range(32)))
    escaped = escape_id(text)
    assert unescape_id(escaped) == text
    assert not text or etree.fromstring(f"<{escaped}/>") is not None
