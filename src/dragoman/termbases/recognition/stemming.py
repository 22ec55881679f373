"""Stemmers for inflected languages, by small rules, for terms whose match is `stem`.

A stemmer removes endings, the longest first, while three letters remain (in some languages two). In Arabic
and Hebrew, it first removes articles and conjunctions that are written together with the word. Terms and
texts are stemmed alike, so a stem need not be a word: the forms of a word only have to get the same stem.
Forms of words that change inside (mice, ging, псы) have to be listed; in German, umlauts become their vowels.
Words of languages without rules are compared as a whole.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.termbases.recognition.words import find_folding

Stemmer = Callable[[str], str]

_RUSSIAN: Final = (
    "а я о е ы и у ю ь й ам ям ами ями ах ях ов ев ёв ей ой ий ый ом ем ём ою ею ую юю ая яя ое ее ые ие"
    " ого его ому ему ым им ыми ими ых их"
)
_SERBIAN: Final = "a e i o u om em ima ama ovi evi ova eva oj og ega oga omu emu im ih ime"
_SCANDINAVIAN: Final = "en et er ar or erne arne orna ene ens ets ers s n r a e"

# Language: its endings; "old>new" replaces one. They are applied from the longest on.
_ENDINGS: Final[Mapping[str, str]] = {
    "en": "s es ies>y ied>y ying>y ed ing e ss>ss",
    "de": "e en er em es s n ens ern ers innen>in",
    "nl": "en s e n 's ën er",
    "af": "e s te de",
    "sv": _SCANDINAVIAN + " arna erna",
    "da": _SCANDINAVIAN,
    "nb": _SCANDINAVIAN,
    "nn": _SCANDINAVIAN + " ane",
    "no": _SCANDINAVIAN,
    "fr": "s x e es aux>al ale>al ales>al eux elle elles ée ées é és",
    "es": "s es a as o os e",
    "pt": "s es a as o os e ões>ão ães>ão ais>al éis>el is>l",
    "gl": "s es a as o os e óns>ón ais>al",
    "it": "a e i o chi>c che>c ghi>g ghe>g",
    "ca": "s es a ns e",
    "oc": "s es a as e",
    "ro": "a e i ă ul ului le lor ii ilor elor uri urile urilor ea ei",
    "ru": _RUSSIAN,
    "uk": _RUSSIAN + " і ї є ові еві ами ями ів їв ою ею ого ому ій",
    "be": _RUSSIAN + " і ў аў яў ога яму",
    "bg": "а я о е и ът та то те ят та ите ата ето ове овете",
    "mk": "а о е и от та то те ите ата",
    "pl": "a ą e ę i o u y ów om owi ami ach em ie ią iem ego emu ej ym im ych ich ymi imi",
    "cs": "a e ě i í o u y ů ů ou em ům ům ami emi ích ách ech ům ovi ého ému ý á é ým ých ými",
    "sk": "a e i í o u y ov om ou ami mi ách och iach ovi ého ému ý á é ým ých ými",
    "sl": "a e i o u om em ov ev am ah ih ega emu im imi",
    "hr": _SERBIAN,
    "bs": _SERBIAN,
    "sr": _SERBIAN + " а е и о у ом ем има ама ови еви ова ева ој ог ега ога ому ему им их име",
    "lt": "as is us a ė i o u e ą ę į ų ams oms ais omis uose ose iui ui os ai iai io",
    "lv": "s a e is us i u am ai ā ē ī ū as es iem ām ēm os ās ēs",
    "hu": "k t n m ak ek ok ök at et ot öt ban ben ba be ból ből nak nek val vel hoz hez höz ra re ról ről"
    " tól től on en ön ért ig ként ja je a e i ai ei aknak eknek oknak akat eket okat",
    "fi": "n t a ä ta tä ssa ssä sta stä an en in ön iin lla llä lta ltä lle na nä ksi tta ttä i ia iä ja"
    " jä jen ien issa issä ista istä illa illä ille",
    "et": "d t s st sse l lt le ks ga ta de te sid id i e a u",
    "tr": "lar ler ı i u ü yı yi yu yü a e ya ye da de ta te dan den tan ten ın in un ün nın nin nun nün"
    " ları leri ların lerin larda lerde lardan lerden lara lere sı si su sü la le yla yle lı li lu lü",
    "az": "lar lər ı i u ü nı ni nu nü a ə ya yə da də dan dən ın in un ün nın nin ları ləri",
    "el": "ος ου ο οι ων ους ε α ας ες η ης ι ια ιου ιων ματα ματος εις εως",
    "ar": "ها ان ات ون ين يه ية ه ة ي",
    "he": "ים ות ה",
    "fa": "ها های هایی ی",
    "hi": "ा े ी ों ें ियाँ ियों ियां ो",
    "mr": "ा े ी ांना ांचा ाला ाचा ात",
    "id": "nya kan i an lah",
    "ms": "nya kan i an lah",
    "ka": "ი ს მა ის ით ად ში ზე ები ების ებს ებით",
    "hy": "ը ն ի ով ից ում եր ներ ների ները",
    "eu": "a ak ek en ari ean ra tik ko rekin",
    "sq": "i u a e it ut es et ve ët",
    "ga": "a e í anna",
    "cy": "au iau on ion",
}
_BEFORE: Final[Mapping[str, tuple[str, ...]]] = {
    "ar": ("وال", "بال", "كال", "فال", "لل", "ال", "و", "ب", "ل", "ف", "ك"),
    "he": ("וה", "שה", "מה", "בה", "לה", "כש", "ה", "ו", "ב", "ל", "מ", "ש", "כ"),
}
_MOST_ENDINGS: Final = 4
_TWO_LETTERS: Final = frozenset({"ar", "he", "hi", "mr", "fa"})
_LETTERS: Final[Mapping[str, dict[int, str]]] = {
    "de": {ord("ä"): "a", ord("ö"): "o", ord("ü"): "u"},
    "ru": {ord("ё"): "е"},
    "ar": {ord("أ"): "ا", ord("إ"): "ا", ord("آ"): "ا", ord("ى"): "ي"},
}
# Korean particles, which are written together with the word before them. Texts are always split before them.
_KOREAN: Final = (
    "은 는 이 가 을 를 의 에 에서 에게 께 께서 한테 로 으로 로서 으로서 로써 으로써 와 과 랑 이랑 하고 도 만"
    " 까지 부터 보다 처럼 마다 조차 마저 밖에 나 이나 든지 이든지 라도 이라도 야 이야 라고 이라고 란 이란"
    " 들 들이 들은 들을 들의 들에 들에게 에는 에도 에서는 에서도 에서의 으로는 로는 와의 과의 만을 만이"
    " 까지의 부터의 으로부터 로부터 입니다 이다 다 인 이며 이고 이라는 라는 였다 이었다 임"
)
KOREAN_PARTICLES: Final = frozenset(_KOREAN.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rules:
    endings: tuple[tuple[str, str], ...]  # an ending and its replacement, the longest first
    before: tuple[str, ...]
    letters: Mapping[int, str]
    least: int  # letters that must remain


@functools.cache
def find_stemmer(language: str) -> Stemmer | None:
    """Find the stemmer of a language, which takes folded words; None: the language has no rules."""
    subtag = language.partition("-")[0]
    listed = _ENDINGS.get(subtag)
    if listed is None:
        return None
    fold = find_folding(language)
    pairs = {}
    for item in listed.split():
        ending, _, replacement = item.partition(">")
        pairs[fold(ending)] = fold(replacement) if replacement else ""
    rules = _Rules(
        endings=tuple(sorted(pairs.items(), key=lambda pair: (-len(pair[0]), pair[0]))),
        before=_BEFORE.get(subtag, ()),
        letters=_LETTERS.get(subtag, {}),
        least=2 if subtag in _TWO_LETTERS else 3,
    )
    return functools.lru_cache(maxsize=65_536)(functools.partial(_stem, rules))


def _stem(rules: _Rules, word: str) -> str:
    if len(word) <= rules.least or not word[0].isalpha():
        return word
    for before in rules.before:
        if word.startswith(before) and len(word) - len(before) > rules.least:
            word = word[len(before) :]
            break
    for _ in range(_MOST_ENDINGS):
        shorter = _remove_ending(rules, word)
        if shorter == word:
            break
        word = shorter
    return word.translate(rules.letters) if rules.letters else word


def _remove_ending(rules: _Rules, word: str) -> str:
    for ending, replacement in rules.endings:
        if word.endswith(ending) and len(word) - len(ending) >= rules.least:
            return word[: len(word) - len(ending)] + replacement
    return word
