"""Plurals, numbers and genders of terms in six languages, and English plurals in sources."""

from __future__ import annotations

import pytest

from dragoman.termbases.model import Gender
from dragoman.termbases.morphology import (
    FormChange,
    GrammaticalNumber,
    compare_forms,
    find_gender,
    find_number,
    pluralise,
    singularise,
)

PLURALS = {
    "es": "atasco de papel>atascos de papel|memoria caché>memorias caché|coche rojo>coches rojos"
    "|disco duro>discos duros|placa base>placas base|tarjeta SIM>tarjetas SIM|luz>luces|imagen>imágenes"
    "|régimen>regímenes|carácter>caracteres|botón>botones|análisis>análisis|virus>virus|menú>menús"
    "|Panel de Control>Paneles de Control|canal principal>canales principales|chip>chips|inglés>ingleses"
    "|BASE DE DATOS>BASES DE DATOS|PDF>PDF|archivo adjunto>archivos adjuntos|mes>meses|ley>leyes",
    "ca": "embús de paper>embussos de paper|memòria cau>memòries cau|botó verd>botons verds|pàgina>pàgines"
    "|llengua>llengües|boca>boques|platja>platges|procés>processos|peix>peixos|text>textos|camí>camins"
    "|fitxer adjunt>fitxers adjunts|sofà>sofàs|cafè>cafès|virus>virus|capital>capitals|plaça>places",
    "fr": "bourrage papier>bourrages papier|journal>journaux|carte mère>cartes mères|bateau>bateaux"
    "|travail>travaux|détail>détails|pneu>pneus|lieu>lieux|genou>genoux|clou>clous|accès>accès|prix>prix"
    "|bac à papier>bacs à papier|cartouche d'encre>cartouches d'encre|festival>festivals|œil>yeux",
    "gl": "atasco de papel>atascos de papel|botón>botóns|papel>papeis|luz>luces|túnel>túneles|mes>meses"
    "|canal principal>canais principais|imaxe>imaxes|variábel>variábeis|mal>?|sal>sales",
    "it": "disco rigido>dischi rigidi|problema>problemi|città>città|file>file|catalogo>cataloghi|amico>amici"
    "|banca>banche|camicia>camicie|arancia>arance|stampante>stampanti|zio>zii|uomo>uomini|crisi>crisi"
    "|inceppamento della carta>inceppamenti della carta|medico>medici|strategia>strategie|occhio>occhi",
    "pt": "botão>botões|mão>mãos|pão>pães|papel>papéis|móvel>móveis|perfil>perfis|útil>úteis|nível>níveis"
    "|imagem>imagens|lápis>lápis|mês>meses|luz>luzes|cartão de memória>cartões de memória|lençol>lençóis"
    "|canal principal>canais principais|azul>azuis|ônibus>ônibus",
}


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [(language, *item.split(">")) for language, table in PLURALS.items() for item in table.split("|")],
)
def test_plurals(language: str, one: str, many: str) -> None:
    assert pluralise(one, language) == (None if many == "?" else many)
    if many not in {"?", one}:
        assert compare_forms(one, many, language) is FormChange.PLURAL
        assert compare_forms(many, one, language) is FormChange.SINGULAR


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "usuario y clave"),
        ("es", "alta resolución"),
        ("es", "cinta aislante 3M-x"),
        ("es", "marroquí"),
        ("es", "de nada"),
        ("ca", "dos"),
        ("it", "eco"),
        ("de", "Stau"),
        ("ru", "замятие бумаги"),
        ("es", ""),
    ],
)
def test_uncertain_plurals_are_none(language: str, text: str) -> None:
    assert pluralise(text, language) is None


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("paper jam", "paper jams"),
        ("battery", "batteries"),
        ("key", "keys"),
        ("box", "boxes"),
        ("switch", "switches"),
        ("index", "indices"),
        ("index", "indexes"),
        ("mouse", "mice"),
        ("shelf", "shelves"),
        ("point of sale", "points of sale"),
        ("salesman", "salesmen"),
        ("analysis", "Analyses"),
        ("driver’s seat", "driver's seats"),
        ("hero", "heroes"),
    ],
)
def test_english_sources(one: str, many: str) -> None:
    assert compare_forms(one, many, "en-GB") is FormChange.PLURAL
    assert compare_forms(many, one, "en") is FormChange.SINGULAR


