"""Generated documents through engines that move words and break codes, read by independent readers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.conversion.detection import detect_format
from dragoman.formats.format import Languages
from dragoman.translation.document import NothingTranslated
from scripts.structure.checking import check_document
from scripts.structure.laws import FAITHFUL, LIAR, Rules
from scripts.structure.moving import MovingEngine
from scripts.structure.translating import translate_file
from scripts.structure.wrong import WrongEngine
from tests.structure import documents
from tests.structure.test_generated_texts import generated

_SLICE = 12
_CAMPAIGN = 1_000

KINDS: dict[str, Callable[[str], st.SearchStrategy[bytes]]] = {
    "html": documents.pages,
    "md": documents.markdowns,
    "xml": documents.xml_files,
    "json": documents.json_files,
    "docx": documents.word_files,
}
every_kind = pytest.mark.parametrize("suffix", KINDS)
engines = pytest.mark.parametrize(
    ("engine", "rules"), [(MovingEngine(), FAITHFUL), (WrongEngine(), LIAR)], ids=["moving", "wrong"]
)


async def _check(suffix: str, engine: MovingEngine, rules: Rules, drawn: st.DataObject) -> None:
    source, target = drawn.draw(st.sampled_from((("en", "es"), ("zh", "en"), ("he", "ar"), ("en", "ja"))))
    data = drawn.draw(KINDS[suffix](source))
    format_ = detect_format(data, f"document.{suffix}")
    languages = Languages(source=source, target=target)
    try:
        result = await translate_file(format_, suffix, data, engine=engine, languages=languages)
    except NothingTranslated:
        return
    judged = Rules(
        pairs_are_certain=rules.pairs_are_certain,
        codes_are_certain=rules.codes_are_certain and not result.moved,
    )
    found = [str(broken) for broken in check_document(format_.info.name, data, result.data, judged)]
    assert found == []


@every_kind
@engines
@generated(_SLICE)
@given(data=st.data())
async def test_generated_documents_keep_their_structure(
    suffix: str, engine: MovingEngine, rules: Rules, data: st.DataObject
) -> None:
    await _check(suffix, engine, rules, data)


@pytest.mark.campaign
@pytest.mark.timeout(0)
@every_kind
@engines
@generated(_CAMPAIGN)
@given(data=st.data())
async def test_campaign_of_generated_documents(
    suffix: str, engine: MovingEngine, rules: Rules, data: st.DataObject
) -> None:
    await _check(suffix, engine, rules, data)
