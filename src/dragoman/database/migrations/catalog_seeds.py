"""What revision 0013 puts into the catalogue. A released list never changes: a later revision adds to it."""

from __future__ import annotations

from typing import Any, Final

# Canonical BCP 47 codes, every language of Apertium's pairs among them, by the alphabet of their codes.
LANGUAGES: Final = (
    ("af", "Afrikaans"), ("am", "Amharic"), ("an", "Aragonese"), ("ar", "Arabic"), ("ast", "Asturian"),
    ("az", "Azerbaijani"), ("be", "Belarusian"), ("bg", "Bulgarian"), ("bn", "Bangla"), ("br", "Breton"),
    ("bs", "Bosnian"), ("ca", "Catalan"), ("ca-valencia", "Valencian"), ("cs", "Czech"), ("cy", "Welsh"),
    ("da", "Danish"), ("de", "German"), ("de-AT", "German (Austria)"), ("de-CH", "German (Switzerland)"),
    ("el", "Greek"), ("en", "English"), ("en-AU", "English (Australia)"), ("en-CA", "English (Canada)"),
    ("en-GB", "English (United Kingdom)"), ("en-US", "English (United States)"), ("eo", "Esperanto"),
    ("es", "Spanish"), ("es-419", "Spanish (Latin America)"), ("es-ES", "Spanish (Spain)"),
    ("es-MX", "Spanish (Mexico)"), ("et", "Estonian"), ("eu", "Basque"), ("fa", "Persian"),
    ("fi", "Finnish"), ("fil", "Filipino"), ("fo", "Faroese"), ("fr", "French"),
    ("fr-BE", "French (Belgium)"), ("fr-CA", "French (Canada)"), ("fr-CH", "French (Switzerland)"),
    ("fr-FR", "French (France)"), ("frp", "Arpitan"), ("ga", "Irish"), ("gd", "Scottish Gaelic"),
    ("gl", "Galician"), ("gu", "Gujarati"), ("ha", "Hausa"), ("he", "Hebrew"), ("hi", "Hindi"),
    ("hr", "Croatian"), ("ht", "Haitian Creole"), ("hu", "Hungarian"), ("hy", "Armenian"),
    ("id", "Indonesian"), ("is", "Icelandic"), ("it", "Italian"), ("it-CH", "Italian (Switzerland)"),
    ("ja", "Japanese"), ("ka", "Georgian"), ("kk", "Kazakh"), ("km", "Khmer"), ("kn", "Kannada"),
    ("ko", "Korean"), ("ku", "Kurdish"), ("ky", "Kyrgyz"), ("la", "Latin"), ("lb", "Luxembourgish"),
    ("lo", "Lao"), ("lt", "Lithuanian"), ("lv", "Latvian"), ("mg", "Malagasy"), ("mi", "Māori"),
    ("mk", "Macedonian"), ("ml", "Malayalam"), ("mn", "Mongolian"), ("mr", "Marathi"), ("ms", "Malay"),
    ("mt", "Maltese"), ("my", "Burmese"), ("nb", "Norwegian Bokmål"), ("ne", "Nepali"), ("nl", "Dutch"),
    ("nl-BE", "Dutch (Belgium)"), ("nn", "Norwegian Nynorsk"), ("no", "Norwegian"), ("oc", "Occitan"),
    ("oc-aranes", "Aranese"), ("oc-gascon", "Gascon"), ("or", "Odia"), ("pa", "Punjabi"),
    ("pl", "Polish"), ("ps", "Pashto"), ("pt", "Portuguese"), ("pt-BR", "Portuguese (Brazil)"),
    ("pt-PT", "Portuguese (Portugal)"), ("pt-colb1945", "Portuguese (spelling of 1945)"),
    ("ro", "Romanian"), ("ru", "Russian"), ("rw", "Kinyarwanda"), ("sc", "Sardinian"),
    ("se", "Northern Sami"), ("si", "Sinhala"), ("sk", "Slovak"), ("sl", "Slovenian"),
    ("so", "Somali"), ("sq", "Albanian"),
    ("sr", "Serbian"), ("sr-Latn", "Serbian (Latin)"), ("sv", "Swedish"), ("sw", "Swahili"),
    ("szl", "Silesian"), ("ta", "Tamil"), ("te", "Telugu"), ("tg", "Tajik"), ("th", "Thai"),
    ("ti", "Tigrinya"), ("tk", "Turkmen"), ("tr", "Turkish"), ("uk", "Ukrainian"),
    ("ur", "Urdu"), ("uz", "Uzbek"), ("vi", "Vietnamese"), ("xh", "Xhosa"), ("yi", "Yiddish"),
    ("yo", "Yoruba"), ("zh", "Chinese"), ("zh-Hans", "Chinese (Simplified)"),
    ("zh-Hant", "Chinese (Traditional)"), ("zu", "Zulu"),
)  # fmt: skip

WORK_AREAS: Final = (
    "General", "Automotive", "Chemistry", "Construction", "Education", "Energy", "Finance",
    "Information technology", "Legal", "Life sciences", "Marketing", "Medical", "Public administration",
    "Science", "Technical", "Tourism",
)  # fmt: skip

_WEIGHTS: Final = {
    "context": 0,
    "exact": 30,
    "repetition": 30,
    "repetition-across-files": 30,
    "fuzzy-95-99": 60,
    "fuzzy-85-94": 60,
    "fuzzy-75-84": 60,
    "fuzzy-50-74": 100,
    "internal-95-99": 60,
    "internal-85-94": 60,
    "internal-75-84": 60,
    "internal-50-74": 100,
    "none": 100,
    "numbers": 0,
    "protected": 0,
}

SERVICES: Final[tuple[dict[str, Any], ...]] = (
    {
        "name": "Machine translation",
        "kind": "machine",
        "currency": "EUR",
        "price_per_word": "0.01",
        "weights": _WEIGHTS,
        "words_per_day": None,
        "auto_start_after": 60,
    },
    {
        "name": "Machine translation and post-editing",
        "kind": "post-editing",
        "currency": "EUR",
        "price_per_word": "0.06",
        "weights": _WEIGHTS,
        "words_per_day": 5000,
        "auto_start_after": None,
    },
    {
        "name": "Human translation",
        "kind": "human",
        "currency": "EUR",
        "price_per_word": "0.12",
        "weights": _WEIGHTS,
        "words_per_day": 2000,
        "auto_start_after": None,
    },
)
