"""The settings of one installation: `model` defines them, `loading` reads them.

`values`, `neural` and `mail_server` have the types of their values. Nothing here reads the environment;
`dragoman.__main__` passes it in.
"""

from dragoman.settings.loading import PREFIX, LoadedSettings, load_settings
from dragoman.settings.mail_server import MailSender, MailServer, encode_domain
from dragoman.settings.model import Settings
from dragoman.settings.values import ExternalIssuer, IssuerSignIn, Network, Rate, RateSetting, parse_rate

__all__ = [
    "PREFIX",
    "ExternalIssuer",
    "IssuerSignIn",
    "LoadedSettings",
    "MailSender",
    "MailServer",
    "Network",
    "Rate",
    "RateSetting",
    "Settings",
    "encode_domain",
    "load_settings",
    "parse_rate",
]
