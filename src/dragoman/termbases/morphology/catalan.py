"""Catalan nouns and adjectives."""

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
    "a>es ca>ques ga>gues ça>ces ja>ges gua>gües qua>qües e>es i>is o>os u>us à>ans è>? é>? í>ins"
    " ó>ons ò>? ú>? s>? às>? ès>esos és>? ç>ços x>? ix>ixos st>stos sc>scos xt>xtos gen>? ig>?"
    " eig>ejos aig>ajos uig>? eí>eïns aí>aïns uí>uïns b>bs c>cs d>ds f>fs g>gs h>hs j>js k>ks l>ls"
    " m>ms n>ns p>ps r>rs t>ts v>vs w>ws y>ys z>zs"
)
_IRREGULAR: Final = read_endings(
    "sofà>sofàs cafè>cafès menú>menús tabú>tabús bisturí>bisturís esquí>esquís dominó>dominós"
    " bebè>bebès te>tes re>res be>bens ple>plens fre>frens pa>pans pla>plans mà>mans bo>bons so>sons"
    " to>tons do>dons fi>fins vi>vins gra>grans ca>cans clau>claus peu>peus comú>comuns algú>? ningú>?"
    " dejú>dejuns accés>accessos procés>processos congrés>congressos progrés>progressos excés>excessos"
    " ingrés>ingressos interès>interessos embús>embussos ús>usos avís>avisos permís>permisos cas>casos"
    " pas>passos gas>gasos curs>cursos recurs>recursos concurs>concursos discurs>discursos"
    " univers>universos país>països pis>pisos mes>mesos bus>busos autobús>autobusos compàs>compassos"
    " atles>atles llapis>llapis temps>temps fons>fons virus>virus antivirus>antivirus estatus>estatus"
    " campus>campus corpus>corpus os>ossos nas>nassos vas>vasos arxiu>arxius complex>complexos"
    " annex>annexos índex>índexs fax>faxos box>boxs text>textos context>contextos disc>discos"
    " test>tests risc>riscos dos>? tres>? anàlisi>anàlisis home>homes jove>joves orde>ordes"
    " marge>marges origen>orígens imatge>imatges exprés>exprés gros>grossos espès>espessos"
    " compromís>compromisos encís>encisos abús>abusos refús>refusos fracàs>fracassos"
    " matalàs>matalassos escàs>escassos ros>rossos prefix>prefixos sufix>sufixos fix>fixos mixt>mixtos"
    " cos>cossos arròs>arrossos tros>trossos dors>dorsos vers>versos divers>diversos pols>polsos"
    " fals>falsos comitè>comitès clixé>clixés vídeo>vídeos bé>béns alè>alens rem>rems terrós>terrossos"
    " feliç>feliços capaç>capaces falç>falçs calç>calçs veloç>veloces eficaç>eficaces"
    " incapaç>incapaces feroç>feroces audaç>audaces voraç>voraces cost>costos host>hosts post>posts"
    " trust>trusts hipertext>hipertexts examen>exàmens món>mons flux>fluxos tipus>tipus roig>rojos"
    " boig>bojos mig>mitjos desig>desitjos rebuig>rebutjos plus>plusos focus>focus través>travessos"
    " retrocés>retrocessos fenomen>fenòmens bru>bruns apèndix>apèndixs guaraní>guaranís"
    " bengalí>bengalís romaní>romanís dia>dies via>vies guia>guies cua>cues rei>reis"
)


def _plural(word: str, _gender: Gender | None) -> str | None:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("ós"):
        return word[:-2] + "osos"
    if count_vowels(word) == 1 and word[-1] in "aeio":
        return None
    return replace_ending(word, _PLURALS)


