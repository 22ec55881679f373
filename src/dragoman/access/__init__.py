"""Who may call: applications, secrets, tokens, issuers and admission."""
