"""Cues: which are one text, and how a translation is shared out over them and their lines."""

from __future__ import annotations

import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.formats.families.cues.document import CueNotation, changes, extract_units
from dragoman.formats.families.cues.fragments import (
    Cue,
    CuePiece,
    CuePieceKind,
    cut_into_fragments,
    pieces_of_text,
)
from dragoman.formats.format import Languages
from dragoman.segments import Code, CodeKind, Segment, Text, codes, plain_text, render
from dragoman.text_io.errors import ConversionFailed

GERMAN = Languages(source="en", target="de")
PLAIN = CueNotation(line_end="\n", encode=str)
CUE = Code(id="c1", kind=CodeKind.STANDALONE, type="cue", data="\n")


def cue(number: int, text: str, *, begin: int | None = None, lasts: int = 2000, style: str = "") -> Cue:
    start = number * 2000 if begin is None else begin
    content: list[CuePiece] = []
    for place, line in enumerate(text.split("\n")):
        if place:
            content.append(CuePiece(CuePieceKind.BREAK, "\n"))
        for at, stretch in enumerate(line.split("*")):
            if at:
                kind = CuePieceKind.OPEN if at % 2 else CuePieceKind.CLOSE
                content.append(CuePiece(kind, "<" if at % 2 else ">", name="*"))
            content += pieces_of_text(stretch)
    return Cue(number=number, content=tuple(content), begin=start, end=start + lasts, style=style)


def cues(*texts: str) -> list[Cue]:
    return [cue(number, text) for number, text in enumerate(texts, start=1)]


def units(found: list[Cue]) -> list[str]:
    return [render(unit.segment).replace("\n", "|") for unit in extract_units(lambda: found, Counter())]


def written(found: list[Cue], targets: dict[str, Segment], languages: Languages = GERMAN) -> list[str]:
    """The cues' contents with the changes in them."""
    contents = {one.number: "".join(piece.raw for piece in one.content) for one in found}
    for change in reversed(list(changes(lambda: found, targets, PLAIN, languages))):
        content = contents[change.cue.number]
        contents[change.cue.number] = content[: change.start] + change.text + content[change.end :]
    return list(contents.values())


def test_a_sentence_over_cues_is_one_text() -> None:
    assert units(cues("I was walking", "down\nthe street.", "It rained.")) == [
        "I was walking |down the street.",
        "It rained.",
    ]


@pytest.mark.parametrize(
    "other",
    ["- down the street.", "♪ down the street", "[a door] down", "1984", ">> Down the street"],
)
def test_another_speaker_music_and_noises_are_apart(other: str) -> None:
    assert len(units([*cues("I was walking there", other), cue(9, "The end.")])) >= 2 + other[0].isalpha()
    assert units(cues("I was walking there", other, "The end."))[0] == "I was walking there"


def test_gaps_styles_and_times_part_cues() -> None:
    first = cue(1, "I was walking")
    rest = "down the street."
    assert len(units([first, cue(2, rest)])) == 1
    assert len(units([first, cue(2, rest, begin=9000)])) == 2
    assert len(units([first, cue(2, rest, style="top")])) == 2
    assert len(units([first, cue(2, rest, begin=2500)])) == 2
    assert len(units([first, Cue(number=2, content=cue(2, rest).content)])) == 2
    assert len(units([first, cue(2, "*down* the street."), cue(3, "x")])) == 2


def test_headings_and_files_without_marks_are_left_apart() -> None:
    assert len(units(cues("Chapter One", "We begin here."))) == 2
    assert len(units(cues(*["we have no marks at all"] * 30))) == 30
    assert len(units(cues("I wonder...", "...if you know."))) == 1
    assert len(units(cues("I wonder...", "If you know."))) == 2


def test_speakers_are_texts_of_their_own_and_dashes_stay() -> None:
    found = cues("- Who is it?\n- *Me*, of\ncourse.")
    assert units(found) == ["Who is it?", "<Me>, of course."]
    (text,) = written(found, {"1": (Text(text="Wer da?"),)})
    assert text == "- Wer da?\n- *Me*, of\ncourse.".replace("*Me*", "<Me>")


def test_tags_around_every_line_are_around_every_new_line() -> None:
    found = cues("*The first line is long enough*\n*and the second one is, too.*")
    assert units(found) == ["The first line is long enough and the second one is, too."]
    (text,) = written(
        found, {"1": (Text(text="Die erste Zeile ist lang genug, und die zweite ist es auch"),)}
    )
    assert text == "<Die erste Zeile ist lang genug,>\n<und die zweite ist es auch>"


def test_long_lines_are_broken_at_marks_in_balance() -> None:
    (text,) = written(
        cues("It is so short."), {"1": (Text(text="Er kam nicht mehr, weil es draußen sehr stark regnete."),)}
    )
    assert text == "Er kam nicht mehr,\nweil es draußen sehr stark regnete."
    (text,) = written(cues("Two short\nlines."), {"1": (Text(text="Zwei kurze Zeilen."),)})
    assert text.count("\n") == 1


