"""Spanish nouns and adjectives."""

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
    "a>as e>es i>is o>os u>us á>ás é>és ó>ós í>? ú>? ión>iones ón>ones án>anes én>enes ín>ines"
    " ún>unes z>ces l>les r>res d>des j>jes s>s és>eses ás>ases ís>ises ós>oses ús>uses x>? y>? b>bs"
    " c>cs f>fs g>gs h>hs k>ks m>ms p>ps t>ts v>vs w>ws"
)
_IRREGULAR: Final = read_endings(
    "menú>menús champú>champús bisturí>bisturís club>clubes álbum>álbumes ley>leyes rey>reyes"
    " buey>bueyes carácter>caracteres régimen>regímenes espécimen>especímenes mes>meses gas>gases"
    " bus>buses tos>toses dios>dioses fax>faxes gran>grandes buen>buenos mal>? primer>primeros"
    " tercer>terceros algún>? lord>lores tórax>tórax índex>índex hipérbaton>hipérbatos pie>pies"
    " as>ases sándwich>sándwiches"
)
_ACCENTED: Final = dict(zip("aeiou", "áéíóú", strict=True))


def _plural(word: str, _gender: Gender | None) -> str | None:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word[-1] == "n" and word[-2:-1] in _ACCENTED:
        return _accent(word)
    return replace_ending(word, _PLURALS)


def _accent(word: str) -> str | None:
    """Make the plural of a word in -n without a final accent: the vowel stressed before gets one."""
    if count_vowels(word) == 1:
        return word + "es"
    if any(letter in "áéíóú" for letter in word):
        return None
    at = next((at for at in range(len(word) - 3, -1, -1) if word[at] in "aeiou"), -1)
    if at < 0:
        return None
    if at and word[at] in "iu" and word[at - 1] in "aeo":
        at -= 1
    return f"{word[:at]}{_ACCENTED[word[at]]}{word[at + 1 :]}es"


RULES: Final = LanguageRules(
    plural=_plural,
    genders=read_genders(
        masculine="o aje or án ón ín és el al il ol ar er ete ote ate que grama orama ema oma gma ismo isma"
        " asma t k p b m c g f v u én ún ás ware byte",
        feminine="a ción sión xión gión nión dad tad tud umbre eza ez sis itis icie erie triz encia ancia",
        unsure="e nte ista ita ota z ión ícola ida cida í ú nata arca iatra",
    ),
    words=read_genders(
        masculine="día mapa planeta cometa clima karma drama trauma pijama tranvía nombre sobre escape"
        " índice límite enlace borde cierre ajuste informe soporte transporte detalle bucle parche"
        " volumen resumen origen examen régimen puente presente componente avance balance"
        " contraste relieve cable coche aire padre mes país gas bus menú virus antivirus reloj"
        " plan pan pin gen clon canon margen fin lápiz pez ajedrez análisis énfasis oasis"
        " paréntesis chasis atlas alias estatus campus corpus apéndice subíndice alcance importe"
        " avión camión guion gorrión hombre jefe golpe héroe monte valle viaje poste diente"
        " continente recipiente expediente ambiente adaptador sofá pie bien tren son clic álbum"
        " dios arroz cáliz matiz maíz tamiz yoga mantra déficit nivel código módem compás interés",
        feminine="mano foto moto libido app webcam red sed pared col señal sal cal miel piel cárcel hiel"
        " flor labor coliflor credencial sucursal catedral filial diagonal espiral multinacional"
        " razón sazón comezón desazón tribu intranet metrópoli demo faz paz luz cruz raíz voz vez"
        " nuez hoz coz interfaz coma goma toma loma broma crema paloma gema yema quema doma retoma"
        " diadema flema mujer imagen clave base fase clase frase llave nube serie torre calle"
        " fuente mente gente suerte muerte sangre leche carne noche tarde nave superficie suite"
        " tilde fiebre corriente variante constante pendiente especie intemperie ida salida"
        " entrada medida bebida comida vida partida herida cita visita marmita cuota nota pelota"
        " gota bota mascota derrota patente vertiente crisis tesis hipótesis síntesis unión"
        " reunión opinión región religión sien ley grey ingente plaga nariz matriz sartén razia"
        " dosis hélice huella ficha llamada pantalla huelga pirámide catástrofe estirpe sede"
        " sangría herramienta",
        unsure="radio general extra modelo menor mayor capital final terminal editorial coma moral orden"
        " cólera cura frente corte guía policía guardia cámara defensa auxiliar familiar titular"
        " oficial miembro testigo piloto soldado líder rival intelectual profesional colega fiscal"
        " militar vocal radical web wiki wifi sor mar azúcar arte maratón central visual comercial"
        " postal ratio seo vertical horizontal autónoma manga rosa papa batería púrpura salvaje"
        " civil industrial criminal forestal escolar mortal fiel escriba maya persa belga indígena"
        " monarca patriarca atleta acróbata trompeta guarda vigía croata gorila canguro sherpa"
        " koala panga nori vietnamita chef sheriff hacker blogger premier senior punk zombi nazi"
        " jedi facha ocupa buda giga mega ultra bereber impar tuareg esquimal caníbal rehén"
        " intérprete jinete obstetra magneto",
    ),
    links=read_words(
        "de del a al en con sin por para sobre entre contra desde hasta según bajo ante tras vía"
    ),
    adjectives=(
        "o",
        "a",
        "al",
        "ar",
        "ble",
        "ante",
        "ente",
        "iente",
        "il",
        "és",
        "común",
        "verde",
        "azul",
        "gris",
        "grande",
        "doble",
        "simple",
        "triple",
        "inteligente",
    ),
    apposed=read_words(
        "web wifi software hardware online offline bluetooth internet caché cache piloto modelo base"
        " clave puente límite tipo bomba foto audio madre media fuente estrella papel"
    ),
    masculine=("o",),
    feminine=("a",),
    singular_in_s=("sis", "és", "ís", "ás", "itis", "us", "ús"),
)
