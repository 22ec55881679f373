"""Why files are refused, or a project is not started or cancelled: the stable codes of P12 and P13."""

from __future__ import annotations

from dragoman.errors import NotFound, RuleBroken


class FileNameInvalid(RuleBroken):
    """No name for a file."""

    code = "FILE_NAME_INVALID"


class FileNameTaken(RuleBroken):
    """A file of this name goes into one of the languages already."""

    code = "FILE_NAME_EXISTS"


class FileIsEmpty(RuleBroken):
    """There are no bytes."""

    code = "FILE_EMPTY"


class FileTypeUnsupported(RuleBroken):
    """No format takes it."""

    code = "FILE_TYPE_NOT_SUPPORTED"


class TooManyFiles(RuleBroken):
    """A project holds no more."""

    code = "TOO_MANY_FILES"


class SourceLanguageMissing(RuleBroken):
    """Neither the request nor the template says it."""

    code = "SOURCE_LANGUAGE_MISSING"


class TargetLanguagesMissing(RuleBroken):
    """Neither the request nor the template says them."""

    code = "TARGET_LANGUAGES_MISSING"


class LanguageInvalid(RuleBroken):
    """Not the shape of a language code."""

    code = "LANGUAGE_CODE_INVALID"


class PairUnsupported(RuleBroken):
    """The project's service does not do this pair."""

    code = "LANGUAGE_PAIR_NOT_SUPPORTED"


class ProjectStarted(RuleBroken):
    """It is with the provider now."""

    code = "PROJECT_STARTED"


class ProjectFinished(RuleBroken):
    """Nothing changes any more."""

    code = "PROJECT_FINISHED"


class ProjectCancelled(RuleBroken):
    """Nothing changes any more."""

    code = "PROJECT_CANCELLED"


class ProjectEmpty(RuleBroken):
    """There is nothing to translate in it."""

    code = "PROJECT_EMPTY"


class FileNotReadable(RuleBroken):
    """A file that must be taken out first."""

    code = "FILE_NOT_READABLE"


def no_such_project() -> NotFound:
    """The one answer for every project that the caller cannot have."""
    return NotFound("There is no such project.")


def no_such_file() -> NotFound:
    """The one answer for every file that the caller cannot have."""
    return NotFound("There is no such file.")
