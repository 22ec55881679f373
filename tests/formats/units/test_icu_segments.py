"""ICU messages: every variant is a whole sentence, and the message written back means the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.format import Languages
from dragoman.formats.units.icu_segments import read_message, write_message
from dragoman.messages.icu import Apostrophes, parse_message
from dragoman.messages.icu_quoting import quote
from dragoman.segments import Text, render
from dragoman.text_io.errors import ConversionFailed

GERMAN = Languages(source="en", target="de")
RUSSIAN = Languages(source="en", target="ru")
JAPANESE = Languages(source="en", target="ja")


def variants(text: str, languages: Languages = GERMAN) -> dict[str, str]:
    message = read_message(text, languages)
    return {variant.path: render(variant.segment) for variant in message.variants} if message else {}


def shouted(text: str, languages: Languages = GERMAN, *, always: bool = False) -> str:
    message = read_message(text, languages, always=always)
    assert message is not None
    targets = {
        variant.path: tuple(
            Text(text=part.text.upper()) if isinstance(part, Text) else part for part in variant.segment
        )
        for variant in message.variants
    }
    return write_message(message, targets)


def test_text_around_a_choice_goes_into_its_branches() -> None:
    text = "You have {n, plural, =0 {no files} one {# file} other {# files}} left, {name}."
    assert variants(text) == {
        "=0": "You have no files left, {name}.",
        "one": "You have # file left, {name}.",
        "other": "You have # files left, {name}.",
    }
    assert shouted(text) == (
        "{n, plural, =0 {YOU HAVE NO FILES LEFT, {name}.} one {YOU HAVE # FILE LEFT, {name}.}"
        " other {YOU HAVE # FILES LEFT, {name}.}}"
    )


def test_branches_are_those_of_the_target() -> None:
    text = "{n, plural, =1 {just one} one {# file} other {# files}}"
    assert list(variants(text, RUSSIAN)) == ["=1", "one", "few", "many", "other"]
    assert variants(text, JAPANESE) == {"=1": "just one", "other": "# files"}
    assert list(variants("{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}")) == ["other"]
    assert list(variants("{n, plural, other {# files}}")) == ["one", "other"]


def test_one_that_hides_its_number_is_not_21() -> None:
    text = "{n, plural, one {1 file} other {# files}}"
    assert variants(text, RUSSIAN)["one"] == "# files"
    assert variants(text, GERMAN)["one"] == "1 file"
    assert variants("{n}: {n, plural, one {file} other {files}}", RUSSIAN)["one"] == "{n}: file"


def test_choices_beside_and_within_each_other() -> None:
    text = "{g, select, male {He} other {They}} sent {n, plural, one {# mail} other {# mails}}"
    assert variants(text) == {
        "male/one": "He sent # mail",
        "male/other": "He sent # mails",
        "other/one": "They sent # mail",
        "other/other": "They sent # mails",
    }
    nested = "{a, plural, other {# cats, {b, plural, other {# dogs}}}}"
    assert variants(nested, JAPANESE) == {"other/other": "{a, number} cats, # dogs"}
    assert variants("{n, plural, other {{g, select, other {# x}}}}", JAPANESE) == {"other/other": "# x"}
    assert "'#'" in shouted("# {n, plural, other {x}}", JAPANESE)


def test_one_choice_twice_is_chosen_once() -> None:
    text = "There {n, plural, one {is} other {are}} {n, plural, =0 {none} one {# file} other {# files}}"
    assert variants(text) == {"one": "There is # file", "=0": "There are none", "other": "There are # files"}


def test_a_number_less_an_offset_stays_where_it_means_that() -> None:
    text = "{a, plural, offset:1 other {# more {b, plural, other {x}}}}"
    assert "# more {b, plural, …}" in variants(text, JAPANESE).values()
    assert shouted(text, JAPANESE) == "{a, plural, offset:1 other {# MORE {b, plural, other {X}}}}"
    assert shouted("{a, plural, offset:1 =1 {you} other {# more}}", JAPANESE).startswith(
        "{a, plural, offset:1 =1 {"
    )


def test_quoting() -> None:
    assert shouted("It''s {name}'s '{'box'}'", always=True) == "IT''S {name}'S '{'BOX'}'"
    for text in ("l'", "l''", "{", "'{", "{'}", "#'", "a'b", "'", "''{''", "it's <b>"):
        for counted in (False, True):
            for apostrophes in (Apostrophes.OPTIONAL, Apostrophes.REQUIRED):
                written = quote(text, apostrophes, counted=counted)
                whole = f"{{n, plural, other {{{written}}}}}" if counted else f"{written}{{x}}"
                message = parse_message(whole, apostrophes)
                assert message is not None, whole
                inner = message[0].branches[0][1] if counted else message[:1]  # type: ignore[union-attr]
                assert [node.text for node in inner] == [text], whole  # type: ignore[union-attr]


def test_strings_that_only_look_like_messages_are_none() -> None:
    for text in (
        "a { color: red; }",
        '{"a": {"b": 1}}',
        "{",
        "}{",
        "{n, plural, one {x}",
        "{n, plural, }",
        "{n, plural, one {x} one {y}}",
        "{n, plural, one x}",
        "Hello {name}",
        "{n, plural, one {'{x} other {y}}",
    ):
        assert read_message(text, GERMAN) is None


def test_an_unchanged_message_keeps_its_spelling() -> None:
    text = "{n,plural,\n  one{a}\n  other{ b '{' }}\n"
    for languages in (GERMAN, RUSSIAN, JAPANESE):
        message = read_message(text, languages)
        assert message is not None
        assert write_message(message, {variant.path: variant.segment for variant in message.variants}) == text


def test_messages_with_too_many_ways_keep_their_shape() -> None:
    text = "".join(f"{{v{number}, select, a {{one}} b {{two}} other {{more}}}} and " for number in range(9))
    message = read_message(text, GERMAN)
    assert message is not None
    assert len(message.variants) == 1 + 9 * 3
    assert shouted(text) == text.replace("one", "ONE").replace("two", "TWO").replace("more", "MORE").replace(
        "and", "AND"
    )


def test_lost_placeholders_are_refused() -> None:
    message = read_message("{n, plural, one {# a} other {# b}}", GERMAN)
    assert message is not None
    with pytest.raises(ConversionFailed):
        write_message(message, {"one": (Text(text="x"),)})


TEXTS = st.text(st.sampled_from("ab '{}#<é"), max_size=8)
BRANCHES = st.builds(
    lambda some, other: {**some, "other": other},
    st.dictionaries(st.sampled_from(["one", "=0", "few"]), TEXTS),
    TEXTS,
)


@settings(max_examples=200, deadline=None)
@given(before=TEXTS, branches=BRANCHES, after=TEXTS, target=st.sampled_from(["de", "ru", "ja", "ar"]))
def test_what_is_written_is_read_as_the_same(
    before: str, branches: dict[str, str], after: str, target: str
) -> None:
    icu = Apostrophes.OPTIONAL
    inner = " ".join(f"{name} {{{quote(text, icu, counted=True)}}}" for name, text in branches.items())
    text = f"{quote(before, icu)}{{n, plural, {inner}}}{quote(after, icu)}"
    languages = Languages(source="en", target=target)
    message = read_message(text, languages)
    assert message is not None
    targets = {variant.path: (*variant.segment, Text(text="!")) for variant in message.variants}
    again = read_message(write_message(message, targets), languages)
    assert again is not None
    written = {variant.path: render(variant.segment).strip() for variant in again.variants}
    for path, target_ in targets.items():
        assert written[path] == (render(target_)).strip() or before.isspace() or after.isspace()


@pytest.mark.parametrize(
    ("text", "german"),
    [
        ("{n,plural,=1{a}other{b}}", "{n,plural,=1{A}other{B}}"),
        ("{n, plural, =0{a} other{b}}", "{n, plural, =0{A} one{B} other{B}}"),
        ("{n, plural, offset:1 =1 {a} other {b}}", "{n, plural, offset:1 =1 {A} one {B} other {B}}"),
        ("{n ,plural,\n one {a}\n other {b}}", "{n, plural, one {A} other {B}}"),
        ("{n, selectordinal, =1 {a} other {b}}", "{n, selectordinal, =1 {A} other {B}}"),
    ],
)
def test_choices_are_spaced_as_in_the_source_and_have_no_needless_forms(text: str, german: str) -> None:
    message = read_message(text, GERMAN)
    assert message is not None
    targets = {variant.path: (Text(text=render(variant.segment).upper()),) for variant in message.variants}
    assert write_message(message, targets) == german
