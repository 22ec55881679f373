"""What is there and what is not: emptiness, sameness, terms, repetition."""

from __future__ import annotations

from typing import Any

from dragoman.quality import ExpectedTerm, Suggestion, TermRule

from .pairs import Cases

EDITED = Suggestion(score=85, edited=True)
LOW = Suggestion(score=70, edited=False)
HIGH = Suggestion(score=99, edited=False)
EXACT = Suggestion(score=100, edited=False)
CONTEXT = Suggestion(score=101, edited=False)


def required(source: str, *targets: str, **more: Any) -> dict[str, Any]:
    return {"terms": (ExpectedTerm(rule=TermRule.REQUIRED, source=source, targets=targets, **more),)}


def forbidden(*targets: str, **more: Any) -> dict[str, Any]:
    return {"terms": (ExpectedTerm(rule=TermRule.FORBIDDEN, targets=targets, **more),)}


def keep(*sources: str) -> dict[str, Any]:
    return {"terms": tuple(ExpectedTerm(rule=TermRule.KEEP, source=source) for source in sources)}


CASES = {
    "TARGET_EMPTY": Cases(
        wrong=(
            ("en de", "Save", ""),
            ("en de", "Save", "   "),
            ("en ar", "Save the file.", "\u00a0"),
            ("en ja", "Save", "\u3000"),
            ("de en", "Datei", "\n"),
            ("zh en", "保存", ""),
            ("en fr", "<b>Save</b>", "<b></b>"),
            ("en ru", "42", "\t"),
            ("en de", "%s", ""),
        ),
        right=(
            ("en de", "", ""),
            ("en de", " ", ""),
            ("en de", "Save", "Sichern"),
            ("en zh", "Save", "存"),
            ("en de", "<br/>", "<br/>"),
            ("en de", "<b></b>", "<b></b>"),
            ("en de", "%s", "%s"),
            ("en th", "a", "."),
            ("en de", "\n", ""),
        ),
    ),
    "TARGET_SAME": Cases(
        wrong=(
            ("en de", "The file could not be opened.", "The file could not be opened."),
            ("en fr", "Your <b>password</b> has expired", "Your <b>password</b> has expired"),
            ("de en", "Datei nicht gefunden", "Datei nicht gefunden"),
            ("en ru", "cancel", "cancel"),
            ("en ja", "unknown error", "unknown error"),
            ("ja en", "ファイルを保存しました", "ファイルを保存しました"),
            ("en es", "Click here to see  it", "Click here to see it"),
            ("ar en", "لم يتم العثور على الملف", "لم يتم العثور على الملف"),
            (
                "en pt",
                "{count, plural, one {One file left} other {# files left}}",
                "{count, plural, one {One file left} other {# files left}}",
            ),
            ("en nl", "NOT ENOUGH DISK SPACE LEFT", "NOT ENOUGH DISK SPACE LEFT"),
        ),
        right=(
            ("en de", "Microsoft Windows", "Microsoft Windows"),
            ("en de", "Ludwig van Beethoven", "Ludwig van Beethoven"),
            ("en fr", "https://example.com/the/whole/path", "https://example.com/the/whole/path"),
            ("en de", "{first} {last}", "{first} {last}"),
            ("en de", "Computer", "Computer"),
            ("en es", "hotel", "hotel"),
            ("en de", "12:30", "12:30"),
            ("en en-GB", "The file could not be opened.", "The file could not be opened."),
            ("en de", "cloud native storage", "cloud native storage", keep("cloud native storage")),
            ("ja zh", "東京都", "東京都"),
            ("en de", "<br/>", "<br/>"),
            ("en ja", "OK", "OK"),
            ("en ru", "USB 3.0", "USB 3.0"),
            ("en ru", "Logitech Cordless Freedom Navigator", "Logitech Cordless Freedom Navigator"),
            ("en ko", "initial_condition", "initial_condition"),
            ("en ru", "--optimize", "--optimize"),
        ),
    ),
    "SUGGESTION_UNEDITED": Cases(
        wrong=(
            ("en de", "Open the file", "Datei schließen", {"suggestion": LOW}),
            ("en de", "Open the file", "Datei schließen", {"suggestion": HIGH}),
            ("en fr", "Open", "Fermer", {"suggestion": Suggestion(score=75, edited=False)}),
            ("en ja", "Open", "閉じる", {"suggestion": Suggestion(score=84, edited=False)}),
            ("en zh", "Open", "关闭", {"suggestion": Suggestion(score=95, edited=False)}),
            ("en ar", "Open", "إغلاق", {"suggestion": Suggestion(score=0, edited=False)}),
            ("de en", "Öffnen", "Close", {"suggestion": Suggestion(score=50, edited=False)}),
            ("en ru", "Open", "Закрыть", {"suggestion": Suggestion(score=98, edited=False)}),
        ),
        right=(
            ("en de", "Open the file", "Datei öffnen"),
            ("en de", "Open the file", "Datei öffnen", {"suggestion": EDITED}),
            ("en de", "Open the file", "Datei öffnen", {"suggestion": EXACT}),
            ("en fr", "Open", "Ouvrir", {"suggestion": CONTEXT}),
            ("en ja", "Open", "開く", {"suggestion": EXACT}),
            ("en ja", "Open", "開く", {"suggestion": Suggestion(score=50, edited=True)}),
            ("en zh", "Open", "打开", {"suggestion": None}),
            ("en ar", "Open", "افتح", {"suggestion": Suggestion(score=0, edited=True)}),
        ),
    ),
    "TERM_MISSING": Cases(
        wrong=(
            ("en de", "Open the file.", "Öffnen Sie das Dokument.", required("file", "Datei")),
            ("en de", "The files", "Die Dateien", required("files", "Datei")),
            ("en fr", "the network", "le net", required("network", "réseau", "réseaux")),
            ("en ja", "memory", "記憶", required("memory", "メモリ")),
            ("en zh", "server", "伺服器", required("server", "服务器")),
            ("en de", "a PC", "ein pc", required("PC", "PC", case_sensitive=True)),
            ("en ru", "the key", "кнопка", required("key", "клавиша", "ключ")),
            ("en de", "car", "Carport", required("car", "Car")),
            ("en ar", "server", "حاسوب", required("server", "خادم")),
            ("en es", "hard disk", "disco  y duro", required("hard disk", "disco duro")),
        ),
        right=(
            ("en de", "Open the file.", "Öffnen Sie die Datei.", required("file", "Datei")),
            ("en de", "The files", "Die Dateien", required("files", "Datei", "Dateien")),
            ("en de", "The files", "Die Dateien", required("files", "Datei", prefix=True)),
            ("en fr", "the network", "Réseau local", required("network", "réseau")),
            ("en ja", "memory", "主メモリです", required("memory", "メモリ")),
            ("en zh", "server", "这个服务器的", required("server", "服务器")),
            ("en es", "hard disk", "el disco\u00a0duro", required("hard disk", "disco duro")),
            ("en fr", "network", "re\u0301seau", required("network", "réseau")),
            ("en de", "file", "<b>Datei</b>en", required("file", "Dateien")),
            ("en de", "file", "Irgendwas", required("file")),
            ("en de", "C++", "In C++ geschrieben", required("C++", "C++")),
            ("en ru", "the key", "КЛАВИША", required("key", "клавиша")),
        ),
    ),
    "TERM_FORBIDDEN": Cases(
        wrong=(
            ("en de", "phone", "Das Handy klingelt", forbidden("Handy")),
            ("en de", "phone", "das handy", forbidden("Handy")),
            ("en de", "phone", "Handys", forbidden("Handy", "Handys")),
            ("en de", "phone", "Handyhülle", forbidden("Handy", prefix=True)),
            ("en ja", "user", "ユーザを追加", forbidden("ユーザ")),
            ("en zh", "software", "這個軟體很好", forbidden("軟體")),
            ("en fr", "e-mail", "Un mail arrive", forbidden("mail")),
            ("en ru", "click", "Кликните мышью", forbidden("кликните")),
            ("en es", "computer", "La computadora", forbidden("computadora", "ordenador")),
        ),
        right=(
            ("en de", "phone", "Das Telefon klingelt", forbidden("Handy")),
            ("en de", "phone", "Handyhülle", forbidden("Handy")),
            ("en de", "phone", "handy", forbidden("Handy", case_sensitive=True)),
            ("en ja", "user", "利用者を追加", forbidden("ユーザ")),
            ("en fr", "e-mail", "Le maillot", forbidden("mail")),
            (
                "en fr",
                "email",
                "Un e-mail",
                {"terms": (*required("email", "e-mail")["terms"], *forbidden("mail")["terms"])},
            ),
            ("en de", "phone", "", forbidden("Handy")),
            ("en de", "phone", "Telefon", forbidden()),
            ("en de", "phone", "Telefon", forbidden("", "  ")),
        ),
    ),
    "TERM_TRANSLATED": Cases(
        wrong=(
            ("en de", "Open Word now", "Öffnen Sie nun das Wort", keep("Word")),
            ("en de", "Use iCloud Drive", "Nutzen Sie das iCloud-Laufwerk", keep("iCloud Drive")),
            ("en fr", "Windows", "Fenêtres", keep("Windows")),
            ("en es", "Apple Store", "Tienda Manzana", keep("Apple")),
            ("en ru", "Install Linux", "Установите Линукс", keep("Linux")),
            ("en ja", "Open Excel", "エクセルを開く", keep("Excel")),
            ("en zh", "GitHub account", "吉特账户", keep("GitHub")),
            ("en de", "the PATH variable", "die Path-Variable", keep("PATH")),
        ),
        right=(
            ("en de", "Open Word now", "Öffnen Sie nun Word", keep("Word")),
            ("en pl", "in Windows", "w Windowsie", keep("Windows")),
            ("en ja", "Open Excel", "Excelを開く", keep("Excel")),
            ("en zh", "GitHub account", "使用GitHub账户", keep("GitHub")),
            ("en de", "Use iCloud Drive", "Nutzen Sie iCloud\u00a0Drive", keep("iCloud Drive")),
            ("en fr", "Windows", "<b>Windows</b>", keep("Windows")),
            ("en tr", "in Windows", "Windows'ta", keep("Windows")),
            ("en de", "Nothing", "Nichts", keep("")),
            ("en fi", "in Word", "Wordissa", keep("Word")),
        ),
    ),
    "REPEATED_WORD": Cases(
        wrong=(
            ("en de", "He said that.", "Er sagte sagte das."),
            ("en es", "He spoke with her.", "Habló con con ella."),
            ("en fr", "in the house", "dans dans la maison"),
            ("de en", "In der Stadt", "In the the city"),
            ("en ru", "to the house", "к к дому" + " и к дому дому"),
            ("en el", "that shows", "που που δείχνει"),
            ("en it", "of the city", "Della della città"),
            ("en ar", "in the house", "في في البيت"),
            ("en cs", "the file", "soubor soubor"),
            ("en de", "<b>the</b> house", "<b>ein ein</b> Haus"),
        ),
        right=(
            ("en fr", "We sit down.", "Nous nous asseyons."),
            ("en nl", "You can move.", "Je kunt je je verplaatsen."),
            ("en hi", "slowly", "धीरे धीरे"),
            ("en id", "children", "anak anak"),
            ("en fr", "Duran Duran sang", "Duran Duran chanta"),
            ("en de", "very very good", "sehr sehr gut"),
            ("de en", "Ich weiß, dass er das hatte", "I know that he had had it"),
            ("en es", "12 12", "12 12"),
            ("en de", "No, no!", "Nein, nein!"),
            ("en de", "A-A battery", "A A-Batterie"),
            ("en fr", "word word-processor", "mot mot-outil"),
        ),
    ),
    "TEXT_LOOPS": Cases(
        wrong=(
            ("en de", "It is good.", "Es ist gut, es ist gut, es ist gut, es ist gut."),
            ("en fr", "Hello", "bonjour bonjour bonjour bonjour bonjour"),
            ("en es", "The end of it", "el fin de la la la la la historia"),
            ("en zh", "I like it very much.", "我非常喜欢我非常喜欢我非常喜欢我非常喜欢"),
            ("en ja", "Thank you.", "ありがとうございますありがとうございますありがとうございます"),
            ("en ru", "Yes, I know", "да я знаю да я знаю да я знаю"),
            ("en ar", "in the city", "في المدينة في المدينة في المدينة"),
            ("de en", "Der Anfang ist gut.", "The start is good and so on and so on and so on and so on."),
            ("en th", "Good", "ดีมากดีมากดีมากดีมาก"),
        ),
        right=(
            ("en de", "No, no, no, no!", "Nein, nein, nein, nein!"),
            ("en de", "0 0 0 0 0", "0 0 0 0 0"),
            ("en zh", "hahaha", "哈哈哈"),
            ("en th", "XXXXXXXXXXXXXX", "XXXXXXXXXXXXXX"),
            ("en de", "One by one by one", "Eins und eins und zwei"),
            ("en ja", "-----------------", "-----------------"),
            (
                "en de",
                "The cat saw the dog and the dog saw the cat.",
                "Die Katze sah den Hund und der Hund sah die Katze.",
            ),
            ("en de", "%s %s %s %s", "%s %s %s %s"),
            ("en fr", "row, row, row, row your boat", "rame, rame, rame, rame ton bateau"),
        ),
    ),
}
