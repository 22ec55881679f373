"""The parts that the OpenAPI document is in, in the order in which an integrator needs them."""

from __future__ import annotations

from typing import Final

TAGS: Final = [
    {"name": name, "description": description}
    for name, description in {
        "Token": "Access tokens (OAuth 2.0 client credentials) and the keys that verify them. Start here",
        "Text": "Machine translation of text, in batches of up to 100 segments",
        "Documents": "Machine translation of documents: send one, watch its job, download the translation",
        "Languages": "The directions that work now, and detection of a text's language",
        "Usage": "How much was translated, and which calls were made",
        "Projects": "Projects that the provider performs: create, quote, start, watch, cancel",
        "Project files": "The files of projects: send, list and download them and their translations",
        "Reference data": "What a project can name: languages, services, work areas, people, templates",
        "Translation memories": "The account's translation memories: their units, imports and exports; sets",
        "Term bases": "The account's term bases: their concepts and versions, imports and exports",
        "Style guides": "The account's style guides: tone, form of address, punctuation",
        "Webhooks": "Calls that the service makes: their keys, their tries, replay and test events",
        "Provider projects": "For the provider's staff: the projects of all accounts",
        "Provider translations": "For the provider's staff: XLIFF, checks, delivery, assignment",
        "Provider segments": "For editors of translations: read, save, check, undo, search and replace",
        "Provider memories": "For the provider's staff: translation memories of all accounts, and their sets",
        "Provider term bases": "For the provider's staff: term bases of all accounts",
        "Provider style guides": "For the provider's staff: style guides of all accounts",
        "Provider accounts": "For the provider's staff: accounts, applications, people, invoicing accounts",
        "Provider reference data": "For the provider's staff: languages, work areas, services, templates",
        "Provider operation": "For the provider's staff: webhooks, calls, usage, audit log, engines, queues",
        "Health": "Whether the service is up, and its metrics. For load balancers and monitoring",
    }.items()
]
