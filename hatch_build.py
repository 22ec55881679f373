"""Build hook: a wheel holds the browser files or is not built. Nothing is ever fetched while building."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_VENDOR = Path("src/dragoman/static/vendor")
_NEEDED = (
    "swagger-ui/swagger-ui-bundle.js",
    "swagger-ui/swagger-ui.css",
    "swagger-ui/LICENSE",
    "htmx/htmx.min.js",
    "htmx/LICENSE",
    "inter/inter-latin-wght-normal.woff2",
    "inter/inter-latin-ext-wght-normal.woff2",
    "inter/LICENSE",
    "lucide/icons.svg",
    "lucide/LICENSE",
)


class BrowserFiles(BuildHookInterface):  # type: ignore[type-arg]
    """Refuses to build a wheel that would serve pages without their scripts."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - the hook's signature
        """Check before a wheel is built; an editable install is allowed to come before the files."""
        if version == "editable":
            return
        missing = [name for name in _NEEDED if not (Path(self.root) / _VENDOR / name).is_file()]
        texts = Path(self.root).glob("src/dragoman/dashboard/locales/*/LC_MESSAGES/*.po")
        missing += [
            f"{one.parent.parent.name}/{one.stem}.mo" for one in texts if not one.with_suffix(".mo").is_file()
        ]
        if missing:
            raise RuntimeError(
                f"Browser files are missing ({', '.join(missing)}). Run make assets, then build again."
            )
