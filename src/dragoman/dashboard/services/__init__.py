"""What the provider offers: services and their prices, languages, work areas, invoicing accounts (V3)."""
