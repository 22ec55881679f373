"""Notes and limits of units pass between the processes; notes are sent once for all forms of a message."""

from __future__ import annotations

import pytest

from dragoman.conversion.check import bound_notes
from dragoman.conversion.wire import PREFIX, Answer, decode_answer, encode_answer
from dragoman.formats.format import LARGEST_LENGTH, LONGEST_NOTE, MOST_NOTES, Document, Unit
from dragoman.segments import Text


def unit(number: int, note: str) -> Unit:
    return Unit(id=str(number), segment=(Text(text=f"Text {number}"),), note=note)


def sent(document: Document) -> bytes:
    frame, _ = encode_answer(Answer(document=document))
    return frame[PREFIX.size :]


def test_every_unit_has_its_note_again() -> None:
    notes = ["", "", "On the button", "On the button", "", "Counts", "", "On the button"]
    document = Document(units=tuple(unit(number, note) for number, note in enumerate(notes)))
    assert decode_answer(sent(document), b"").document == document


def test_a_note_of_many_forms_is_sent_once() -> None:
    note = "n" * LONGEST_NOTE
    header = sent(Document(units=tuple(unit(number, note) for number in range(2_500))))
    assert header.count(note.encode()) == 1
    answer = decode_answer(header, b"")
    assert answer.document is not None
    assert {one.note for one in answer.document.units} == {note}


@pytest.mark.parametrize("note", [b'"' + b"n" * (LONGEST_NOTE + 1) + b'"', b"5", b'["n"]'])
def test_what_is_not_a_note_is_refused(note: bytes) -> None:
    header = sent(Document(units=(unit(1, "a note"),)))
    assert header.count(b'"a note"') == 1
    with pytest.raises((TypeError, ValueError)):
        decode_answer(header.replace(b'"a note"', note), b"")


def test_every_unit_has_its_limit_of_length_again() -> None:
    limited = Unit(id="1", segment=(Text(text="Save"),), max_length=LARGEST_LENGTH)
    document = Document(units=(limited, unit(2, "")))
    assert decode_answer(sent(document), b"").document == document


@pytest.mark.parametrize("length", ["0", "-1", str(LARGEST_LENGTH + 1), "true", "1.5", '"9"', "[9]"])
def test_what_is_not_a_length_is_refused(length: str) -> None:
    header = sent(Document(units=(Unit(id="1", segment=(Text(text="Save"),), max_length=987_654),)))
    assert header.count(b"987654") == 1
    with pytest.raises((TypeError, ValueError)):
        decode_answer(header.replace(b"987654", length.encode()), b"")


def test_a_document_has_only_so_many_and_says_so() -> None:
    many = MOST_NOTES // LONGEST_NOTE
    notes = [chr(ord("a") + number % 2) * LONGEST_NOTE for number in range(many)]
    full = Document(units=tuple(unit(number, note) for number, note in enumerate(notes)))
    assert bound_notes(full) == full
    assert decode_answer(sent(full), b"").document == full
    more = Document(units=(*full.units, unit(many, "one too many")))
    with pytest.raises(ValueError, match="too many"):
        decode_answer(sent(more), b"")
    bounded = bound_notes(more)
    assert bounded.units == (*full.units, unit(many, ""))
    assert "comments for translators" in bounded.warnings[0].message