RULES: Final = LanguageRules(
    plural=_plural,
    genders=read_genders(
        masculine="o ment ó í er ar al el il ell i u ig et ot at ut ert ort grama orama ema oma gma isme"
        " atge c k p b m f v x ès or à às ís ús és ç st xt act ect ucte etre ilt ware byte ugi ori"
        " ari",
        feminine="a ció sió xió gió nió tat tud esa ència ància icie sis itis ssió",
        unsure="e ista nt ita ota ió r l n s arca ícola eu au iatra nauta",
    ),
    words=read_genders(
        masculine="dia mapa planeta clima karma drama trauma poeta test port node text mode bit pas home"
        " control full single registre protocol component conjunt client import punt compte arbre"
        " cas centre índex flux instant objecte origen estàndard recurs múltiple rectangle treball"
        " projecte filtre rol exemple ordre temps recipient transport nombre nom cable cotxe pont"
        " pare límit volum lot fitxer error servidor peu preu museu menú antivirus virus programa"
        " canal paper ambient element document moment vent estat resultat costat llistat apartat"
        " tractat sistema problema teclat atac bloqueig pantaló corrent procés accés congrés"
        " interès país mes pla pa gas bus joc lloc foc any sol cel vol ull consell fill cavall"
        " metall portal perfil nivell mòdul títol article símbol rètol angle cercle dubte llibre"
        " sobre poble nucli pin xip clip disc",
        feminine="mà foto moto font base variable edat app demo llum clau veu neu creu nau pau seu deu sal"
        " mel arrel flor llavor labor remor por cort sort part mort ment gent patent dent pell"
        " carn sang llet tarda nit classe frase fase torre llei raó serp set xarxa imatge febre"
        " corba goma broma ploma coma forma norma suma firma alarma plataforma gamma trama dama"
        " flama víctima diadema crema gemma variant constant vocal postal espiral diagonal central"
        " sucursal internet intranet webcam tribu libido ràdio ràtio fam muller anàlisi sintaxi"
        " llar sor brillantor claror calor suor olor pudor dolçor gran escuma mare superfície"
        " sèrie espècie",
        unsure="model web general extra cap final mar policia terra capital guia guarda rosa cometa"
        " bateria son terminal art editorial defensa professional fiscal titular militar familiar"
        " jedi comercial civil rival hacker punk nazi pivot testimoni líder ostatge indígena"
        " monarca moral radical auxiliar oficial belga persa maia zombi puma àrab intèrpret"
        " vertical horitzontal integral circular visual oriental menor escriba premier paleta"
        " delta papa ultra mega giga wiki",
    ),
    links=read_words("de del dels d al als a en amb sense per pel pels sobre entre contra des fins"),
    adjectives=(
        "al",
        "ar",
        "ble",
        "ant",
        "ent",
        "il",
        "ic",
        "ica",
        "at",
        "ada",
        "it",
        "ida",
        "iu",
        "iva",
        "ós",
        "osa",
        "ari",
        "ària",
        "or",
        "ora",
        "verd",
        "verda",
        "vermell",
        "vermella",
        "blau",
        "blava",
        "dur",
        "dura",
        "nou",
        "nova",
        "adjunt",
        "adjunta",
        "llarg",
        "llarga",
        "curt",
        "curta",
        "net",
        "neta",
        "brut",
        "bruta",
        "buit",
        "buida",
        "obert",
        "oberta",
        "gran",
        "petit",
        "petita",
        "negre",
        "negra",
        "blanc",
        "blanca",
        "groc",
        "groga",
        "doble",
        "simple",
        "tàctil",
    ),
    apposed=read_words(
        "web wifi software hardware online offline bluetooth internet cau memòria pilot model base"
        " clau pont límit tipus bomba foto àudio mare paper"
    ),
    masculine=("ic", "at", "it", "iu", "ós", "ari"),
    feminine=("ica", "ada", "ida", "iva", "osa", "ària", "ora"),
    plurals=("cions", "sions", "ons", "ents"),
    singular_in_s=("sis", "ès", "és", "ís", "às", "ús", "us", "itis", "os", "ós"),
)
