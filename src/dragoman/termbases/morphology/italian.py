"""Italian nouns and adjectives."""

from __future__ import annotations

from typing import Final

from dragoman.termbases.model import Gender
from dragoman.termbases.morphology.rules import (
    LanguageRules,
    read_endings,
    read_genders,
    read_words,
    replace_ending,
)

_PLURALS: Final = read_endings(
    "o>i io>i co>? go>ghi logo>? ico>ici nco>nchi cco>cchi rco>rchi sco>schi oco>ochi uco>uchi aco>?"
    " eco>? e>i ie>ie a>e ca>che ga>ghe i>i à>à è>è é>é ì>ì ò>ò ù>ù u>u acia>acie ecia>ecie icia>icie"
    " ocia>ocie ucia>ucie agia>agie egia>egie igia>igie ogia>ogie ugia>ugie cia>ce gia>ge lgia>lgie"
    " rgia>rgie ggia>gge ia>ie ware>ware"
)
_OF_MASCULINES: Final = read_endings("a>i ca>chi ga>ghi")
_IRREGULAR: Final = read_endings(
    "uomo>uomini dio>dei tempio>templi zio>zii pendio>pendii addio>addii rinvio>rinvii avvio>avvii"
    " invio>invii oblio>oblii antico>antichi carico>carichi incarico>incarichi scarico>scarichi"
    " fico>fichi dialogo>dialoghi catalogo>cataloghi prologo>prologhi epilogo>epiloghi logo>loghi"
    " analogo>analoghi greco>greci porco>porci amico>amici nemico>nemici asparago>asparagi foto>foto"
    " moto>moto auto>auto radio>radio video>video euro>euro zoo>zoo cinema>cinema mano>mani eco>?"
    " uovo>uova dito>dita paio>paia braccio>braccia ala>ali arma>armi moglie>mogli"
    " superficie>superfici effigie>effigi buio>bui farmacia>farmacie bugia>bugie allergia>allergie"
    " energia>energie strategia>strategie film>film valico>valichi rammarico>rammarichi"
    " strascico>strascichi bue>buoi vaglia>vaglia gorilla>gorilla boia>boia sosia>sosia labbro>labbra"
    " ginocchio>ginocchia osso>ossa muro>muri lenzuolo>lenzuola dinamo>dinamo metro>metri biro>biro"
    " stereo>stereo logico>logici file>file mouse>mouse database>database performance>performance"
    " single>single texture>texture byte>byte online>online offline>offline cookie>cookie cache>cache"
    " mobile>? home>home smartphone>smartphone garage>garage audience>audience puzzle>puzzle"
    " roulette>roulette via>vie caccia>? guardia>guardie serio>seri trio>trii yoga>yoga micro>?"
    " neo>nei esperanto>? ufo>ufo frigo>frigo ego>? chirurgia>chirurgie mezzanotte>? mega>mega"
    " extra>extra noia>noie soia>? baia>baie zia>zie template>template farmaco>farmaci palco>palchi"
    " monaco>monaci cieco>ciechi austriaco>austriaci sobborgo>sobborghi tecnico>tecnici"
)


def _plural(word: str, gender: Gender | None) -> str | None:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word[-1] not in "aeiouàèéìòù" or len(word) < 3:
        return word
    if word[-1] == "a" and gender is not Gender.FEMININE:
        return replace_ending(word, _OF_MASCULINES) if gender is Gender.MASCULINE else None
    return replace_ending(word, _PLURALS)


RULES: Final = LanguageRules(
    plural=_plural,
    genders=read_genders(
        masculine="o ore ame ime ume iere t k p b m c g f v r n l s x",
        feminine="a zione sione gione ione tà tù trice ite icie udine aggine ie",
        unsure="e i ista ma nte ta ale",
    ),
    words=read_genders(
        masculine="problema sistema programma tema clima dramma trauma schema diagramma poema panorama"
        " prisma asma enigma pianeta poeta file software hardware mouse nome indice limite codice"
        " pane mare carattere sale rene principe ambiente pulsante termine sole segnale stile"
        " manuale ordine padre ente seme bene mese comune canale animale ospedale giornale locale"
        " piede ponte fiume latte sangue pesce dente monte cane leone milione trilione arancione"
        " campione bottone cartone limone sapone satellite tramite papa yoga duca menu menù"
        " display pixel byte cinema vaglia componente documento cognome volume legume rame esame"
        " verme paese interesse telefono toner vassoio sensore",
        feminine="mano foto moto auto radio app mail chat webcam cam directory password privacy fonte"
        " valle parte chiave classe voce immagine origine neve frase legge stampante fase rete"
        " pagine base arte notte morte sorte gente mente luce croce pace noce radice cornice"
        " vernice matrice nave pelle carne febbre torre polvere cenere vite sete quiete serie"
        " specie superficie analisi crisi tesi ipotesi sintesi diagnosi sintassi enfasi oasi biro"
        " dinamo forma norma firma rima cima trama fiamma somma gomma piattaforma lacrima vittima"
        " data nota lista quota carta porta scelta risposta richiesta etichetta posta pasta costa"
        " finestra imposta multa volta vista visita pista ruota scheda corrente variante cartella"
        " stampa leadership aids cannabis",
        unsure="fine margine fronte finale pirata utente cliente presidente presente precedente idioma"
        " coma gamma delta verde breve terminale variabile mobile mf fan controller partner hacker"
        " geek broker ospite superstite collega belga guardia caccia monarca minore designer"
        " zombie extra mega",
    ),
    links=read_words(
        "di del dello della dei degli delle a al allo alla ai agli alle da dal dalla dai in nel nella"
        " nei con senza per su sul sulla sui tra fra contro d dell all dall nell sull"
    ),
    adjectives=("o", "a", "ale", "are", "ile", "bile", "ante", "ente"),
    apposed=read_words(
        "web wifi software hardware online offline bluetooth internet cache pilota modello base"
        " chiave limite tipo bomba foto video audio madre file"
    ),
    masculine=("o",),
    feminine=("a",),
    plural_in_i=True,
)
