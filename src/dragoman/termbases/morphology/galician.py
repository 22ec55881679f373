"""Galician nouns and adjectives."""

from __future__ import annotations

from typing import Final

from dragoman.termbases.model import Gender
from dragoman.termbases.morphology.rules import (
    LanguageRules,
    count_vowels,
    read_endings,
    read_genders,
    read_words,
    replace_ending,
)

_PLURALS: Final = read_endings(
    "a>as e>es i>is o>os u>us á>ás é>és í>ís ó>ós ú>ús n>ns r>res z>ces s>s és>eses ás>ases ís>ises"
    " ós>oses x>? y>? d>ds j>? al>ais el>eis ol>ois ul>uis il>ís ábel>ábeis íbel>íbeis b>bs c>cs f>fs"
    " g>gs h>hs k>ks m>ms p>ps t>ts v>vs w>ws"
)
_IRREGULAR: Final = read_endings(
    "mes>meses gas>gases tos>toses deus>deuses país>países bus>buses autobús>autobuses dúplex>dúplex"
    " mal>? fax>faxes fácil>fáciles difícil>difíciles carácter>caracteres gris>grises"
    " cartafol>cartafoles dial>diales dual>duais corpus>corpus pop>pop"
)


def _plural(word: str, _gender: Gender | None) -> str | None:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if (
        word[-1] == "l"
        and not word.endswith(("ábel", "íbel"))
        and (count_vowels(word) == 1 or any(letter in "áéíóú" for letter in word))
    ):
        return word + "es"
    return replace_ending(word, _PLURALS)


RULES: Final = LanguageRules(
    plural=_plural,
    genders=read_genders(
        masculine="o or ón án ín és el al il ol ar er ete ote ate que grama orama ema oma gma ismo isma t k"
        " p b m c g f v u",
        feminine="a ción sión xión dade tade tude ume eza ez sis itis icie erie triz axe encia ancia",
        unsure="e nte ista ita ota z ión ícola ida cida í ú n",
    ),
    words=read_genders(
        masculine="día mapa planeta clima drama trauma enigma poeta cometa nome sobre índice límite axuste"
        " informe soporte transporte detalle bucle volume resumo presente monte aire pai mes país"
        " gas bus menú virus plan apéndice alcance importe avance balance contraste nivel cable"
        " coche paquete lápis norte leste oeste costume lume fume zume legume garaxe traxe gorila"
        " canguro oasis ambiente guión ton ben pan can son status software hardware byte gigabyte"
        " vale cartafol servidor cartucho botón corazón camión avión padrón balón millón xamón"
        " salmón rei peixe leite dente bosque papel panel cliente",
        feminine="man foto moto base clave chave fonte internet interface orixe parte neve frase rede cruz"
        " luz paz voz raíz vez noz torre morte sorte tarde noite dose mente sede ponte xente febre"
        " ave nube orde imaxe lei razón conexión xestión reunión opinión rexión unión cuestión"
        " versión cor flor dor suor muller tribo ligazón paixón variábel variable filial diagonal"
        " credencial multinacional postal web medida saída entrada vida bebida comida partida"
        " visita nota bota receita pregunta superficie serie especie tese análise elipse nai broma"
        " goma trama forma norma firma plataforma gama alarma cama marxe clase fase corrente"
        " variante constante cal sal pel col marca tarxeta etiqueta ferramenta conta porta carta",
        unsure="xeral final capital modelo radio extra vertical horizontal central terminal natural"
        " federal visual oriental integral inicial menor maior membro lateral guía auxiliar rosa"
        " oficial belga intérprete moral garda incondicional editorial policía líder rival cura"
        " defensa insular radical monarca titular personaxe inútil fiscal atleta militar celta"
        " salvaxe facha liberal batería papa escarlata primate calor soldado xinete pirata piloto"
        " escolar patriarca vogal intelectual profesional indíxena colega responsábel industrial"
        " azteca criminal entusiasta delta dixital coma",
    ),
    links=read_words(
        "de do da dos das polo pola polos polas nun nunha dun dunha a ao á aos ás en no na nos nas con sen"
        " por para sobre entre contra"
    ),
    adjectives=(
        "o",
        "a",
        "al",
        "ar",
        "ble",
        "ante",
        "ente",
        "il",
        "és",
        "verde",
        "azul",
        "gris",
        "grande",
        "dobre",
        "simple",
    ),
    apposed=read_words(
        "web wifi software hardware online offline bluetooth internet caché piloto modelo base clave"
        " chave ponte límite tipo bomba foto audio nai papel"
    ),
    masculine=("o",),
    feminine=("a",),
    plurals=("óns", "ais", "eis", "ois"),
    singular_in_s=("sis", "és", "ís", "ás", "itis", "us"),
)
