"""Tables of terms as people and tools make them."""

from __future__ import annotations

import datetime as dt
import time

import pytest

from dragoman.termbases.drafts import TermDefaults
from dragoman.termbases.model import Gender, PartOfSpeech, TermMatching, TermType
from dragoman.termbases.problems import Effect, TermsUnreadable
from dragoman.termbases.table import TableOptions
from tests.termbases.table.samples import concepts_of, read, terms_of


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiters_are_found(delimiter: str) -> None:
    rows = [["en", "German", "note"], ["house", "Haus", "a, b; c"], ["dog", "Hund", ""]]
    text = "\r\n".join(delimiter.join(f'"{cell}"' if "," in cell else cell for cell in row) for row in rows)
    assert terms_of(text) == [{"de": ["Haus"], "en": ["house"]}, {"de": ["Hund"], "en": ["dog"]}]
    assert concepts_of(text)[0].note == "a, b; c"


def test_a_declared_delimiter_is_used() -> None:
    assert terms_of("sep=;\nen;de\na,b;c\n") == [{"de": ["c"], "en": ["a,b"]}]
    assert terms_of("en^de\na;b,c^d\n", TableOptions(delimiter="^")) == [{"de": ["d"], "en": ["a;b,c"]}]


def test_a_table_with_few_rows_and_many_commas() -> None:
    assert terms_of("en;de\na, b, c;d\n") == [{"de": ["d"], "en": ["a, b, c"]}]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1254"])
def test_encodings(encoding: str) -> None:
    text = "en;tr\n" + "switch;anahtar\n" * 10 + "tree;ağaç\nlight;ışık\nrain;yağmur yağışı\n"
    options = TableOptions(encoding="windows-1254") if encoding == "cp1254" else None
    assert [terms["tr"] for terms in terms_of(text.encode(encoding), options)[-3:]] == [
        ["ağaç"],
        ["ışık"],
        ["yağmur yağışı"],
    ]


@pytest.mark.parametrize(
    ("name", "encoding", "terms"),
    [
        ("es", "cp1252", ["año", "niño"]),
        ("Spanish", "cp1252", ["año"]),
        ("pt-BR", "cp1252", ["coração", "não"]),
        ("ca", "cp1252", ["fàbrica", "cançó"]),
        ("fr:preferred", "cp1252", ["forêt", "élève"]),
        ("pl", "cp1250", ["łódź", "żółw", "świat"]),
        ("el", "cp1253", ["σπίτι"]),
    ],
)
@pytest.mark.parametrize("first", ["", "sep=;\n"])
def test_an_encoding_is_guessed_by_the_languages_of_columns(
    name: str, encoding: str, terms: list[str], first: str
) -> None:
    """Excel's CSV declares no encoding; only names of columns give its languages."""
    rows = "".join(f"word {number};{term}\n" for number, term in enumerate(terms))
    found = terms_of(f"{first}en;{name}\n{rows}".encode(encoding))
    code = {"Spanish": "es", "fr:preferred": "fr"}.get(name, name)
    assert [one[code] for one in found] == [[term] for term in terms]


def test_an_encoding_fits_all_languages_of_a_table() -> None:
    text = "en;de;pl\nstreet;Straße;ulica\nboat;Boot;łódź\nturtle;Schildkröte;żółw\n"
    assert terms_of(text.encode("cp1250")) == terms_of(text)


def test_an_encoding_is_guessed_by_the_target() -> None:
    text = "source,target\nworld,мир\nhello,привет\nhouse,дом\n".encode("cp1251")
    assert terms_of(text, TableOptions(source="en", target="ru"))[0] == {"en": ["world"], "ru": ["мир"]}


