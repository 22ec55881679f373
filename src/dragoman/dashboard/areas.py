"""The areas of the dashboard: one router for each, in the order of the navigation."""

from __future__ import annotations

from typing import Final

from dragoman.dashboard.accounts import engine_pages as account_engines
from dragoman.dashboard.accounts import pages as accounts
from dragoman.dashboard.api_reference import pages as api_reference
from dragoman.dashboard.applications import credentials as application_credentials
from dragoman.dashboard.applications import device_pages as application_devices
from dragoman.dashboard.applications import pages as applications
from dragoman.dashboard.audit_log import pages as audit_log
from dragoman.dashboard.documents import files
from dragoman.dashboard.documents import pages as documents
from dragoman.dashboard.editor import data as editor_data
from dragoman.dashboard.editor import data_of_help as editor_data_of_help
from dragoman.dashboard.editor import data_of_many as editor_data_of_many
from dragoman.dashboard.editor import data_of_reviews as editor_data_of_reviews
from dragoman.dashboard.editor import pages as editor
from dragoman.dashboard.editor import preview_pages as editor_preview
from dragoman.dashboard.editor import report_pages as editor_report
from dragoman.dashboard.engines import pages as engines
from dragoman.dashboard.health import pages as health
from dragoman.dashboard.memories import file_pages as memory_files
from dragoman.dashboard.memories import pages as memories
from dragoman.dashboard.memories import setting_pages as memory_settings
from dragoman.dashboard.memories import unit_pages as memory_units
from dragoman.dashboard.memory_sets import pages as memory_sets
from dragoman.dashboard.page import assets
from dragoman.dashboard.people import access as people_access
from dragoman.dashboard.people import pages as people
from dragoman.dashboard.profile import pages as profile
from dragoman.dashboard.profile import passkeys as profile_passkeys
from dragoman.dashboard.profile import proof as profile_proof
from dragoman.dashboard.profile import second_factor as profile_second_factor
from dragoman.dashboard.project_templates import pages as project_templates
from dragoman.dashboard.projects import acting as project_actions
from dragoman.dashboard.projects import assigning as project_assigning
from dragoman.dashboard.projects import details as project_details
from dragoman.dashboard.projects import files as project_files
from dragoman.dashboard.projects import ordering as project_ordering
from dragoman.dashboard.projects import package_pages as project_packages
from dragoman.dashboard.projects import pages as projects
from dragoman.dashboard.projects import quoting as project_quoting
from dragoman.dashboard.projects import staff_pages as project_staff
from dragoman.dashboard.projects import translation_pages as project_translations
from dragoman.dashboard.requests import pages as requests
from dragoman.dashboard.services import item_pages as service_items
from dragoman.dashboard.services import pages as services
from dragoman.dashboard.sign_in import links as sign_in_links
from dragoman.dashboard.sign_in import openid as sign_in_openid
from dragoman.dashboard.sign_in import pages as sign_in
from dragoman.dashboard.sign_in import passkeys as sign_in_passkeys
from dragoman.dashboard.sign_in import reset_request
from dragoman.dashboard.start import pages as start
from dragoman.dashboard.style_guides import pages as style_guides
from dragoman.dashboard.term_bases import concept_pages as term_base_concepts
from dragoman.dashboard.term_bases import file_pages as term_base_files
from dragoman.dashboard.term_bases import pages as term_bases
from dragoman.dashboard.term_bases import setting_pages as term_base_settings
from dragoman.dashboard.translate import pages as translate
from dragoman.dashboard.usage import pages as usage
from dragoman.dashboard.webhooks import pages as webhooks
from dragoman.dashboard.work import pages as work

ROUTERS: Final = (
    assets.router,
    start.router,
    sign_in.router,
    translate.router,
    files.router,
    documents.router,
    project_ordering.router,
    project_details.router,
    project_quoting.router,
    projects.router,
    project_actions.router,
    project_assigning.router,
    project_files.router,
    project_staff.router,
    project_packages.router,
    project_translations.router,
    work.router,
    editor.router,
    editor_data.router,
    editor_data_of_help.router,
    editor_data_of_many.router,
    editor_data_of_reviews.router,
    editor_preview.router,
    editor_report.router,
    memories.router,
    memory_units.router,
    memory_files.router,
    memory_settings.router,
    memory_sets.router,
    term_bases.router,
    term_base_concepts.router,
    term_base_files.router,
    term_base_settings.router,
    style_guides.router,
    project_templates.router,
    service_items.router,  # before services, whose ids would take their addresses
    services.router,
    sign_in_links.router,
    sign_in_openid.router,
    sign_in_passkeys.router,
    reset_request.router,
    applications.router,
    application_credentials.router,
    application_devices.router,
    usage.router,
    requests.router,
    webhooks.router,
    api_reference.router,
    accounts.router,
    account_engines.router,
    engines.router,
    audit_log.router,
    health.router,
    people.router,
    people_access.router,
    profile.router,
    profile_passkeys.router,
    profile_proof.router,
    profile_second_factor.router,
)
