"""Calque behind the interfaces of others: gettext, Jinja, folders of catalogs."""
