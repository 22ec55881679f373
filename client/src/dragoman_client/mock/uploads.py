"""Files that are imported: from a form's part, or a raw body with its name in the query."""

from __future__ import annotations

from dragoman_client.mock.multipart import Form
from dragoman_client.mock.refusals import FieldProblem, RuleProblem, invalid
from dragoman_client.mock.routing import MockCall


class UnreadableImport(Exception):
    """A file that cannot be imported: its job fails for this reason."""

    def __init__(self, message: str, *, code: str = "FILE_UNREADABLE") -> None:
        super().__init__(message)
        self.problem = RuleProblem(code, message, "Correct the file, and send it again.")


def read_import(call: MockCall, *, name: str) -> tuple[str, bytes, dict[str, str]]:
    """The name, the bytes and the other fields of an import; a refusal where there is no file.

    `name` is that of a file that comes without one.
    """
    fields = {name: str(value) for name, value in call.query.items() if not isinstance(value, list | None)}
    if call.request.content_type == "multipart/form-data":
        form = call.form or Form(())
        file = form.find_file("file") or form.find_file()
        if file is None:
            raise invalid([FieldProblem(["body", "file"], "Field required", "missing")])
        return fields.get("fileName") or file.file_name or name, file.data, {**form.fields, **fields}
    if not call.request.body:
        raise invalid([FieldProblem(["body"], "The request has no body. Send the file", "missing")])
    return fields.get("fileName", name), call.request.body, fields


def read_several(call: MockCall, name: str) -> list[str]:
    """The values of a field that may be repeated, or hold several with commas."""
    texts = [*(call.query.get(name) or []), *(call.form.all_texts(name) if call.form else ())]
    return [one.strip() for text in texts for one in text.split(",") if one.strip()]
