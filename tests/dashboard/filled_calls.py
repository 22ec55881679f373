"""Documents, webhooks, calls of programs, and passkeys."""

from __future__ import annotations

import itertools
import re
import secrets
from urllib.parse import quote

import psycopg

from dragoman.settings.model import Settings
from tests.conftest import superuser_url
from tests.dashboard.filled_account import FilledAccount, as_file_name, as_path, in_line, next_number
from tests.dashboard.markup import pack
from tests.receiver import running_receiver
from tests.waiting import wait_until

_CALLS = 25  # three of each: more than a page shows, whatever the texts


def fill_documents(filled: FilledAccount) -> None:
    """Documents with names of all kinds, sent at once, those that are refused, and the words of some."""
    names = pack([in_line(one).strip() for one in filled.pieces], 240)
    sent = [("files", (as_file_name(f"{next_number()} {one}", ".txt"), b"The dog is big.")) for one in names]
    refused = [("files", (as_file_name(one, ".none"), b"\0")) for one in names]
    pair = {"source": "en", "target": "es"}
    for files, more in ((sent, {}), (refused, {}), ([sent[0], *refused], {"analyse": "yes"})):
        key = f"key-of-document-{next_number()}"
        filled.answer("/ui/translate/files", {**pair, **more, "key": key}, files=files)
    listed = "/ui/documents?limit=100"
    found = filled.developer.get(listed).links
    filled.see(*(one for one in found if re.fullmatch("/ui/documents/[0-9a-f-]{36}", one)))
    filled.later.append(
        lambda: wait_until(lambda: not filled.developer.get(listed).tree.xpath("//main//progress"))
    )


def fill_webhooks(filled: FilledAccount) -> None:
    """Test events to addresses of all texts; of what the receiver answers, the beginning is shown."""
    answers = itertools.cycle(pack(filled.pieces, 1500))
    addresses = [re.sub(r"\s", "", one) for one in pack([as_path(one) for one in filled.pieces], 500)]
    with running_receiver(lambda _: 500, lambda _: next(answers).encode()) as receiver:
        for address in addresses:
            fields = {"application": str(filled.program.id), "url": receiver.url(f"/{address}")}
            filled.add("/ui/webhooks/test-event", fields)
        shown = "/ui/webhooks?limit=100&kind=test.event"
        wait_until(lambda: "Being sent" not in filled.developer.get(shown).words)
    filled.see(shown)


def fill_requests(filled: FilledAccount) -> None:
    """Calls of a program to addresses that there are and are not, in which texts stand."""
    with filled.dashboard.live.client(filled.program) as client:
        for text in itertools.islice(itertools.cycle(filled.texts), _CALLS):
            word = quote(text, safe="")
            client.get(f"/v2/{word}", headers={"User-Agent": word})
            client.get(f"/v2/documents/{word}")
            client.get(f"/project/v1/projects/{word}?externalId={word}")
    wait_until(lambda: "/v2/documents" in filled.developer.get("/ui/requests").words)
    filled.see("/ui/requests?limit=100")


def fill_passkeys(filled: FilledAccount) -> None:
    """Passkeys as rows of the database: browsers make none for an address without a name."""
    statement = """
        insert into passkeys (user_id, credential_id, public_key, user_handle, sign_count, name, transports,
                              backed_up, created, last_used)
        select id, %s, '', '', 0, %s, '{}', true, now(), now() from users where email = %s"""
    settings = Settings(data=filled.dashboard.live.data)
    with psycopg.connect(superuser_url(settings), autocommit=True) as connection:
        for name in filled.names():
            done = connection.execute(statement, [secrets.token_bytes(16), name, filled.email])
            assert done.rowcount == 1
    filled.see("/ui/profile/passkeys")
