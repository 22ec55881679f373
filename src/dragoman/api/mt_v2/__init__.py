"""The machine translation interface, `/v2`: text, languages and detection (T1–T8)."""
