"""`dragoman webhook …`: webhooks received, verified and tested."""

from __future__ import annotations

from dragoman_client.commands.service_choice import NamedGroup
from dragoman_client.commands.webhooks.listening import listen
from dragoman_client.commands.webhooks.triggering import trigger
from dragoman_client.commands.webhooks.verifying import verify

group = NamedGroup(
    "webhook", "Webhooks: receive them here, verify them, test receivers.", [listen, trigger, verify]
)
