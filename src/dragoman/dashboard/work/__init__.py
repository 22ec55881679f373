"""A linguist's own work: what is assigned to them."""
