"""`dragoman admin`: the operator's own hands on accounts, applications, memories, terms, webhooks and keys.

The commands (O3 to O5, O7) work on the data directory or database of a service, whether or not it runs.
"""

from __future__ import annotations

from typing import Final

from dragoman.commands.entries import LazyCommand
from dragoman.commands.loading import LoadingGroup

_COMMANDS: Final = {
    "account": LazyCommand("dragoman.commands.admin.accounts:create_group", "Customers, or parts of one."),
    "application": LazyCommand(
        "dragoman.commands.admin.applications:create_group", "Programs that call the service."
    ),
    "user": LazyCommand(
        "dragoman.commands.admin.users:create_group", "People who sign in, or whom projects name."
    ),
    "link": LazyCommand(
        "dragoman.commands.admin.links:link",
        "Print a link that signs an admin in once, within 30 minutes.",
    ),
    "language": LazyCommand(
        "dragoman.commands.admin.languages:create_group",
        "Languages that projects are translated from and into.",
    ),
    "work-area": LazyCommand("dragoman.commands.admin.work_areas:create_group", "Fields of specialization."),
    "service": LazyCommand(
        "dragoman.commands.admin.services:create_group", "What can be ordered, for which price."
    ),
    "invoicing-account": LazyCommand(
        "dragoman.commands.admin.invoicing_accounts:create_group", "Who can be invoiced for projects."
    ),
    "project-template": LazyCommand(
        "dragoman.commands.admin.templates:create_group", "What projects made from a template have."
    ),
    "token": LazyCommand("dragoman.commands.admin.tokens:create_group", "Temporary access tokens."),
    "notifications": LazyCommand(
        "dragoman.commands.admin.notifications:create_group", "Deliveries to callback URLs."
    ),
    "mail": LazyCommand("dragoman.commands.admin.mail:create_group", "Mail to people."),
    "memory": LazyCommand(
        "dragoman.commands.admin.memories:create_group", "Translations that are used again."
    ),
    "memory-set": LazyCommand(
        "dragoman.commands.admin.memory_sets:create_group",
        "Translation memories that are used together.",
    ),
    "term-base": LazyCommand(
        "dragoman.commands.admin.termbases:create_group",
        "What customers call things, enforced in translation.",
    ),
    "style-guide": LazyCommand(
        "dragoman.commands.admin.style_guides:create_group",
        "How customers want translations to be written.",
    ),
    "project": LazyCommand(
        "dragoman.commands.admin.projects:create_group", "Translation projects of all accounts."
    ),
    "translation": LazyCommand(
        "dragoman.commands.admin.translations:create_group", "Translations of projects' files."
    ),
    "audit-log": LazyCommand("dragoman.commands.admin.audit:create_group", "What staff changed, and when."),
    "queue": LazyCommand("dragoman.commands.admin.queues:create_group", "The jobs of the service."),
    "signing-key": LazyCommand(
        "dragoman.commands.admin.keys:create_signing_key_group",
        "Keys that access tokens are signed with.",
    ),
    "webhook-key": LazyCommand(
        "dragoman.commands.admin.webhook_keys:create_group", "Keys that webhooks are signed with."
    ),
    "master-key": LazyCommand(
        "dragoman.commands.admin.keys:create_master_key_group",
        "Keys that secrets in the database are kept with.",
    ),
}


def create_admin() -> LoadingGroup:
    """Put the group of commands together."""
    return LoadingGroup(
        name="admin",
        help="Accounts, applications, users, tokens, memories, term bases, notifications and keys.",
        commands=_COMMANDS,
    )
