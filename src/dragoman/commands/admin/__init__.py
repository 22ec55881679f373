"""`dragoman admin`: the operator's own hands on accounts, applications, memories, terms, webhooks and keys.

The commands (O3 to O5, O7) work on the data directory or database of a service, whether or not it runs.
"""

from __future__ import annotations

from dragoman.commands.loading import LoadingGroup


def create_admin() -> LoadingGroup:
    """Put the group of commands together."""
    return LoadingGroup(
        name="admin",
        help="Accounts, applications, users, tokens, memories, term bases, notifications and keys.",
        places={
            "account": "dragoman.commands.admin.accounts:create_group",
            "application": "dragoman.commands.admin.applications:create_group",
            "user": "dragoman.commands.admin.users:create_group",
            "language": "dragoman.commands.admin.languages:create_group",
            "work-area": "dragoman.commands.admin.work_areas:create_group",
            "service": "dragoman.commands.admin.services:create_group",
            "invoicing-account": "dragoman.commands.admin.invoicing_accounts:create_group",
            "project-template": "dragoman.commands.admin.templates:create_group",
            "token": "dragoman.commands.admin.tokens:create_group",
            "notifications": "dragoman.commands.admin.notifications:create_group",
            "memory": "dragoman.commands.admin.memories:create_group",
            "memory-set": "dragoman.commands.admin.memory_sets:create_group",
            "term-base": "dragoman.commands.admin.termbases:create_group",
            "project": "dragoman.commands.admin.projects:create_group",
            "translation": "dragoman.commands.admin.translations:create_group",
            "audit-log": "dragoman.commands.admin.audit:create_group",
            "queue": "dragoman.commands.admin.queues:create_group",
            "signing-key": "dragoman.commands.admin.keys:create_signing_key_group",
            "webhook-key": "dragoman.commands.admin.webhook_keys:create_group",
            "master-key": "dragoman.commands.admin.keys:create_master_key_group",
        },
    )
