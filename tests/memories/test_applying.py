"""Targets of units applied to the segment that is translated: its codes, placeholders and numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dragoman.memories.applying import apply_target
from dragoman.segments import Code, Segment, codes, keeps_codes, render
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect


def read(text: str) -> Segment:
    return protect(parse(text))


def translation(source: str, target: str) -> Segment:
    """Parse the target, with the ids that the same codes have in the source."""
    names = {(code.data, code.kind): code.id for code in codes(read(source))}
    return tuple(
        replace(part, id=names.get((part.data, part.kind), f"new-{part.id}"))
        if isinstance(part, Code)
        else part
        for part in parse(target)
    )


@pytest.mark.parametrize(
    ("query", "source", "target", "expected"),
    [
        ("The house", "The house", "La casa", "La casa"),
        ("The <b>red</b> house", "The <i>red</i> house", "La casa <i>roja</i>", "La casa <b>roja</b>"),
        (
            "<a href='1'>One</a> and <b>two</b>",
            "<x>One</x> and <y>two</y>",
            "<y>Dos</y> y <x>uno</x>",
            "<b>Dos</b> y <a href='1'>uno</a>",
        ),
        (
            "Delete {count} files",
            "Delete {count} files",
            "Borrar {count} archivos",
            "Borrar {count} archivos",
        ),
        ("%s of %s", "%s of %s", "%s de %s", "%s de %s"),
        ("A &amp; B", "A & B", "A y B & C", "A y B &amp; C"),
        (
            "See http://a.example/x",
            "See http://a.example/x",
            "Vea http://a.example/x",
            "Vea http://a.example/x",
        ),
    ],
)
def test_codes_are_those_of_the_segment(query: str, source: str, target: str, expected: str) -> None:
    written = apply_target(read(query), source=read(source), target=translation(source, target))
    assert written is not None
    assert render(written) == expected
    assert keeps_codes(read(query), written)


@pytest.mark.parametrize(
    ("query", "source", "target"),
    [
        ("The <b>red</b> house", "The <i>red</i> house", "La casa roja"),
        ("The <b>red</b> house", "The <i>red</i> house", "La <u>casa</u> <i>roja</i>"),
        ("The <b>red</b> house", "The red house", "La casa roja"),
        ("Delete {count} files", "Delete {count} files", "Borrar archivos"),
        ("Delete {count} files", "Delete {count} files", "Borrar {Count} archivos"),
    ],
)
def test_a_target_whose_codes_are_not_its_sources_is_not_used(query: str, source: str, target: str) -> None:
    assert apply_target(read(query), source=read(source), target=translation(source, target)) is None
