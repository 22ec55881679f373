"""Terms in texts of many languages: borders of words, and forms of a word."""

from __future__ import annotations

import pytest

from dragoman.termbases.model import TermMatching
from tests.termbases.concepts import concept
from tests.termbases.recognition.samples import found, glossary, term


@pytest.mark.parametrize(
    ("language", "terms", "sentence", "expected"),
    [
        ("en", ["user account", "e-mail"], "The User\u00a0 Account: e‑mail, emails, account users.", 2),
        ("en", ["don't", "user"], "Don’t ask the user's users.", 2),
        ("en", ["C++", "C#", ".NET", "A4"], "C++ or C# (A4), .NET. Not A45. NET", 4),
        ("en", ["Windows 10", "3.5 mm"], "Windows 10, Windows 10.5, Windows 105, 3.5 mm, 13.5 mm", 2),
        ("en", ["café", "naïve"], "Cafe\u0301, CAFÉ, nai\u0308ve, cafe, ca\u00adfé", 4),
        ("de", ["Straße", "Server-Adresse"], "Die STRASSE, strasse, Straßen; Server‐Adresse", 3),
        ("fr", ["eau", "aujourd'hui"], "L’eau d'aujourd’hui, l'EAU, beau", 3),
        ("tr", ["ışık", "iğne"], "IŞIK ve Işık, İĞNE, İğne'nin; isik, IĞNE", 4),
        ("en", ["information"], "INFORMATION, Information, ınformation", 2),
        ("az", ["ad"], "Ad, AD, adı", 2),
        ("el", ["Αθήνα", "λόγος"], "ΑΘΗΝΑ, Αθήνα, ΛΟΓΟΣ, λόγοσ", 4),
        ("ru", ["счёт", "e-mail"], "Счёт, СЧЁТ, счётчик", 2),
        ("ar", ["كتاب", "خادم"], "كِتَاب، كتـــاب، الخادم", 2),
        ("he", ["ספר", 'צה"ל'], "סֵפֶר, ספר, צה״ל, ספרים", 3),
        ("fa", ["می‌روم"], "می‌روم، ميروم", 1),
        ("hi", ["खाता", "सर्वर"], "आपका खाता, सर्वर पर; खाताधारक", 2),
        ("zh", ["服务器", "用户", "API 网关"], "使用服务器的用户API 网关。", 3),
        ("zh-Hant", ["伺服器"], "新伺服器已啟動", 1),
        ("ja", ["サーバー", "カート", "設定", "お支払い"], "サーバーの設定でカートをお支払い、サーバ", 4),
        ("ja", ["カタカナ", "ABC"], "ｶﾀｶﾅとＡＢＣ", 2),
        ("ja", ["サーバ"], "サーバーと", 0),
        ("ko", ["서버", "사용자 계정"], "서버를 사용자 계정에서 웹서버로", 3),
        ("ko", ["값"], "값을 바꾸고 값, 대값 값어치", 2),
        ("th", ["เกาะ", "ภาษา"], "ไปเกาะสมุย ภาษาไทย", 2),
        ("th", ["กา"], "เกาะ", 0),
        ("lo", ["ພາສາ"], "ພາສາລາວ", 1),
        ("km", ["ភាសា"], "ភាសាខ្មែរ", 1),
        ("my", ["ဘာသာ"], "မြန်မာဘာသာစကား", 1),
        ("my", ["မြ"], "မြန်မာ", 0),
        ("uk", ["об'єкт"], "Об’єкт, обʼєкт", 2),
        ("sv", ["USA"], "USA:s och USA", 2),
        ("ca", ["col·legi", "aigua"], "El col·legi i l'aigua", 2),
        ("und", ["x y"], "x y", 1),
    ],
)
def test_exact_terms(language: str, terms: list[str], sentence: str, expected: int) -> None:
    made = glossary(
        *(concept(**{language: one, "de" if language != "de" else "en": "x"}) for one in terms),
        source=language,
        target="de" if language != "de" else "en",
    )
    assert len(found(made, sentence)) == expected, found(made, sentence)


@pytest.mark.parametrize(
    ("language", "one", "same", "other"),
    [
        ("en", "order", "orders Ordered ordering", "border reorder"),
        ("en", "company", "companies", "compare"),
        ("de", "Haus", "Häuser Hauses Häusern", "Hausbau"),
        ("fr", "cheval", "chevaux cheval", "chevalier"),
        ("es", "cuenta", "cuentas", "cuentista"),
        ("pt", "configuração", "configurações", "configurar"),
        ("it", "banca", "banche", "banchetto"),
        ("ru", "сервер", "сервера серверами Серверов", "серверный"),
        ("uk", "сервер", "серверів сервері", "серверний"),
        ("pl", "konto", "konta kontem kontach", "kontakt"),
        ("cs", "server", "servery serverů serverům", "serverový"),
        ("hu", "szerver", "szerverek szervert szerverben", "szervez"),
        ("fi", "palvelin", "palvelinta", "palvella"),
        ("tr", "hesap", "hesapları hesapta", "hesaplama"),
        ("el", "λογαριασμός", "λογαριασμού λογαριασμοί ΛΟΓΑΡΙΑΣΜΟΥΣ", "λογαριάζω"),
        ("ar", "خادم", "الخادم والخادم بالخادم", "خدمة"),
        ("he", "שרת", "השרת ושרתים", "שירות"),
        ("hi", "खाता", "खाते खातों", "खातिर"),
        ("id", "akun", "akunnya", "aku"),
    ],
)
def test_stems(language: str, one: str, same: str, other: str) -> None:
    target = "de" if language != "de" else "en"
    made = glossary(
        concept(**{language: term(language, one, TermMatching.STEM), target: "x"}),
        source=language,
        target=target,
    )
    assert found(made, f"({one})") == [one]
    for word in same.split():
        assert found(made, f"{word}.") == [word], word
    for word in other.split():
        assert found(made, word) == [], word


def test_stems_of_several_words() -> None:
    made = glossary(
        concept(de=term("de", "rote Karte", TermMatching.STEM), en="red card"), source="de", target="en"
    )
    assert found(made, "Die roten Karten, roter Karton") == ["roten Karten"]


def test_words_that_may_be_longer() -> None:
    made = glossary(
        concept(en=term("en", "config", TermMatching.PREFIX), de="Konfiguration"),
        concept(en=term("en", "user account", TermMatching.PREFIX), de="Benutzerkonto"),
        concept(en=term("en", "go", TermMatching.PREFIX), de="Go"),
    )
    assert found(made, "Config configuration, reconfig: user accounts; users account. Gone") == [
        "Config",
        "configuration",
        "user accounts",
        "Gone",
    ]


def test_listed_forms_are_the_term() -> None:
    made = glossary(concept(en=term("en", "mouse", TermMatching.EXACT, "mice", "mouse's tail"), de="Maus"))
    assert found(made, "Mice, a mouse, mouses, the mouse’s tail") == ["Mice", "mouse", "mouse’s tail"]


def test_digits_of_every_script_are_digits() -> None:
    made = glossary(concept(ar="الإصدار 12", en="version 12"), source="ar", target="en")
    assert found(made, "الإصدار ١٢") == ["الإصدار ١٢"]
