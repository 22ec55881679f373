"""Documents, webhooks, calls of programs, and passkeys."""

from __future__ import annotations

import itertools
import secrets
from urllib.parse import quote

import psycopg

from dragoman.settings.model import Settings
from tests.conftest import superuser_url
from tests.dashboard.filled_account import FilledAccount, as_file_name, as_url, next_number
from tests.waiting import wait_until

_CALLS = 25  # three of each: more than a page shows, whatever the texts


def fill_documents(filled: FilledAccount) -> None:
    """Documents with names of all kinds; some are refused, and shown with the reason."""
    for text in filled.some():
        pair = {"source": "es", "target": "ca", "key": f"key-of-document-{next_number()}"}
        files = {"files": (as_file_name(text[:150], ".txt"), b"La casa es grande.")}
        shown = filled.developer.post("/ui/translate/files", pair, files=files)
        assert shown.status == 200, shown.words


def fill_webhooks(filled: FilledAccount) -> None:
    """Test events to addresses that nobody answers at."""
    for text in filled.some():
        fields = {"application": str(filled.program.id), "url": as_url(text)}
        last = filled.add("/ui/webhooks/test-event", fields)
    filled.later.append(lambda: wait_until(lambda: "Being sent" not in filled.developer.get(last).words))


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
