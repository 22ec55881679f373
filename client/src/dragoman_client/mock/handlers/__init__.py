"""Handlers of operations. Importing this package fills the table of `routing`."""

from __future__ import annotations

from dragoman_client.mock.handlers import (  # noqa: F401
    accounts,
    catalog,
    concepts,
    documents,
    events,
    memory_sets,
    memory_units,
    notifications,
    own_records,
    own_term_bases,
    project_files,
    projects,
    provider_projects,
    term_files,
    texts,
    tmx_files,
    usage,
)
