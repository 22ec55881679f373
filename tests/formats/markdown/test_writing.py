"""Markdown: translations in their places; with any text in them, the document's structure is kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from dragoman.formats.format import Languages, Source
from dragoman.formats.markdown import FORMAT
from dragoman.segments import Segment, Text, plain_text
from dragoman.text_io.errors import ConversionFailed
from tests.formats.markdown.samples import GUIDE

PAIR = Languages(source="en", target="de")


def source(text: str | bytes) -> Source:
    return Source(data=text.encode() if isinstance(text, str) else text, suffix="md")


def shout(segment: Segment) -> Segment:
    return tuple(Text(text=part.text.upper()) if isinstance(part, Text) else part for part in segment)


def shouted(text: str | bytes) -> str:
    units = FORMAT.extract(source(text), PAIR).units
    return FORMAT.rebuild(source(text), {unit.id: shout(unit.segment) for unit in units}, PAIR).decode()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# a *b* {#c}\n", "# A *B* {#c}\n"),
        ("a\\*b &nbsp;c", "A\\*B &nbsp;C"),
        ("[a](http://x 'b') [r] [r][] ![r]\n\n[r]: /x", "[A](http://x 'B') [R][r] [R][r] ![R][r]\n\n[r]: /x"),
        ("- [ ] a\n- b\n  c", "- [ ] A\n- B\n  C"),
        ("> a  \n> b\n", "> A  \n> B\n"),
        ("| a | b \\| c |\n|-|-|\n| d |", "| A | B \\| C |\n|-|-|\n| D |"),
        ("a^[b] <b title=x>c</b>", "A^[B] <b title=x>C</b>"),
        ("---\ntitle: a\ntags: b\n---\nc", "---\ntitle: A\ntags: b\n---\nC"),
        ("> <p>a\n> b</p>", "> <p>A B</p>"),
        ("a\r\n\r\n- b\r\n", "A\r\n\r\n- B\r\n"),
        (":::tip\na\n:::", ":::tip\nA\n:::"),
    ],
)
def test_only_texts_change(text: str, expected: str) -> None:
    assert shouted(text) == expected


def test_the_guide_keeps_everything_but_its_texts() -> None:
    written = shouted(GUIDE)
    assert "# HEAD *EM* `code` {#id}" in written
    assert (
        '[LINK *X*](http://a.b/c_d "TITLE \\"Q\\"") END  \nHARD BREAK, ![ALT *B*](x.png \'TIP\')' in written
    )
    assert "~~GONE~~ $a_b$ {{ liquid }} [[Wiki]] FOOT[^1] IN^[A *NOTE*] <http://auto.link>" in written
    assert "| A | B \\| C |\n|---|---|\n| `x \\| y` | **D** |\n| E |\n" in written
    assert "> <p>QUOTED HTML</p>" in written
    assert '```python\ncode = "left"\n```' in written
    assert shouted(GUIDE.replace("\n", "\r\n")) == written.replace("\n", "\r\n")


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("title: a", "yes"),
        ("title: a", "b: c # d"),
        ("title: a", '"quoted"'),
        ("title: 'a'", "it's"),
        ('title: "a"', 'say "x" \\ y'),
        ("title: a", "- x"),
    ],
)
def test_front_matter_stays_a_string(text: str, target: str) -> None:
    data = f"---\n{text}\n---\n\nText\n"
    written = FORMAT.rebuild(source(data), {"front.1": (Text(text=target),)}, PAIR).decode()
    assert plain_text(FORMAT.extract(source(written), PAIR).units[0].segment) == target
    assert written.count("\n") == data.count("\n")


@pytest.mark.parametrize(
    "target",
    [
        "# x",
        "1. x",
        "2024. Jahr",
        "- x",
        "+ x",
        "> x",
        "---",
        "===",
        "```",
        "    code",
        "| a |",
        "[x]: y",
        "[^1]: z",
        "<div>",
        "<!-- c",
        ": x",
        "~~~",
        "*x*",
        "__x__",
        "`x",
        "[x](y)",
        "![x](y)",
        "\\",
        "&amp;",
        "$x$",
        "{{x}}",
        "a  ",
        "[ ] x",
        ":::x",
        "x #",
        "![x]",
        "<script>",
        "***",
        "x]",
        "\u2028x",
    ],
)
def test_what_looks_like_markup_is_text(target: str) -> None:
    blocks = [
        "Para",
        "# Head",
        "- item",
        "> quote",
        "| cell | b |\n|---|---|\n| c | d |",
        "Term\n: Def",
        "Set\n===",
    ]
    document = "\n\n".join(blocks)
    units = FORMAT.extract(source(document), PAIR).units
    written = FORMAT.rebuild(
        source(document), {unit.id: (Text(text=target),) for unit in units}, PAIR
    ).decode()
    again = FORMAT.extract(source(written), PAIR).units
    assert len(again) == sum(any(map(str.isalpha, target)) for _ in units)
    assert {plain_text(unit.segment).strip() for unit in again} <= {target.strip()}
    assert shape(written) == shape(document)


def test_emphasis_survives_where_markdown_has_no_room_for_it() -> None:
    unit = FORMAT.extract(source("see **the word** now"), PAIR).units[0]
    opening, closing = (part for part in unit.segment if not isinstance(part, Text))
    target = (Text(text="これは"), opening, Text(text="「言葉」"), closing, Text(text="です"))
    written = FORMAT.rebuild(source("see **the word** now"), {unit.id: target}, PAIR).decode()
    assert MarkdownIt().render(written).strip() in (
        "<p>これは<strong>「言葉」</strong>です</p>",
        "<p>これは&lt;strong&gt;「言葉」&lt;/strong&gt;です</p>",
    )
    assert written == "これは<strong>「言葉」</strong>です"
    spaced = (Text(text="a"), opening, Text(text=" b "), closing, Text(text="c"))
    assert FORMAT.rebuild(source("see **the word** now"), {unit.id: spaced}, PAIR) == b"a **b** c"


def test_lost_codes_are_refused() -> None:
    with pytest.raises(ConversionFailed):
        FORMAT.rebuild(source("a *b* c"), {"1": (Text(text="a b c"),)}, PAIR)


def shape(text: str) -> list[tuple[str, int]]:
    """The structure as the library sees it without any of our rules, front matter aside."""
    text = text.split("\n---\n", 1)[1] if text.startswith("---\n") else text
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.use(footnote_plugin).use(deflist_plugin)
    return [(token.type, token.level) for token in parser.parse(text)]


BLOCKS = st.sampled_from(
    [
        "# Head *a*",
        "Some text\nin two lines",
        "> quote\n> more",
        "- item\n- two",
        "1. one\n   more",
        "| a | b |\n|-|-|\n| c |",
        "```\ncode\n```",
        "    code",
        "<div>\nhtml\n</div>",
        "Term\n: Def",
        "[r]: /x 'T'",
        "text [r] and [t][r]",
        "***",
        "Set\n---",
        "a **b _c_ d** `e`",
        '![alt](x "t")',
        "[^1]: note",
        "foot[^1]",
        "hard  \nbreak",
        "<!-- c -->",
        "- a\n\n  b\n  - c",
        "$$\nx\n$$",
        "* [ ] task",
        "> - a\n>   b",
        "\ttab",
        "a | b",
        "&nbsp; &copy; \\*",
        ":::note",
        "<b>x</b> y",
        "~~s~~",
        "{% if x %}",
    ]
)


@given(st.lists(BLOCKS, max_size=8), st.sampled_from(["\n\n", "\n", "\r\n\r\n", "\n\n\n"]))
def test_any_document_comes_back_and_keeps_its_structure(blocks: list[str], between: str) -> None:
    text = between.join(blocks)
    units = FORMAT.extract(source(text), PAIR).units
    assert FORMAT.rebuild(source(text), {unit.id: unit.segment for unit in units}, PAIR) == text.encode()
    written = shouted(text)
    assert shape(written) == shape(text)
    again = FORMAT.extract(source(written), PAIR).units
    assert [plain_text(unit.segment).upper() for unit in again] == [
        plain_text(unit.segment).upper() for unit in units
    ]
