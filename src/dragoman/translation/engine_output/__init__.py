"""An engine's answer: checked against its source, and cleaned up."""
