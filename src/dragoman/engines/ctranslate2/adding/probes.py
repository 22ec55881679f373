"""Sentences of ours that models are tested with, each with words that are looked for in translations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Probe:
    """A sentence, and words in it that have translations of their own."""

    sentence: str
    words: tuple[str, ...]


def _probe(sentence: str, *words: str) -> Probe:
    return Probe(sentence, words)


PROBES: Final[Mapping[str, tuple[Probe, ...]]] = {
    "en": (
        _probe("The red house is big.", "red", "house", "big"),
        _probe("The dog sees a cat in the garden.", "dog", "cat", "garden"),
        _probe("My brother has a new car.", "brother", "new", "car"),
        _probe("The water is cold today.", "water", "cold", "today"),
        _probe("We want to buy bread and milk.", "bread", "milk"),
        _probe("The old man reads a book at home.", "man", "book"),
        _probe("Open the window and close the door.", "window", "door"),
        _probe("The white horse runs in the field.", "white", "horse", "field"),
    ),
    "es": (
        _probe("La casa roja es grande.", "roja", "casa", "grande"),
        _probe("El perro ve un gato en el jardín.", "perro", "gato", "jardín"),
        _probe("Mi hermano tiene un coche nuevo.", "hermano", "coche", "nuevo"),
        _probe("El agua está fría hoy.", "agua", "hoy"),
        _probe("Queremos comprar pan y leche.", "pan", "leche"),
        _probe("El hombre viejo lee un libro en casa.", "hombre", "libro"),
        _probe("Abre la ventana y cierra la puerta.", "ventana", "puerta"),
        _probe("El caballo blanco corre en el campo.", "caballo", "blanco", "campo"),
    ),
    "ca": (
        _probe("La casa vermella és gran.", "vermella", "casa", "gran"),
        _probe("El gos veu un gat al jardí.", "gos", "gat", "jardí"),
        _probe("El meu germà té un cotxe nou.", "germà", "cotxe", "nou"),
        _probe("L'aigua és freda avui.", "avui"),
        _probe("Volem comprar pa i llet.", "pa", "llet"),
        _probe("L'home vell llegeix un llibre a casa.", "llibre"),
        _probe("Obre la finestra i tanca la porta.", "finestra", "porta"),
        _probe("El cavall blanc corre al camp.", "cavall", "blanc", "camp"),
    ),
    "de": (
        _probe("Das rote Haus ist groß.", "rote", "Haus", "groß"),
        _probe("Der Hund sieht eine Katze im Garten.", "Hund", "Katze", "Garten"),
        _probe("Mein Bruder hat ein neues Auto.", "Bruder", "Auto"),
        _probe("Das Wasser ist heute kalt.", "Wasser", "heute", "kalt"),
        _probe("Wir wollen Brot und Milch kaufen.", "Brot", "Milch"),
        _probe("Der alte Mann liest zu Hause ein Buch.", "Mann", "Buch"),
        _probe("Öffne das Fenster und schließe die Tür.", "Fenster", "Tür"),
        _probe("Das weiße Pferd läuft auf dem Feld.", "Pferd", "Feld"),
    ),
    "fr": (
        _probe("La maison rouge est grande.", "rouge", "maison", "grande"),
        _probe("Le chien voit un chat dans le jardin.", "chien", "chat", "jardin"),
        _probe("Mon frère a une nouvelle voiture.", "frère", "voiture"),
        _probe("L'eau est froide aujourd'hui.", "froide"),
        _probe("Nous voulons acheter du pain et du lait.", "pain", "lait"),
        _probe("Le vieil homme lit un livre à la maison.", "homme", "livre"),
        _probe("Ouvre la fenêtre et ferme la porte.", "fenêtre", "porte"),
        _probe("Le cheval blanc court dans le champ.", "cheval", "blanc", "champ"),
    ),
}

# For every other language: what any model can read.
ANY_LANGUAGE: Final = (
    _probe("Berlin, Paris, Madrid, Roma."),
    _probe("Maria, Anna, Peter, 12:30."),
    _probe("1, 2, 3, 4, 5."),
)


def probes_for(language: str) -> tuple[Probe, ...]:
    """The sentences for a source language."""
    return PROBES.get(language.partition("-")[0], ANY_LANGUAGE)
