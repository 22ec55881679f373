"""A translation that a format cannot write leaves one unit as it was, not the document unwritten."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import pytest

from dragoman.conversion.confined import open_confined
from dragoman.conversion.options import check_options
from dragoman.conversion.writing import write_document
from dragoman.formats import find_format
from dragoman.formats.format import Languages, Source, TranslationsRefused
from dragoman.segments import Segment, Text
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt

PAIR = Languages(source="en", target="de")
FIVE = {str(number): (Text(text=f"text {number}"),) for number in range(5)}


def refusing(*bad: str, named: bool = False, together: bool = False) -> Callable[..., bytes]:
    """A format that refuses some units, or only all of them at once."""

    def rebuild(targets: Mapping[str, Segment]) -> bytes:
        found = set(bad) & targets.keys()
        if found and (not together or len(found) == len(bad)):
            raise TranslationsRefused("No.", unit_ids=found) if named else ConversionFailed("No.")
        return " ".join(targets).encode()

    return rebuild


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("bad", [(), ("0",), ("3",), ("0", "4"), ("1", "2", "3", "4")])
def test_all_others_are_written(bad: tuple[str, ...], named: bool) -> None:
    written = write_document(refusing(*bad, named=named), FIVE, seconds=5)
    assert written.unwritten == bad
    assert written.data.decode().split() == [name for name in FIVE if name not in bad]


def test_of_two_that_do_not_go_together_one_is_written() -> None:
    written = write_document(refusing("1", "3", together=True), FIVE, seconds=5)
    assert written.unwritten == ("3",)


def test_few_tries_find_one_of_many() -> None:
    tries = 0
    refuse = refusing("777")

    def counting(targets: Mapping[str, Segment]) -> bytes:
        nonlocal tries
        tries += 1
        return refuse(targets)

    many = {str(number): (Text(text="text"),) for number in range(5_000)}
    assert write_document(counting, many, seconds=60).unwritten == ("777",)
    assert tries < 30


def test_a_document_none_of_which_can_be_written_is_refused() -> None:
    with pytest.raises(ConversionFailed, match=r"No\."):
        write_document(refusing(*FIVE), FIVE, seconds=5)
    with pytest.raises(ConversionFailed, match=r"No\."):
        write_document(refusing(*FIVE, named=True), FIVE, seconds=5)


def test_the_search_ends_in_time() -> None:
    def slow(targets: Mapping[str, Segment]) -> bytes:
        time.sleep(0.05)
        return refusing("1", "3")(targets)

    with pytest.raises(ConversionFailed, match=r"No\."):
        write_document(slow, FIVE, seconds=0.1)


def test_what_is_wrong_with_the_document_itself_does_not_depend_on_translations() -> None:
    def corrupt(_: Mapping[str, Segment]) -> bytes:
        raise DocumentCorrupt("Line 3 is cut off.")

    with pytest.raises(DocumentCorrupt):
        write_document(corrupt, FIVE, seconds=5)


XLIFF = """<xliff version="1.2"><file source-language="en" target-language="de" datatype="x" original="y">
<body><trans-unit id="1"><source>One title</source></trans-unit>
<trans-unit id="2"><source>Two words.</source></trans-unit></body></file></xliff>"""


async def test_a_real_format_leaves_the_source_text() -> None:
    name, bad = "xliff", "a\x01b"
    options = check_options(find_format(name).info, {})
    source = Source(data=XLIFF.encode(), suffix="", options=options)
    async with open_confined(Settings(), Metrics()) as confined:
        document = (await confined.extract(name, source, PAIR, max_words=100)).document
        first, second = document.units[:2]
        targets = {first.id: (Text(text=bad),), second.id: (Text(text="Zwei Wörter."),)}
        written = await confined.rebuild(name, source, targets, PAIR)
    assert written.unwritten == (first.id,)
    assert "Zwei Wörter." in written.data.decode()
    assert "One title" in written.data.decode()
