"""Front matter whose values go on over several lines: read whole, and written so that YAML reads it again."""

from __future__ import annotations

import pytest
import yaml

from dragoman.formats.format import Languages, Source
from dragoman.formats.markdown import FORMAT
from dragoman.segments import Text, plain_text

PAIR = Languages(source="en", target="de")


def page(value: str) -> Source:
    return Source(data=f"---\ntitle: {value}\ndraft: true\n---\n\nText.\n".encode(), suffix="md")


def read(source: Source) -> list[str]:
    return [plain_text(unit.segment) for unit in FORMAT.extract(source, PAIR).units]


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("A guide\n  to many\n  things", "A guide to many things"),
        ('"A guide\n  to \\"things\\""', 'A guide to "things"'),
        ("'It''s a\n\n  guide'", "It's a guide"),
        (">-\n  Folded\n  lines.\n\n  Another.", "Folded lines.\nAnother."),
        (">\n\n    Folded\n    lines.\n", "Folded lines."),
        ("|\n  Kept\n    as they\n\n  are.", "Kept\n  as they\n\nare."),
    ],
)
@pytest.mark.parametrize("target", ["Ein Satz.", "Ja: nein # doch", "'Zwei'\nSätze.", "- x"])
def test_a_value_of_several_lines_is_one_text(value: str, text: str, target: str, ends: str) -> None:
    source = Source(data=page(value).data.replace(b"\n", ends.encode()), suffix="md")

    assert read(source) == [text, "Text."]
    written = FORMAT.rebuild(source, {"front.1": (Text(text=target),)}, PAIR)
    front = yaml.safe_load(written.decode().split("---")[1])
    assert front["title"].split() == target.split()
    assert front["draft"] is True
    assert written.count(b"\n") == written.count(ends.encode())
    assert read(Source(data=written, suffix="md"))[1:] == ["Text."]


@pytest.mark.parametrize(
    "value",
    [
        "A guide # not a part of it\n  to things",
        '"A guide \\\n  to things"',
        ">\n  Folded\n    but not here",
        "|2\n    Indented by two",
        "|\n\tTabs are none of YAML's",
        "[one,\n  two]",
        ">-",
    ],
)
def test_a_value_that_cannot_be_written_alike_stays_as_it_is(value: str) -> None:
    source = page(value)

    assert read(source) == ["Text."]
    assert value.encode() in FORMAT.rebuild(source, {"1": (Text(text="Satz."),)}, PAIR)


def test_lines_of_toml_do_not_go_on() -> None:
    front = "title = \"A guide\"\n  subtitle = 'Indented'\ndescription = '''\nMany\nlines'''\n"

    data = f"+++\n{front}+++\n\nText.\n".encode()
    assert read(Source(data=data, suffix="md")) == ["A guide", "Text."]
