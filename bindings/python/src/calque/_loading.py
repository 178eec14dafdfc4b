"""The part of a translator that loads resources from where they live."""

from __future__ import annotations

from collections.abc import Sequence

from . import _api as api
from ._annotations import TYPE_CHECKING
from ._handles import Handle
from ._options import camel_case
from .errors import DeadlineError

if TYPE_CHECKING:
    from typing_extensions import TypedDict, Unpack

    from ._futures import Call
    from .loading import LoadReport
    from .typing import Progress

    class LoadRequest(TypedDict, total=False):
        """The files to load, as the keywords of `load` name them."""

        lng: str | None
        ns: Names | None
        lngs: Names | None
        preload: Names
        only_missing: bool
        replace: bool


Names = str | Sequence[str]
_KEYWORDS = {"lng", "ns", "lngs", "preload", "only_missing", "replace"}


class Loading(Handle):
    """Loading, and posting missing keys."""

    __slots__ = ()

    def load(self, **request: Unpack[LoadRequest]) -> LoadReport:
        """Load the catalogs that the translator needs, and wait for them.

        That is the current language with its fallbacks and the option `preload`,
        in all namespaces. `request` has these keywords: the language changes to `lng`
        once it is loaded; `ns` loads these namespaces only, `lngs` exactly these
        languages; `preload` is added to the option; `only_missing` leaves out files
        that are loaded. Other threads run meanwhile.

        With `replace` each file replaces its bundle, which removes keys that the file
        no longer has; otherwise it is merged into the bundle.

        Raises LoadFailedError when all files failed, CancelledError when a newer load
        superseded it, both with a `report`; RefusedError in a callback of loading.
        """
        from ._loads import load

        return load(self, _written(request))

    def load_async(
        self, *, progress: Progress | None = None, **request: Unpack[LoadRequest]
    ) -> Call[LoadReport]:
        """Start a load; otherwise as `load`.

        The call can be awaited; cancelling it cancels the load. `progress(done, total)`
        counts files, on the thread that loads; what it raises ends the load and is
        raised by the call.
        """
        from ._loads import load_async

        return load_async(self, _written(request), progress)

    async def aload(self, **request: Unpack[LoadRequest]) -> LoadReport:
        """As `load`, for asyncio; cancelling the task cancels the load."""
        return await self.load_async(**request)

    def load_namespaces(self, ns: Names) -> LoadReport:
        """Load namespaces, except files that are loaded, and add them to `ns`.

        Raises as `load`.
        """
        return self.load(ns=ns, only_missing=True)

    def load_languages(self, lngs: Names) -> LoadReport:
        """Load languages, except files that are loaded, and add them to `preload`.

        Raises as `load`.
        """
        return self.load(preload=lngs, only_missing=True)

    def reload_resources(
        self,
        lngs: Names | None = None,
        ns: Names | None = None,
        *,
        replace: bool = False,
    ) -> LoadReport:
        """Load all files again, or exactly those of these languages and namespaces.

        `replace` and what is raised are as for `load`.
        """
        return self.load(lngs=lngs, ns=ns, replace=replace)

    def flush_missing_keys(self, timeout: float = 10) -> bool:
        """Post the collected missing keys; False if that takes longer than `timeout`.

        `timeout` is in seconds.
        """
        milliseconds = min(max(round(timeout * 1000), 0), (1 << 32) - 1)
        try:
            status = api.translator_flush_missing_keys(self, milliseconds)
        except DeadlineError:
            return False
        return status


def _written(request: LoadRequest) -> dict[str, object]:
    unknown = request.keys() - _KEYWORDS
    if unknown:
        raise TypeError(f"load has no keyword {unknown.pop()!r}")
    given = {name: value for name, value in request.items() if value is not None}
    return {camel_case(name): value for name, value in given.items()}