def test_sensible_ends_of_cues_are_kept_and_others_made_anew() -> None:
    found = cues("I was walking down", "the long street.")
    given_ = (Text(text="Ich ging die lange "), CUE, Text(text="Straße hinunter."))
    assert written(found, {"1": given_}) == ["Ich ging die lange", "Straße hinunter."]
    for lost in (
        (Text(text="Ich ging die lange Straße hinunter."), CUE),
        (CUE, Text(text="Ich ging die lange Straße hinunter.")),
        (Text(text="I"), CUE, Text(text="ch ging die lange Straße hinunter.")),
    ):
        first, second = written(found, {"1": lost})
        assert f"{first} {second}" == "Ich ging die lange Straße hinunter."
        assert min(len(first), len(second)) > 10


def test_no_cue_is_empty_where_there_was_text() -> None:
    found = cues("I was walking down", "the long street.")
    assert written(found, {"1": (Text(text="Ja."), CUE)}) == ["Ja.", "Ja."]
    assert written(found, {"1": (Text(text=" "), CUE)}) == ["I was walking down", "the long street."]
    japanese = Languages(source="en", target="ja")
    first, second = written(found, {"1": (Text(text="長い道を歩いていました。"), CUE)}, japanese)
    assert first + second == "長い道を歩いていました。"
    assert len(first) > 3 < len(second)
    thai = Languages(source="en", target="th")
    first, second = written(found, {"1": (Text(text="ฉันกำลังเดินไปตามถนน"), CUE)}, thai)
    assert first
    assert second
    assert first + second == "ฉันกำลังเดินไปตามถนน"


def test_japanese_lines_do_not_begin_with_marks() -> None:
    japanese = Languages(source="en", target="ja")
    text = "これはとても長い文章なので、二行に分けなければなりません。しかし、"
    (found,) = written(cues("A long text that must be broken, but"), {"1": (Text(text=text),)}, japanese)
    assert found.replace("\n", "") == text
    assert "\n" in found
    assert not any(line.startswith(("、", "。")) for line in found.split("\n"))


def test_pairs_end_with_their_cue_and_begin_again() -> None:
    found = cues("I said *never again* and", "went away from there.")
    opening, closing, _ = codes(extract_units(lambda: found, Counter())[0].segment)
    target = (
        Text(text="Ich sagte "),
        opening,
        Text(text="nie wieder und ging fort"),
        closing,
        Text(text="."),
        CUE,
    )
    first, second = written(found, {"1": target})
    assert first.count("<") == first.count(">") == 1
    assert second.startswith("<")
    assert f"{first} {second}".replace("> <", " ") == "Ich sagte <nie wieder und ging fort>."


def test_lost_codes_are_refused() -> None:
    found = cues("I was walking", "down the street.")
    with pytest.raises(ConversionFailed):
        written(found, {"1": (Text(text="Ich ging."),)})


WORDS = st.sampled_from(
    [
        "word",
        "a",
        "*",
        "\n",
        ",",
        ".",
        "- ",
        "♪",
        "…",
        "日本語",
        "「",
        "。",
        "ภาษา",
        "\u00a0",
        "Long" * 6,
        "  ",
    ]
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(WORDS, max_size=12).map(" ".join), max_size=5), st.lists(WORDS, max_size=20))
def test_any_cues_take_any_translation(texts: list[str], words: list[str]) -> None:
    found = cues(*texts)
    new = " ".join(words).replace("*", "").replace("\n", " ") or "x"
    targets: dict[str, Segment] = {}
    for unit in extract_units(lambda: found, Counter()):
        targets[unit.id] = (Text(text=new), *codes(unit.segment))
        fragments = [one for each in found for one in cut_into_fragments(each)]
        assert "".join(plain_text(unit.segment).split()) in "".join(
            "".join(p.text for line in one.lines for p in line if p.kind is CuePieceKind.TEXT)
            for one in fragments
        ).replace(" ", "").replace("\u00a0", "")
    own = {unit.id: unit.segment for unit in extract_units(lambda: found, Counter())}
    before = ["".join(piece.raw for piece in one.content) for one in found]
    assert written(found, own) == before
    for one, text in zip(found, written(found, targets), strict=True):
        assert bool(cut_into_fragments(one)) <= bool(text.strip())


def test_long_texts_take_bounded_time() -> None:
    began = time.process_time()
    found = cues(*["word " * 5_000, "a\n" * 5_000, "*a* " * 2_000 + ".", "日" * 5_000])
    targets = {
        unit.id: tuple(
            Text(text=part.text.upper()) if isinstance(part, Text) else part for part in unit.segment
        )
        for unit in extract_units(lambda: found, Counter())
    }
    assert written(found, targets)
    assert time.process_time() - began < 20
