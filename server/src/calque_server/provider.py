"""Sign-in at a provider of OpenID Connect: the code flow with PKCE, by Authlib."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from authlib.common.errors import AuthlibBaseError
from authlib.integrations.starlette_client import OAuth
from httpx2 import HTTPError
from joserfc.errors import JoseError
from starlette.requests import Request

from .errors import Refused
from .settings import Settings

_log = logging.getLogger(__name__)
# Signatures that need a private key of the provider; never `none`.
_ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA")
_SECONDS = 10


class Provider:
    """The provider that the settings name.

    State, nonce and verifier of a flow lie in the session of the request, which is a
    signed cookie, so any process of the server can end what another began.
    """

    def __init__(self, settings: Settings) -> None:
        self.issuer = settings.oidc_issuer
        self._client_id = settings.oidc_client_id
        local = urlsplit(self.issuer).hostname in ("127.0.0.1", "::1", "localhost")
        if not self.issuer.startswith("https://") and not local:
            raise ValueError("the issuer of OIDC needs https")
        if not self._client_id or not settings.oidc_client_secret:
            raise ValueError("OIDC needs the id and the secret of a client")
        self._client = OAuth().register(
            "provider",
            client_id=self._client_id,
            client_secret=settings.oidc_client_secret,
            server_metadata_url=(
                f"{self.issuer.rstrip('/')}/.well-known/openid-configuration"
            ),
            client_kwargs={
                "scope": "openid",
                "code_challenge_method": "S256",
                "timeout": _SECONDS,
            },
        )

    async def begin(self, request: Request, back: str) -> str:
        """Note a new flow in the session; the address where the person signs in.

        Raises Refused with 502 when the provider does not answer.
        """
        with _understood(502):
            await self._load()
            answer = await self._client.authorize_redirect(request, back)
        return str(answer.headers["location"])

    async def finish(self, request: Request) -> str:
        """The subject that the provider vouches for; the flow is over then.

        Raises Refused with 403 for a flow that the session did not begin, and for a
        token that is not of this provider, for this server and for this flow.
        """
        with _understood(403):
            await self._load()
            options = {
                "iss": {"essential": True, "value": self.issuer},
                "aud": {"essential": True, "value": self._client_id},
            }
            token = await self._client.authorize_access_token(
                request, claims_options=options
            )
            subject = (token.get("userinfo") or {}).get("sub")
            if not isinstance(subject, str) or not 0 < len(subject) <= 255:
                raise ValueError("the token has no subject")
        return subject

    async def _load(self) -> None:
        """Read the provider's description once. Raises ValueError for another's."""
        described = await self._client.load_server_metadata()
        if described.get("issuer") != self.issuer:
            self._client.server_metadata.clear()
            raise ValueError("the description is of another issuer")
        signing = "id_token_signing_alg_values_supported"
        known = [each for each in described.get(signing, []) if each in _ALGORITHMS]
        described[signing] = known or ["RS256"]


@contextmanager
def _understood(status: int) -> Iterator[None]:
    """Refuse with a status when the provider does not say what it should."""
    try:
        yield
    except HTTPError as error:
        _log.warning("the OIDC provider does not answer: %s", error)
        raise Refused(502, "the provider does not answer") from error
    except (AuthlibBaseError, JoseError, ValueError, TypeError, RuntimeError) as error:
        _log.warning("the OIDC provider refused, or its answer is wrong: %s", error)
        raise Refused(
            status, "the provider did not sign anybody in", "provider"
        ) from error
