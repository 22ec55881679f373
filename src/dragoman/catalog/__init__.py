"""What projects are made of: languages, work areas, services and prices, invoicing accounts, templates."""
