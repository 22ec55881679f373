"""`dragoman admin`: the operator's own hands on accounts, applications, webhooks and keys (O3 to O5, O7).

The commands work on the data directory or database of a service, whether or not it runs.
"""

from __future__ import annotations

import typer

from dragoman.commands.admin import (
    accounts,
    applications,
    keys,
    memories,
    memory_sets,
    notifications,
    termbases,
    tokens,
    users,
    webhook_keys,
)


def create_admin() -> typer.Typer:
    """Put the group of commands together."""
    admin = typer.Typer(
        help="Accounts, applications, users, tokens, notifications and keys.", no_args_is_help=True
    )
    admin.add_typer(accounts.create_group(), name="account")
    admin.add_typer(applications.create_group(), name="application")
    admin.add_typer(users.create_group(), name="user")
    admin.add_typer(tokens.create_group(), name="token")
    admin.add_typer(notifications.create_group(), name="notifications")
    admin.add_typer(memories.create_group(), name="memory")
    admin.add_typer(memory_sets.create_group(), name="memory-set")
    admin.add_typer(termbases.create_group(), name="term-base")
    admin.add_typer(keys.create_signing_key_group(), name="signing-key")
    admin.add_typer(webhook_keys.create_group(), name="webhook-key")
    admin.add_typer(keys.create_master_key_group(), name="master-key")
    return admin
