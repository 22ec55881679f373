"""`dragoman webhook …`: events of the account received here, deliveries verified, receivers tested."""
