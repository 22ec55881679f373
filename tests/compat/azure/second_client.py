"""A program with version 2 of Azure's package: calls, and prints what it got as JSON.

    python second_client.py URL KEY

Its folder comes before the environment's, which has version 1.
"""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from typing import Any

from azure.ai.translation.text import TextTranslationClient, models
from azure.core.credentials import AzureKeyCredential
from azure.core.exceptions import HttpResponseError


def _show(items: Any) -> list[dict[str, Any]]:
    return [
        {
            "detected": one.detected_language and one.detected_language.language,
            "texts": {made.language: made.text for made in one.translations},
        }
        for one in items
    ]


def _refusal(client: TextTranslationClient, *inputs: Any) -> list[object]:
    try:
        client.translate(body=list(inputs))
    except HttpResponseError as error:
        said: Any = error.model or error  # the package reads no model of a 401
        return [error.status_code, str(said.error.code), type(error).__name__]
    return []


def main(url: str, key: str) -> None:
    """Make the calls of the package's examples."""
    client = TextTranslationClient(endpoint=url, credential=AzureKeyCredential(key))
    item: Any = vars(models)["TranslateInputItem"]
    target: Any = vars(models)["TranslationTarget"]
    english = {"text": "The house.", "language": "en"}
    languages = TextTranslationClient(endpoint=url).get_supported_languages(scope="translation")
    wrong = TextTranslationClient(endpoint=url, credential=AzureKeyCredential("nobody:nothing"))
    several = [
        item(
            text="<p>The <b>house</b> is red.</p>",
            language="en",
            text_type="Html",
            targets=[target(language="es", tone="formal"), target(language="fr")],
        ),
        item(text="El perro come.", language="es", targets=[target(language="en")]),
    ]
    found = {
        "version": version("azure-ai-translation-text"),
        "named": _show(
            client.translate(body=["The house.", "The dog."], to_language=["es"], from_language="en")
        ),
        "detected": _show(client.translate(body=["The house is red and the dog eats."], to_language=["es"])),
        "inputs": _show(client.translate(body=several)),
        "language": [languages.translation["es"].name, languages.translation["es"].models],
        "no_pair": _refusal(client, item(**english, targets=[target(language="xx")])),
        "no_target": _refusal(client, item(**english, targets=[])),
        "masked": _refusal(
            client, item(**english, targets=[target(language="es", profanity_action="Marked")])
        ),
        "custom": _refusal(
            client,
            item(**english, targets=[target(language="es", deployment_name="mine", allow_fallback=False)]),
        ),
        "no_key": _refusal(wrong, item(**english, targets=[target(language="es")])),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
