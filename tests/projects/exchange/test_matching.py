"""What of a file that comes back is taken over, and why none of it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import pytest

from dragoman.errors import RuleBroken
from dragoman.memories.segment_json import decode_segment, encode_segment
from dragoman.projects.linguists.exchange import (
    Package,
    PackageHeader,
    Version,
    compare,
    digest_of,
    read,
    write,
)
from dragoman.projects.linguists.exchange import writing_xliff_1_2 as xliff_1_2
from dragoman.projects.linguists.exchange.matching import PackageChanges
from dragoman.projects.linguists.exchange.model import XliffInvalid
from dragoman.projects.segment_model import ProjectSegment, SegmentState
from dragoman.segments import Code, CodeKind, Segment, Text, render

EMPTY: Final = '<target state="needs-translation">'  # up to where a translation begins
NEW, PRE = SegmentState.NEW, SegmentState.PRETRANSLATED
DONE, FINAL = SegmentState.TRANSLATED, SegmentState.CONFIRMED


def row(number: int, source: Segment | str, **fields: object) -> ProjectSegment:
    segment = (Text(text=source),) if isinstance(source, str) else source
    values = {"unit": f"u{number}", "part": None, "key": None, "note": None, **fields}
    return ProjectSegment(number=number, source=encode_segment(segment), **values)  # type: ignore[arg-type]


def text(words: str) -> str:
    return encode_segment((Text(text=words),))


NAME = Code(id="p1", kind=CodeKind.STANDALONE, type="variable", data="{name}")
BOLD, BOLD_END = (
    Code(id="f:1", kind=kind, type="fmt", data=data)
    for kind, data in ((CodeKind.OPEN, "<b>"), (CodeKind.CLOSE, "</b>"))
)
ROWS = [
    row(0, "One dog."),
    row(1, "Two cats.", target=text("Dos gatos."), state=PRE, origin="memory", score=100),
    row(2, (Text(text="Hello "), NAME, Text(text=", "), BOLD, Text(text="dear"), BOLD_END)),
]
HEADER = PackageHeader(
    project_id=4,
    translation_id=9,
    file_name="a.txt",
    source_language="en",
    target_language="es",
    digest=digest_of(ROWS),
)


def package(version: Version, rows: Sequence[ProjectSegment] = ROWS) -> str:
    return write(version, Package(header=replace(HEADER, digest=digest_of(rows)), rows=rows)).decode()


def bring(
    data: str | bytes, rows: Sequence[ProjectSegment] = ROWS, *, partial: bool = False
) -> PackageChanges:
    data = data.encode() if isinstance(data, str) else data
    return compare(read(data), replace(HEADER, digest=digest_of(rows)), rows, partial=partial)


def changes_of(outcome: PackageChanges) -> list[tuple[int, str | None, SegmentState]]:
    return [
        (one.number, one.target and render(decode_segment(one.target)), one.state) for one in outcome.changes
    ]


@pytest.mark.parametrize("version", list(Version))
def test_untouched_segments_stay(version: Version) -> None:
    assert bring(package(version)) == PackageChanges(changes=(), problems=(), segments=3)


@pytest.mark.parametrize(
    ("state", "attributes", "becomes"),
    [
        ("needs-review-translation", "", None),
        ("new", "", None),
        ("translated", "", DONE),
        ("final", "", FINAL),
        ("signed-off", "", FINAL),
        ("needs-review-translation", ' approved="yes"', FINAL),
    ],
)
def test_an_unchanged_target_becomes_what_its_state_says(
    state: str, attributes: str, becomes: SegmentState | None
) -> None:
    file = package(Version.ONE).replace('"needs-review-translation"', f'"{state}"')
    file = file.replace('id="9-1" approved="no"', f'id="9-1"{attributes}')
    expected = [] if becomes is None else [(1, "Dos gatos.", becomes)]
    outcome = bring(file)
    assert changes_of(outcome) == expected
    assert [(one.origin, one.score) for one in outcome.changes] == [("memory", 100)] * len(expected)


@pytest.mark.parametrize("state", ["needs-translation", "translated", "final", "something-else"])
def test_a_changed_target_is_a_linguists(state: str) -> None:
    file = package(Version.ONE).replace(EMPTY, f'<target state="{state}">Un perro.', 1)
    assert changes_of(bring(file)) == [(0, "Un perro.", FINAL if state == "final" else DONE)]


DIALECTS = {
    "memoQ": ('mq:status="Proofread"', 'xmlns:mq="MQXliff"', FINAL),
    "memoQ, confirmed": ('mq:status="ManuallyConfirmed"', 'xmlns:mq="MQXliff"', DONE),
    "Phrase": ('m:confirmed="1"', 'xmlns:m="http://www.memsource.com/mxlf/2.0"', FINAL),
    "Phrase, not yet": ('m:confirmed="0"', 'xmlns:m="http://www.memsource.com/mxlf/2.0"', None),
}


@pytest.mark.parametrize("tool", DIALECTS)
def test_tools_have_their_own_words_for_states(tool: str) -> None:
    attribute, namespace, becomes = DIALECTS[tool]
    file = package(Version.ONE).replace("<xliff ", f"<xliff {namespace} ")
    file = file.replace('id="9-1"', f'{attribute} id="9-1"')
    assert changes_of(bring(file)) == ([] if becomes is None else [(1, "Dos gatos.", becomes)])


def test_trados_says_it_behind_the_unit() -> None:
    namespace = 'xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0"'
    file = package(Version.ONE).replace("<xliff ", f"<xliff {namespace} ")
    file = file.replace(
        "Dos gatos.</target>",
        '<mrk mtype="seg" mid="1">Dos gatos.</mrk></target>'
        '<sdl:seg-defs><sdl:seg id="1" conf="ApprovedTranslation"/></sdl:seg-defs>',
    )
    assert changes_of(bring(file)) == [(1, "Dos gatos.", FINAL)]


def test_markers_and_foreign_elements_are_passed_over() -> None:
    file = package(Version.ONE).replace(
        EMPTY,
        '<seg-source><mrk mtype="seg" mid="0">One dog.</mrk></seg-source><!-- x -->'
        '<target><mrk mtype="seg" mid="0">Un <y:z xmlns:y="urn:y">pe</y:z>rro</mrk>.<?pi x?>',
        1,
    )
    assert changes_of(bring(file)) == [(0, "Un perro.", DONE)]


@pytest.mark.parametrize("version", list(Version))
def test_codes_may_change_places_and_are_missed(version: Version) -> None:
    rows = [*ROWS[:2], replace(ROWS[2], target=encode_segment((BOLD, NAME, BOLD_END, Text(text=" hola"))))]
    moved = bring(package(version, rows))
    assert changes_of(moved) == [(2, "<b>{name}</b> hola", DONE)]
    lost = [*ROWS[:2], replace(ROWS[2], target=text("Hola"), state=DONE)]
    outcome = bring(package(version, lost))
    assert changes_of(outcome) == [(2, "Hola", DONE)]
    assert [(one.number, one.code) for one in outcome.problems] == [(2, "CODES_MISSING")]
    strange = package(version, lost).replace("Hola<", 'Hola<x id="77"/><ph id="2-88"/><')
    outcome = bring(strange)
    assert changes_of(outcome) == [(2, "Hola", DONE)]
    assert [one.code for one in outcome.problems] == ["CODE_UNKNOWN", "CODES_MISSING"]


def test_an_emptied_target_is_reported_and_erases_nothing() -> None:
    outcome = bring(package(Version.ONE).replace("Dos gatos.", " "))
    assert changes_of(outcome) == []
    assert [one.code for one in outcome.problems] == ["TARGET_EMPTY"]


@pytest.mark.parametrize("data", [b"", b" \n"])
def test_an_empty_file_is_called_empty(data: bytes) -> None:
    with pytest.raises(XliffInvalid, match=r"^The file is empty\.$"):
        read(data)


Spoil = Callable[[str], str]
REFUSED: dict[str, tuple[Spoil, list[str]]] = {
    "not XML": (lambda _: "no", ["XLIFF_INVALID"]),
    "empty": (lambda _: "", ["XLIFF_INVALID"]),
    "cut off": (lambda file: file[:400], ["XLIFF_INVALID"]),
    "another root": (lambda _: "<html/>", ["XLIFF_INVALID"]),
    "another version": (lambda file: file.replace('"1.2"', '"7"').replace('"2.1"', '"7"'), ["XLIFF_INVALID"]),
    "entities": (
        lambda file: file.replace("?>", '?><!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>', 1),
        ["XLIFF_INVALID"],
    ),
    "deep": (lambda file: file.replace("One dog.", "<g id='1'>" * 300 + "</g>" * 300), ["XLIFF_INVALID"]),
    "another translation": (
        lambda file: file.replace('translation="9"', 'translation="8"'),
        ["XLIFF_OF_ANOTHER_TRANSLATION"],
    ),
    "another project": (
        lambda file: file.replace('project="4"', 'project="5"'),
        ["XLIFF_OF_ANOTHER_TRANSLATION"],
    ),
    "ids of another": (lambda file: file.replace('id="9-1"', 'id="8-1"'), ["XLIFF_OF_ANOTHER_TRANSLATION"]),
    "other languages": (
        lambda file: file.replace('anguage="en"', 'anguage="de"').replace('Lang="en"', 'Lang="de"'),
        ["LANGUAGE_MISMATCH"],
    ),
    "a changed source": (
        lambda file: file.replace("<source>One dog.", "<source>One hog."),
        ["SOURCE_CHANGED"],
    ),
    "other sources": (lambda file: file.replace('sources="', 'sources="0'), ["SOURCE_CHANGED"]),
    "a foreign id": (lambda file: file.replace('id="9-1"', 'id="x"'), ["UNIT_MISSING", "UNIT_UNKNOWN"]),
    "an unknown id": (lambda file: file.replace('id="9-1"', 'id="9-7"'), ["UNIT_MISSING", "UNIT_UNKNOWN"]),
    "an id twice": (
        lambda file: file.replace('id="9-1"', 'id="9-0"'),
        ["UNIT_MISSING", "UNIT_TWICE", "SOURCE_CHANGED"],
    ),
}


@pytest.mark.parametrize("version", list(Version))
@pytest.mark.parametrize("case", REFUSED)
def test_a_file_that_does_not_fit_is_refused_with_all_reasons(version: Version, case: str) -> None:
    spoil, expected = REFUSED[case]
    with pytest.raises(RuleBroken) as refused:
        bring(spoil(package(version)))
    assert [problem.code for problem in refused.value.all_problems()] == expected
    messages = " ".join(problem.message + problem.hints for problem in refused.value.all_problems())
    assert "dog" not in messages
    assert "hog" not in messages


@pytest.mark.parametrize("version", list(Version))
def test_a_part_is_taken_only_when_that_is_said(version: Version) -> None:
    rows = [ROWS[0], replace(ROWS[1], target=text("Dos gatas."), state=FINAL), ROWS[2]]
    whole = package(version, rows)
    start, end = (
        whole.index("9-2") - 60,
        whole.rindex("</trans-unit>" if version is Version.ONE else "</unit>"),
    )
    begin = whole.index("<trans-unit" if version is Version.ONE else "<unit", start)
    part = whole[:begin] + whole[end:].split(">", 1)[1]
    with pytest.raises(RuleBroken) as refused:
        bring(part)
    assert [problem.code for problem in refused.value.all_problems()] == ["UNIT_MISSING"]
    assert changes_of(bring(part, partial=True)) == [(1, "Dos gatas.", FINAL)]


def test_regions_come_and_go() -> None:
    file = package(Version.ONE).replace('target-language="es"', 'target-language="es_ES"')
    assert bring(file).changes == ()


def test_who_translated_the_other_half_changes_nothing_here() -> None:
    rows = [replace(ROWS[0], target=text("Un perro."), state=DONE), *ROWS[1:]]
    exported = Package(header=replace(HEADER, digest=digest_of(ROWS)), rows=ROWS)
    half = "".join(xliff_1_2.write(exported, copies=True))
    half = half.replace("Hello ", "Hola ").replace("<source>Hola ", "<source>Hello ")
    assert changes_of(bring(half, rows)) == [(2, "Hola {name}, <b>dear</b>", DONE)]
