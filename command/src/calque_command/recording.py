"""Recording the keys that a running program uses, for `calque unused --recorded`."""

import os
import threading
from typing import Any


class KeyRecorder:
    """Wraps a translator and writes each key that is looked up, once, to a file.

    Safe to use from several threads. The file is appended to, a key a line.
    """

    def __init__(self, translator: Any, path: str | os.PathLike[str]) -> None:
        self._translator = translator
        self._file = open(path, "a", encoding="utf-8")  # noqa: SIM115
        self._seen: set[str] = set()
        self._lock = threading.Lock()

    def t(self, keys: Any, /, *arguments: Any, **variables: Any) -> Any:
        """As `Translator.t`; the keys are recorded."""
        for key in [keys] if isinstance(keys, str) else keys:
            self._record(key)
        return self._translator.t(keys, *arguments, **variables)

    def _record(self, key: str) -> None:
        if key in self._seen:
            return
        with self._lock:
            if key not in self._seen:
                self._seen.add(key)
                self._file.write(f"{key}\n")
                self._file.flush()

    def close(self) -> None:
        """Close the file; the translator stays open."""
        self._file.close()

    def __enter__(self) -> "KeyRecorder":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
