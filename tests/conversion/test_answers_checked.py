"""What a process says that a document has taken over is checked before it is believed, at no great cost."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from dragoman.conversion.check import LONGEST_UNIT, exclude_long_units
from dragoman.conversion.confined import open_confined
from dragoman.conversion.errors import TooManyWords
from dragoman.conversion.outcomes import failure_error
from dragoman.conversion.wire import PREFIX, Answer, ChildFailure, decode_answer, encode_answer
from dragoman.formats.format import Document, Languages, Reason, Source, Unit, WarningCode
from dragoman.segments import Code, CodeKind, Part, Text
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from tests.processor_time import least_processor_time

FIRST = b'{"words":1,"peak":1,"leftAlone":{},"warnings":[]}\n'


def unit(*parts: Part, id_: str = "1", reason: Reason | None = None) -> Unit:
    return Unit(id=id_, segment=parts, reason=reason)


def code(identity: str, kind: CodeKind) -> Code:
    return Code(id=identity, kind=kind, type="b", data="<b>")


def sent(document: Document) -> bytes:
    frame, _ = encode_answer(Answer(document=document))
    return frame[PREFIX.size :]


@pytest.mark.parametrize(
    "value",
    [b"[],", b'"",', b"1,", b"{},", b"[[1],"],
    ids=["lists", "strings", "numbers", "objects", "nested"],
)
def test_a_line_of_too_many_values_is_never_decoded(value: bytes) -> None:
    line = b"[" + value * 3_000_000 + b"0]"
    with pytest.raises(ValueError, match="too many values"):
        decode_answer(FIRST + line, b"")


def test_refusing_such_a_line_costs_less_than_decoding_it() -> None:
    line = b"[" + b"[]," * 4_000_000 + b"0]"

    def refuse() -> None:
        with pytest.raises(ValueError, match="too many values"):
            decode_answer(FIRST + line, b"")

    assert least_processor_time(refuse) < least_processor_time(lambda: orjson.loads(line), tries=1) / 2


@pytest.mark.parametrize("text", ['[{,"', "\\", '\\"', "[1,2],"])
def test_what_looks_like_values_in_a_text_is_none(text: str) -> None:
    document = Document(units=(unit(Text(text=text * 1_000_000), reason=Reason.NO_TEXT),))
    assert decode_answer(sent(document), b"").document == document


@pytest.mark.parametrize("end", [b"", b"\\", b'\\"'])
def test_a_long_line_with_a_string_that_does_not_end_is_refused(end: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode_answer(FIRST + b'["' + b"x" * 3_000_000 + end, b"")


@pytest.mark.parametrize(
    "units",
    [
        (unit(Text(text="a")), unit(Text(text="b"))),
        (unit(code("a", CodeKind.OPEN), code("b", CodeKind.OPEN), code("a", CodeKind.CLOSE)),),
        (unit(code("a", CodeKind.STANDALONE), code("a", CodeKind.STANDALONE)),),
        (unit(Text(text="a" * (LONGEST_UNIT + 1))),),
    ],
    ids=["ids", "overlapping", "codes", "too long"],
)
def test_a_document_that_no_format_gives_is_refused(units: tuple[Unit, ...]) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode_answer(sent(Document(units=units)), b"")


def test_passages_that_are_too_long_are_left_alone_and_reported() -> None:
    long, just, hidden = (
        unit(Text(text="a" * (LONGEST_UNIT + more)), id_=str(number), reason=reason)
        for number, (more, reason) in enumerate([(1, None), (0, None), (1, Reason.HIDDEN)])
    )
    document = exclude_long_units(Document(units=(long, just, hidden)))
    assert [one.reason for one in document.units] == [Reason.NO_TEXT, None, Reason.HIDDEN]
    (warning,) = document.warnings
    assert warning.code is WarningCode.PART_LEFT
    assert "400000 characters stay as they are: 1." in warning.message
    assert exclude_long_units(Document(units=(just, hidden))) == Document(units=(just, hidden))


def test_a_message_from_a_process_can_be_kept_and_shown() -> None:
    failure = ChildFailure(kind="DOCUMENT_CORRUPT", message="Page 3 is\0 broken\u202e.")
    assert failure_error(failure, call="extract", format_name="x").message == "Page 3 is\ufffd broken\ufffd."


@pytest.mark.parametrize(("words", "allowed"), [(5, 5), (5, -5), (-1, 0), (True, "5")])
def test_counts_of_words_that_cannot_be_are_not_counts(words: object, allowed: object) -> None:
    failure = ChildFailure(kind="MAX_WORDS_EXCEEDED", data={"wordCount": words, "maxAllowedWords": allowed})
    assert failure_error(failure, call="extract", format_name="x").code == "CONVERSION_FAILED"


async def test_a_passage_of_too_many_words_is_counted_before_it_is_left(tmp_path: Path) -> None:
    """One line of 100,000 words is not an empty document."""
    line = Source(data=b"house " * 100_000, suffix="txt")
    async with open_confined(Settings(data=tmp_path), Metrics()) as confined:
        with pytest.raises(TooManyWords) as raised:
            await confined.extract("text", line, Languages(source="en", target="de"), max_words=50_000)
        assert raised.value.data["wordCount"] == 100_000
        extracted = await confined.extract(
            "text", line, Languages(source="en", target="de"), max_words=200_000
        )
    assert (extracted.words, extracted.document.units[0].reason) == (0, Reason.NO_TEXT)
    assert [one.code for one in extracted.document.warnings] == [WarningCode.PART_LEFT]
