"""Run the command: python -m calque_server."""

from .cli import main

main()
