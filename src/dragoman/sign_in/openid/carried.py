"""A text that a browser takes along to the provider and back: stored meanwhile, and unreadable here.

It is encrypted with a key made of the secret in the browser's cookie; the database has its hash only.
"""

from __future__ import annotations

import secrets
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from dragoman.database.connections import NO_ACCOUNT, Database, transaction
from dragoman.sign_in.openid import store
from dragoman.sign_in.openid.model import STATE_LIFETIME
from dragoman.sign_in.tools import hash_token

_INFO: Final = b"dragoman carried text"
_NONCE_BYTES: Final = 12


async def carry_text(database: Database, *, browser_token: str, owner: str, text: str) -> None:
    """Store a text until the browser with this token comes back. Of an owner the newest one is stored."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    sealed = nonce + _cipher(browser_token).encrypt(nonce, text.encode("utf-8", "replace"), None)
    async with transaction(database, account=NO_ACCOUNT) as tx:
        await store.insert_carried(
            tx,
            {
                "token_hash": hash_token(browser_token),
                "owner_hash": hash_token(owner),
                "sealed": sealed,
                "expires": tx.now + STATE_LIFETIME,
            },
        )


async def take_text(database: Database, *, browser_token: str) -> str:
    """The text that this browser carries, once; empty without one."""
    if not browser_token:
        return ""
    async with transaction(database, account=NO_ACCOUNT) as tx:
        sealed = await store.take_carried(tx, token_hash=hash_token(browser_token))
    if sealed is None:
        return ""
    try:
        opened = _cipher(browser_token).decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], None)
    except InvalidTag:
        return ""  # not stored by us
    return opened.decode("utf-8")


def _cipher(browser_token: str) -> AESGCM:
    secret = browser_token.encode("utf-8", "surrogatepass")
    return AESGCM(HKDF(algorithm=SHA256(), length=32, salt=None, info=_INFO).derive(secret))
