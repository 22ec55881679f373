"""Text in the source languages of Apertium's pairs.

A few sentences of our own for every language, enough for the suite; for the campaign FLORES-200 where the
folder in DRAGOMAN_TEST_TEXTS (default: ../shared/eval) has the language, else the messages of the system's
programs.
"""

from __future__ import annotations

import gettext
import os
import random
from pathlib import Path

# Each list begins with words of an ambiguity class that the pair's tagger was not trained for; unknown words
# follow: the order in which a tagger that remembers goes wrong.
OWN = {
    "en": [
        "When I was near the river, Apple had included a known frobnicator.",
        "The quick brown zorgle jumped over two lazy dogs, didn't it?",
        "Press the blue button to restart your computer; it won't take long.",
        "Mrs. Blenkinsop-Fnord bought 3.5 kg of snarfblatts at 10:45.",
    ],
    "es": [
        "Como ya sabe cualquier persona, millones de niños comen cada día cerca de China.",
        "El zorgle rápido saltó sobre los perros perezosos para comprar un frobnicador.",
        "Primero pulse el botón azul: bien, entre bajo el medio, por favor.",
        "Vámonos al mercado; dámelo hasta mañana, ¿no te parece bastante fuerte?",
    ],
    "ca": [
        "Les cases han estat tan petites com quan eren noves.",
        "El zorgle ràpid va saltar sobre els gossos mandrosos, oi que sí?",
        "Quan arribis a l'estació, prem el botó blau i digue-m'ho.",
        "En Blenkinsop va comprar 3,5 kg de snarfblatts a les 10:45.",
    ],
    "fr": [
        "L'été dernier, il a été comme être entre deux alertes : ceci n'est pas une pipe.",
        "Le zorgle rapide sauta par-dessus les chiens paresseux, n'est-ce pas ?",
        "Appuyez sur le bouton bleu pour redémarrer l'ordinateur.",
        "Mme Blenkinsop a acheté 3,5 kg de snarfblatts à 10 h 45.",
    ],
    "pt": [
        "A casa era mais bonita como sobre a mesa, e tão grande que não cabia.",
        "O zorgle rápido saltou sobre os cães preguiçosos, não foi?",
        "Carregue no botão azul para reiniciar o computador.",
        "Deu-lhe 3,5 kg de snarfblatts às 10:45, disse-me ela.",
    ],
    "it": [
        "La casa che è stata costruita come quanto sono stati i prezzi è di chi è stato qui.",
        "Lo zorgle veloce saltò sopra i cani pigri, vero?",
        "Premi il pulsante blu per riavviare il computer.",
        "Dimmelo: l'amico ha comprato 3,5 kg di snarfblatt alle 10:45.",
    ],
    "oc": [
        "Puèi son anats contra la paret coma quand plòu, sonque durant la nuèch.",
        "Lo zorgle rapid sautèt sus los cans pereses.",
        "L'ostal es bèl e las vinhas son verdas.",
        "Qu'ei anat tà la vila dab los companhs.",
    ],
    "gl": [
        "O seu irmán, que se lavou como máis lle gusta, xa non está aquí.",
        "O zorgle rápido choutou sobre os cans preguiceiros.",
        "Prema o botón azul para reiniciar o ordenador.",
        "A súa nai mercou 3,5 kg de snarfblatts ás 10:45.",
    ],
    "sv": [
        "En katt, ett hus, och en hund som sover eller äter.",
        "Den snabba zorglen hoppade över de lata hundarna.",
        "Tryck på den blå knappen för att starta om datorn.",
        "Fru Blenkinsop köpte 3,5 kg snarfblattar klockan 10.45.",
    ],
    "da": [
        "Kunne du komme, og ville du, eller som andre, men kunne ikke?",
        "Den hurtige zorgle sprang over de dovne hunde.",
        "Tryk på den blå knap for at genstarte computeren.",
        "Fru Blenkinsop købte 3,5 kg snarfblatter klokken 10.45.",
    ],
    "nb": [
        "Dette er noe som denne mannen ikke visste: PID og PAM.",
        "Den raske zorglen hoppet over de late hundene.",
        "Trykk på den blå knappen for å starte datamaskinen på nytt.",
        "Fru Blenkinsop kjøpte 3,5 kg snarfblatter klokka 10.45.",
    ],
    "nn": [
        "Det er denne mannen som ikkje visste noko om biletdata.",
        "Den raske zorglen hoppa over dei late hundane.",
        "Trykk på den blå knappen for å starte datamaskina på nytt.",
        "Fru Blenkinsop kjøpte 3,5 kg snarfblattar klokka 10.45.",
    ],
    "is": [
        "Hvort sem minni á að vera þegar vinstri maður kemur.",
        "Hundurinn stökk yfir zorgluna og fór heim.",
        "Ýttu á bláa hnappinn.",
        "Hún keypti 3,5 kg af snarfblöttum klukkan 10:45.",
    ],
    "ru": ["Это новый дом, и в нём живёт зоргл.", "Нажмите синюю кнопку."],
    "uk": ["Це новий дім, і в ньому живе зоргл.", "Натисніть синю кнопку."],
}
FLORES = {
    "en": "eng",
    "es": "spa",
    "ca": "cat",
    "fr": "fra",
    "pt": "por",
    "it": "ita",
    "oc": "oci",
    "gl": "glg",
}
MESSAGES = Path("/usr/share/locale")
_DEFAULT = Path(__file__).parents[4] / "shared" / "eval"


def sentences(language: str, count: int) -> list[str]:
    """Up to `count` sentences of a language's primary code: our own, then others."""
    found = [*OWN.get(language, ())]
    if len(found) < count:
        found += _flores(language) or _messages(language)
    return list(dict.fromkeys(found))[:count]


def _flores(language: str) -> list[str]:
    folder = Path(os.environ.get("DRAGOMAN_TEST_TEXTS", str(_DEFAULT)))
    file = folder / f"flores200-devtest.{FLORES.get(language, language)}"
    return file.read_text(encoding="utf-8").splitlines() if file.is_file() else []


def _messages(language: str) -> list[str]:
    """Sentences of the translated messages of the programs installed here, in a settled random order."""
    found: set[str] = set()
    for file in sorted((MESSAGES / language / "LC_MESSAGES").glob("*.mo")):
        try:
            with file.open("rb") as opened:
                catalog = gettext.GNUTranslations(opened)
        except (OSError, UnicodeDecodeError, ValueError):
            continue
        for message in catalog._catalog.values():  # type: ignore[attr-defined]
            found.update(
                line for raw in message.split("\n") if len((line := " ".join(raw.split())).split()) >= 5
            )
    ordered = sorted(found)
    random.Random(1).shuffle(ordered)
    return ordered
