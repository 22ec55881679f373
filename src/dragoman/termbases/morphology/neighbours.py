"""Tables of words that agree with a noun beside them, by language, for `agreement`.

A row has the forms of a word: masculine and feminine singular, masculine and feminine plural; "-" for a
missing form. A row that begins with "~" has endings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """The words of a language."""

    articles: str  # compared here, but changed elsewhere, as their forms also depend on sound
    determiners: str  # other words before a noun
    adjectives: str  # behind a noun: those that cannot be a finite verb, unlike "limpia"
    predicates: str  # behind a copula only
    copulas: frozenset[str]
    between: frozenset[str]  # words that may be between noun, copula and adjective
    masculine: tuple[str, ...] = ("o", "os")  # endings of adjectives that are not listed
    feminine: tuple[str, ...] = ("a", "as")


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


NEIGHBOURS: Final[Mapping[str, Neighbours]] = {
    "ca": Neighbours(
        articles="el/la/els/les del/-/dels/- al/-/als/- pel/-/pels/- un/una/uns/unes",
        determiners="aquest/aquesta/aquests/aquestes aquell/aquella/aquells/aquelles"
        " altre/altra/altres/altres algun/alguna/alguns/algunes molt/molta/molts/moltes"
        " tot/tota/tots/totes -/-/diversos/diverses meu/meva/meus/meves teu/teva/teus/teves"
        " seu/seva/seus/seves nostre/nostra/nostres/nostres vostre/vostra/vostres/vostres"
        " mateix/mateixa/mateixos/mateixes"
        " nou/nova/nous/noves"
        " vell/vella/vells/velles primer/primera/primers/primeres segon/segona/segons/segones"
        " últim/última/últims/últimes",
        adjectives="~at/ada/ats/ades ~it/ida/its/ides ~ut/uda/uts/udes vermell/vermella/vermells/vermelles"
        " vell/vella/vells/velles nou/nova/nous/noves negre/negra/negres/negres"
        " blanc/blanca/blancs/blanques petit/petita/petits/petites llarg/llarga/llargs/llargues"
        " perillós/perillosa/perillosos/perilloses obert/oberta/oberts/obertes"
        " defectuós/defectuosa/defectuosos/defectuoses",
        predicates="ple/plena/plens/plenes buit/buida/buits/buides car/cara/cars/cares bo/bona/bons/bones"
        " imprès/impresa/impresos/impreses net/neta/nets/netes brut/bruta/bruts/brutes"
        " llest/llesta/llestos/llestes content/contenta/contents/contentes",
        copulas=_words("és són era eren serà seran està estan estava estaven ser estat sigut"),
        between=_words("va van ha han pot poden molt ja més massa encara no"),
        masculine=("at", "it", "ut", "ats", "its", "uts"),
        feminine=("a", "es"),
    ),
    "es": Neighbours(
        articles="el/la/los/las del/-/-/- al/-/-/- un/una/unos/unas",
        determiners="este/esta/estos/estas ese/esa/esos/esas aquel/aquella/aquellos/aquellas"
        " otro/otra/otros/otras algún/alguna/algunos/algunas ningún/ninguna/-/-"
        " mucho/mucha/muchos/muchas -/toda/todos/todas -/-/varios/varias"
        " nuestro/nuestra/nuestros/nuestras vuestro/vuestra/vuestros/vuestras"
        " mismo/misma/mismos/mismas nuevo/nueva/nuevos/nuevas"
        " viejo/vieja/viejos/viejas primer/primera/primeros/primeras segundo/segunda/segundos/segundas"
        " tercer/tercera/terceros/terceras último/última/últimos/últimas",
        adjectives="~ado/ada/ados/adas ~ido/ida/idos/idas rojo/roja/rojos/rojas viejo/vieja/viejos/viejas"
        " nuevo/nueva/nuevos/nuevas negro/negra/negros/negras blanco/blanca/blancos/blancas"
        " pequeño/pequeña/pequeños/pequeñas largo/larga/largos/largas abierto/abierta/abiertos/abiertas"
        " roto/rota/rotos/rotas peligroso/peligrosa/peligrosos/peligrosas"
        " defectuoso/defectuosa/defectuosos/defectuosas automático/automática/automáticos/automáticas",
        predicates="lleno/llena/llenos/llenas vacío/vacía/vacíos/vacías caro/cara/caros/caras"
        " bueno/buena/buenos/buenas malo/mala/malos/malas impreso/impresa/impresos/impresas"
        " limpio/limpia/limpios/limpias sucio/sucia/sucios/sucias listo/lista/listos/listas"
        " correcto/correcta/correctos/correctas completo/completa/completos/completas"
        " escrito/escrita/escritos/escritas resuelto/resuelta/resueltos/resueltas",
        copulas=_words(
            "es son era eran fue fueron será serán sea sean está están estaba estaban estuvo estuvieron"
            " estará estarán sido ser estar"
        ),
        between=_words(
            "muy ya más demasiado todavía no ha han había habían debe deben puede pueden tiene tienen que"
        ),
    ),
    "fr": Neighbours(
        articles="le/la/-/- du/-/-/- au/-/-/- un/une/-/- ce/cette/-/- -/ma/-/- -/ta/-/- -/sa/-/-",
        determiners="-/-/certains/certaines quel/quelle/quels/quelles tout/toute/tous/toutes"
        " premier/première/premiers/premières second/seconde/seconds/secondes"
        " dernier/dernière/derniers/dernières",
        adjectives="~é/ée/és/ées noir/noire/noirs/noires vert/verte/verts/vertes"
        " petit/petite/petits/petites ouvert/ouverte/ouverts/ouvertes vieux/vieille/vieux/vieilles"
        " nouveau/nouvelle/nouveaux/nouvelles fermé/fermée/fermés/fermées"
        " dangereux/dangereuse/dangereux/dangereuses",
        predicates="plein/pleine/pleins/pleines bon/bonne/bons/bonnes cher/chère/chers/chères"
        " neuf/neuve/neufs/neuves prêt/prête/prêts/prêtes cassé/cassée/cassés/cassées"
        " écrit/écrite/écrits/écrites",
        copulas=_words("est sont était étaient sera seront soit soient été être fut furent"),
        between=_words("a ont avait avaient peut peuvent doit doivent ne très déjà plus pas trop encore"),
        masculine=("é", "és", "eux", "if", "ifs", "el", "els", "ais", "eau", "eaux"),
        feminine=("ée", "ées", "euse", "euses", "ive", "ives", "elle", "elles", "ette", "ettes"),
    ),
    "gl": Neighbours(
        articles="o/-/os/as do/da/dos/das ao/á/aos/ás no/na/nos/nas polo/pola/polos/polas un/unha/uns/unhas",
        determiners="este/esta/estes/estas ese/esa/eses/esas outro/outra/outros/outras"
        " algún/algunha/algúns/algunhas ningún/ningunha/-/- moito/moita/moitos/moitas"
        " -/toda/todos/todas -/-/varios/varias meu/miña/meus/miñas seu/súa/seus/súas"
        " noso/nosa/nosos/nosas voso/vosa/vosos/vosas mesmo/mesma/mesmos/mesmas novo/nova/novos/novas"
        " vello/vella/vellos/vellas primeiro/primeira/primeiros/primeiras segundo/segunda/segundos/segundas"
        " deste/desta/destes/destas"
        " neste/nesta/nestes/nestas",
        adjectives="~ado/ada/ados/adas ~ido/ida/idos/idas vermello/vermella/vermellos/vermellas"
        " vello/vella/vellos/vellas novo/nova/novos/novas negro/negra/negros/negras"
        " branco/branca/brancos/brancas pequeno/pequena/pequenos/pequenas aberto/aberta/abertos/abertas"
        " roto/rota/rotos/rotas perigoso/perigosa/perigosos/perigosas",
        predicates="cheo/chea/cheos/cheas baleiro/baleira/baleiros/baleiras caro/cara/caros/caras"
        " limpo/limpa/limpos/limpas listo/lista/listos/listas",
        copulas=_words(
            "é son era eran foi foron será serán sexa sexan está están estaba estaban sido ser estar"
        ),
        between=_words("ten teñen que pode poden moi xa máis demasiado aínda non"),
    ),
    "it": Neighbours(
        articles="il/la/i/le lo/-/gli/- del/della/dei/delle dello/-/degli/- al/alla/ai/alle"
        " dal/dalla/dai/dalle nel/nella/nei/nelle sul/sulla/sui/sulle un/una/-/- uno/-/-/-"
        " quel/quella/quei/quelle",
        determiners="questo/questa/questi/queste altro/altra/altri/altre alcuno/alcuna/alcuni/alcune"
        " molto/molta/molti/molte mio/mia/miei/mie tuo/tua/tuoi/tue suo/sua/suoi/sue"
        " nostro/nostra/nostri/nostre vostro/vostra/vostri/vostre stesso/stessa/stessi/stesse -/-/vari/varie"
        " nuovo/nuova/nuovi/nuove vecchio/vecchia/vecchi/vecchie primo/prima/primi/prime"
        " secondo/seconda/secondi/seconde ultimo/ultima/ultimi/ultime",
        adjectives="~ato/ata/ati/ate ~uto/uta/uti/ute rosso/rossa/rossi/rosse vecchio/vecchia/vecchi/vecchie"
        " nuovo/nuova/nuovi/nuove nero/nera/neri/nere piccolo/piccola/piccoli/piccole"
        " aperto/aperta/aperti/aperte chiuso/chiusa/chiusi/chiuse rotto/rotta/rotti/rotte"
        " pericoloso/pericolosa/pericolosi/pericolose",
        predicates="~ito/ita/iti/ite pieno/piena/pieni/piene vuoto/vuota/vuoti/vuote caro/cara/cari/care"
        " buono/buona/buoni/buone pulito/pulita/puliti/pulite pronto/pronta/pronti/pronte",
        copulas=_words("è sono era erano fu furono sarà saranno sia siano stato stati stata state essere"),
        between=_words("può possono deve devono molto già più troppo ancora non"),
        masculine=("o", "i"),
        feminine=("a",),
    ),
    "pt": Neighbours(
        articles="o/-/os/as do/da/dos/das ao/à/aos/às no/na/nos/nas pelo/pela/pelos/pelas um/uma/uns/umas",
        determiners="este/esta/estes/estas esse/essa/esses/essas aquele/aquela/aqueles/aquelas"
        " outro/outra/outros/outras algum/alguma/alguns/algumas nenhum/nenhuma/-/-"
        " muito/muita/muitos/muitas -/toda/todos/todas -/-/vários/várias meu/minha/meus/minhas"
        " seu/sua/seus/suas nosso/nossa/nossos/nossas vosso/vossa/vossos/vossas"
        " mesmo/mesma/mesmos/mesmas novo/nova/novos/novas"
        " velho/velha/velhos/velhas primeiro/primeira/primeiros/primeiras segundo/segunda/segundos/segundas"
        " deste/desta/destes/destas neste/nesta/nestes/nestas",
        adjectives="~ado/ada/ados/adas ~ido/ida/idos/idas vermelho/vermelha/vermelhos/vermelhas"
        " velho/velha/velhos/velhas novo/nova/novos/novas preto/preta/pretos/pretas"
        " negro/negra/negros/negras"
        " branco/branca/brancos/brancas pequeno/pequena/pequenos/pequenas aberto/aberta/abertos/abertas"
        " roto/rota/rotos/rotas perigoso/perigosa/perigosos/perigosas",
        predicates="cheio/cheia/cheios/cheias vazio/vazia/vazios/vazias caro/cara/caros/caras"
        " limpo/limpa/limpos/limpas pronto/pronta/prontos/prontas sujo/suja/sujos/sujas",
        copulas=_words(
            "é são era eram foi foram será serão seja sejam está estão estava estavam sido ser estar"
        ),
        between=_words("tem têm que pode podem deve devem muito já mais demasiado ainda não"),
    ),
}
