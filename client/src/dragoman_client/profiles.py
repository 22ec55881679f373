"""Credentials that `dragoman login` keeps: a file for this user alone, with a section for each profile."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from dragoman_client.credentials import Credentials, is_same_address, read_environment
from dragoman_client.errors import InvalidInputError, MissingCredentialsError

PROFILE: Final = "DRAGOMAN_PROFILE"
DEFAULT: Final = "default"


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A service and who calls it."""

    name: str
    url: str
    credentials: Credentials


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundCredentials:
    """An address with the credentials for it, which may be none, and what they are from."""

    url: str
    credentials: Credentials
    origin: str  # for people, such as "profile staging"


def find_credentials(
    environment: Mapping[str, str], *, url: str | None = None, profile: str | None = None
) -> FoundCredentials:
    """Find an address and credentials that are not given: a named profile, the environment, a profile.

    Credentials that are kept for an address are not found for another one. Raises `MissingCredentialsError`
    where there is no address.
    """
    found_url, found = (None, Credentials()) if profile else read_environment(environment)
    kept = None if found.are_complete and (url or found_url) else load_profile(environment, profile)
    address = url or found_url or (kept.url if kept else None)
    if address is None:
        raise MissingCredentialsError(
            "Which service? Give its address (http://127.0.0.1:8080), or set DRAGOMAN_URL, "
            "or run: dragoman login."
        )
    if found.are_complete and (found_url is None or is_same_address(address, found_url)):
        return FoundCredentials(url=address, credentials=found, origin="the environment")
    if kept is None or not is_same_address(address, kept.url):
        kept = None if profile else _profile_of(environment, address)
    if kept is None:
        return FoundCredentials(url=address, credentials=Credentials(), origin="nowhere")
    return FoundCredentials(url=address, credentials=kept.credentials, origin=f"profile {kept.name}")


def _profile_of(environment: Mapping[str, str], url: str) -> Profile | None:
    """The profile of an address; None where there is none, or more than one."""
    names = [name for name, one in list_profiles(environment).items() if is_same_address(url, one)]
    return load_profile(environment, names[0]) if len(names) == 1 else None


def profiles_path(environment: Mapping[str, str], platform: str = sys.platform) -> Path:
    """The file of this user's profiles, in the place that the platform has for it."""
    if environment.get("DRAGOMAN_PROFILES"):
        return Path(environment["DRAGOMAN_PROFILES"])
    home = Path(environment.get("HOME") or environment.get("USERPROFILE") or Path.home())
    if platform == "win32":
        base = Path(environment.get("APPDATA") or home / "AppData/Roaming")
    elif platform == "darwin":
        base = home / "Library/Application Support"
    else:
        base = Path(environment.get("XDG_CONFIG_HOME") or home / ".config")
    return base / "dragoman" / "profiles.json"


def load_profile(environment: Mapping[str, str], name: str | None = None) -> Profile | None:
    """A profile by its name, else that of DRAGOMAN_PROFILE, else "default"; None where there is none.

    Raises `InvalidInputError` for a name that is asked for and is none.
    """
    asked = name or environment.get(PROFILE)
    found = _read(profiles_path(environment)).get(asked or DEFAULT)
    if found is None:
        if asked:
            raise InvalidInputError(
                f"There is no profile {asked!r}. Make it: dragoman login --profile {asked}."
            )
        return None
    fields = ("client_id", "client_secret", "token", "token_url")
    credentials = Credentials(**{field: found.get(field) for field in fields})
    return Profile(name=asked or DEFAULT, url=str(found["url"]), credentials=credentials)


def list_profiles(environment: Mapping[str, str]) -> Mapping[str, str]:
    """The addresses of all profiles, by name."""
    return {name: str(one["url"]) for name, one in _read(profiles_path(environment)).items()}


def save_profile(environment: Mapping[str, str], profile: Profile) -> Path:
    """Keep a profile, readable for this user alone; the path of the file."""
    path = profiles_path(environment)
    fields = {"url": profile.url}
    for field in ("client_id", "client_secret", "token", "token_url"):
        if (value := getattr(profile.credentials, field)) is not None:
            fields[field] = value
    _write(path, {**_read(path), profile.name: fields})
    return path


def delete_profile(environment: Mapping[str, str], name: str) -> bool:
    """Forget a profile; whether there was one."""
    path = profiles_path(environment)
    known = dict(_read(path))
    if known.pop(name, None) is None:
        return False
    _write(path, known)
    return True


def _read(path: Path) -> dict[str, dict[str, Any]]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise InvalidInputError(f"The profiles in {path} cannot be read: {error}.") from None
    if not isinstance(content, dict) or not all(isinstance(one, dict) for one in content.values()):
        raise InvalidInputError(f"The file {path} does not have profiles. Remove it and log in again.")
    return content


def _write(path: Path, content: Mapping[str, Any]) -> None:
    """Write the file whole or not at all, with mode 600 in a folder with mode 700."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".profiles-")  # mode 600
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(content, file, indent=2)
            file.write("\n")
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
