"""What annotations need of `typing`, which takes milliseconds to import."""

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any, NoReturn
else:
    Any = NoReturn = object

__all__ = ["TYPE_CHECKING", "Any", "NoReturn"]
