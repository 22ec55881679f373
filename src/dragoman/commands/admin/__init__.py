"""`dragoman admin`: the operator's own hands on accounts, applications, tokens and keys (O3, O4, O5, O7).

The commands work on the data directory or database of a service, whether or not it runs.
"""

from __future__ import annotations

import typer

from dragoman.commands.admin import accounts, applications, keys, tokens, users


def create_admin() -> typer.Typer:
    """Put the group of commands together."""
    admin = typer.Typer(help="Accounts, applications, users, tokens and keys.", no_args_is_help=True)
    admin.add_typer(accounts.create_group(), name="account")
    admin.add_typer(applications.create_group(), name="application")
    admin.add_typer(users.create_group(), name="user")
    admin.add_typer(tokens.create_group(), name="token")
    admin.add_typer(keys.create_signing_key_group(), name="signing-key")
    admin.add_typer(keys.create_master_key_group(), name="master-key")
    return admin
