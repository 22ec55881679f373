"""What the two servers translate differently: the service by Apertium, the mock as sandbox accounts get it.

Everything else that a test says holds for both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

# English text → the Spanish text of the service, and of the mock. `{}` is a number, or an enforced term.
TRANSLATIONS: Final = {
    "The house.": ("La casa.", "[Ţĥéé ĥóóúúšéé.]"),
    "The <b>house</b>.": ("La <b>casa</b>.", "[Ţĥéé <b>ĥóóúúšéé</b>.]"),
    "The house {}.": ("La casa {}.", "[Ţĥéé ĥóóúúšéé {}.]"),
    "The house is {}.": ("La casa es {}.", "[Ţĥéé ĥóóúúšéé ííš {}.]"),
    "The house is red.": ("La casa es roja.", "[Ţĥéé ĥóóúúšéé ííš ŕééđ.]"),
    "The {}.": ("La {}.", "[Ţĥéé {}.]"),
    "The cat.": ("El gato.", "[Ţĥéé çááţ.]"),
    "The dog.": ("El perro.", "[Ţĥéé đóóĝ.]"),
    "The dog is big.": ("El perro es grande.", "[Ţĥéé đóóĝ ííš ƀííĝ.]"),
    "The {{count}} cats.": ("Los {{count}} gatos.", "[Ţĥéé {{count}} çááţš.]"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The translations of one server, and how it names what makes them."""

    place: int  # in the pairs above
    engine: str
    quality: str

    def __call__(self, text: str, *values: object) -> str:
        """The translation of a text of the table."""
        return TRANSLATIONS[text][self.place].format(*values)


WORDS: Final = {
    "service": Words(place=0, engine="apertium", quality="gist"),
    "mock": Words(place=1, engine="pseudo", quality="test"),
}
