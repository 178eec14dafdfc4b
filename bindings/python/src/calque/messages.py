"""Message tables: texts by case-insensitive keys, synonyms and `%{key}`."""

from __future__ import annotations

from ctypes import byref, c_char, c_size_t
from typing import TYPE_CHECKING, TypeVar

from . import _api as api
from . import _bindings as c
from . import _constants as k
from ._arguments import fill_values
from ._callbacks import drop, keep, trampoline
from ._calls import call
from ._generated.messages import MessagesCalls
from ._pending import raise_pending
from ._structs import text
from .errors import InvalidPlaceholderError
from .status import Status

if TYPE_CHECKING:
    pass

_Default = TypeVar("_Default")


class Messages(MessagesCalls):
    """A table of messages and synonyms, whose keys are case-insensitive.

    `messages[key]` reads and stores messages. `parent` is searched for what the
    table does not have. `mode` is "ios" or "js": whose rules count. Further
    options are `maxDepth`, `maxOutput` and `maxSteps`, which limit what decoding
    one text may cost. May be used from several threads.

    >>> table = Messages()
    >>> table.load({"GREETING": "Hello, %1", "BOTH": "%{greeting}!"})
    2
    >>> table.format(table["both"], "Ada")
    'Hello, Ada!'
    """

    __slots__ = ("_parent",)

    def __init__(
        self, mode: str = "ios", *, parent: Messages | None = None, **options: int
    ) -> None:
        """Make an empty table.

        Raises InvalidOptionError.
        """
        self._own(api.messages_create({"mode": mode, **options}))
        self._parent: Messages | None = None
        if parent is not None:
            self.parent = parent

    @classmethod
    def shared(cls) -> Messages:
        """The table that the whole process shares."""
        table = cls._of(api.messages_retain(api.messages_shared()))
        table._parent = None
        return table

    def __getitem__(self, key: str) -> str:
        """The message of a key or synonym, as it was stored.

        Raises KeyError.
        """
        message = api.messages_get(self, key)
        if message is None:
            raise KeyError(key)
        return message

    def __setitem__(self, key: str, message: str) -> None:
        """Store a message. Many are stored faster by `load`."""
        api.messages_set(self, k.MESSAGES_MESSAGE, key, message)

    def __delitem__(self, key: str) -> None:
        """Remove the message and the synonym of a key.

        Raises KeyError when there is neither.
        """
        if not api.messages_remove(self, key):
            raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.get(key) is not None

    def __len__(self) -> int:
        """How many messages the table has of its own."""
        return len(self.messages())

    def get(self, key: str, default: _Default | None = None) -> str | _Default | None:
        """The message of a key or synonym, or the default."""
        message = api.messages_get(self, key)
        return default if message is None else message

    def messages(self) -> dict[str, str]:
        """The messages of the table itself, without its parents, by key."""
        return self._entries(k.MESSAGES_MESSAGE)

    def synonyms(self) -> dict[str, str]:
        """The synonyms of the table itself, without its parents, with their targets."""
        return self._entries(k.MESSAGES_SYNONYM)

    def decode(self, message: str) -> str:
        """Replace the references of a text, and those of the inserted messages.

        References that cannot be replaced stay as written; `check` says why.
        """
        return self.decode_with_status(message)[0]

    def decode_with_status(self, message: str) -> tuple[str, Status]:
        """As `decode`, with the status OK, CYCLE or LIMITED."""
        status, decoded = api.messages_decode(self, message)
        return decoded, Status(status)

    def format(self, message: str, *arguments: object) -> str:
        """Decode a text and replace `%1`, `%2` and so on by arguments.

        Raises InvalidPlaceholderError, with the text, when numbers and arguments
        do not go together.
        """
        data, values = text(message), fill_values(arguments)
        given = (self._reference, *data, values, len(arguments))
        length, capacity = c_size_t(), 256
        while True:
            buffer = (c_char * capacity)()
            outputs = (buffer, capacity, byref(length))
            failure = None
            try:
                call(c.calque_messages_format, *given, *outputs)
            except InvalidPlaceholderError as error:
                failure = error
            if length.value < capacity:
                break
            capacity = length.value + 1
        formatted = buffer.raw[: length.value].decode()
        if failure is not None:
            failure.text = formatted
            raise failure
        return formatted

    @property
    def parent(self) -> Messages | None:
        """The table that is searched for what this one does not have.

        Setting it raises InvalidArgumentError for a circle, LimitExceededError
        for more than 16 tables behind one another.
        """
        return self._parent

    @parent.setter
    def parent(self, parent: Messages | None) -> None:
        behind = parent
        api.messages_set_parent(self, behind)
        self._parent = parent

    def _entries(self, kind: int) -> dict[str, str]:
        entries: dict[str, str] = {}

        def visit(found: int, key: str, text: str) -> None:
            if found == kind:
                entries[key] = text

        number = keep(visit)
        visitor = trampoline("calque_messages_visitor")
        try:
            c.calque_messages_each(self._reference, visitor, number)
            raise_pending()
        finally:
            drop(number)
        return entries
