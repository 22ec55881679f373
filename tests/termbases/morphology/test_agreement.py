"""Words beside a term: those that certainly do not agree are found, and only those are changed."""

from __future__ import annotations

import pytest

from dragoman.termbases.model import Gender
from dragoman.termbases.morphology import GrammaticalNumber, adjust_agreement, has_disagreement

M, F = Gender.MASCULINE, Gender.FEMININE


@pytest.mark.parametrize(
    ("language", "gender", "text", "wanted"),
    [
        ("es", M, "Varias _ fueron encontradas.", "Varios _ fueron encontrados."),
        (
            "es",
            M,
            "Estas otras _ viejas están vacías",
            "Estos otros _ viejos están vacíos",
        ),
        ("es", M, "VARIAS _ HAN SIDO ENCONTRADAS", "VARIOS _ HAN SIDO ENCONTRADOS"),
        ("es", F, "Otro _ no está roto.", "Otra _ no está rota."),
        ("ca", M, "Diverses _ velles van ser trobades", "Diversos _ vells van ser trobats"),
        ("fr", F, "tout _ est ouvert", "toute _ est ouverte"),
        ("fr", M, "Les _ ont été trouvées", "Les _ ont été trouvés"),
        ("gl", M, "Varias _ foron atopadas", "Varios _ foron atopados"),
        ("it", M, "Queste _ sono state trovate", "Questi _ sono state trovati"),
        ("pt", F, "Estes _ vermelhos são caros", "Estas _ vermelhas são caras"),
    ],
)
def test_known_words_get_the_gender(language: str, gender: Gender, text: str, wanted: str) -> None:
    before, _, behind = text.partition("_")
    assert has_disagreement(before, behind, gender=gender, number=None, language=language)
    assert "_".join(adjust_agreement(before, behind, gender=gender, number=None, language=language)) == wanted


@pytest.mark.parametrize(
    ("language", "gender", "text"),
    [
        ("es", M, "El _ usa gasolina."),
        ("es", M, "El _ come manzanas rojas."),
        ("es", M, "Los _ son problemas y cosas."),
        ("es", M, "Los _ son entradas."),
        ("es", M, "Las teclas del _ son rojas."),
        ("es", M, "Las teclas de este _ son rojas."),
        ("es", M, "El _, roja y vieja"),
        ("es", M, "El _ ha encontrada"),
        ("fr", F, "La _ a trouvé un livre"),
        ("ca", M, "Les tecles de l'_ són vermelles"),
        ("pt", F, "vou a _ aberta"),
        ("de", M, "Die _ ist alt"),
    ],
)
def test_other_words_do_not_change(language: str, gender: Gender, text: str) -> None:
    before, _, behind = text.partition("_")
    assert not has_disagreement(before, behind, gender=gender, number=None, language=language)
    assert adjust_agreement(before, behind, gender=gender, number=None, language=language) == (before, behind)


def test_articles_are_compared_but_not_changed() -> None:
    assert has_disagreement("La ", "", gender=M, number=None, language="es")
    assert adjust_agreement("La ", "", gender=M, number=None, language="es") == ("La ", "")
    assert has_disagreement("Los ", "", gender=M, number=GrammaticalNumber.SINGULAR, language="es")
    assert not has_disagreement("Los ", "", gender=M, number=GrammaticalNumber.PLURAL, language="es")
