"""X1: style rules by DeepL's own client are style guides of the account."""

from __future__ import annotations

from typing import Any

import deepl
import httpx2
import pytest

from tests.compat.conftest import Customer
from tests.compat.deepl.conftest import connect
from tests.live import LiveService
from tests.waiting import CEILING

RULES = {
    "punctuation": {"quotation_marks": "use_guillemets"},
    "style_and_tone": {"instructions_style": "use_imperative"},
}
SENTENCE = "Punctuation: quotation marks: use guillemets."


def create(client: deepl.DeepLClient, name: str = "Shop", **options: Any) -> deepl.StyleRuleInfo:
    return client.create_style_rule(name, "es", **options)


def test_a_style_rule_is_made_shown_listed_renamed_and_deleted(client: deepl.DeepLClient) -> None:
    made = create(
        client,
        configured_rules=RULES,
        custom_instructions=[{"label": "Name", "prompt": "Call it the Atlas.", "source_language": "en"}],
    )
    assert (made.name, made.language, made.version) == ("Shop", "es", 1)
    assert made.configured_rules is not None
    assert made.configured_rules.punctuation == {"quotation_marks": "use_guillemets"}
    assert [(one.label, one.prompt, one.source_language) for one in made.custom_instructions] == [
        ("Name", "Call it the Atlas.", "en")
    ]
    found = client.get_style_rule(made)
    assert (found.style_id, found.updated_time) == (made.style_id, made.updated_time)
    bare = {one.style_id: one for one in client.get_all_style_rules(page=0, page_size=50)}[made.style_id]
    assert bare.configured_rules is None
    full = {one.style_id: one for one in client.get_all_style_rules(detailed=True)}[made.style_id]
    assert full.custom_instructions[0].id == made.custom_instructions[0].id
    renamed = client.update_style_rule_name(made, "Web shop")
    assert (renamed.name, renamed.version) == ("Web shop", 2)
    client.delete_style_rule(made)
    with pytest.raises(deepl.DeepLException, match="Style rule not found"):
        client.get_style_rule(made)


def test_rules_and_instructions_are_changed(client: deepl.DeepLClient) -> None:
    made = create(client, configured_rules=RULES)
    changed = client.update_style_rule_configured_rules(made, {"numbers": {"decimal": "use_comma"}})
    assert changed.configured_rules is not None
    assert (changed.configured_rules.numbers, changed.configured_rules.punctuation) == (
        {"decimal": "use_comma"},
        {},
    )
    first = client.create_style_rule_custom_instruction(made, "A", "Be brief.")
    second = client.create_style_rule_custom_instruction(made, "B", "Be kind.", source_language="EN")
    assert first.id is not None
    assert second.id is not None
    assert client.get_style_rule_custom_instruction(made, second.id).prompt == "Be kind."
    replaced = client.update_style_rule_custom_instruction(made, first.id, "A", "Be short.")
    assert (replaced.id, replaced.prompt) == (first.id, "Be short.")
    client.delete_style_rule_custom_instruction(made, second.id)
    assert [one.prompt for one in client.get_style_rule(made).custom_instructions] == ["Be short."]
    for call in (
        lambda: client.get_style_rule_custom_instruction(made, str(second.id)),
        lambda: client.update_style_rule_custom_instruction(made, str(second.id), "x", "y"),
        lambda: client.delete_style_rule_custom_instruction(made, str(second.id)),
    ):
        with pytest.raises(deepl.DeepLException) as refused:
            call()
        assert refused.value.http_status_code == 404
    client.delete_style_rule(made)


def test_a_style_rule_is_a_style_guide_and_what_people_change_there_holds(
    client: deepl.DeepLClient, production: Customer
) -> None:
    made = create(client, "Guide", configured_rules=RULES)
    guides = {one["name"]: one for one in production.client.get("/project/v1/style-guides").json()}
    guide = guides["Guide"]
    assert guide["targetLanguage"] == "es"
    assert SENTENCE in guide["instructions"]
    production.client.patch(
        f"/project/v1/style-guides/{guide['id']}", json={"instructions": [SENTENCE, "Be kind."]}
    ).raise_for_status()
    found = client.get_style_rule(str(guide["id"]))
    assert found.configured_rules is not None
    assert found.configured_rules.punctuation == {"quotation_marks": "use_guillemets"}
    assert found.configured_rules.style_and_tone == {}
    (own,) = found.custom_instructions
    assert (own.label, own.prompt) == ("Be kind.", "Be kind.")
    assert client.get_style_rule_custom_instruction(made, own.id or "").prompt == "Be kind."
    client.delete_style_rule(made)
    assert production.client.get(f"/project/v1/style-guides/{guide['id']}").status_code == 404


def test_texts_and_documents_name_a_style_rule(client: deepl.DeepLClient) -> None:
    made = create(client, "Used")
    result = client.translate_text("The house", source_lang="EN", target_lang="ES", style_rule=made)
    assert result.text == "La casa"  # type: ignore[union-attr]
    client.translate_document_upload(
        "The house", filename="a.txt", source_lang="EN", target_lang="ES", style_rule=made.style_id
    )
    with pytest.raises(deepl.DeepLException) as refused:
        client.translate_text("The house", source_lang="EN", target_lang="CA", style_rule=made.style_id)
    assert refused.value.http_status_code == 400
    with pytest.raises(deepl.DeepLException, match="Style rule not found"):
        client.translate_text("The house", source_lang="EN", target_lang="ES", style_rule="none")
    client.delete_style_rule(made)


def test_another_accounts_style_rule_is_not_found(live: LiveService, client: deepl.DeepLClient) -> None:
    made = create(client, "Secret")
    stranger = live.create_application(live.create_account("Strangers Ltd"))
    other = connect(live, f"{stranger.client_id}:{stranger.client_secret}")
    for call in (
        lambda: other.get_style_rule(made),
        lambda: other.delete_style_rule(made),
        lambda: other.translate_text("x", source_lang="EN", target_lang="ES", style_rule=made.style_id),
    ):
        with pytest.raises(deepl.DeepLException) as refused:
            call()
        assert refused.value.http_status_code == 404
    assert made.style_id not in [one.style_id for one in other.get_all_style_rules()]
    other.close()
    client.delete_style_rule(made)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": "x"},
        {"name": "", "language": "es"},
        {"name": "x", "language": "no code"},
        {"name": "x", "language": "es", "configured_rules": {"colours": {"a": "b"}}},
        {"name": "x", "language": "es", "configured_rules": {"numbers": {"a": 1}}},
        {"name": "x", "language": "es", "configured_rules": {"numbers": {"a": "two words"}}},
        {"name": "x", "language": "es", "custom_instructions": [{"label": "x"}]},
        {"name": "x", "language": "es", "custom_instructions": [{"label": "x", "prompt": "y" * 301}]},
        {"name": "x", "language": "es", "custom_instructions": [{"label": "x", "prompt": "y"}] * 11},
    ],
)
def test_style_rules_that_cannot_be_are_refused(
    live: LiveService, production: Customer, body: dict[str, Any]
) -> None:
    answer = httpx2.post(
        f"{live.url}/compat/deepl/v3/style_rules",
        headers={"Authorization": f"DeepL-Auth-Key {production.key}"},
        json=body,
        timeout=CEILING,
    )
    assert (answer.status_code, list(answer.json())) == (400, ["message"])
