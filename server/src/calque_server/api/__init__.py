"""The server's own API."""
