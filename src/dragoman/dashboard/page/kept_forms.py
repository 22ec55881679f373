"""A form that was sent after its session had ended, kept in the page until its sender has signed in again.

It travels with the pages of the sign-in, in a hidden field. Only while its sender is at an identity provider
it is stored, unreadable without the browser's cookie. Its seal names the last sign-in of the browser: for
anybody else it does not come back.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.datastructures import UploadFile

from dragoman.access.keyring import Keyring
from dragoman.dashboard.page import cookies
from dragoman.dashboard.page.csrf import FIELD, require_csrf_token
from dragoman.dashboard.page.locale import mark, translate
from dragoman.dashboard.page.request import HOME, PageRequest, safe_next
from dragoman.errors import DragomanError
from dragoman.http.forms import MULTIPART

KEPT: Final = "kept"  # the hidden field
_PURPOSE: Final = "kept forms"
_MOST_FIELDS: Final = 900
_MOST_CHARACTERS: Final = 400_000
# Of fields that no page shows again: they are typed anew.
_SECRET: Final = re.compile(r"password|proof|secret|token|\Acode\Z|\Acsrf\Z|\Akept\Z")

_NUMBER: Final = re.compile(r"-[0-9]+")  # of a row of a form, in the names of its fields
# The labels of fields that people write into, by their names without numbers; others are not shown.
LABELS: Final = {
    "auto_start_after": mark("Starts by itself after (seconds)"),
    "briefing": mark("Briefing"),
    "calls": mark("Calls"),
    "cancel_reason": mark("Reason"),
    "currency": mark("Currency"),
    "deadline": mark("Deadline"),
    "definition": mark("Definition"),
    "domain": mark("Domain"),
    "email": mark("E-mail address"),
    "finish_reason": mark("Reason"),
    "first_name": mark("First name"),
    "hold_message": mark("Message to the customer"),
    "instructions": mark("Instructions"),
    "key": mark("Id in files"),
    "last_name": mark("Last name"),
    "made_by": mark("Who translated it"),
    "memory_threshold": mark("Threshold"),
    "name": mark("Name"),
    "note": mark("Note"),
    "order_number": mark("Your order number"),
    "override": mark("Why in spite of blocking issues"),
    "price_per_word": mark("Price of a new word"),
    "seconds": mark("in seconds"),
    "source": mark("Source"),
    "target": mark("Translation"),
    "term-example": mark("Example"),
    "term-note": mark("Note"),
    "term-text": mark("Term"),
    "text": mark("Text"),
    "title": mark("Title"),
    "user_code": mark("Code"),
    "url": mark("Address of your receiver"),
    "valid_until": mark("Last day"),
    "words_per_day": mark("Words a day"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptForm:
    """A form with all that its sender typed."""

    action: str  # where it goes: a path of ours, with its query
    back: str  # the page that it is on
    is_multipart: bool
    fields: Sequence[tuple[str, str]]
    files: Sequence[tuple[str, str]]  # control and name: their content has to be chosen again
    seal: str

    @property
    def shown(self) -> Sequence[tuple[str, str]]:
        """The fields that somebody wrote into, by their labels. Choices come back too, but are ids here."""
        named = [(LABELS.get(_NUMBER.sub("", name)), text) for name, text in self.fields]
        return [(translate(label), text) for label, text in named if label and text.strip()]

    @property
    def controls(self) -> Sequence[tuple[str, str]]:
        """The controls that files have to be chosen in again, and the names of the files."""
        names = dict.fromkeys(name for name, _ in self.files)
        return [(one, ", ".join(file for name, file in self.files if name == one)) for one in names]

    def write(self) -> str:
        """The value of the hidden field."""
        return json.dumps(asdict(self), ensure_ascii=False)


def keep_form(page: PageRequest) -> KeptForm | None:
    """Keep the form of a session that has ended. None: it is too large, or not of that session."""
    device = cookies.read_device_cookie(page.request)
    data = page.form.data
    fields = [
        (name, text)
        for name, text in data.multi_items()
        if isinstance(text, str) and not _SECRET.search(name)
    ]
    is_too_large = len(fields) > _MOST_FIELDS or sum(map(len, map("".join, fields))) > _MOST_CHARACTERS
    if device is None or is_too_large or not _is_of_ended_session(page):
        return None
    return KeptForm(
        action=page.address,
        back=find_back(page),
        is_multipart=page.request.headers.get("content-type", "").startswith(MULTIPART),
        fields=fields,
        files=[
            (name, file.filename or "")
            for name, file in data.multi_items()
            if isinstance(file, UploadFile) and file.filename
        ],
        seal=_seal(page.runtime.keyring, device),
    )


def read_kept(page: PageRequest) -> KeptForm | None:
    """The form that a page of the sign-in carries, if this browser's last sign-in was its sender's."""
    return open_kept(page, page.form.raw(KEPT))


def open_kept(page: PageRequest, text: str) -> KeptForm | None:
    """A form as `write` wrote it, if this browser's last sign-in was its sender's."""
    device = cookies.read_device_cookie(page.request)
    kept = _parse(text)
    if kept is None or device is None or safe_next(kept.action, otherwise="") != kept.action:
        return None
    expected = _seal(page.runtime.keyring, device)
    return kept if hmac.compare_digest(kept.seal.encode(), expected.encode()) else None


def carry_on(kept: KeptForm, keyring: Keyring, *, device_token: str) -> KeptForm:
    """Seal the form anew for the sign-in that its sender has made now."""
    return replace(kept, seal=_seal(keyring, device_token))


def find_back(page: PageRequest) -> str:
    """The page that the form was on, as the browser says it."""
    parts = urlsplit(page.request.headers.get("referer", ""))
    address = f"{parts.path}?{parts.query}" if parts.query else parts.path
    return safe_next(address, otherwise=HOME)


def _is_of_ended_session(page: PageRequest) -> bool:
    sent = page.form.data.get(FIELD) or page.request.headers.get("x-csrf-token")
    try:
        require_csrf_token(
            page.runtime.keyring,
            browser=cookies.read_session_cookie(page.request),
            sent=sent if isinstance(sent, str) else "",
        )
    except DragomanError:
        return False
    return True


def _seal(keyring: Keyring, device_token: str) -> str:
    key = keyring.derive(keyring.current_id, _PURPOSE)
    return hmac.new(key, device_token.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


def _parse(text: str) -> KeptForm | None:
    """Read the hidden field; None for what `write` has not written."""
    try:
        found: Any = json.loads(text)
        return KeptForm(
            action=str(found["action"]),
            back=safe_next(str(found["back"])),
            is_multipart=found["is_multipart"] is True,
            fields=[(str(name), str(value)) for name, value in found["fields"]],
            files=[(str(name), str(value)) for name, value in found["files"]],
            seal=str(found["seal"]),
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
