"""Project templates: what projects made from one have, unless they say otherwise (V6)."""
