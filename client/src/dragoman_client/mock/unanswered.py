"""Operations that the mock does not answer, each with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_EDITING: Final = "translations in work are those of people and CAT tools; test them with the service"
_OPERATION: Final = "it has no such machinery: it is about the service's own installation"
_AGENTS: Final = "a mock has no tools for agents"
_SIGN_IN: Final = "nobody signs in to a mock"

UNANSWERED: Final[Mapping[str, str]] = {
    "get_metrics": _OPERATION,
    "get_resource_metadata": _AGENTS,
    "get_resource_metadata_of_host": _AGENTS,
    "list_queues_as_staff": _OPERATION,
    "get_health_as_staff": _OPERATION,
    "list_settings_as_staff": _OPERATION,
    "list_failed_jobs_as_staff": _OPERATION,
    "retry_failed_job_as_staff": _OPERATION,
    "invite_user_as_staff": _SIGN_IN,
    "list_user_sessions_as_staff": _SIGN_IN,
    "end_user_sessions_as_staff": _SIGN_IN,
    "remove_second_factor_as_staff": _SIGN_IN,
    "retry_translation_as_staff": _EDITING,
    "export_project_packages_as_staff": _EDITING,
    "import_project_packages_as_staff": _EDITING,
    "list_segments_as_staff": _EDITING,
    "get_segment_as_staff": _EDITING,
    "save_segment_as_staff": _EDITING,
    "list_segment_versions_as_staff": _EDITING,
    "restore_segment_as_staff": _EDITING,
    "check_target_as_staff": _EDITING,
    "lock_segments_as_staff": _EDITING,
    "list_segment_changes_as_staff": _EDITING,
    "delete_window_as_staff": _EDITING,
    "undo_change_as_staff": _EDITING,
    "preview_replacement_as_staff": _EDITING,
    "replace_texts_as_staff": _EDITING,
    "get_segment_help_as_staff": _EDITING,
    "suggest_translation_as_staff": _EDITING,
    "search_texts_as_staff": _EDITING,
    "assign_translation_reviewer_as_staff": _EDITING,
    "review_segment_as_staff": _EDITING,
    "accept_segments_as_staff": _EDITING,
    "hand_back_translation_review_as_staff": _EDITING,
    "return_translation_as_staff": _EDITING,
    "list_differences_as_staff": _EDITING,
    "list_segment_comments_as_staff": _EDITING,
    "create_segment_comment_as_staff": _EDITING,
    "list_comments_as_staff": _EDITING,
    "resolve_comment_as_staff": _EDITING,
    "delete_comment_as_staff": _EDITING,
    "get_quality_report_as_staff": _EDITING,
    "export_xliff_as_staff": _EDITING,
    "import_xliff_as_staff": _EDITING,
    "import_xliff_form_as_staff": _EDITING,
    "export_omegat_as_staff": _EDITING,
    "review_translation_as_staff": _EDITING,
    "deliver_file_as_staff": _EDITING,
    "assign_translation_as_staff": _EDITING,
    "assign_translations_as_staff": _EDITING,
    "hand_back_translation_as_staff": _EDITING,
    "list_work_as_staff": _EDITING,
}