@pytest.mark.parametrize(
    ("listed", "found", "change"),
    [
        ("print", "printing", FormChange.OTHER),
        ("print", "Print", FormChange.NONE),
        ("print job", "print", FormChange.OTHER),
        ("sheep", "sheep", FormChange.NONE),
        ("driver's", "driver’s", FormChange.NONE),
    ],
)
def test_other_forms(listed: str, found: str, change: FormChange) -> None:
    assert compare_forms(listed, found, "en") is change


@pytest.mark.parametrize(
    ("language", "masculine", "feminine"),
    [
        (
            "es",
            "atasco cajones sistema mapa día paquetes motor nivel ratón",
            "bandeja mano unidades red nubes",
        ),
        ("ca", "embús calaix problema fitxers botó canal", "safata mà ciutat versió llums imatge"),
        ("fr", "bourrage papier écran fichier problème système", "imprimante page image version carte clé"),
        ("gl", "atasco caixón sistema papel garaxe", "bandexa man imaxe cidade rede versión"),
        ("it", "vassoio problema fiore nome file", "stampante mano città pubblicazione scheda"),
        ("pt", "atolamento botão problema papel", "gaveta mão imagem versão rede cidade"),
    ],
)
def test_genders(language: str, masculine: str, feminine: str) -> None:
    assert {find_gender(word, language) for word in masculine.split()} == {Gender.MASCULINE}
    assert {find_gender(word, language) for word in feminine.split()} == {Gender.FEMININE}


@pytest.mark.parametrize(
    ("language", "word"),
    [("es", "cliente"), ("es", "capital"), ("es", "PDF"), ("ca", "guia"), ("fr", "guide"), ("it", "cliente"),
     ("pt", "guia"), ("de", "Stau"), ("es", "")],
)  # fmt: skip
def test_genders_that_words_do_not_show(language: str, word: str) -> None:
    assert find_gender(word, language) is None


@pytest.mark.parametrize(
    ("language", "text", "number"),
    [
        ("es", "atascos de papel", GrammaticalNumber.PLURAL),
        ("es", "atasco de los papeles", GrammaticalNumber.SINGULAR),
        ("es", "crisis", None),
        ("es", "autobús", GrammaticalNumber.SINGULAR),
        ("es", "PCS", None),
        ("fr", "journaux", GrammaticalNumber.PLURAL),
        ("fr", "accès", None),
        ("pt", "papéis", GrammaticalNumber.PLURAL),
        ("it", "stampanti", GrammaticalNumber.PLURAL),
        ("it", "stampante", None),
        ("de", "Autos", None),
    ],
)
def test_numbers(language: str, text: str, number: GrammaticalNumber | None) -> None:
    assert find_number(text, language) is number


@pytest.mark.parametrize(
    ("language", "many", "one"),
    [
        ("es", "atascos de papel", "atasco de papel"),
        ("es", "errores", None),
        ("es", "virus", None),
        ("ca", "processos", None),
        ("fr", "cartouches d'encre", "cartouche d'encre"),
        ("it", "carte", None),
    ],
)
def test_singulars(language: str, many: str, one: str | None) -> None:
    assert singularise(many, language) == one


@pytest.mark.parametrize(
    ("text", "plural"),
    [
        ("lamp", "lamps"),
        ("lorry", "lorries"),
        ("child", "children"),
        ("head of department", "heads of department"),
        ("apple tree", "apple trees"),
        ("Box", "Boxes"),
        ("patch", "patches"),
        ("monarch", "monarchs"),
        ("radio", "radios"),
        ("series", "series"),
        ("roof", None),
        ("cargo", None),
        ("USB", None),
        ("settings", None),
        ("children", None),
    ],
)
def test_english_plurals(text: str, plural: str | None) -> None:
    assert pluralise(text, "en") == plural
