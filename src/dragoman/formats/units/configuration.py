"""Whether a file of keys and values is a configuration or a catalogue, and which values are texts.

Two kinds of evidence decide: keys that are typical of configurations, and the shape of values (decision
0035).
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

from dragoman.formats.units.key_words import HARD_KEYS, SOFT_KEYS
from dragoman.formats.units.value_shapes import (
    has_letters,
    is_capitalised,
    is_code,
    is_command,
    is_machine_list,
    is_machine_word,
    is_phrase,
    last_word,
    words_in,
    words_of,
)

_MOST: Final = 5_000  # values of a file that are classified
_MUCH: Final = 4  # times as many values for programs as for people: enough without any known key
_SOME: Final = 3  # such values, at least
_MORE: Final = 1.5  # enough with one known key
_SEVERAL: Final = 5
_HYPHENATED: Final = re.compile(r"[a-z]+-[a-z]+")
_TWICE: Final = 2
_LONGEST_KEY: Final = 80

# Keys that are common in configurations and rare in catalogues, in lower case without "-" and "_".
_KEYS: Final = words_in(
    """
    addopts allowlist ansible apiversion args backend basepython beforeinstall beforescript buildsystem
    buildtool cachedir cacheport cachevariables cflags classifiers cmake cmakelists compileroptions
    configurepresets cron cwd cxxflags defaulttoolchain dependencies dependencygroups deps
    devdependencies devdeps disableerrorcode dockerfile enableerrorcode entrypoint entrypoints env
    envlist envprefix excludepaths extendexclude extendignore extends filterwarnings generators github
    gitignore gitlab ignoremissingimports ignorepaths inherit inherits installrequires isolatedbuild jsx
    libs linelength lint linters linterssettings lockfileversion loglevel makefile maxlinelength
    minversion mypy mypypath nodeversion onfailure onsuccess opencollective optionaldependencies os
    outdir packagedir packageecosystem packagename parseroptions passenv patreon peerdependencies
    perfileignores prebuild pygmentsstyle pylint pytest pythonrequires pythonversion repo repos requires
    requirespython rev ruff runson setenv sidebars skipinstall skipsdist sourcetype stylesheets
    targetversion testenv testpaths toolchain tox usedevelop uses virtualenvs whitelist
    whitelistexternals workdir workingdirectory
    """
)
# These may be labels, too: they count where the value is for programs.
_GENERIC_KEYS: Final = words_in(
    """
    after aliases before branches cache changelog checks command commands commitmessage compilers
    concurrency console containers coverage databases debug defaultdependencies defaults directory
    disable driver enable endpoints engine engines environment environments exclude excludes extend
    extensions fixable flags globals handlers hooks host hostname ignore ignores image images include
    includes inputs install jobs keywords kind labels language loggers logging main manifest matrix
    metadata module modules namespace needs on options outputs overrides packages parser passes paths
    patterns permissions pipeline platform platforms plugin plugins port ports preset presets priority
    profile profiles project provider providers python registry replicas repository resources root rules
    runner runs runtime schedule schema script scripts section sections select selector server services
    severity shell skip source spec stage stages steps storage strict suffix targets tasks templates
    tool tools trigger triggers updates vars version versions volumes when with workflow workspaces
    """
)
# Keys whose values people read, by their last word.
_FOR_PEOPLE: Final = words_in(
    """
    about abstract answer body button caption content desc description details disclaimer displayname
    error footer greeting header heading headline help hint info instructions intro introduction label
    message msg note notes placeholder prompt question reason subject subtitle success summary synopsis
    tagline text title tooltip usage warning welcome
    """
)
# Keys whose values are for programs, in any shape.
_FOR_PROGRAMS: Final = words_in(
    """
    addopts args author authors classifier classifiers cmd command commands condition contributor
    contributors copyright cron deps disable enable env envlist exclude exec expression extends filter
    filters format generator if ignore image include install keywords licence license maintainer
    maintainers needs organization parser passenv plugins publisher repository run schedule script
    scripts select setenv shell sql uses vendor when
    """
)


_TECHNICAL_KEYS: Final = HARD_KEYS | SOFT_KEYS


class FileKind(enum.Enum):
    """The kind of a file of keys and values."""

    CONFIGURATION = enum.auto()  # programs read it, and people some of it
    CATALOGUE = enum.auto()  # texts for people
    UNKNOWN = enum.auto()


class _Value(enum.Enum):
    """The likely reader of a value."""

    PROGRAMS = enum.auto()
    PEOPLE = enum.auto()
    EITHER = enum.auto()


def classify_file(values: Iterable[tuple[str, str, str]]) -> FileKind:
    """Classify a file by its values, each with its path and key."""
    shaped = hyphenated = likely = language = total = technical = 0
    known: set[str] = set()
    for path, key, value in islice(values, _MOST):
        names = [_folded(name) for name in (*path.split("."), key)]
        found = _classify(value.strip(), names)
        own = _KEYS.intersection(names)
        generic = _GENERIC_KEYS.intersection(names)
        if found is _Value.PROGRAMS and not (own or generic) and _HYPHENATED.fullmatch(value) is not None:
            found = _Value.EITHER  # "sign-in", unless other keys decide
            hyphenated += 1
        total += has_letters(value)
        shaped += found is _Value.PROGRAMS
        language += found is _Value.PEOPLE
        likely += found is _Value.EITHER and bool(own) and has_letters(value)
        technical += found is _Value.EITHER and last_word(key) in _TECHNICAL_KEYS
        if found is not _Value.PEOPLE:
            known |= own
        if found is _Value.PROGRAMS:
            known |= generic
    shaped += hyphenated * bool(known)
    machine = shaped + likely
    if len(known) > 1 and machine >= max(language, 1) and machine * _MUCH >= total:
        return FileKind.CONFIGURATION
    if shaped >= (_MORE * language if known and shaped else max(_SOME, _MUCH * language)):
        return FileKind.CONFIGURATION
    words = (
        total >= _SEVERAL and machine == 0 and _TWICE * technical < total
    )  # none of them looks like an identifier
    labels = language >= max(_SOME, _MUCH * machine)
    return FileKind.CATALOGUE if words or labels else FileKind.UNKNOWN


def _classify(text: str, names: Sequence[str]) -> _Value:
    """The likely reader of a value under keys of these folded names, by its shape."""
    if not has_letters(text):
        return _Value.EITHER
    if _repeats(text, names):
        return _Value.PEOPLE
    single = len(text.split(maxsplit=1)) == 1
    if is_code(text) or (is_machine_word(text) if single else is_machine_list(text) or is_command(text)):
        return _Value.PROGRAMS
    if single and "-" in text:  # "Asterisk-exception", "E-Mail"
        return _Value.EITHER
    return _Value.PEOPLE if (is_capitalised(text) if single else is_phrase(text)) else _Value.EITHER


def is_for_people(key: str, text: str) -> bool:
    """Whether a value of a configuration is language: a phrase, or any words under a key that describes."""
    if is_code(text):
        return False
    single = len(text.split(maxsplit=1)) < 2
    if _folded(key) in _FOR_PEOPLE or last_word(key) in _FOR_PEOPLE:
        return is_capitalised(text) if single else is_phrase(text) or _are_words(text)
    return (not single or not text.isascii()) and _FOR_PROGRAMS.isdisjoint(words_of(key)) and is_phrase(text)


def _are_words(text: str) -> bool:
    words = text.split()
    return all(word.strip(".,;:!?()\"'").replace("-", "").replace("'", "").isalpha() for word in words)


def _folded(name: str) -> str:
    return name[-_LONGEST_KEY:].lower().replace("-", "").replace("_", "")


def _repeats(text: str, names: Sequence[str]) -> bool:
    """Whether a value is its key in other letters, as in catalogues: `save = "save"`."""
    return len(text) <= _LONGEST_KEY and text.lower().replace(" ", "").replace("-", "") in names
