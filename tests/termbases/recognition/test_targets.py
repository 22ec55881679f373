"""Required and forbidden terms in translations."""

from __future__ import annotations

from dragoman.segments import Text
from dragoman.termbases.model import Concept, Term, TermMatching, TermStatus
from dragoman.termbases.recognition import TargetCheck
from tests.termbases.concepts import concept
from tests.termbases.recognition.samples import (
    bold,
    checked,
    forbidden,
    glossary,
    sensitive,
    term,
)


def summary(check: TargetCheck) -> tuple[list[str], list[str], list[str]]:
    """The terms that are placed, missing and forbidden."""
    return (
        [occurrence.term.text for _, occurrence in check.placed],
        [match.term.text for match in check.missing],
        [occurrence.term.text for occurrence in check.forbidden],
    )


def test_required_terms() -> None:
    made = glossary(
        concept(en="account", de=["Konto", Term(language="de", text="Account", status=TermStatus.ADMITTED)]),
        concept(en="order", de=term("de", "Bestellung", TermMatching.STEM)),
        concept(en="mouse", de=term("de", "Maus", TermMatching.EXACT, "Mäuse", "Mäusen")),
    )
    source = "The account, the order, the mouse"
    assert summary(checked(made, source, "Konto, Bestellungen, Mäuse")) == (
        ["Konto", "Bestellung", "Maus"],
        [],
        [],
    )
    assert summary(checked(made, source, "Der Account, Bestellbuch, Mausi")) == (
        ["Account"],
        ["order", "mouse"],
        [],
    )
    assert summary(checked(made, "Nothing", "Konto")) == ([], [], [])


def test_offsets_of_a_term() -> None:
    made = glossary(concept(en="user account", de="Benutzerkonto"))
    check = checked(made, "user account", (Text(text="Das Benutzer"), *bold("konto"), Text(text="!")))
    ((match, occurrence),) = check.placed
    assert (match.start, match.end, occurrence.start, occurrence.end) == (0, 12, 4, 17)


def test_the_best_of_several_terms_counts() -> None:
    made = glossary(
        concept(en="a", de=["gut", Term(language="de", text="mag sein", status=TermStatus.ADMITTED)])
    )
    assert summary(checked(made, "a", "mag sein, gut"))[0] == ["gut"]


def test_forbidden_terms() -> None:
    made = glossary(
        concept(en="computer", de=["Computer", forbidden("de", "Rechner", TermMatching.STEM)]),
        concept(en="calculator", de="Rechner"),
        concept(de=forbidden("de", "geil")),
    )
    assert summary(checked(made, "computer", "Die Rechnern und Computer")) == (["Computer"], [], ["Rechner"])
    assert summary(checked(made, "calculator", "Der Rechner")) == (["Rechner"], [], [])
    assert summary(checked(made, "something", "Das ist geil")) == ([], [], ["geil"])


def test_a_forbidden_term_within_a_required_one_is_ignored() -> None:
    made = glossary(concept(en="e-mail", de=["Mail-Nachricht", forbidden("de", "Mail")]))
    assert summary(checked(made, "e-mail", "Die Mail-Nachricht")) == (["Mail-Nachricht"], [], [])
    assert summary(checked(made, "e-mail", "Mail und Mail-Nachricht"))[2] == ["Mail"]


def test_forbidden_capitals() -> None:
    made = glossary(concept(en="Internet", de=["Internet", forbidden("de", "internet")]))
    assert summary(checked(made, "Internet", "Das Internet")) == (["Internet"], [], [])
    assert summary(checked(made, "Internet", "Das internet"))[2] == ["internet"]


def test_homonyms_need_one_of_their_translations() -> None:
    made = glossary(concept(en="bank", de="Bank"), concept(en="bank", de="Ufer"))
    assert summary(checked(made, "the bank", "das Ufer")) == (["Ufer"], [], [])
    assert summary(checked(made, "the bank", "die Kante")) == ([], ["bank"], [])


def test_what_is_not_translated() -> None:
    one = Concept(
        do_not_translate=True,
        terms=(Term(language="de", text="Käpimart"), Term(language="en", text="KapiMart")),
    )
    made = glossary(one, target="ja")
    assert summary(checked(made, "At KapiMart", "KapiMartで")) == (["KapiMart"], [], [])
    assert summary(checked(made, "At KapiMart", "カピマートとkapimart")) == ([], ["KapiMart"], [])
    assert summary(checked(glossary(one), "At KapiMart", "Bei Käpimart"))[0] == ["Käpimart"]


def test_required_capitals() -> None:
    made = glossary(concept(en="IT", de=sensitive("de", "IT")))
    assert summary(checked(made, "it", "It")) == ([], ["IT"], [])


def test_targets_without_spaces() -> None:
    made = glossary(concept(en="server", zh=["服务器", forbidden("zh", "伺服器")]), target="zh-CN")
    assert summary(checked(made, "A server", "一台服务器。")) == (["服务器"], [], [])
    assert summary(checked(made, "A server", "一台伺服器。")) == ([], ["server"], ["伺服器"])


def test_concepts_without_a_translation_require_nothing() -> None:
    assert summary(checked(glossary(concept(en="lonely")), "lonely", "einsam")) == ([], [], [])