def test_several_terms_and_forbidden_ones() -> None:
    text = (
        "en,es,es:forbidden,es:admitted,German (forbidden)\n"
        "computer|PC,ordenador,computadora|computador,equipo,Computer\n"
        r"either\|or,o\\|u,,," + "\n"
    )
    assert terms_of(text) == [
        {
            "de": ["forbidden Computer"],
            "en": ["computer", "admitted PC"],
            "es": ["ordenador", "admitted equipo", "forbidden computadora", "forbidden computador"],
        },
        {"en": ["either|or"], "es": ["o\\", "admitted u"]},
    ]


def test_columns_about_the_concept() -> None:
    text = (
        "Concept ID;Domain;Definition;Comment;Do not translate;Created;Changed;en\n"
        '7;IT;"What\n""it"" is";see there;yes;2020-01-02;2021-03-04T05:06:07Z;KapiMart\n'
    )
    (concept,) = concepts_of(text)
    assert (concept.id, concept.domain, concept.definition) == ("7", "IT", 'What\n"it" is')
    assert (concept.note, concept.do_not_translate) == ("see there", True)
    assert (concept.created, concept.changed) == (dt.date(2020, 1, 2), dt.date(2021, 3, 4))


def test_columns_about_terms() -> None:
    text = (
        "en,en:case,en:match,en:forms,en:part of speech,en:gender,en:type,en:note,en:example\n"
        "go|IT,no|yes,stem|exact,goes;went|,verb|noun,|neuter,|acronym,n|,|e\n"
        "walk|run,yes,prefix,walks,verb,,,,\n"
    )
    first, second = concepts_of(text)
    go, it = first.terms
    assert (go.case_sensitive, go.match, go.forms, go.part_of_speech) == (
        False,
        TermMatching.STEM,
        ("goes", "went"),
        PartOfSpeech.VERB,
    )
    assert (it.case_sensitive, it.gender, it.type, it.example, it.note) == (
        True,
        Gender.NEUTER,
        TermType.ACRONYM,
        "e",
        "",
    )
    assert [(term.case_sensitive, term.match) for term in second.terms] == [(True, TermMatching.PREFIX)] * 2


def test_columns_for_all_terms_of_a_row() -> None:
    text = "en,de,status,case,match\na,b,forbidden,yes,prefix\nc,d,,,\n"
    first, second = concepts_of(text)
    assert {(term.status, term.case_sensitive, term.match) for term in first.terms} == {
        ("forbidden", True, TermMatching.PREFIX)
    }
    assert {term.status for term in second.terms} == {"preferred"}


def test_source_and_target_are_given_by_the_client() -> None:
    text = "term,fr,translation\ncart,panier,Warenkorb\n"
    expected = [{"de": ["Warenkorb"], "en": ["cart"], "fr": ["panier"]}]
    assert terms_of(text, TableOptions(source="en", target="de")) == expected
    with pytest.raises(TermsUnreadable, match="The language of the terms in column 1 is not known"):
        terms_of("source;target\na;b\n")


def test_a_table_without_names_of_columns() -> None:
    assert terms_of("a;b\nc;d\n", TableOptions(columns=("en", "de"))) == [
        {"de": ["b"], "en": ["a"]},
        {"de": ["d"], "en": ["c"]},
    ]


def test_id_is_a_number_or_indonesian() -> None:
    assert concepts_of("id,en,de\n7,a,b\n")[0].id == "7"
    assert terms_of("en,id\na,b\n") == [{"en": ["a"], "id": ["b"]}]
    assert terms_of("concept id,en,de,id\n1,a,b,c\n") == [{"de": ["b"], "en": ["a"], "id": ["c"]}]


def test_defaults() -> None:
    options = TableOptions(defaults=TermDefaults(match=TermMatching.STEM, case_sensitive=True))
    assert {(term.match, term.case_sensitive) for term in concepts_of("en\na\n", options)[0].terms} == {
        (TermMatching.STEM, True)
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The table is empty."),
        ("\n \n", "The table is empty."),
        ("color,owner\n1,2\n", "The first row names no column of terms."),
        ("note,definition\n1,2\n", "The first row names no column of terms."),
        ('"\n', "The first row names no column of terms."),
        ("PK\x03\x04\0\0\0", "The file is not text"),
    ],
)
def test_other_tables_are_refused(text: str, message: str) -> None:
    with pytest.raises(TermsUnreadable) as refused:
        read(text)
    assert refused.value.message.startswith(message)


