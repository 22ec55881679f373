"""`/ui/term-bases`: concepts, versions, imports and settings as people handle them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping

import pytest

from tests.dashboard.browser import Browser, Dashboard, Shown
from tests.waiting import wait_until

NUMBERS = itertools.count(1)


def new_base(browser: Browser, **fields: str) -> str:
    """Create a term base in the dashboard; its address."""
    shown = browser.post("/ui/term-bases/new", {"name": f"Products {next(NUMBERS)}", **fields})
    assert re.fullmatch(r"/ui/term-bases/\d+", shown.address), shown.words
    return shown.address


def terms(*rows: tuple[str, str, str], **fields: str) -> dict[str, str | list[str]]:
    """The form of a concept with these terms: language, text, status."""
    sent: dict[str, str | list[str]] = {"term": [str(number) for number in range(len(rows))], **fields}
    for number, (language, text, status) in enumerate(rows):
        sent |= {f"term-{number}-language": language, f"term-{number}-text": text}
        sent[f"term-{number}-status"] = status
    return sent


def add(browser: Browser, base: str, *rows: tuple[str, str, str], **fields: str) -> str:
    """Add a concept; its address."""
    shown = browser.post(f"{base}/concepts/new", terms(*rows, **fields))
    assert re.fullmatch(rf"{base}/concepts/\d+", shown.address), shown.words
    return shown.address


def concepts(shown: Shown) -> list[str]:
    """The first terms of the concepts that a list shows."""
    found = shown.tree.xpath("//*[@id='concepts']/div")
    return [one.xpath("string(.//dd//span[@lang])") for one in found]


@pytest.fixture
def developer(dashboard: Dashboard) -> Browser:
    return dashboard.sign_in("developer")


def test_concepts_are_added_found_and_filtered(developer: Browser) -> None:
    base = new_base(developer)
    one = add(
        developer,
        base,
        ("English", "paper jam", ""),
        ("de", "Papierstau", "preferred"),
        ("de", "Papierklemmer", "forbidden"),
        domain="Printers",
        definition="Paper that is stuck",
    )
    add(developer, base, ("en", "USB port", "preferred"), ("de", "USB-Anschluss", ""))
    shown = developer.get(one)
    assert shown.title == "paper jam"
    assert "Papierklemmer Forbidden" in shown.words
    assert "Paper that is stuck" in shown.words
    assert concepts(developer.get(base)) == ["Papierstau", "USB-Anschluss"]
    found = developer.get(f"{base}?search=JAM")
    assert (concepts(found), found.text_of("//mark")) == (["Papierstau"], "jam")
    assert concepts(developer.get(f"{base}?status=forbidden&language=de")) == ["Papierstau"]
    by_domain = developer.get(f"{base}?domain=Printers")
    assert concepts(by_domain) == ["Papierstau"]
    assert "Domain: Printers" in by_domain.words
    assert concepts(developer.get(f"{base}?language=fr")) == []
    assert developer.get("/ui/term-bases?search=products").words.count("2 26") == 0


def test_problems_of_a_concept_stand_at_its_fields_and_nothing_is_lost(developer: Browser) -> None:
    base = new_base(developer)
    sent = terms(
        ("en", "a <b>tag</b>", ""), ("Klingonisch?", "Wort", ""), ("en", "two", ""), ("en", "two", "")
    )
    shown = developer.post(f"{base}/concepts/new", {**sent, "definition": "kept"})
    assert (shown.status, shown.value_of("definition")) == (422, "kept")
    assert shown.text_of("#e-term-1-language") == "Write a language, such as German, de or pt-BR."
    shown = developer.post(f"{base}/concepts/new", {**sent, "term-1-language": "de"})
    assert shown.text_of("#e-term-0-text") == "The term has tags; write it as plain text."
    assert shown.text_of("#e-term-3-text") == "This term is in the concept already, in the same language."
    assert shown.value_of("term-0-text") == "a <b>tag</b>"
    empty = developer.post(f"{base}/concepts/new", terms(("en", "", ""), ("de", "", "")))
    assert empty.text_of("#e-term-0-text") == "Write at least one term."
    noted = developer.post(f"{base}/concepts/new", {**terms(("en", "", "")), "term-0-note": "of what?"})
    assert noted.text_of("#e-term-0-text") == "Fill this in."


def test_rows_are_added_and_removed_without_losing_what_is_typed(developer: Browser) -> None:
    base = new_base(developer)
    form = developer.get(f"{base}/concepts/new")
    assert form.tree.xpath("//input[@name='term']/@value") == ["0", "1"]
    more = developer.post(f"{base}/concepts/new", {**terms(("en", "one", ""), ("de", "", "")), "step": "add"})
    assert (more.status, more.tree.xpath("//input[@name='term']/@value")) == (200, ["0", "1", "2"])
    assert more.value_of("term-0-text") == "one"
    less = developer.post(
        f"{base}/concepts/new", {**terms(("en", "one", ""), ("de", "eins", "")), "step": "remove-0"}
    )
    assert (less.status, less.value_of("term-1-text")) == (200, "eins")
    assert less.tree.xpath("//input[@name='term']/@value") == ["1"]


def test_both_versions_are_shown_when_a_concept_was_changed_meanwhile(
    dashboard: Dashboard, developer: Browser
) -> None:
    base = new_base(developer)
    concept = add(developer, base, ("en", "screen", ""), ("de", "Bildschirm", ""))
    version = str(developer.get(f"{concept}/edit").find("//input[@name='version']").get("value"))
    linguist = dashboard.sign_in("linguist")
    theirs = terms(("en", "screen", ""), ("de", "Monitor", ""), version=version)
    assert linguist.post(f"{concept}/edit", theirs).address == concept
    mine: Mapping[str, str | list[str]] = terms(("en", "screen", ""), ("de", "Display", ""), version=version)
    clash = developer.post(f"{concept}/edit", mine)
    assert (clash.status, clash.value_of("term-1-text")) == (409, "Display")
    assert "Nothing is lost: choose what stays." in clash.words
    assert [one.text_content() for one in clash.tree.xpath("//mark")] == ["Monitor"]
    newer = str(clash.find("//input[@name='version']").get("value"))
    kept = developer.post(f"{concept}/edit", {**mine, "version": newer})
    assert (kept.status, kept.address) == (200, concept)
    assert "Display" in kept.words


def test_a_concept_keeps_what_the_form_does_not_change(developer: Browser) -> None:
    base = new_base(developer)
    extra = {"term-0-forms": "mice\nmouses", "term-0-match": "exact", "term-0-gender": "neuter"}
    concept = add(developer, base, ("en", "mouse", ""), **extra)
    form = developer.get(f"{concept}/edit")
    assert form.value_of("term-0-forms") == "mice\nmouses"
    assert (form.value_of("term-0-gender"), form.value_of("term-0-case")) == ("neuter", "no")
    assert "Forms: mice; mouses" in developer.get(concept).words


def test_deleting_a_concept_asks_first_and_older_versions_keep_it(developer: Browser) -> None:
    base = new_base(developer)
    concept = add(developer, base, ("en", "cable", ""))
    asked = developer.post(f"{concept}/delete", {"version": "1"})
    assert asked.title == "Delete this concept?"
    assert developer.post(f"{concept}/delete", {"version": "1", "confirmed": "yes"}).address == base
    assert developer.get(concept).status == 404
    assert concepts(developer.get(base)) == []
    old = developer.get(f"{base}?version=1")
    assert concepts(old) == ["cable"]
    assert "These are the concepts of version 1. They cannot be changed." in old.words
    versions = developer.get(f"{base}/versions")
    assert "Version 2 Current" in versions.words
    assert f"{base}/export?format=csv&version=1" in versions.links


def test_a_term_base_is_renamed_disabled_exported_and_deleted_by_its_name(developer: Browser) -> None:
    base = new_base(developer)
    add(developer, base, ("en", "cable", ""), ("de", "Kabel", ""))
    saved = developer.post(f"{base}/settings", {"name": "Cables", "disabled": "yes"})
    assert saved.title == "Cables Disabled"
    assert developer.post(f"{base}/settings", {"name": ""}).text_of("#e-name") == "Fill this in."
    assert "cable" in developer.client.get(f"{base}/export?format=csv").text
    wrong = developer.post(f"{base}/delete", {"typed_name": "Cable"})
    assert (wrong.status, developer.get(base).status) == (422, 200)
    gone = developer.post(f"{base}/delete", {"typed_name": "Cables"})
    assert (gone.address, developer.get(base).status) == ("/ui/term-bases", 404)


def test_linguists_edit_concepts_but_not_the_term_base(dashboard: Dashboard, developer: Browser) -> None:
    base = new_base(developer)
    linguist = dashboard.sign_in("linguist")
    concept = add(linguist, base, ("en", "lid", ""))
    shown = linguist.get(base)
    assert concepts(shown) == ["lid"]
    assert f"{base}/settings" not in shown.links
    assert f"{base}/imports" not in shown.links
    assert linguist.get(f"{base}/settings").status == 403
    other = dashboard.sign_in("developer", account=dashboard.other_account)
    assert [other.get(one).status for one in (base, concept, f"{base}/versions")] == [404, 404, 404]


def test_staff_choose_the_account_of_a_term_base(dashboard: Dashboard) -> None:
    manager = dashboard.sign_in("manager")
    missing = manager.post("/ui/term-bases/new", {"name": "Tools"})
    assert missing.text_of("#e-account") == "Fill this in."
    base = new_base(manager, name="Tools of Northwind", account=str(dashboard.account))
    listed = manager.get("/ui/term-bases?search=of+north")
    assert base in listed.links
    assert "Northwind Tools" in manager.get(base).words


def try_file(browser: Browser, base: str, name: str, data: str) -> Shown:
    """Send a file, and wait for what would become of it."""
    shown = browser.post(f"{base}/imports", files={"file": (name, data.encode())})
    assert re.fullmatch(rf"{base}/imports/\d+", shown.address), shown.words
    return finished(browser, shown.address)


def finished(browser: Browser, address: str) -> Shown:
    wait_until(lambda: "Show how far it is" not in browser.get(address).words)
    return browser.get(address)


def facts(shown: Shown) -> list[int]:
    """Added, changed, removed, the same already, refused."""
    return [int(one) for one in shown.tree.xpath("//section[@aria-labelledby='report-title']//dd/text()")]


def test_a_file_is_tried_before_it_is_imported(developer: Browser) -> None:
    base = new_base(developer)
    add(developer, base, ("en", "cable", ""), ("de", "Kabel", ""))
    tried = try_file(
        developer, base, "terms.csv", "en,de,de:forbidden\ncable,Kabel,\nlid,Deckel,Klappe\na,b,,,c\n"
    )
    assert facts(tried) == [1, 0, 0, 1, 1]
    assert "The row has 5 columns, the first row 3" in tried.words
    assert concepts(developer.get(base)) == ["Kabel"]
    done = finished(developer, developer.post(f"{tried.address}/start").address)
    assert (done.title.split()[0], facts(done)) == ("Import", [1, 0, 0, 1, 1])
    assert concepts(developer.get(base)) == ["Kabel", "Deckel"]
    assert "Klappe Forbidden" in developer.get(f"{base}?search=lid").words
    gone = developer.post(f"{tried.address}/start")
    assert (gone.status, gone.words.count("The file is not kept any more. Send it again.")) == (422, 1)


def test_the_columns_of_a_table_are_what_its_sender_says(developer: Browser) -> None:
    base = new_base(developer)
    tried = try_file(developer, base, "own.csv", "Wort;Bad word;Remark\nDeckel;Klappe;of a box\n")
    assert "The first row names no column of terms." in tried.words
    assert [tried.value_of(f"kind-{number}") for number in (1, 2, 3)] == ["", "", "note"]
    form = {"table": "yes", "has_names": "yes", "mode": "merge", "kind-1": "terms", "kind-3": "note"}
    form |= {"kind-2": "terms:forbidden", "language-2": "de"}
    wrong = developer.post(f"{tried.address}/try", form)
    assert wrong.text_of("#e-language-1") == "Write a language, such as German, de or pt-BR."
    assert wrong.value_of("kind-2") == "terms:forbidden"
    again = developer.post(f"{tried.address}/try", {**form, "language-1": "German"})
    right = finished(developer, again.address)
    assert facts(right) == [1, 0, 0, 0, 0]
    assert [right.value_of(f"language-{number}") for number in (1, 2)] == ["de", "de"]
    finished(developer, developer.post(f"{right.address}/start").address)
    shown = developer.get(base).words
    assert ("Deckel Klappe Forbidden" in shown, "of a box" in shown) == (True, True)


def test_replacing_says_first_what_is_removed(developer: Browser) -> None:
    base = new_base(developer)
    add(developer, base, ("en", "cable", ""))
    tried = try_file(developer, base, "terms.csv", "en,de\nlid,Deckel\n")
    other = {"table": "yes", "has_names": "yes", "mode": "replace", "kind-1": "terms", "language-1": "en"}
    again = developer.post(f"{tried.address}/try", {**other, "kind-2": "terms", "language-2": "de"})
    right = finished(developer, again.address)
    assert facts(right) == [1, 0, 1, 0, 0]
    assert "1 concept is not in the file and would be removed. Older versions keep it." in right.words


def test_a_file_that_is_none_is_said_to_be(developer: Browser) -> None:
    base = new_base(developer)
    assert developer.post(f"{base}/imports").text_of("#e-file") == "Choose a file."
    empty = developer.post(f"{base}/imports", files={"file": ("terms.csv", b"")})
    assert empty.text_of("#e-file") == "The file is empty."
    failed = try_file(developer, base, "terms.tbx", "a\0b\0\0\1")
    assert "FILE_UNREADABLE" in failed.text_of("//div[contains(@class,'note bad')]")
    listed = developer.get(f"{base}/imports").words
    assert "terms.tbx" in listed
