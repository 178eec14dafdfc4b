"""Catalogs in other formats: reading, writing, and what is lost."""
