"""The pages: each module adds its own to `ROUTES`."""

from . import account, project, review
from .page import ROUTES, show

__all__ = ["ROUTES", "account", "project", "review", "show"]
