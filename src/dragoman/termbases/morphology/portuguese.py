"""Portuguese nouns and adjectives."""

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
    "a>as e>es i>is o>os u>us á>ás é>és í>ís ó>ós ú>ús ê>ês ô>ôs ã>ãs ão>ões m>ns n>ns r>res z>zes"
    " s>s ês>eses ás>ases ís>íses ós>? us>us x>? y>? l>? al>ais el>éis ol>óis ul>uis il>is d>ds j>?"
    " b>bs c>cs f>fs g>gs h>hs k>ks p>ps t>ts v>vs w>ws"
)
_IRREGULAR: Final = read_endings(
    "mão>mãos irmão>irmãos grão>grãos cidadão>cidadãos cristão>cristãos órgão>órgãos bênção>bênçãos"
    " órfão>órfãos sótão>sótãos chão>chãos vão>vãos são>sãos corrimão>corrimãos pagão>pagãos pão>pães"
    " cão>cães alemão>alemães capitão>capitães catalão>catalães escrivão>escrivães guardião>guardiães"
    " mal>males cônsul>cônsules mel>? gol>gols álcool>álcoois deus>deuses caráter>caracteres"
    " júnior>juniores sênior>seniores gás>gases mês>meses país>países fax>faxes mau>maus tórax>tórax"
    " lápis>lápis cais>cais pires>pires atlas>atlas ônibus>ônibus cós>coses"
)


def _plural(word: str, _gender: Gender | None) -> str | None:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith(("el", "il")) and any(letter in "áéíóúâêô" for letter in word):
        return word[:-2] + "eis"
    return replace_ending(word, _PLURALS)


RULES: Final = LanguageRules(
    plural=_plural,
    genders=read_genders(
        masculine="o or el al il ol ar er ete ote ate que grama orama ema oma gma ismo isma t k p b c g f v"
        " u ês om um mento agre ware byte",
        feminine="a ção são gião nião dade tade tude eza ez sis icie érie triz gem ência ância ã",
        unsure="e nte ista ita ota z ão ícola ida cida í ú m n s arca nauta",
    ),
    words=read_genders(
        masculine="dia mapa planeta clima plasma drama trauma poeta cometa nome escape volume padrão índice"
        " limite ambiente suporte site ícone botão fim presente monte cliente detalhe ajuste país"
        " órgão teste alcance continente satélite filme coração cartão portão avião balão cordão"
        " milhão caminhão feijão limão leão pão cão chão grão sótão verão pai mês gás atlas lápis"
        " ônibus vírus antivírus item bem som tom trem jardim pixel envelope recipiente ecrã"
        " amanhã transporte pacote cabo leite peixe acidente rei chá lixo patamar código relatório"
        " interesse enlace contraste status campus pente balde dente componente",
        feminine="mão foto moto interface fonte classe chave nota face constante árvore variante frase"
        " rede pele paz luz cruz raiz vez voz noz foz fase torre morte sorte tarde noite dose"
        " mente sede ponte gente parte neve febre ave nuvem ordem imagem lei razão conexão gestão"
        " reunião opinião região união questão versão cor flor dor cal mulher tribo variável"
        " espiral filial diagonal catedral multinacional marca medida saída entrada vida bebida"
        " comida partida visita rota bota receita frota pergunta superfície série espécie tese"
        " análise elipse grade sintaxe web base mãe goma broma trama forma norma firma plataforma"
        " gema gama cama lâmpada demo app lâmina prensão pressão visão ilusão gravata paleta"
        " gaveta caneta carta conta porta etiqueta ferramenta multa falta tabela",
        unsure="geral central final modelo caixa capital segurança menor samba persa guarda manga"
        " oficial alerta intérprete guia indígena polícia rádio líder rival cura radical titular"
        " atleta militar liberal responsável soldado hacker pirata piloto escolar vogal"
        " intelectual defesa colega profissional parlamentar espia moral soma curta longa maia"
        " croata maratona general auxiliar familiar cabeça fiscal comercial postal terminal"
        " editorial mascote designer corrente agente",
    ),
    links=read_words(
        "de do da dos das pelo pela pelos pelas num numa dum duma a ao à aos às em no na nos nas com sem"
        " por para sobre entre contra"
    ),
    adjectives=(
        "o",
        "a",
        "al",
        "ar",
        "vel",
        "ante",
        "ente",
        "il",
        "ês",
        "verde",
        "azul",
        "grande",
        "simples",
        "inteligente",
    ),
    apposed=read_words(
        "web wifi software hardware online offline bluetooth internet cache piloto modelo base chave"
        " ponte limite tipo bomba foto áudio mãe fantasma padrão papel"
    ),
    masculine=("o",),
    feminine=("a",),
    plurals=("ões", "ãos", "ães", "ais", "éis", "óis", "eis"),
    singular_in_s=("sis", "ês", "ís", "ás", "us", "is"),
)
