"""Where the dashboard begins: the first page by role, and the language of the pages."""
