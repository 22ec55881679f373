"""Where fields begin and end among the pieces of a paragraph.

A field that begins and ends in one paragraph is one code when Word computes its result, else a pair around
the result. One that reaches into other paragraphs leaves marks that cannot move, so that no translation can
bring its halves out of order.
"""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.formats.docx.fields import CONTENTS, Field, Phase, why_kept
from dragoman.formats.docx.reader_state import Open, State
from dragoman.formats.docx.tables_of_contents import BEGINNING, ENDING
from dragoman.formats.paragraphs.inline_content import Mark, Piece, Role, Words, as_atoms


def begin_field(state: State, here: Open, mark: Mark) -> None:
    """A field begins, perhaps inside another."""
    state.check_depth(len(state.fields))
    state.begun += 1
    state.fields.append(Field(owner=here, index=len(here.pieces), number=state.begun))
    here.pieces.append(mark)
    state.relock()


def separate_field(state: State, here: Open, mark: Mark) -> None:
    """The code of the innermost field is complete; its result begins."""
    current = state.fields[-1]
    if current.phase is Phase.CODE:
        current.phase = Phase.RESULT
        current.reason = why_kept(current.word)
        current.result = mark.atoms[-1].end
    state.relock()
    here.pieces.append(mark)
    if state.lock is not None:  # it is kept as a whole, or the one around it is
        return
    current.contents = current.word in CONTENTS
    if current.contents:
        here.pieces[-1] = mark._replace(range=BEGINNING)
        _fix(here.pieces, current.index if current.owner is here else len(here.pieces) - 1)
        return
    if current.owner is not here:
        _fix(here.pieces, len(here.pieces) - 1)
        return
    atoms = as_atoms(here.pieces[current.index :])
    if atoms is None:
        _fix(here.pieces, current.index)
        return
    kind = "link" if current.word == "HYPERLINK" else "field"
    here.pieces[current.index :] = [Mark(Role.BEGIN, atoms, kind, f"{{{current.word}}}")]
    current.paired = True


def end_field(state: State, here: Open, mark: Mark) -> None:
    """The innermost field ends."""
    current = state.fields.pop()
    kept = current.lock is not None
    state.relock()
    here.pieces.append(mark)
    if state.lock is not None:
        return
    start = current.index
    if current.contents:
        here.pieces[-1] = mark._replace(range=ENDING)
    if current.contents or current.owner is not here:
        _fix(here.pieces, len(here.pieces) - 1)
    elif kept:
        atoms = as_atoms(here.pieces[start:])
        if atoms is None:
            _fix(here.pieces, start)
        else:
            shown = f"{{{current.word}}}"
            here.pieces[start:] = [Mark(Role.ALONE, atoms, "field", shown)]
    elif current.paired and as_atoms(_without_words(here.pieces[start + 1 :])) is not None:
        here.pieces[-1] = mark._replace(role=Role.END)
    else:
        if current.paired:
            _fix(here.pieces, start, start + 1)
        _fix(here.pieces, len(here.pieces) - 1)


def leave_paragraph(state: State, here: Open) -> None:
    """The paragraph ends while fields are open."""
    for current in state.fields:
        if current.owner is not here:
            continue
        if current.paired:
            _fix(here.pieces, current.index, current.index + 1)
        elif current.lock is not None:
            _fix(here.pieces, current.index)
        current.owner = None


def _fix(pieces: list[Piece], start: int, end: int | None = None) -> None:
    for index in range(start, len(pieces) if end is None else end):
        piece = pieces[index]
        if isinstance(piece, Mark):
            pieces[index] = piece._replace(role=Role.FIXED)


def _without_words(pieces: Sequence[Piece]) -> list[Piece]:
    return [piece for piece in pieces if not isinstance(piece, Words)]
