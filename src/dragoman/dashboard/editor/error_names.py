"""What the kinds of errors are called that reviewers find, by the typology of MQM."""

from __future__ import annotations

from dragoman.dashboard.page.locale import translate as _
from dragoman.projects.review_model import ErrorCategory, ErrorSeverity


def name_categories() -> dict[ErrorCategory, str]:
    """What the categories of errors are called, in their order."""
    return {
        ErrorCategory.ACCURACY: _("Accuracy"),
        ErrorCategory.LINGUISTIC_CONVENTIONS: _("Linguistic conventions"),
        ErrorCategory.TERMINOLOGY: _("Terminology"),
        ErrorCategory.STYLE: _("Style"),
        ErrorCategory.LOCALE_CONVENTIONS: _("Locale conventions"),
        ErrorCategory.AUDIENCE_APPROPRIATENESS: _("Suitability for its readers"),
        ErrorCategory.DESIGN_AND_MARKUP: _("Design and markup"),
        ErrorCategory.CUSTOM: _("Another error"),
    }


def name_severities() -> dict[ErrorSeverity, str]:
    """What the severities of errors are called, in their order."""
    return {
        ErrorSeverity.NEUTRAL: _("Harmless"),
        ErrorSeverity.MINOR: _("Minor"),
        ErrorSeverity.MAJOR: _("Major"),
        ErrorSeverity.CRITICAL: _("Critical"),
    }
