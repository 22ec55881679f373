"""The words of the grammar, chosen so that Apertium knows them in English, Spanish and Catalan."""

from __future__ import annotations

from typing import Final


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


INTERFACE: Final = _words(
    "button window menu folder password message image screen network update error column list report"
    " document dictionary text translation map picture number question answer"
)
GOODS: Final = _words(
    "product box bag shirt book letter chair door table bicycle lamp clock coat hat shoe bed bottle knife"
    " spoon machine tool cable battery keyboard printer song game film newspaper"
)
PAPERS: Final = _words(
    "report invoice contract budget plan project receipt document letter translation payment order"
)
FOOD: Final = _words("bread cheese coffee tea water milk fruit meat fish rice")
PLACES: Final = _words(
    "shop office house garden kitchen street city bridge hotel hospital market river mountain beach"
    " warehouse library station"
)
PEOPLE: Final = _words(
    "friend sister brother mother father teacher doctor customer neighbour colleague daughter son"
)
ANIMALS: Final = _words("dog cat bird")
ADJECTIVES: Final = _words(
    "red blue green white black yellow small large new old cheap expensive short heavy empty"
    " warm cold easy difficult good beautiful important necessary public private automatic digital foreign"
    " modern wide narrow strong weak correct"
)
STATES: Final = _words(
    "red blue green white black small large new old cheap expensive empty full warm cold good beautiful"
    " important necessary available"
)
DAYS: Final = _words("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
MONTHS: Final = _words("January March May June July September October December")

# base, past, participle
CHANGES: Final = (
    ("open", "opened", "opened"),
    ("close", "closed", "closed"),
    ("delete", "deleted", "deleted"),
    ("print", "printed", "printed"),
    ("send", "sent", "sent"),
    ("receive", "received", "received"),
    ("copy", "copied", "copied"),
    ("change", "changed", "changed"),
    ("translate", "translated", "translated"),
    ("accept", "accepted", "accepted"),
    ("confirm", "confirmed", "confirmed"),
    ("install", "installed", "installed"),
    ("prepare", "prepared", "prepared"),
    ("choose", "chose", "chosen"),
    ("sign", "signed", "signed"),
    ("find", "found", "found"),
)
# verbs that Apertium also takes for verbs at the start of a sentence
ORDERS: Final = _words("Delete Send Receive Translate Accept Confirm Install Prepare Choose Find")
DEALS: Final = (
    ("buy", "bought", "bought"),
    ("sell", "sold", "sold"),
    ("repair", "repaired", "repaired"),
    ("paint", "painted", "painted"),
    ("clean", "cleaned", "cleaned"),
    ("use", "used", "used"),
    ("wash", "washed", "washed"),
    ("order", "ordered", "ordered"),
)

SYLLABLES: Final = _words(
    "ba be bo da de do fa fe fo ga go ka ke ko la le lo ma me mo na ne no ra re ro sa se so ta te to va ve vo"
    " za zo"
)
ENDINGS: Final = ("n", "r", "l", "s", "k", "x", "", "", "m")

SHORT: Final = (
    "Save",
    "Cancel",
    "Open",
    "Close",
    "Print",
    "Yes",
    "No",
    "Delete",
    "Next page",
    "Help",
    "Search",
    "Language",
    "Log out",
    "Save changes",
    "New message",
    "Thank you!",
    "Good morning!",
    "Welcome!",
    "Are you sure?",
    "Number of pages",
    "Date and time",
    "User name",
    "All languages",
    "Your account",
    "Wrong password",
    "SAVE",
    "CANCEL",
    "NEW MESSAGE",
    "PRINT",
    "YES",
    "NO",
)
