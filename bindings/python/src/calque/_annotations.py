"""Names of `typing` for annotations, without importing it, which takes milliseconds."""

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any, NoReturn
else:
    Any = NoReturn = object

__all__ = ["TYPE_CHECKING", "Any", "NoReturn"]
