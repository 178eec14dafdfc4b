"""A server for the proposals of programs that use Calque."""

__version__ = "0.1.0"
