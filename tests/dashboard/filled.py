"""An account with something of every kind, its texts chosen by the test, and a way through its pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from tests.dashboard.browser import PASSWORD, Browser, Dashboard, Shown
from tests.dashboard.filled_account import LONGEST_NAME, FilledAccount, next_number
from tests.dashboard.filled_calls import fill_documents, fill_passkeys, fill_requests, fill_webhooks
from tests.dashboard.filled_languages import fill_memories, fill_style_guides, fill_term_bases
from tests.dashboard.filled_lists import fill_catalog, fill_engines, fill_people, fill_programs
from tests.dashboard.filled_projects import fill_projects

# What is downloaded, what ends the session, and what belongs to the API and not to a page.
_NO_PAGES = re.compile(r"/(csv|export|download|archive|package|files/[0-9a-f-]+|sign-out|assets|with)\b")


def fill(
    dashboard: Dashboard, texts: Sequence[str], *, pieces: Sequence[str] = (), user_agent: str = "tests"
) -> FilledAccount:
    """Make an account with things of each kind, called by texts of at most 190 characters.

    The texts may consist of pieces, which long fields are filled with.
    """
    admin = dashboard.sign_in("admin")
    named = f"{next_number()} {texts[0]}"[:LONGEST_NAME]
    made = admin.post("/ui/accounts/new", {"name": named, "kind": "production"})
    account = int(made.address.partition("?")[0].rpartition("/")[2])
    email = dashboard.add_person("developer", "orderer", account=account)
    elsewhere = dashboard.open_browser(**{"User-Agent": user_agent})  # a session that the profile lists
    elsewhere.post("/ui/sign-in", {"email": email, "password": PASSWORD})
    developer = dashboard.sign_in_as(email)
    for browser in (admin, developer, elsewhere):
        dashboard.browsers.remove(browser)
    elsewhere.close()
    filled = FilledAccount(
        dashboard=dashboard,
        account=account,
        texts=texts,
        pieces=pieces or texts,
        developer=developer,
        email=email,
        admin=admin,
        program=dashboard.live.create_application(account, "--rate-limit", "off", name=named),
    )
    filled.see(made.address.partition("?")[0], by_staff=True)
    for make in (
        *(
            fill_programs,
            fill_people,
            fill_catalog,
            fill_engines,
            fill_memories,
            fill_term_bases,
            fill_style_guides,
            fill_projects,
        ),
        *(fill_documents, fill_webhooks, fill_requests, fill_passkeys),
    ):
        make(filled)
    for finish in filled.later:
        finish()
    filled.see(f"/ui/audit-log?account={account}&limit=100", by_staff=True)
    return filled


def walk(
    browser: Browser,
    starts: Sequence[str],
    *,
    most: int,
    found: int | None = None,
    known: Collection[str] = (),
) -> Iterator[Shown]:
    """The pages to start with, at most so many of each kind, and those that links of theirs lead to.

    Links lead to at most `found` pages of each kind, and to one of the kinds that are known.
    """
    waiting, seen = list(dict.fromkeys(starts)), set(starts)
    given, counts = len(waiting), Counter[str]()
    for at, path in enumerate(waiting):  # it grows
        kind = kind_of(path)
        if counts[kind] >= (most if at < given else 1 if kind in known else found or most):
            continue
        counts[kind] += 1
        shown = browser.get(path)
        if not shown.headers.get("content-type", "").startswith("text/html"):
            continue
        yield shown
        for link in shown.tree.xpath("//main//a/@href"):
            target = link.partition("?")[0].partition("#")[0]
            if target.startswith("/ui/") and not _NO_PAGES.search(target) and target not in seen:
                seen.add(target)
                waiting.append(target)


def kind_of(path: str) -> str:
    """The address with a sign for each number and id."""
    return re.sub(r"/(\d+|[0-9a-f-]{36})(?=/|$)", "/#", path.partition("?")[0])
