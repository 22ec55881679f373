"""Projects in every state, with their files, translations, packages and messages."""

from __future__ import annotations

import io
import itertools
import re
import zipfile
from typing import Any
from urllib.parse import quote

from tests.contract.project_files import ordered, send
from tests.dashboard.browser import Browser
from tests.dashboard.filled_account import FilledAccount, as_file_name, as_url, in_line, visible
from tests.dashboard.markup import pack
from tests.dashboard.orders import STEP, confirmed, start, translation_of
from tests.waiting import wait_until

_PARAGRAPHS = 110  # more than a page shows, whatever the texts


def fill_projects(filled: FilledAccount) -> None:
    """A draft, one that cannot be read, and projects in work, on hold, finished and cancelled."""
    with filled.dashboard.live.client(filled.program) as client:
        titles, numbers = filled.lines(490), filled.lines(240)
        projects = [
            str(
                ordered(
                    client,
                    title=next(titles),
                    briefing=filled.everything,
                    briefingForExperts=filled.everything,
                    purchaseOrderNumber=next(numbers),
                    externalId=f"{number} {next(numbers)}",
                )
            )
            for number in range(6)
        ]
        for number, project in enumerate(projects):
            _send_file(filled, client, project, paragraphs=1 if number else _PARAGRAPHS)
    open_, held, finished, cancelled, draft, broken = projects
    _fill_draft(filled, draft)
    _fill_broken(filled, broken)
    filled.later += [
        lambda: filled.see(*(start(filled.developer, project).address for project in projects[:4])),
        lambda: _hold(filled, held),
        lambda: _cancel(filled, cancelled),
        lambda: _deliver(filled, finished),
        lambda: _work_on(filled, open_),
    ]
    for project in (open_, cancelled, finished, held, draft, broken):  # the first ones are looked at
        address = f"/ui/projects/{project}"
        filled.see(address, f"{address}/reference")
        filled.see(*(f"{address}{part}" for part in ("", "/log", "/quality", "/packages")), by_staff=True)
    filled.see("/ui/projects?stage=all")
    filled.see("/ui/projects?stage=all&limit=100", "/ui/projects?stage=held", "/ui/work", by_staff=True)


def _post(browser: Browser, address: str, fields: dict[str, str]) -> None:
    shown = browser.post(address, fields, follow=False)
    assert shown.status == 303, shown.words


def _send_file(filled: FilledAccount, client: Any, project: str, *, paragraphs: int) -> None:
    """A file of all texts, whose end is announced to an address with a text in it."""
    name = as_file_name(next(filled.lines(150)), ".txt")
    headers = {"callbackUrl": quote(as_url(filled.some()[0]), safe="")}
    data = "\n\n".join(itertools.islice(filled.lines(180), paragraphs)).encode()
    answer = send(client, int(project), data, name=name, headers=headers)
    assert answer.status_code == 201, answer.text


def _fill_draft(filled: FilledAccount, project: str) -> None:
    """Reference files of many names, and the steps of the order."""
    names = [as_file_name(text, ".pdf") for text in dict.fromkeys(filled.some())]
    files = [("files", (name, b"%PDF-1.4 guide")) for name in names]
    shown = filled.developer.post(f"/ui/projects/{project}/reference", files=files)
    assert shown.status == 200, shown.words
    filled.see(*(STEP.format(step, project) for step in (1, 2, 3)))


def _fill_broken(filled: FilledAccount, project: str) -> None:
    """A file that cannot be read."""
    name = as_file_name(filled.some()[0], ".docx")
    sent = {"source": "en", "targets": ["es"]}
    files = [("files", (name, b"PK\x03\x04" + b"\x00" * 200))]
    filled.developer.post(f"/ui/projects/new/1?project={project}", sent, files=files)
    quote_step = STEP.format(3, project)
    filled.later.append(
        lambda: wait_until(lambda: "cannot be read" in filled.developer.get(quote_step).words)
    )
    filled.see(quote_step, STEP.format(1, project))


def _work_on(filled: FilledAccount, project: str) -> None:
    """Assign a translation to the admin, who brings packages back: one of it, and one of nothing."""
    admin = filled.admin
    translation = translation_of(admin, project)
    own = f"//select[@id='f-user']/option[contains(., 'admin-{filled.dashboard.provider}@')]/@value"
    _post(admin, f"{translation}/assign", {"user": str(admin.get(translation).tree.xpath(own)[0])})
    _bring_back(filled, project, translation)
    number = translation.rpartition("/")[2]
    filled.see(
        f"{translation}?limit=100",
        f"/ui/projects/{project}/quality?translation={number}",
        f"/ui/work/{number}",
        by_staff=True,
    )


def _bring_back(filled: FilledAccount, project: str, translation: str) -> None:
    """Packages with another source, codes and ids that nobody knows, no packages, and an archive of those."""
    package = confirmed(filled.admin.client.get(f"{translation}/package").content)
    names = [as_file_name(one, ".xlf") for one in pack([in_line(one) for one in filled.pieces], 240)]
    changed = package.replace(b"<source>", b"<source>zq ", 1)
    coded = package.replace(b"<target>", b'<target><ph id="zq"/>', 1)
    foreign = re.sub(rb':translation="\d+"', b':translation="&lt;b zq>"', package)
    packages = [changed, coded, foreign, *[b"<no/>"] * len(names)]
    sent = [("files", (f"{at}{names[at % len(names)]}", data)) for at, data in enumerate(packages)]
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as opened:
        for at, name in enumerate(names):  # files in folders, as names with slashes are in archives
            opened.writestr(f"{at}/{name}", b"<no/>")
    sent.append(("files", (f"{names[0]}.zip", archive.getvalue())))
    filled.answer(f"/ui/projects/{project}/packages", {"partial": "yes"}, files=sent, by_staff=True)
    own = f"/ui/work/{translation.rpartition('/')[2]}/package"
    for data in (coded, foreign, b"<no/>"):
        filled.answer(own, {"partial": "yes"}, files=[("file", (names[0], data))], by_staff=True)


def _hold(filled: FilledAccount, project: str) -> None:
    """Hold a project, and change the message until all texts were in it."""
    for message in itertools.islice(filled.lines(1990), 3):
        _post(filled.admin, f"/ui/projects/{project}/hold", {"hold_message": visible(message)})


def _cancel(filled: FilledAccount, project: str) -> None:
    reason = {"cancel_reason": visible(next(filled.lines(490)))}
    _post(filled.admin, f"/ui/projects/{project}/cancel", reason)


def _deliver(filled: FilledAccount, project: str) -> None:
    """Deliver what nobody has translated, with a reason that the log keeps."""
    translation = translation_of(filled.admin, project)
    _post(filled.admin, f"{translation}/deliver", {"override": visible(next(filled.lines(490)))})
    wait_until(lambda: "Finished" in filled.developer.get(f"/ui/projects/{project}").title)
    filled.see(translation, by_staff=True)