def test_invalid_options_are_refused() -> None:
    for options in (TableOptions(delimiter='"'), TableOptions(delimiter=",,"), TableOptions(source="?")):
        with pytest.raises(TermsUnreadable):
            read("en,de\na,b\n", options)


def test_problems_are_reported_with_their_line() -> None:
    text = (
        "en,de,color\n"  # 1: a column that is not known
        "good,gut\n"  # 2: a cell is missing
        '"two\nlines",zwei,\n'  # 3, 4
        "a,b,c,d\n"  # 5: too many
        "\n"
        ",,\n"  # 7: nothing
        " ,,x\n"  # 8: no term
        "<b>x</b>,y,\n"  # 9: a tag
        f"{'x' * 10_000},z,\n"  # 10: too long
        'open,"close\n'  # 11: a quote
        "last,letzte,\n"
    )
    entries = read(text)
    found = [(problem.line, problem.effect) for entry in entries for problem in entry.problems]
    assert found == [
        (1, Effect.PART_LEFT_OUT),
        (2, Effect.NOTICED),
        (5, Effect.ENTRY_LEFT_OUT),
        (8, Effect.ENTRY_LEFT_OUT),
        (9, Effect.PART_LEFT_OUT),
        (10, Effect.PART_LEFT_OUT),
        (11, Effect.NOTICED),
        (11, Effect.NOTICED),
    ]
    assert [entry.line for entry in entries if entry.concept] == [2, 3, 9, 10, 11, 12]
    assert terms_of(text)[1] == {"de": ["zwei"], "en": ["two lines"]}
    assert terms_of(text)[4] == {"de": ['"close'], "en": ["open"]}
    messages = " ".join(problem.message for entry in entries for problem in entry.problems)
    assert "color" not in messages
    assert "xxx" not in messages


def test_values_without_a_term_are_reported() -> None:
    (entry,) = read("en,en:case\na|b|c,yes|no\n")
    assert entry.concept is not None
    assert [term.case_sensitive for term in entry.concept.terms] == [True, False, False]
    assert [problem.effect for problem in entry.problems] == [Effect.PART_LEFT_OUT]
    (entry,) = read("en,en:status\na,perhaps\n")
    assert [problem.effect for problem in entry.problems] == [Effect.NOTICED]


def test_quotes_within_cells_are_text() -> None:
    assert terms_of('en,de\n15" screen,"15""-Bildschirm"\n"so" called,x\n') == [
        {"de": ['15"-Bildschirm'], "en": ['15" screen']},
        {"de": ["x"], "en": ['"so" called']},
    ]


def test_endless_lines_and_cells_are_refused_and_cost_little() -> None:
    started = time.process_time()
    text = (
        "en,de\n"
        + "x" * 3_000_000
        + ",y\na,b\n"
        + '"'
        + "line\n" * 3_000
        + "c,d\n"
        + "e,f" * 100_000
        + "\nlast,g\n"
    )
    entries = read(text)
    assert terms_of("en,de\n" + "x" * 3_000_000 + ",y\na,b\n") == [{"de": ["b"], "en": ["a"]}]
    assert entries[0].problems[0].effect is Effect.ENTRY_LEFT_OUT
    assert entries[-1].concept is not None
    assert time.process_time() - started < 10


def test_an_encoding_that_is_not_known_is_refused_and_not_guessed() -> None:
    with pytest.raises(TermsUnreadable, match="'klingon-1' is not known") as raised:
        read("en,de\na,b\n", TableOptions(encoding="klingon-1"))
    assert "windows-1252" in raised.value.hints
