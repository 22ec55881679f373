"""Bodies, forms and queries: the domain's names of fields in the code, camelCase names on the wire."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel


class WireModel(BaseModel):
    """A model whose fields have camelCase names on the wire. OAuth names its own fields."""

    model_config = ConfigDict(alias_generator=to_camel, serialize_by_alias=True)


class RequestModel(WireModel):
    """A body that clients send."""

    clearable: ClassVar[frozenset[str]] = frozenset()  # the fields that null empties

    def said(self) -> dict[str, Any]:
        """Every field by the domain's names, those that are absent with their defaults."""
        return {name: getattr(self, name) for name in type(self).model_fields}

    def changes(self) -> dict[str, Any]:
        """What the body says, by the domain's names. Null empties what may be empty, else it is as absent."""
        said = {name: getattr(self, name) for name in self.model_fields_set}
        return {name: value for name, value in said.items() if value is not None or name in self.clearable}


class ResponseModel(WireModel):
    """A body that clients get; `model_validate` makes it from a value with the same names."""

    model_config = ConfigDict(validate_by_name=True, from_attributes=True)


def wire_names(model: type[WireModel]) -> list[str]:
    """The names of a model's fields as clients send them."""
    return [str(field.validation_alias) for field in model.model_fields.values()]
