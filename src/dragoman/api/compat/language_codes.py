"""Language codes as other services spell them, for dialects.

What BCP 47 has deprecated (`iw`), writes in small letters or with low lines, `languages` reads by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from dragoman.languages import canonical, is_well_formed, read_code


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceCodes:
    """How a service spells the codes of languages, where it differs from BCP 47."""

    meanings: Mapping[str, str]  # the service's code in small letters → ours
    spellings: Mapping[str, str]  # our canonical code → the service's
    others: Mapping[str, str] = field(
        default_factory=dict
    )  # service's code → a further spelling that it lists
    has_small_regions: bool = False  # `pt-br` for `pt-BR`

    def read(self, text: str) -> str | None:
        """Our code for the service's, well formed; None for what can be no code."""
        code = read_code(text.strip())
        code = self.meanings.get(code.lower(), code)
        return code if is_well_formed(code) else None

    def write(self, code: str) -> str:
        """The service's code for a canonical one of ours."""
        spelling = self.spellings.get(code)
        if spelling is not None:
            return spelling
        language, dash, rest = code.partition("-")
        is_region = self.has_small_regions and len(rest) == 2
        return f"{language}{dash}{rest.lower() if is_region else rest}"

    def spell_all(self, codes: Iterable[str]) -> dict[str, str]:
        """The service's codes for some of ours, sorted, further spellings included; each with ours."""
        written = {self.write(code): code for code in codes}
        further = {self.others[code]: own for code, own in written.items() if code in self.others}
        return dict(sorted({**further, **written}.items()))


def is_same_code(one: str, other: str) -> bool:
    """Whether two well-formed codes are one: `iw` and `he`."""
    return canonical(one) == canonical(other)
