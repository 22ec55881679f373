"""The browser and the system that a user agent names, in words, so that people know their own sessions."""

from __future__ import annotations

from typing import Final

from dragoman.dashboard.page.locale import translate

# The first that occurs is it: browsers name those that they are built like, too.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)
_LONGEST: Final = 40  # characters of a name that is not known


def write_browser(user_agent: str) -> str:
    """The browser of a session, such as "Firefox on Windows"."""
    browser = next((name for word, name in _BROWSERS if word in user_agent), None)
    system = next((name for word, name in _SYSTEMS if word in user_agent), None)
    if browser is not None and system is not None:
        return translate("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or user_agent[:_LONGEST] or translate("Unknown browser")
