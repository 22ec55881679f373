"""Generated documents through engines that move words and break codes, read by independent readers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import strategies as st

from dragoman.conversion.detection import detect_format
from dragoman.formats.format import Languages
from dragoman.translation.documents.translating import NothingTranslated
from scripts.structure.checking import check_document
from scripts.structure.laws import FAITHFUL, LIAR, Rules
from scripts.structure.moving import MovingEngine
from scripts.structure.translating import translate_file
from scripts.structure.wrong import WrongEngine
from tests.structure import documents
from tests.structure.drawing import draw_different

_SLICE = 12
_CAMPAIGN = 1_000
_LANGUAGES = (("en", "es"), ("zh", "en"), ("he", "ar"), ("en", "ja"))

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


async def _check(suffix: str, engine: MovingEngine, rules: Rules, number: int) -> None:
    for source, target in _LANGUAGES:
        for data in draw_different(KINDS[suffix](source), number // len(_LANGUAGES)):
            assert (
                await _violations(suffix, data, engine, rules, Languages(source=source, target=target)) == []
            )


async def _violations(
    suffix: str, data: bytes, engine: MovingEngine, rules: Rules, languages: Languages
) -> list[str]:
    format_ = detect_format(data, f"document.{suffix}")
    try:
        result = await translate_file(format_, suffix, data, engine=engine, languages=languages)
    except NothingTranslated:
        return []
    judged = Rules(
        pairs_are_certain=rules.pairs_are_certain,
        codes_are_certain=rules.codes_are_certain and not result.moved,
    )
    return [
        f"{broken}\n{data.decode(errors='replace')}"
        for broken in check_document(format_.info.name, data, result.data, judged)
    ]


@pytest.mark.slow
@every_kind
@engines
async def test_generated_documents_keep_their_structure(
    suffix: str, engine: MovingEngine, rules: Rules
) -> None:
    await _check(suffix, engine, rules, _SLICE)


@pytest.mark.campaign
@pytest.mark.timeout(0)
@every_kind
@engines
async def test_campaign_of_generated_documents(suffix: str, engine: MovingEngine, rules: Rules) -> None:
    await _check(suffix, engine, rules, _CAMPAIGN)
