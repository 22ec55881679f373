"""Rules of style guides: figures, marks, and how readers are addressed."""

from __future__ import annotations

from typing import Any

from dragoman.styles import DateFormat, FinalStop, Formality, MarkSpacing, NumberFormat, QuotationMarks, Style

from .pairs import Cases


def _styled(**rules: Any) -> dict[str, Any]:
    return {"style": Style(**rules)}


LANGUAGE_NUMBERS = _styled(numbers=NumberFormat.LANGUAGE)
SOURCE_NUMBERS = _styled(numbers=NumberFormat.SOURCE)
COMMA_POINT = _styled(numbers=NumberFormat.COMMA_POINT)
POINT_COMMA = _styled(numbers=NumberFormat.POINT_COMMA)
SPACE_COMMA = _styled(numbers=NumberFormat.SPACE_COMMA)
APOSTROPHE = _styled(numbers=NumberFormat.APOSTROPHE_POINT)
LANGUAGE_DATES = _styled(dates=DateFormat.LANGUAGE)
SOURCE_DATES = _styled(dates=DateFormat.SOURCE)
ISO_DATES = _styled(dates=DateFormat.ISO)
LANGUAGE_QUOTES = _styled(quotation_marks=QuotationMarks.LANGUAGE)
STRAIGHT = _styled(quotation_marks=QuotationMarks.STRAIGHT)
CURLY = _styled(quotation_marks=QuotationMarks.CURLY)
LOW = _styled(quotation_marks=QuotationMarks.LOW)
GUILLEMETS = _styled(quotation_marks=QuotationMarks.GUILLEMETS)
OMIT = _styled(final_stop=FinalStop.OMIT)
AS_SOURCE = _styled(final_stop=FinalStop.SOURCE)
LANGUAGE_SPACES = _styled(space_before_marks=MarkSpacing.LANGUAGE)
NO_SPACES = _styled(space_before_marks=MarkSpacing.NONE)
FORMAL = _styled(formality=Formality.FORMAL)
INFORMAL = _styled(formality=Formality.INFORMAL)

