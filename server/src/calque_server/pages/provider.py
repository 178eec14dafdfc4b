"""The way in through a provider of OpenID Connect. Needs the extra `oidc`."""

from __future__ import annotations

from starlette.middleware import Middleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route

from .. import identities, people
from ..errors import Refused
from ..hashing import sha256
from ..provider import Provider
from ..settings import Settings
from ..state import state_of
from .page import entered, field, form_of, show, visit

_MINUTES = 10
_PATH = "/sign-in/provider"


def mount(settings: Settings) -> Mount:
    """The routes for the provider of the settings, with sessions for its flows.

    Raises ValueError for settings that cannot be.
    """
    provider = Provider(settings)

    async def begin(request: Request) -> Response:
        """Go to the provider and sign in there."""
        request.session.clear()
        return RedirectResponse(await provider.begin(request, _back(request)), 303)

    async def account(request: Request) -> Response:
        """Connect the own account, or disconnect it."""
        visiting = await visit(request)
        form = await form_of(request)
        if field(form, "what") == "disconnect":
            await visiting.database.write(
                identities.disconnect,
                provider.issuer,
                visiting.person.id,
                visiting.actor,
            )
            return RedirectResponse("/account", 303)
        request.session.clear()
        address = await provider.begin(request, _back(request))
        request.session["connects"] = visiting.person.id
        # A form may lead to pages of this server alone, hence a link.
        return await visiting.show("connect.html", address=address)

    async def done(request: Request) -> Response:
        """Come back from the provider."""
        state = state_of(request)
        state.sign_in.take(state.address(request))
        subject = await provider.finish(request)
        connects = request.session.pop("connects", None)
        if connects is not None:
            visiting = await visit(request)
            if visiting.person.id != connects:
                raise Refused(403, "somebody else is signed in meanwhile")
            await visiting.database.write(
                identities.connect,
                provider.issuer,
                subject,
                visiting.person.id,
                visiting.actor,
            )
            return RedirectResponse("/account?saved=1", 303)
        id_ = await state.database.read(identities.person_of, provider.issuer, subject)
        if id_ is None:
            return await show(request, "sign_in.html", 403, wrong="unknown_account")
        secret = await state.database.write(people.begin, id_, settings.session_days)
        return entered(request, secret, "/")

    secure = settings.public_url.startswith("https:")
    sessions = Middleware(
        SessionMiddleware,
        # The same in all processes.
        secret_key=sha256(f"flows {settings.oidc_client_secret}"),
        session_cookie="__Host-calque-flow" if secure else "calque-flow",
        max_age=_MINUTES * 60,
        https_only=secure,
    )
    routes = [
        Route("/", begin),
        Route("/account", account, methods=["POST"]),
        Route("/done", done),
    ]
    return Mount(_PATH, routes=routes, middleware=[sessions])


def _back(request: Request) -> str:
    """Where the provider sends people back to; it knows this address."""
    base = state_of(request).settings.public_url or str(request.base_url)
    return f"{base.rstrip('/')}{_PATH}/done"
