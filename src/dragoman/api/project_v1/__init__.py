"""The interface of customers for translation projects and reference data: `/project/v1`."""
