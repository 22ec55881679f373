"""Tables and brackets by the ten thousand: read as the library reads them, in time that grows as they do."""

from __future__ import annotations

import random
import time
from itertools import pairwise

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from dragoman.formats.format import Languages, Source
from dragoman.formats.markdown.format import MarkdownFormat
from dragoman.formats.markdown.parser import make_parser, read_blocks, read_inline
from dragoman.formats.markdown.tables import CELLS, ROW
from dragoman.segments import Text, plain_text
from tests.processor_time import least_processor_time

_FORMAT = MarkdownFormat()
_PAIR = Languages(source="en", target="de")
_GENEROUS = 20.0  # seconds of CPU for what takes one or two; it took minutes, or much memory
_INLINE = ("[", "]", "(u)", "![", "*", "**a", "_", "`", "<b>", "&amp;", "\\", "\n", " ", "word", "~~", "[a]")
_ROWS = (
    "| a | b |",
    "a | b",
    "|---|---|",
    "| \\| | b",
    "|a|",
    "| a | b | c |",
    "> q",
    "- x",
    "",
    "    i|j",
    "|",
)


def texts(markdown: str) -> list[str]:
    source = Source(data=markdown.encode(), suffix="md")
    return [plain_text(unit.segment) for unit in _FORMAT.extract(source, _PAIR).units]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("markdown", "units"),
    [
        pytest.param("[" * 30_000, 0, id="open brackets"),
        pytest.param("![" * 10_000, 0, id="open images"),
        pytest.param("word *" * 30_000, 1, id="stars"),
        pytest.param("|a|b|\n|-|-|\n" + "|x|y|\n" * 8_000, 16_002, id="a table"),
        pytest.param("> " * 2_000 + "a", 0, id="quotes within quotes"),
    ],
)
def test_time_grows_as_the_text_does(markdown: str, units: int) -> None:
    began = time.process_time()
    found = texts(markdown)
    assert time.process_time() - began < _GENEROUS
    assert len(found) == units


def test_a_table_is_cut_as_the_library_cuts_it() -> None:
    chance = random.Random(4)  # the same tables at every run
    ours = make_parser()
    library = MarkdownIt("commonmark", {"maxNesting": 40}).enable(["table", "strikethrough"])
    tables = 0
    for _ in range(1_000):
        lines = [chance.choice(_ROWS), chance.choice(("|---|---|", "-|-", "|:-|"))]
        source = "\n".join([*lines, *chance.choices(_ROWS, k=chance.randint(0, 5))])
        cells = [
            text for token in read_blocks(ours, source, {}) if token.type == ROW for text in token.meta[CELLS]
        ]
        tokens = library.parse(source)
        wanted = [
            token.content for before, token in pairwise(tokens) if before.type in ("th_open", "td_open")
        ]
        assert cells == wanted, source
        tables += bool(wanted)
    assert tables > 200


def test_inline_rules_find_what_the_librarys_own_order_finds() -> None:
    chance = random.Random(5)  # the same texts at every run
    ours = make_parser()
    library = MarkdownIt("commonmark", {"maxNesting": 40}).enable("strikethrough")
    library.inline.ruler2.disable("fragments_join")
    env = {"references": {"A": {"href": "u", "title": ""}}}
    for _ in range(2_000):
        content = "".join(chance.choices(_INLINE, k=chance.randint(1, 15))).strip()
        if not content or "[[" in content:  # links of wikis are ours alone
            continue
        tokens: list[Token] = []
        library.inline.parse(content, library, env, tokens)
        wanted = [(token.type, token.content, token.markup) for token in tokens]
        found = [(token.type, token.content, token.markup) for token in read_inline(ours, content, env)]
        assert found == wanted, content


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["a  \n", '[a](b "c") '])
def test_many_codes_of_one_text_are_written_soon(piece: str) -> None:
    def seconds(size: int) -> float:
        source = Source(data=(piece * (size // len(piece))).encode(), suffix="md")
        units = _FORMAT.extract(source, _PAIR).units
        written = {unit.id: (Text(text="x "), *unit.segment) for unit in units}
        return least_processor_time(lambda: _FORMAT.rebuild(source, written, _PAIR))

    assert seconds(40_000) < 6 * seconds(10_000) + 0.3
