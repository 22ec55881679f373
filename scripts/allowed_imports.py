"""A contract for the import linter: some modules may import what is listed, and nothing else.

The linter's own contracts forbid what they name, so an import that their author did not think of passes. This
one forbids what it does not name: a new dependency of a pure package is a line in `pyproject.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, cast

import grimp
from importlinter import Contract, ContractCheck, fields, output
from importlinter.application.contract_utils import AlertLevel, remove_ignored_imports_and_report
from importlinter.domain import helpers
from importlinter.domain.imports import ImportExpression, ModuleExpression

_BROKEN: Final = "broken"
# Of the standard library: types, data structures, texts and numbers; none reaches outside the process.
_ALWAYS: Final = frozenset(
    {
        *(
            "__future__",
            "abc",
            "array",
            "bisect",
            "codecs",
            "collections",
            "contextlib",
            "dataclasses",
            "datetime",
        ),
        *(
            "decimal",
            "difflib",
            "enum",
            "functools",
            "hashlib",
            "heapq",
            "html",
            "io",
            "itertools",
            "json",
            "math",
        ),
        *("operator", "posixpath", "re", "statistics", "string", "struct", "types", "typing", "unicodedata"),
        *("urllib", "uuid"),
    }
)


class AllowedImportsContract(Contract):
    """Configuration options.

    - modules: expressions of the modules that are held to the list, each with all that is in it.
    - allowed: expressions of the modules that they may import, each with all that is in it. External packages
      are named as they are imported, and so are modules of the standard library that are not in `_ALWAYS`.
    - ignore_imports: single imports that are let pass (optional).

    What is in `modules` may import each other.
    """

    modules = fields.ListField(subfield=fields.ModuleExpressionField())
    allowed = fields.ListField(subfield=fields.ModuleExpressionField())
    ignore_imports = fields.SetField(subfield=fields.ImportExpressionField(), required=False)

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002 - the linter's signature
        """Find the imports that are not listed."""
        ignored = cast("Sequence[ImportExpression] | None", self.ignore_imports)
        remove_ignored_imports_and_report(graph, ignored, AlertLevel.ERROR)
        held = _find(graph, self.modules)
        allowed = held | _find(graph, self.allowed) | _ALWAYS
        broken = [
            (module, imported, detail["line_number"])
            for module in sorted(held)
            for imported in sorted(graph.find_modules_directly_imported_by(module) - allowed)
            for detail in graph.get_import_details(importer=module, imported=imported)
        ]
        return ContractCheck(kept=not broken, metadata={_BROKEN: broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Name each import that is not listed."""
        for module, imported, line in check.metadata[_BROKEN]:
            output.print_error(f"{module} may not import {imported} (l.{line})", bold=False)
        output.new_line()


def _find(graph: grimp.ImportGraph, expressions: object) -> set[str]:
    """The modules that are meant, with all that is in them."""
    tops = helpers.module_expressions_to_modules(
        graph=graph, expressions=cast("Iterable[ModuleExpression]", expressions), as_packages=False
    )
    found = {module.name for module in tops}
    for name in tuple(found):
        if not graph.is_module_squashed(name):  # external packages are: the graph knows none of their modules
            found |= graph.find_descendants(name)
    return found
