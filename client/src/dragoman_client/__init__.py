"""The Python client of Dragoman: texts, documents, projects, memories, term bases and webhooks.

    from dragoman_client import Client

    client = Client("http://127.0.0.1:8080", client_id="…", client_secret="…")
    print(client.translate("The house.", source="en", target="es"))

`AsyncClient` has the same methods, to be awaited. The mock server for tests is `dragoman_client.mock`.
"""

from dragoman_client.async_client import AsyncClient
from dragoman_client.client import Client
from dragoman_client.errors import DragomanError
from dragoman_client.options import Options, Retry
from dragoman_client.texts.results import Translation

__all__ = ["AsyncClient", "Client", "DragomanError", "Options", "Retry", "Translation"]
