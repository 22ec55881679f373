"""`dragoman login` by a code: shown in the terminal, approved in a browser, here or on another machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from dragoman_client.commands.failures import tell

if TYPE_CHECKING:
    from dragoman_client.credentials import Credentials
    from dragoman_client.device_login import DeviceCodes


def log_in_by_code(url: str, *, scope: str, token_url: str | None, opens_browser: bool) -> Credentials | None:
    """Wait until a person has approved the code, and give the credentials; None: the service has no codes.

    Raises `AuthenticationError` when it was denied or is over.
    """
    import platform  # noqa: PLC0415 - not for help
    from dataclasses import replace  # noqa: PLC0415

    from dragoman_client import device_login  # noqa: PLC0415
    from dragoman_client.options import Options  # noqa: PLC0415
    from dragoman_client.running.blocking import Blocking  # noqa: PLC0415
    from dragoman_client.sending import checked_url  # noqa: PLC0415

    runner = Blocking(Options())
    try:
        endpoints = runner.run(device_login.find_endpoints(checked_url(url)))
        if endpoints is None:
            return None
        if token_url is not None:
            endpoints = replace(endpoints, token=token_url, token_url=token_url)
        asked = device_login.ask_for_codes(endpoints, scope=scope, device_name=platform.node())
        codes = runner.run(asked)
        _show(codes)
        if opens_browser:
            _open_browser(codes.page_with_code or codes.page)
        return runner.run(device_login.wait_for_approval(endpoints, codes))
    finally:
        runner.close()


def has_display(environment: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether a browser can be shown here: not over SSH, and on Linux only with a display."""
    if environment.get("SSH_CONNECTION") or environment.get("SSH_TTY"):
        return False
    if platform in {"win32", "darwin"}:
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def _show(codes: DeviceCodes) -> None:
    minutes = max(1, round(codes.expires_in / 60))
    tell(f"Open this page in a browser, on any machine, and sign in:\n\n    {codes.page}\n")
    tell(f"Enter this code, and approve:\n\n    {codes.user_code}\n")
    tell(f"Waiting for up to {minutes} minutes. Ctrl-C ends it.")


def _open_browser(page: str) -> None:
    """Open the page if there is a display; whoever cannot see it has the address in the terminal."""
    import webbrowser  # noqa: PLC0415 - seldom

    # The address is the server's: nothing but a page is opened.
    if page.startswith(("https://", "http://")) and has_display(os.environ):
        try:
            webbrowser.open(page)
        except webbrowser.Error:
            return
