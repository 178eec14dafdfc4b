"""The part of a translator that loads resources from where they live."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future

from . import _api as api
from ._calls import found
from ._handles import Handle
from ._loads import Progress, load, load_async
from .errors import DeadlineError
from .loading import LoadReport

Names = str | Sequence[str]


class Loading(Handle):
    """Loading, and posting missing keys."""

    __slots__ = ()

    def load(
        self,
        *,
        lng: str | None = None,
        ns: Names | None = None,
        lngs: Names | None = None,
        preload: Names = (),
        only_missing: bool = False,
        replace: bool = False,
    ) -> LoadReport:
        """Load the catalogs that the translator needs, and wait for them.

        That is the current language with its fallbacks and the option `preload`,
        in all namespaces. The language changes to `lng` once it is loaded; `ns`
        loads these namespaces only, `lngs` exactly these languages; `preload` is
        added to the option. Other threads run meanwhile.

        With `replace` each file replaces its bundle, which removes keys that the file
        no longer has; otherwise it is merged into the bundle.

        Raises LoadFailedError when all files failed, CancelledError when a newer load
        superseded it, both with a `report`; RefusedError in a callback of loading.
        """
        request = _request(lng, ns, lngs, preload, only_missing, replace)
        return load(self, request)

    def load_async(
        self,
        *,
        lng: str | None = None,
        ns: Names | None = None,
        lngs: Names | None = None,
        preload: Names = (),
        only_missing: bool = False,
        replace: bool = False,
        progress: Progress | None = None,
    ) -> Future[LoadReport]:
        """Start a load; otherwise as `load`.

        The future can be awaited by `asyncio.wrap_future`; cancelling it cancels
        the load. `progress(done, total)` counts files, on the thread that loads;
        what it raises ends the load and is raised by the future.
        """
        request = _request(lng, ns, lngs, preload, only_missing, replace)
        return load_async(self, request, progress)

    async def aload(
        self,
        *,
        lng: str | None = None,
        ns: Names | None = None,
        lngs: Names | None = None,
        preload: Names = (),
        only_missing: bool = False,
        replace: bool = False,
    ) -> LoadReport:
        """As `load`, for asyncio; cancelling the task cancels the load."""
        from asyncio import wrap_future  # noqa: PLC0415

        request = _request(lng, ns, lngs, preload, only_missing, replace)
        return await wrap_future(load_async(self, request, None))

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
            return found(
                api.translator_flush_missing_keys(self._reference, milliseconds)
            )
        except DeadlineError:
            return False


def _request(
    lng: str | None,
    ns: Names | None,
    lngs: Names | None,
    preload: Names,
    only_missing: bool,
    replace: bool,
) -> dict[str, object]:
    given: dict[str, object] = {"lng": lng, "ns": ns, "lngs": lngs}
    request = {name: value for name, value in given.items() if value is not None}
    if preload:
        request["preload"] = preload
    if replace:
        request["replace"] = True
    return {**request, "onlyMissing": only_missing}