CASES = {
    "STYLE_NUMBERS": Cases(
        wrong=(
            ("en de", "1,234.5 km", "1,234.5 km", LANGUAGE_NUMBERS),
            ("en de", "It costs €3.50.", "Es kostet €3.50.", LANGUAGE_NUMBERS),
            ("en fr", "12,345 people live here.", "12.345 personnes vivent ici.", LANGUAGE_NUMBERS),
            ("en de", "1,234.5 km", "1.234,5 km", SOURCE_NUMBERS),
            ("en de", "1,234,567 people", "1.234.567 Menschen", COMMA_POINT),
            ("en pl", "12,345.6 kg", "12 345,6 kg", POINT_COMMA),
            ("en de", "The 3.5 mm jack", "Die 3.5 mm-Buchse", SPACE_COMMA),
            ("en de-CH", "10,000 francs", "10.000 Franken", APOSTROPHE),
            ("en de", "<b>1,234</b> files", "<b>1.234</b> Dateien", COMMA_POINT),
        ),
        right=(
            ("en de", "1,234.5 km", "1.234,5 km", LANGUAGE_NUMBERS),
            ("en de", "12,345 people", "12 345 Menschen", LANGUAGE_NUMBERS),
            ("en fr", "12,345.6 kg", "12\u202f345,6 kg", LANGUAGE_NUMBERS),
            (
                "en de",
                "Install version 3.5 or 10.4.2.",
                "Installieren Sie 3.5 oder 10.4.2.",
                LANGUAGE_NUMBERS,
            ),
            ("en de", "See section 2.1.", "Siehe Abschnitt 2.1.", LANGUAGE_NUMBERS),
            ("en de", "Ping 192.168.100.200 now.", "Nun 192.168.100.200 anpingen.", COMMA_POINT),
            ("en de", "At 10.30 on 12/31/2025", "Um 10.30 am 31.12.2025", COMMA_POINT),
            ("en de", "1,234.5 km", "1,234.5 km", SOURCE_NUMBERS),
            ("en de", "1,234.5 km", "1,234.5 km", COMMA_POINT),
            ("en de-CH", "10,000.5 kg", "10’000.5 kg", APOSTROPHE),
            ("en de", "1500 people", "1500 Menschen", POINT_COMMA),
            ("en de", "It won 2:1 in 1.5 hours.", "Es gewann 2:1 in 1,5 Stunden.", POINT_COMMA),
            ("en de", "1,234.5 km", "1,234.5 km"),
        ),
    ),
    "STYLE_DATES": Cases(
        wrong=(
            ("en de", "Due 12/31/2025", "Fällig am 12/31/2025", LANGUAGE_DATES),
            ("en de", "Due 2025-12-31", "Fällig am 2025-12-31", LANGUAGE_DATES),
            ("en de", "Due 31/12/2025", "Fällig am 31/12/2025", LANGUAGE_DATES),
            ("en fr", "Due 2025-12-31.", "Avant le 2025-12-31.", LANGUAGE_DATES),
            ("en-US en-GB", "Due 12/31/2025.", "Due by 12/31/2025.", LANGUAGE_DATES),
            ("en de", "Due 12/31/2025", "Fällig am 31.12.2025", ISO_DATES),
            ("en es", "Due 12/31/2025", "Vence el 31/12/2025", SOURCE_DATES),
            ("en ja", "Due 12/31/2025", "期限 31/12/2025", ISO_DATES),
            ("en de", "Due <b>05/06/2025</b>", "Fällig am <b>05.06.2025</b>", ISO_DATES),
        ),
        right=(
            ("en de", "Due 12/31/2025", "Fällig am 31.12.2025", LANGUAGE_DATES),
            ("en fr", "Due 2025-12-31", "Avant le 31/12/2025", LANGUAGE_DATES),
            ("en en-GB", "Due 05/06/2025", "Due by 05/06/2025", LANGUAGE_DATES),
            ("fr en", "Avant le 31/12/2025", "Due 31/12/2025", LANGUAGE_DATES),
            ("en nl", "Due 12/31/2025", "Vóór 31/12/2025", LANGUAGE_DATES),
            ("en de", "Due 12/31/2025", "Fällig am 2025-12-31", ISO_DATES),
            ("en de", "Due December 31, 2025", "Fällig am 31. Dezember 2025", ISO_DATES),
            ("en de", "Due 12/31/2025", "Fällig am 12/31/2025", SOURCE_DATES),
            ("en de", "Open a/12/31/2025/b", "Öffnen Sie a/12/31/2025/b", LANGUAGE_DATES),
            ("en de", "At 2025-12-31 10:30", "Um 2025-12-31 10:30", LANGUAGE_DATES),
            ("en de", "Call 99.99.2025", "Rufen Sie 99.99.2025 an", ISO_DATES),
            ("en de", "Due 12/31/2025", "Fällig am 12/31/2025"),
        ),
    ),
    "STYLE_QUOTES": Cases(
        wrong=(
            ("en de", "Click “Save”.", 'Klicken Sie auf "Speichern".', LANGUAGE_QUOTES),
            ("en de", "Click “Save”.", "Klicken Sie auf «Speichern».", LOW),
            ("en fr", 'Click "Save".', 'Cliquez sur "Enregistrer".', LANGUAGE_QUOTES),
            ("en fr", "Click “Save”.", "Cliquez sur « Enregistrer ».", CURLY),
            ("en ru", 'Click "Save".', 'Нажмите "Сохранить".', GUILLEMETS),
            ("en es", "Click “Save”.", "Pulse «Guardar».", STRAIGHT),
            ("en pl", "Click “Save”.", "Kliknij “Zapisz”.", GUILLEMETS),
            ("en ja", 'Click "Save".', '"保存"をクリックします。', LANGUAGE_QUOTES),
            ("en de", "Click <b>“Save”</b>.", 'Klicken Sie auf <b>"Speichern"</b>.', LOW),
        ),
        right=(
            ("en de", "Click “Save”.", "Klicken Sie auf „Speichern“.", LANGUAGE_QUOTES),
            ("en de", "Click “Save”.", "Klicken Sie auf »Speichern«.", LANGUAGE_QUOTES),
            ("en fr", "Click “Save”.", "Cliquez sur « Enregistrer ».", LANGUAGE_QUOTES),
            ("en fr", "Click “the ‘Save’ key”.", "Cliquez sur « la touche “Enregistrer” ».", GUILLEMETS),
            ("en de", 'A 5" disk', 'Eine 5"-Diskette', LANGUAGE_QUOTES),
            ("en en-GB", "It's John's 'own'.", "It's John's 'own'.", STRAIGHT),
            ("en he", 'The "board"', 'מנכ"ל', LANGUAGE_QUOTES),
            ("en pl", "Click “Save”.", "Kliknij „Zapisz”.", LOW),
            ("en de", 'Click "Save".', 'Klicken Sie auf "Speichern".', STRAIGHT),
            ("en de", 'See <a href="x">“it”</a>.', 'Siehe <a href="x">„es“</a>.', LANGUAGE_QUOTES),
            ("en es", "He said “no”.", "Dijo “no”.", LANGUAGE_QUOTES),
            ("en de", "Click “Save”.", 'Klicken Sie auf "Speichern".'),
        ),
    ),
    "STYLE_FINAL_STOP": Cases(
        wrong=(
            ("en de", "Save the file.", "Datei speichern.", OMIT),
            ("en de", "Save", "Speichern.", OMIT),
            ("en fr", "Your changes were saved.", "Vos modifications sont enregistrées.", OMIT),
            ("en es", "Save <b>it.</b>", "Guárdelo <b>ya.</b>", OMIT),
            ("en de", "He said “no.”", "Er sagte „nein.“", OMIT),
            ("en de", "Save", "Speichern.", AS_SOURCE),
            ("en fr", "Open file", "Ouvrir le fichier.", AS_SOURCE),
            ("en es", "Delete {name}.", "Eliminar {name}.", OMIT),
        ),
        right=(
            ("en de", "Save the file.", "Datei speichern", OMIT),
            ("en de", "Loading...", "Wird geladen...", OMIT),
            ("en de", "Loading…", "Wird geladen …", OMIT),
            ("en de", "Apples, pears, etc.", "Äpfel, Birnen usw.", OMIT),
            ("en de", "Are you sure?", "Sind Sie sicher?", OMIT),
            ("en de", "Saved. You can go on.", "Gespeichert. Es geht weiter.", OMIT),
            (
                "en de",
                "The device has to be switched off before the cover is taken away from it.",
                "Das Gerät muss ausgeschaltet werden, bevor die Abdeckung abgenommen wird.",
                OMIT,
            ),
            ("en de", "Save", "Speichern", AS_SOURCE),
            ("en de", "Save the file.", "Datei speichern.", AS_SOURCE),
            ("en de", "Save the file.", "Datei speichern.", AS_SOURCE),
            ("en de", "on the twelfth", "am 12.", AS_SOURCE),
            ("en de", "Save", "Speichern."),
        ),
    ),
    "STYLE_MARK_SPACE": Cases(
        wrong=(
            ("en fr", "Name:", "Nom:", LANGUAGE_SPACES),
            ("en fr", "Are you sure?", "Êtes-vous sûr?", LANGUAGE_SPACES),
            ("en fr", "Done!", "Terminé!", LANGUAGE_SPACES),
            ("fr en", "Nom :", "Name :", LANGUAGE_SPACES),
            ("fr de", "Êtes-vous sûr ?", "Sind Sie sicher ?", LANGUAGE_SPACES),
            ("fr es", "Terminé !", "¡Hecho !", NO_SPACES),
            ("en fr", "Name:", "Nom\u00a0:", NO_SPACES),
            ("en fr-CA", "Name:", "Nom:", LANGUAGE_SPACES),
            ("en fr", "Are <b>you</b>?", "Êtes-<b>vous</b>?", LANGUAGE_SPACES),
        ),
        right=(
            ("en fr", "Name:", "Nom\u00a0:", LANGUAGE_SPACES),
            ("en fr", "Are you sure?", "Êtes-vous sûr\u202f?", LANGUAGE_SPACES),
            ("en fr", "Are you sure?", "Êtes-vous sûr ?", LANGUAGE_SPACES),
            ("en fr-CA", "Are you sure?", "Êtes-vous sûr?", LANGUAGE_SPACES),
            ("en fr-CH", "Name:", "Nom:", LANGUAGE_SPACES),
            (
                "en fr",
                "At 10:30, see https://a.example/?b=1",
                "À 10:30, voir https://a.example/?b=1",
                LANGUAGE_SPACES,
            ),
            ("en de", "It is fun :)", "Das macht Spaß :)", LANGUAGE_SPACES),
            ("en de", "a != b and c ? d : e", "a != b und c ? d : e", LANGUAGE_SPACES),
            ("en de", "Are you sure?", "Sind Sie sicher?", LANGUAGE_SPACES),
            ("en ja", "Name:", "名前 :", LANGUAGE_SPACES),
            ("en de", "{name} : {value}", "{name} : {value}", LANGUAGE_SPACES),
            ("en de", "Name : %s", "Benutzer : %s", LANGUAGE_SPACES),
            ("en de", "Type    : %s", "Typ     : %s", NO_SPACES),
            ("en fr", "Name:", "Nom:"),
        ),
    ),
    "STYLE_ADDRESS": Cases(
        wrong=(
            ("en de", "You can save the file.", "Du kannst die Datei speichern.", FORMAL),
            ("en de", "Change your password.", "Ändere dein Passwort.", FORMAL),
            ("en de", "Can you hear me?", "Kannst du mich hören?", FORMAL),
            ("en de", "You can save the file.", "Jetzt können Sie die Datei speichern.", INFORMAL),
            ("en de", "Change your password.", "Ändern Sie Ihr Passwort.", INFORMAL),
            ("en fr", "You can save.", "Tu peux enregistrer.", FORMAL),
            ("en fr", "Choose your language.", "Choisissez votre langue.", INFORMAL),
            ("en fr", "Can you hear me?", "Pouvez-vous m’entendre ?", INFORMAL),
            ("en es", "Change your password.", "Cambia tu contraseña.", FORMAL),
            ("en es", "Are you there?", "¿Está usted ahí?", INFORMAL),
            ("en it", "Change your password.", "Cambia la tua password.", FORMAL),
            ("en it", "Change your password.", "Cambi la Sua password.", INFORMAL),
            ("en pt", "Change your password.", "Altera a tua palavra-passe.", FORMAL),
            ("en nl", "Change your password.", "Wijzig je wachtwoord.", FORMAL),
            ("en nl", "You can save the file.", "U kunt het bestand opslaan.", INFORMAL),
            ("en ca", "You can save.", "Vostè pot desar.", INFORMAL),
            ("en ru", "Change your password.", "Измени твой пароль.", FORMAL),
            ("en ru", "Thank you.", "Мы благодарим Вас.", INFORMAL),
        ),
        right=(
            ("en de", "You can save the file.", "Sie können die Datei speichern.", FORMAL),
            ("en de", "You can save the file.", "Du kannst die Datei speichern.", INFORMAL),
            ("en de", "They are loud. They sing.", "Sie sind laut. Sie singen.", INFORMAL),
            ("en de", "He said: “They sing.”", "Er sagte: „Sie singen.“", INFORMAL),
            ("en de", "The Café du Monde in it", "Das Café du Monde darin", FORMAL),
            ("en de", "The Tour du Mont Blanc", "Die Tour du Mont Blanc", FORMAL),
            ("en de", "She asked: “Can you?”", "Sie fragte: „Kannst du?“", FORMAL),
            ("en fr", "He fell silent: he had.", "Il s’est tu.", FORMAL),
            ("en fr", "Your appointment is today.", "Ton rendez-vous est aujourd’hui.", INFORMAL),
            ("en fr", "The tone of all your texts", "Le ton de tous vos textes", FORMAL),
            ("en fr", "Her bag and his bag", "Son sac et ta-ta-ta", FORMAL),
            ("en es", "You have it. Yes.", "Él lo tiene. Sí.", INFORMAL),
            ("en es", "Everybody can come.", "Ustedes pueden venir.", INFORMAL),
            ("en it", "She knows it. She says so.", "Lei lo sa. Lei lo dice.", INFORMAL),
            ("en nl", "It takes 10 u.", "Het duurt 10 u.", INFORMAL),
            ("en nl", "You can save the file.", "U kunt het bestand opslaan.", FORMAL),
            ("en ru", "You know that.", "Вы это знаете.", INFORMAL),
            ("en sv", "You can save.", "Du kan spara.", FORMAL),
            ("en de", "Type \\du or /du.", "Geben Sie \\du oder /du ein.", FORMAL),
            ("en de", "Change your password.", "Ändere dein Passwort."),
        ),
    ),
}
