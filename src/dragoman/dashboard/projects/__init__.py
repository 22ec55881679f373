"""Projects: lists, one project, ordering one."""
