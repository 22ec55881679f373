"""The texts of the demo account: the manual of a coffee machine, in Spanish, and its terms in Catalan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

_PARTS: Final = (
    *("la tapa", "la caldera", "la bandeja", "la rejilla", "la jarra", "la bomba", "la junta", "la pantalla"),
    *("la llave", "la cuchara", "el depósito", "el filtro", "el molinillo", "el cable", "el botón"),
    *("el tubo", "el termómetro", "el interruptor", "el grifo", "el cepillo"),
)
_SENTENCES: Final = (
    *("{Part} está en la caja.", "Compruebe {part} cada mañana.", "Guarde {part} en un lugar seco."),
    *("No abra {part} cuando el aparato está caliente.", "Lave {part} con agua fría y sin jabón."),
    *("Si {part} no funciona, llame al servicio técnico.", "{Part} tiene una garantía de dos años."),
    *("Antes de limpiar {part}, espere diez minutos.", "Use {part} con las manos secas."),
    *("Para cambiar {part}, siga las instrucciones de la página siguiente.", "{Part} no es un juguete."),
    *("En la imagen puede ver {part}.", "Después de usar el aparato, limpie {part}."),
    *("Puede comprar {part} en nuestra tienda.", "{Part} pesa menos de un kilo."),
)
ARTICLE: Final = "La <b>cafetera</b> tiene {count} programas."
MORE: Final = ("El café de la mañana es el mejor.", "La máquina hace poco ruido.")


def sentences() -> list[str]:
    """All sentences of the manual, in the order of its parts."""
    return [
        text.replace("{Part}", part[0].upper() + part[1:]).replace("{part}", part)
        for part in _PARTS
        for text in _SENTENCES
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A project with two files."""

    external_id: str
    title: str
    text: Sequence[str]  # paragraphs of the first file
    page: Sequence[str]  # and of the second one


def _about_part(number: int) -> list[str]:
    count = len(_SENTENCES)
    return sentences()[number * count : (number + 1) * count]


# What the memory does not have: some sentences are like those that it has, the others are new.
_NEW: Final = (
    *("Lave la jarra con agua caliente y sin jabón.", "El depósito tiene una garantía de tres años."),
    *("Antes de limpiar el filtro, espere quince minutos.", "Compruebe la tapa nueva cada mañana."),
    *("La máquina nueva tiene una pantalla de color.", "El programa de limpieza dura cinco minutos."),
    *("Puede elegir la temperatura del agua en la pantalla.", "El café sale más caliente que antes."),
)
DELIVERED: Final = Order(
    external_id="demo-delivered",
    title="Manual of the coffee machine",
    text=_about_part(0),
    page=_about_part(1),
)
RUNNING: Final = Order(
    external_id="demo-running",
    title="Manual, second edition",
    text=_about_part(0),
    page=[*_about_part(2), *_NEW],
)


def _concept(definition: str, spanish: str, catalan: str, *forbidden: str) -> dict[str, Any]:
    terms = [{"language": "es", "text": spanish}, {"language": "ca", "text": catalan, "status": "preferred"}]
    terms += [{"language": "ca", "text": text, "status": "forbidden"} for text in forbidden]
    return {"definition": definition, "domain": "coffee machines", "terms": terms}


CONCEPTS: Final = (
    _concept("What holds the water", "depósito", "dipòsit", "tanc"),
    _concept("What grinds the beans", "molinillo", "molinet", "moledora"),
    _concept("What opens and closes the flow of water", "grifo", "aixeta", "grifó"),
    _concept("What the coffee is poured into", "jarra", "gerra", "jarra"),
    _concept("What switches the machine on", "interruptor", "interruptor", "palanca"),
    _concept("Who repairs machines", "servicio técnico", "servei tècnic", "servici tècnic"),
)
