"""The settings of one installation: `model` defines them, `values` has their types, `loading` reads them.

Nothing here reads the environment; `dragoman.__main__` passes it in.
"""

from dragoman.settings.loading import PREFIX, LoadedSettings, load_settings
from dragoman.settings.model import Settings
from dragoman.settings.values import ExternalIssuer, Network, Rate, RateSetting, parse_rate

__all__ = [
    "PREFIX",
    "ExternalIssuer",
    "LoadedSettings",
    "Network",
    "Rate",
    "RateSetting",
    "Settings",
    "load_settings",
    "parse_rate",
]
