"""Bodies whose fields have the domain's names in the code, and camelCase names on the wire."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import AliasGenerator, BaseModel, ConfigDict
from pydantic.alias_generators import to_camel


class Sent(BaseModel):
    """A body that clients send."""

    model_config = ConfigDict(alias_generator=AliasGenerator(validation_alias=to_camel))

    clearable: ClassVar[frozenset[str]] = frozenset()  # the fields that null empties

    def said(self) -> dict[str, Any]:
        """Every field by the domain's names, those that are absent with their defaults."""
        return {name: getattr(self, name) for name in type(self).model_fields}

    def changes(self) -> dict[str, Any]:
        """What the body says, by the domain's names. Null empties what may be empty, else it is as absent."""
        said = {name: getattr(self, name) for name in self.model_fields_set}
        return {name: value for name, value in said.items() if value is not None or name in self.clearable}


class Shown(BaseModel):
    """A body that clients get; `model_validate` makes it from a value with the same names."""

    model_config = ConfigDict(
        alias_generator=AliasGenerator(serialization_alias=to_camel), from_attributes=True
    )
