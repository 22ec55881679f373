"""What is protected within texts (T4): placeholders, addresses, white space; and what is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.segments import Code, Text, codes, render
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect
from tests.processor_time import least_processor_time


def show(text: str) -> str:
    """Protected pieces in brackets."""
    return "".join(
        part.text if isinstance(part, Text) else f"⟦{part.data}⟧" for part in protect((Text(text=text),))
    )


def test_a_plain_sentence_is_one_text() -> None:
    text = "He said: it's “red”, isn't it? (Yes; 3 times in 1963 – or 1,500.5!)"
    assert protect((Text(text=text),)) == (Text(text=text),)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("%s of %1$d, %-5.2f %@ %%", "⟦%s⟧ of ⟦%1$d⟧, ⟦%-5.2f⟧ ⟦%@⟧ ⟦%%⟧"),
        ("%(name)s %{name} %PATH% %ld%ld", "⟦%(name)s⟧ ⟦%{name}⟧ ⟦%PATH%⟧ ⟦%ld⟧⟦%ld⟧"),
        ("{x} {0} {} {user.name} {{x}} {{{x}}}", "⟦{x}⟧ ⟦{0}⟧ ⟦{}⟧ ⟦{user.name}⟧ ⟦{{x}}⟧ ⟦{{{x}}}⟧"),
        ("${x} #{x} $x$ $name [[x]] __x__", "⟦${x}⟧ ⟦#{x}⟧ ⟦$x$⟧ ⟦$name⟧ ⟦[[x]]⟧ ⟦__x__⟧"),
        ("{{ user.name | upper }} {% if x %}", "⟦{{ user.name | upper }}⟧ ⟦{% if x %}⟧"),
        ("{n, number, integer}", "⟦{n, number, integer}⟧"),
        ("line\\n\\n \\\"x\\\" \\u00e9", "line⟦\\n⟧⟦\\n⟧ ⟦\\\"⟧x⟦\\\"⟧ ⟦\\u00e9⟧"),
        (r"Line\nhouse, low:\thigh, %s\nwas, a\nb", r"Line⟦\n⟧house, low:⟦\t⟧high, ⟦%s⟧⟦\n⟧was, a⟦\n⟧b"),
        (r"Deleted a.txt\nfrom it.\n\nthe end", r"Deleted ⟦a.txt⟧⟦\n⟧from it.⟦\n⟧⟦\n⟧the end"),
        ("a 50% sure, 100%ig, 50 %sure", "a ⟦50%⟧ sure, 100%ig, 50 %sure"),
        ("{not one} $5 US$ 5 [[Wiki Page]] :D 10:30:45", "{not one} $5 US$ 5 [[Wiki Page]] :D 10:30:45"),
    ],
)  # fmt: skip
def test_variables(text: str, read: str) -> None:
    assert show(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("See https://a.example/b_(c)?d=e#f.", "See ⟦https://a.example/b_(c)?d=e#f⟧."),
        ("(http://a.example), www.a.example!", "(⟦http://a.example⟧), ⟦www.a.example⟧!"),
        ("http://a.example/{id}/%s?x=1&amp;y", "⟦http://a.example/{id}/%s?x=1&amp;y⟧"),
        ("&quot;http://a.example&quot;", "⟦&quot;⟧⟦http://a.example⟧⟦&quot;⟧"),
        ("example.com/x, mailto:me@a.example", "⟦example.com/x⟧, ⟦mailto:me@a.example⟧"),
        ("请看http://a.example/b。好", "请看⟦http://a.example/b⟧。好"),
        ("foo.bar+x@ex-ample.co.uk.", "⟦foo.bar+x@ex-ample.co.uk⟧."),
        ("@home: #tag #1 C# a@b", "⟦@home⟧: ⟦#tag⟧ #1 C# a@b"),
        ("C:\\Users\\me, /usr/share/x; ./run ~/a.b", "⟦C:\\Users\\me⟧, ⟦/usr/share/x⟧; ⟦./run⟧ ⟦~/a.b⟧"),
        (
            r"C:\new\table, \\x\new src\data\new, test\new.txt.",
            r"⟦C:\new\table⟧, ⟦\\x\new⟧ ⟦src\data\new⟧, ⟦test\new.txt⟧.",
        ),
        (r"In C:\Program Files (x86)\new it is", r"In ⟦C:\Program Files (x86)\new⟧ it is"),
        (r"snake\_case\_x foo\d+", r"snake\_case\_x foo\d+"),
        ("and/or 24/7 his/her/their", "and/or 24/7 his/her/their"),
        ("open readme.txt. The end.Start", "open ⟦readme.txt⟧. The end.Start"),
        ("550e8400-e29b-41d4-a716-446655440000", "⟦550e8400-e29b-41d4-a716-446655440000⟧"),
    ],
)
def test_addresses_and_paths(text: str, read: str) -> None:
    assert show(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("10 km, 3.5 GB, 20 °C, 50 %", "⟦10 km⟧, ⟦3.5 GB⟧, ⟦20 °C⟧, ⟦50 %⟧"),
        ("10-20 km/h, 1 000 m², 1\u00a0000,5\u202fkg", "⟦10-20 km/h⟧, ⟦1 000 m²⟧, ⟦1\u00a0000,5\u202fkg⟧"),
        ("50%(about), 50 %-ig, 3 %(n)d", "⟦50%⟧(about), ⟦50 %⟧-ig, 3 ⟦%(n)d⟧"),
        ("5 in 3 a 2024, the 1920s, 5 l'ont", "5 in 3 a 2024, the 1920s, 5 l'ont"),
        ("v1.2 1.2.3-rc1 192.168.0.1 3.11", "⟦v1.2⟧ ⟦1.2.3-rc1⟧ ⟦192.168.0.1⟧ 3.11"),
    ],
)
def test_numbers_with_units_and_versions(text: str, read: str) -> None:
    assert show(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a  b\tc\n\nd\u00a0e", "a⟦  ⟧b⟦\t⟧c⟦\n\n⟧d⟦\u00a0⟧e"),
        ("x\u200by \u200fabc\x07", "x⟦\u200b⟧y ⟦\u200f⟧abc⟦\x07⟧"),
        ("می\u200cخواهم क्\u200dष", "می\u200cخواهم क्\u200dष"),
        ("👩‍👩‍👧 ok 👍🏽👍 🇪🇸 1️⃣ ☀️ © :smile:", "⟦👩‍👩‍👧⟧ ok ⟦👍🏽👍⟧ ⟦🇪🇸⟧ ⟦1️⃣⟧ ⟦☀️⟧ © ⟦:smile:⟧"),
        ("a\ue000b", "a⟦\ue000⟧b"),
    ],
)
def test_white_space_controls_and_emoji(text: str, read: str) -> None:
    assert show(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "a &amp; b &lt;x&gt; &nbsp;&copy;&#8230;&foo;",
            "a ⟦&amp;⟧ b ⟦&lt;⟧x⟦&gt;⟧ ⟦&nbsp;⟧⟦&copy;⟧⟦&#8230;⟧⟦&foo;⟧",
        ),
        ("caf&eacute; d&#39;accord don&apos;t &#1055;", "café d'accord don't П"),
        ("&apos;x&apos; &amp &; &#; &", "⟦&apos;⟧x⟦&apos;⟧ &amp &; &#; &"),
    ],
)
def test_character_references(text: str, read: str) -> None:
    assert show(text) == read


def test_ids_are_unique_beside_those_of_tags() -> None:
    segment = protect(parse("<b>{x} %s</b> {x}"))
    assert [code.id for code in codes(segment)] == ["1", "p1", "p2", "1", "p3"]


@given(st.text().filter(lambda text: "&" not in text))
def test_nothing_is_lost(text: str) -> None:
    """T4: only references to letters are written differently."""
    segment = protect(parse(text))
    assert render(segment) == text
    assert all(part.text for part in segment if isinstance(part, Text))


_TOKENS = [
    "@", "a@", "a.", "1.", "1 111 ", "%a", "%(", "$a", "{{", "{a", "#a", "&a", "/a", "c:\\", "__a", "[[a",
    ":a", "a://", "a://(", ")", "0000-", "  ", "\u200d", "👍\u200d", "1\ufe0f", "字.", "a-.", "www.", "v1.",
]  # fmt: skip


@pytest.mark.parametrize("token", _TOKENS)
def test_hostile_texts_take_linear_time(token: str) -> None:
    """Ten times the text must not take fifty times as long."""

    def seconds(count: int) -> float:
        segment = (Text(text=token * count),)
        return least_processor_time(lambda: protect(segment))

    assert seconds(20_000) < 50 * seconds(2_000) + 0.05


def test_protected_text_is_sent_alone() -> None:
    assert all(
        part.kind == "standalone" for part in protect((Text(text="{x} %s"),)) if isinstance(part, Code)
    )


def test_data_is_protected_and_no_word_of_any_language() -> None:
    data = "iVBORw0KGgo" * 100
    assert show(f"The picture {data} is small.") == f"The picture ⟦{data}⟧ is small."
    longest = "Donaudampfschifffahrtsgesellschaft" * 20
    chinese = "这是一个很长的句子" * 200
    assert show(f"The {longest} sails.") == f"The {longest} sails."
    assert show(chinese) == chinese


@pytest.mark.parametrize(
    "token", ["[b]", "[/b]", "[b][i]", "[u][/i]", "{{#a}}", "{{/a}}", "<b>[i]", "[i]</b>[/i]"]
)
def test_many_halves_of_sections_take_linear_time(token: str) -> None:
    """Ten times the text must not take fifty times as long."""

    def seconds(count: int) -> float:
        segment = parse("[i][u]" + token * count + "[/i]")
        return least_processor_time(lambda: protect(segment))

    assert seconds(5_000) < 50 * seconds(500) + 0.05
