"""Units that are written and read are the same units, and written again the same bytes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.memories.model import Context, MemoryUnit, UnitOrigin, UnitStatus
from dragoman.segments import Code, CodeKind, Segment, Text, codes, normalise
from tests.memories.tmx.samples import alone, closing, opening, read, read_units, segment, unit, write

WORDS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=12
) | st.sampled_from(
    [
        "\x07",
        "_x0007_",
        "\r\n",
        "]]>",
        "&amp;",
        "\ufffe",
        "<b>",
        "\U0010ff07",
        "\u2028",
        "مرحبا",
        "\t ",
    ]
)
DATETIMES = st.none() | st.integers(0, 2**32).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
PEOPLE = st.none() | WORDS.filter(bool)
NAMES = WORDS | st.sampled_from(
    [
        "note",
        "tuid",
        "x-context-pre",
        "x-dragoman-origin",
        "x-dragoman-property-a",
        "x-Context",
        "prev",
        "usagecount",
    ]
)


@st.composite
def segments(draw: st.DrawFn) -> Segment:
    """Text with codes, pairs nested; ids in the order of the text."""
    parts: list[Text | Code] = [Text(text="a")]  # a blank segment would not be read
    opened: list[Code] = []
    for number in range(1, draw(st.integers(0, 5)) + 1):
        parts.append(Text(text=draw(WORDS)))
        kind = draw(st.sampled_from([CodeKind.OPEN, CodeKind.STANDALONE]))
        type_ = draw(st.sampled_from(["tag", "bold", "variable", "x-y", "", "\x01", 'a"<']))
        code = Code(id=str(number), kind=kind, type=type_, data=draw(WORDS))
        parts.append(code)
        if kind is CodeKind.OPEN:
            opened.append(code)
        while draw(st.booleans()) and opened:
            parts.append(replace(opened.pop(), kind=CodeKind.CLOSE, data=draw(WORDS)))
    while opened:
        parts.append(replace(opened.pop(), kind=CodeKind.CLOSE, data=draw(WORDS)))
    return normalise(parts)


@st.composite
def units(draw: st.DrawFn) -> MemoryUnit:
    source = draw(segments())
    target = normalise(draw(st.permutations(source))) if not any(codes(source)) else source
    context = st.none() | WORDS
    return MemoryUnit(
        source_language="en-GB",
        target_language=draw(st.sampled_from(["de", "zh-Hant-TW", "x-private"])),
        source=source,
        target=target,
        context=Context(
            previous=draw(context), next=draw(context), document=draw(context), key=draw(context)
        ),
        origin=draw(st.sampled_from(UnitOrigin)),
        status=draw(st.sampled_from(UnitStatus)),
        created=draw(DATETIMES),
        created_by=draw(PEOPLE.filter(lambda name: name not in {"MT", "MT!"})),
        changed=draw(DATETIMES),
        changed_by=draw(PEOPLE),
        properties=draw(st.dictionaries(NAMES, WORDS, max_size=4)),
        used=draw(st.integers(0, 10**15 - 1)),
        last_used=draw(DATETIMES),
    )


@settings(max_examples=40, deadline=None)
@given(one=units())
def test_what_is_written_is_read(one: MemoryUnit) -> None:
    written = write([one])
    (entry,) = read(written)
    assert entry.problems == ()
    assert entry.units == (one,)
    assert write(entry.units) == written


def test_a_file_of_many_units() -> None:
    many = [unit([f"One {number}"], [f"Eins {number}"]) for number in range(1000)]
    assert read_units(write([replace(one, origin=UnitOrigin.IMPORT) for one in many], name="a<&\x07>")) == [
        replace(one, origin=UnitOrigin.IMPORT) for one in many
    ]
    assert read(write([])) == []


def test_codes_are_numbered_by_their_places() -> None:
    given = unit(
        ["a", replace(opening(1), id="g7"), "b", replace(closing(1), id="g7"), replace(alone(1, "x"), id="")],
        [replace(alone(1, "x"), id=""), "a", replace(opening(1), id="g7"), "b", replace(closing(1), id="g7")],
    )
    (one,) = read_units(write([given]))
    assert one.source == segment("a", opening(1), "b", closing(1), alone(2, "x"))
    assert one.target == segment(alone(2, "x"), "a", opening(1), "b", closing(1))
    assert write([one]) == write([given]).replace(b"human", b"human")


def test_an_end_of_a_pair_without_the_other_is_written_as_it() -> None:
    written = write([unit(["a", opening(1, "<p>")], ["b", closing(1, "</p>")])]).decode()
    assert '<seg>a<it pos="begin" x="1" type="x-tag">&lt;p&gt;</it></seg>' in written
    assert '<seg>b<it pos="end" x="1" type="x-tag">&lt;/p&gt;</it></seg>' in written


def test_the_bytes_of_a_file() -> None:
    given = replace(
        unit(["Save ", opening(1), "now", closing(1), "\x07"], ["Jetzt ", opening(1), "sichern", closing(1)]),
        context=Context(previous="", key="k"),
        created=datetime(2020, 1, 2, 3, 4, 5, 6, tzinfo=UTC),
        created_by='Ann "A" <a@b>',
        used=2,
        properties={"note": "N", "tuid": "7", "b": "\x01", "a": ""},
    )
    assert write([given], name="Büro & Co").decode() == EXPECTED


EXPECTED = """<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
<header creationtool="Dragoman" creationtoolversion="1" segtype="sentence" o-tmf="Dragoman" adminlang="en"\
 srclang="*all*" datatype="plaintext" creationdate="20260102T120000Z">
<prop type="x-dragoman-name">Büro &amp; Co</prop>
</header>
<body>
<tu tuid="7" srclang="en" creationdate="20200102T030405Z"\
 creationid="Ann &quot;A&quot; &lt;a@b&gt;" usagecount="2">
<prop type="x-dragoman-origin">human</prop>
<prop type="x-context-pre"></prop>
<prop type="x-key">k</prop>
<prop type="a"></prop>
<prop type="b">_x0001_</prop>
<note>N</note>
<tuv xml:lang="en"><seg>Save <bpt i="1" x="1" type="x-tag">&lt;b&gt;</bpt>now<ept i="1">&lt;/b&gt;</ept>\
<ph type="x-dragoman-character">0007</ph></seg></tuv>
<tuv xml:lang="de"><seg>Jetzt <bpt i="1" x="1" type="x-tag">&lt;b&gt;</bpt>sichern<ept i="1">&lt;/b&gt;</ept>\
</seg></tuv>
</tu>
</body>
</tmx>
"""
