"""Segments joined from the translations of their texts: words at the borders between them are not glued."""

from __future__ import annotations

import pytest

from dragoman.segments import render
from dragoman.translation.protection.markup import parse
from dragoman.translation.protection.placeholders import protect
from dragoman.translation.splitting.sentences import Splitting, plan


@pytest.mark.parametrize(
    ("source", "targets", "joined"),
    [
        (
            "<em>%s</em><b>{name}</b> answer city!",
            ["%s", "ciudad <b>{name}</b> respuesta!"],
            "<em>%s</em> ciudad <b>{name}</b> respuesta!",
        ),
        ("Night <a>%s</a><i>dog</i>", ["<a>%s</a> noche", "perro"], "<a>%s</a> noche <i>perro</i>"),
        ("<b>Warning</b>Do not open", ["Aviso", "No abrir"], "<b>Aviso</b>No abrir"),
    ],
)
def test_words_at_borders_are_parted(source: str, targets: list[str], joined: str) -> None:
    planned = plan(protect(parse(source)), language="en", splitting=Splitting(longest=300))
    assert len(planned.units) == len(targets)
    translated = []
    for unit, target in zip(planned.units, targets, strict=True):
        known = {render((part,)): part for part in unit}
        translated.append(tuple(known.get(render((part,)), part) for part in protect(parse(target))))
    assert render(planned.join(translated)) == joined
