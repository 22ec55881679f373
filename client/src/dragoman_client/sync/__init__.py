"""Files of texts in a repository, kept translated: only what changed is sent, what people wrote stays."""
