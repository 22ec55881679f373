"""What the editor's two interfaces share: the provider's, and that of its page in the dashboard (V8)."""
