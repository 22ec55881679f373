"""French nouns and adjectives."""

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
    "a>as e>es i>is o>os u>us é>és è>ès à>às â>âs ê>ês y>ys s>s x>x z>z eau>eaux au>aux eu>eux al>aux"
    " ail>ails ou>ous b>bs c>cs d>ds f>fs g>gs h>hs j>js k>ks l>ls m>ms n>ns p>ps q>qs r>rs t>ts v>vs"
    " w>ws ï>ïs û>ûs"
)
_IRREGULAR: Final = read_endings(
    "bleu>bleus pneu>pneus lieu>lieux émeu>émeus landau>landaus bijou>bijoux caillou>cailloux"
    " chou>choux genou>genoux hibou>hiboux joujou>joujoux pou>poux travail>travaux corail>coraux"
    " émail>émaux bail>baux vitrail>vitraux soupirail>soupiraux vantail>vantaux bal>bals"
    " carnaval>carnavals festival>festivals récital>récitals régal>régals chacal>chacals cal>cals"
    " aval>avals cérémonial>cérémonials naval>navals final>finals fatal>fatals natal>natals"
    " banal>banals bancal>bancals glacial>glacials œil>yeux ciel>cieux monsieur>messieurs"
    " madame>mesdames"
)


def _plural(word: str, _gender: Gender | None) -> str | None:
    return _IRREGULAR[word] if word in _IRREGULAR else replace_ending(word, _PLURALS)


RULES: Final = LanguageRules(
    plural=_plural,
    genders=read_genders(
        masculine="age isme ment eau oir ier ien in on teur ail et al el il ou at ot it ut if ef ant ent"
        " gramme ème oc uc ic ac eu ais ois is us ard art ort ord er or ar os as",
        feminine="tion sion xion gion nion té tié ette esse ance ence ure ille elle enne onne ée ie ise"
        " ude ade aison ière trice euse ine",
        unsure="e eur é i iste aire oire ique ode",
    ),
    words=read_genders(
        masculine="musée lycée trophée code type style mode menu script module match bug service nom nombre"
        " volume clone logo répertoire prototype cycle contact test texte fichier serveur écran"
        " clavier disque système programme document dossier câble titre article chapitre groupe"
        " compte mot site lien modèle formulaire papier bac rouleau tiroir toner pilote réseau"
        " port périphérique problème exemple contrôle filtre signe registre ordre cadre centre"
        " chiffre arbre livre verre incendie parapluie domaine silence comté côté stade patrimoine"
        " cimetière moine dinosaure cookie été génie foie traité arrêté comité député invité"
        " magazine bouton jeton point lot flux choix bois pays mois prix succès accès procès"
        " processus paramètre mètre caractère mystère critère thème schéma cinéma risque manque"
        " calque masque kiosque casque moteur capteur calculateur compteur lecteur ordinateur"
        " haut-parleur bonheur malheur honneur intérieur extérieur véhicule muscle siècle obstacle"
        " spectacle spécimen symbole protocole rôle pôle pétrole monde monopole message modem"
        " routeur pixel",
        feminine="main fin faim clé mer fleur couleur peur image page plage nage cage rage part table"
        " source date base variable notice console interface note clause issue place trace radio"
        " foi liste erreur zone branche cause queue app fonte valeur ligne charge classe commande"
        " hauteur largeur longueur épaisseur profondeur chaleur douleur odeur saveur lenteur eau"
        " peau souris clef façon chanson boisson leçon rançon maison saison raison prison toison"
        " nuit dent mort vis fois nef fac crème imprimante feuille touche carte puce mémoire"
        " histoire victoire foire poire balance pompe vanne roue porte fenêtre barre boîte règle"
        " cellule formule virgule pile file pellicule semaine douzaine laine chaîne haleine madame"
        " enveloppe étape coupe loupe soupe équipe copie partie sortie énergie batterie galerie"
        " sauvegarde demande bande méthode période île école parole voix croix noix paix rubrique"
        " musique fabrique boutique brique réponse dépense course bourse caisse presse adresse"
        " vitesse promesse force ressource alarme forme norme plateforme ferme arme larme plume"
        " somme gomme pomme horloge marge cartouche recherche fiche tache tâche marche planche"
        " bouche couche ruche colonne personne couronne étoile voile toile pièce matière lumière"
        " poussière manière frontière",
        unsure="agent enfant mode poste garde major leader hacker chef guide livre tour manche voile"
        " mémoire pendule vase critique physique soldat témoin médecin amateur senior gorille"
        " otage sauvage marine rade zombie aïnou moral dot gent accidenté capitaine nomade"
        " adoptant outsider malaise ranger tennis pipeline",
    ),
    links=read_words("de du des d à au aux en avec sans par pour sur sous dans entre contre vers chez"),
    adjectives=(
        "al",
        "ale",
        "if",
        "ive",
        "eux",
        "euse",
        "ique",
        "ible",
        "able",
        "é",
        "ée",
        "ant",
        "ante",
        "ent",
        "ente",
        "el",
        "elle",
        "aire",
        "dur",
        "noir",
        "noire",
        "blanc",
        "rouge",
        "bleu",
        "bleue",
        "vert",
        "verte",
        "tactile",
        "mobile",
        "joint",
        "jointe",
        "mère",
        "simple",
        "double",
        "multiple",
        "externe",
        "interne",
        "public",
        "gris",
        "grise",
        "jaune",
    ),
    apposed=read_words(
        "web wifi logiciel online offline bluetooth internet cache mémoire papier réseau système"
        " serveur utilisateur client texte image vidéo audio photo couleur"
    ),
    masculine=("al", "if", "eux", "é", "ant", "ent", "el", "dur", "noir", "blanc", "bleu", "vert"),
    feminine=("ale", "ive", "euse", "ée", "ante", "ente", "elle", "noire", "bleue", "verte"),
    plurals=("aux", "eaux", "es", "tions"),
    singular_in_s=("is", "us", "as", "os", "ais", "ois", "ès", "ours", "emps", "orps", "ys"),
)
