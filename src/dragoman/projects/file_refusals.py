"""Errors of files that are refused, and of projects that cannot start or be cancelled (P12, P13)."""

from __future__ import annotations

from dragoman.errors import NotFound, RuleBroken


class FileNameInvalid(RuleBroken):
    """The file name is invalid."""

    code = "FILE_NAME_INVALID"


class FileNameTaken(RuleBroken):
    """The project has a file of this name for one of the target languages."""

    code = "FILE_NAME_EXISTS"


class FileIsEmpty(RuleBroken):
    """The file has no bytes."""

    code = "FILE_EMPTY"


class FileTypeUnsupported(RuleBroken):
    """No format can read the file."""

    code = "FILE_TYPE_NOT_SUPPORTED"


class TooManyFiles(RuleBroken):
    """The project has the highest number of files."""

    code = "TOO_MANY_FILES"


class SourceLanguageMissing(RuleBroken):
    """Neither the request nor the template has a source language."""

    code = "SOURCE_LANGUAGE_MISSING"


class TargetLanguagesMissing(RuleBroken):
    """Neither the request nor the template has target languages."""

    code = "TARGET_LANGUAGES_MISSING"


class LanguageInvalid(RuleBroken):
    """A language is not a well-formed code."""

    code = "LANGUAGE_CODE_INVALID"


class PairUnsupported(RuleBroken):
    """The project's service does not translate this language pair."""

    code = "LANGUAGE_PAIR_NOT_SUPPORTED"
    pair: tuple[str, str] | None = None  # source and target; None: several of them


class ProjectStarted(RuleBroken):
    """The project has started, so its client cannot change it."""

    code = "PROJECT_STARTED"


class ProjectFinished(RuleBroken):
    """The project is finished and cannot be changed."""

    code = "PROJECT_FINISHED"


class ProjectCancelled(RuleBroken):
    """The project is cancelled and cannot be changed."""

    code = "PROJECT_CANCELLED"


class ProjectEmpty(RuleBroken):
    """The project has no file to translate."""

    code = "PROJECT_EMPTY"


class FileNotReadable(RuleBroken):
    """A file cannot be read and must be deleted before the start."""

    code = "FILE_NOT_READABLE"


def no_such_project() -> NotFound:
    """Make the error for a project that does not exist or belongs to another account: both are the same."""
    return NotFound("There is no such project.")


def no_such_file() -> NotFound:
    """Make the error for a file that does not exist or belongs to another account: both are the same."""
    return NotFound("There is no such file.")
