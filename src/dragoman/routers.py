"""Every router of the application, in the order in which paths are matched."""

from __future__ import annotations

from typing import Final

from dragoman.api import (
    device_authorization,
    docs,
    docs_site,
    health,
    token,
    webhook_keys,
    wellknown,
)
from dragoman.api.compat import dialects
from dragoman.api.interfaces import INTERFACES
from dragoman.api.mcp import endpoint as mcp_endpoint
from dragoman.api.mcp.interface import INTERFACE as MCP
from dragoman.api.mt_v2 import analysis, documents, languages, limits, text, usage
from dragoman.api.project_v1 import (
    account_usage,
    events,
    lifecycle,
    own_memories,
    own_notifications,
    own_style_guides,
    own_term_bases,
    projects,
    reference,
    reference_assets,
    requests,
)
from dragoman.api.project_v1 import files as project_files
from dragoman.api.provider_v1 import (
    account_engines,
    accounts,
    applications,
    audit,
    installation,
    invoicing_accounts,
    linguist_work,
    memories,
    memory_files,
    memory_sets,
    memory_units,
    notifications,
    operation,
    project_lists,
    project_pages,
    project_templates,
    services,
    style_guides,
    termbase_concepts,
    termbase_files,
    termbases,
    translation_changes,
    translation_files,
    translation_help,
    translation_reviews,
    translation_segments,
    translations,
    users,
    work_areas,
)
from dragoman.api.provider_v1 import languages as offered_languages
from dragoman.api.provider_v1 import projects as staff_projects
from dragoman.api.provider_v1 import requests as staff_requests
from dragoman.api.provider_v1 import usage as usage_of_accounts
from dragoman.dashboard.areas import ROUTERS as PAGES
from dragoman.dashboard.interface import DASHBOARD

ROUTERS: Final = (
    token.router,
    device_authorization.router,
    wellknown.router,
    webhook_keys.router,
    text.router,
    documents.uploads,
    analysis.router,
    documents.router,
    languages.router,
    limits.router,
    usage.router,
    projects.router,
    project_files.router,
    lifecycle.router,
    reference.router,
    reference_assets.router,
    own_term_bases.router,
    own_memories.router,
    own_style_guides.router,
    requests.router,
    account_usage.router,
    own_notifications.router,
    events.router,
    accounts.router,
    account_engines.router,
    applications.router,
    users.router,
    offered_languages.router,
    work_areas.router,
    services.router,
    invoicing_accounts.router,
    project_templates.router,
    audit.router,
    notifications.router,
    staff_requests.router,
    notifications.test_events,
    operation.router,
    usage_of_accounts.router,
    installation.router,
    project_lists.router,  # before the projects: its paths are names where theirs are ids
    staff_projects.router,
    project_pages.router,
    project_pages.uploads,
    translations.router,
    translation_segments.router,
    translation_changes.router,
    translation_help.router,
    translation_reviews.router,
    linguist_work.router,
    translation_files.router,
    translation_files.uploads,
    memories.router,
    memory_units.router,
    memory_files.uploads,
    memory_files.router,
    memory_sets.router,
    style_guides.router,
    termbases.router,
    termbase_concepts.router,
    termbase_files.imports,
    termbase_files.exports,
    health.router,
    docs.router,
    docs_site.router,
    mcp_endpoint.router,
    *dialects.ROUTERS,
    *PAGES,
)

# The interfaces of all routers: who may call, and how errors read.
ROUTED_INTERFACES: Final = (*INTERFACES, MCP, *dialects.INTERFACES, DASHBOARD)
