"""The harness that sees whether structure is kept: its engines, its laws, and what they find."""
