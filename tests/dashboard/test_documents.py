"""`/ui/translate/files` and `/ui/documents` without script: files become jobs, jobs have reports."""

from __future__ import annotations

import re

from tests.dashboard.browser import Browser, Dashboard, Shown
from tests.waiting import wait_until

FILES = "/ui/translate/files"
TEXT = b"The dog is big.\nThe dog is big.\nThe cat is small.\n"


def _send(browser: Browser, *files: tuple[str, bytes], **fields: str) -> Shown:
    return browser.post(
        FILES, {"source": "en", "target": "es", **fields}, files=[("files", one) for one in files]
    )


def _jobs(shown: Shown) -> dict[str, str]:
    """The addresses of the jobs on a page, by file name."""
    return {one.text_content(): one.get("href") for one in shown.tree.xpath("//*[@class='name']/a")}


def _wait(browser: Browser, name: str) -> str:
    """Wait until a file's job is done; its address."""

    def is_done() -> bool:
        shown = browser.get(_jobs(browser.get("/ui/documents"))[name])
        return not shown.tree.xpath("//*[@hx-trigger]")

    wait_until(is_done)
    return _jobs(browser.get("/ui/documents"))[name]


def test_files_become_documents_with_a_report_and_a_download(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("orderer")
    shown = _send(browser, ("one.txt", TEXT), ("שתיים.txt", TEXT))
    assert (shown.status, shown.address) == (200, FILES)
    address = _wait(browser, "one.txt")
    page = browser.get(address)
    assert "Ready" in page.words
    assert page.text_of("//dt[.='Words']/following-sibling::dd[1]") == "12"
    done = browser.client.get(f"{address}/download")
    assert done.content.decode() == "El perro es grande.\nEl perro es grande.\nEl gato es pequeño.\n"
    assert done.headers["content-disposition"] == 'attachment; filename="one.txt"'


def test_each_refused_file_has_its_reason_and_the_others_are_accepted(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("orderer")
    shown = _send(browser, ("good.txt", TEXT), ("picture.png", b"\x89PNG\r\n\x1a\n"))
    assert shown.status == 422
    refused = shown.tree.xpath("//*[@data-refusal]//b")
    assert [one.text_content() for one in refused] == ["picture.png"]
    assert "good.txt" in _jobs(shown)
    assert "picture.png" not in _jobs(shown)


def test_languages_that_cannot_be_had_are_said_by_name(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("orderer")
    files = [("files", ("good.txt", TEXT))]
    shown = browser.post("/ui/translate/files", {"source": "es", "target": "es"}, files=files)
    assert shown.text_of("//*[@data-reason]") == "Spanish → Spanish is not available."


def test_words_are_counted_by_how_well_they_are_known(dashboard: Dashboard) -> None:
    shown = _send(dashboard.sign_in("customer"), ("count.txt", TEXT), analyse="yes")
    rows = [[cell.text_content() for cell in row] for row in shown.tree.xpath("//tbody/tr")]
    assert rows == [
        ["Repeated in the file", "1", "4"],
        ["Like an earlier sentence, 50–74", "1", "4"],
        ["New", "1", "4"],
        ["All", "3", "12"],
    ]
    assert "count.txt" not in _jobs(shown)


def test_a_form_sent_twice_makes_one_document(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("customer", account=dashboard.live.create_account("Twice"))
    for _ in range(2):
        shown = _send(browser, ("twice.txt", TEXT), key="the-same")
    assert [one.text_content() for one in shown.tree.xpath("//*[@class='name']/a")] == ["twice.txt"]


def test_a_failed_document_says_what_to_do(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("customer")
    _send(browser, ("broken.pdf", b"%PDF-1.4 broken"))
    page = browser.get(_wait(browser, "broken.pdf"))
    assert "The file is damaged. Open it in the program that made it, save it anew" in page.words
    assert "DOCUMENT_CORRUPT" in page.words


def test_a_document_is_deleted_and_gone(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("customer")
    _send(browser, ("gone.txt", TEXT))
    address = _wait(browser, "gone.txt")
    shown = browser.post(f"{address}/delete", {"next": FILES})
    assert (shown.address, "gone.txt" in _jobs(shown)) == (FILES, False)
    assert browser.get(address).status == 404


def test_documents_of_other_accounts_do_not_exist(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("customer")
    _send(browser, ("ours.txt", TEXT))
    address = _jobs(browser.get("/ui/documents"))["ours.txt"]
    other = dashboard.sign_in("developer", account=dashboard.other_account)
    assert "ours.txt" not in _jobs(other.get("/ui/documents"))
    answers = [
        other.get(address).status,
        other.get(f"{address}/download").status,
        other.post(f"{address}/delete").status,
        other.get("/ui/documents/no-id").status,
    ]
    assert answers == [404] * 4
    assert browser.get(address).status == 200


def test_developers_see_what_programs_sent_and_others_do_not(dashboard: Dashboard) -> None:
    application = dashboard.live.create_application(dashboard.account)
    with dashboard.live.client(application) as client:
        client.post(
            "/v2/documents/translate",
            files={"file": ("program.txt", TEXT)},
            data={"source": "en", "target": "es"},
        ).raise_for_status()
    assert "program.txt" in _jobs(dashboard.sign_in("developer").get("/ui/documents"))
    assert "program.txt" not in _jobs(dashboard.sign_in("orderer").get("/ui/documents"))


def test_an_account_without_documents_is_told_how_long_they_are_kept(dashboard: Dashboard) -> None:
    account = dashboard.live.create_account("Nothing yet")
    shown = dashboard.sign_in("customer", account=account).get("/ui/documents")
    assert re.search(r"No documents yet\s*Documents are kept for an hour after they are done\.", shown.words)


def test_the_language_of_a_file_is_detected(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("orderer")
    form = browser.get(FILES)
    assert "Detect language" in form.words
    shown = _send(browser, ("guess.txt", TEXT), source="auto")
    assert shown.status == 200
    assert "English (detected) → Spanish" in browser.get(_wait(browser, "guess.txt")).words
    short = _send(browser, ("short.txt", b"OK\n"), source="auto")
    assert short.status == 422
    assert "The language of this file cannot be detected." in short.words
    assert short.value_of("source") == "auto"
    spanish = "El perro es muy grande y la casa es roja. El gato es pequeño.\n".encode()
    same = _send(browser, ("same.txt", spanish), source="auto")
    assert "The language of this file cannot be translated into the one that was chosen." in same.words
    counted = _send(browser, ("count.txt", TEXT), source="auto", analyse="yes")
    assert "12 words of at most" in counted.words
