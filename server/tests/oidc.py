"""A small provider of OpenID Connect on loopback, which can also lie."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey

CLIENT, SECRET = "calque", "a secret of the client"


@cache
def key(name: str, _owner: str = "") -> RSAKey:
    """A key of an owner; made once, because that takes a while."""
    return RSAKey.generate_key(2048, {"kid": name})


class Provider:
    """Signs in whoever comes as `subject`, without asking.

    `claims` and `header` go over what a token has; `key` signs it.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.issuer = url
        self.key = self.published = key("one")
        self.subject = "ada"
        self.kid = "one"
        self.claims: dict[str, Any] = {}
        self.unsigned = False
        self.codes: dict[str, dict[str, str]] = {}

    def description(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
            "id_token_signing_alg_values_supported": ["RS256", "none"],
        }

    def keys(self) -> Any:
        return KeySet([self.published]).as_dict(private=False)

    def authorize(self, asked: dict[str, str]) -> str:
        """Where a browser goes on to."""
        assert asked["response_type"] == "code"
        assert asked["code_challenge_method"] == "S256"
        code = f"code{len(self.codes)}"
        self.codes[code] = {**asked, "subject": self.subject}
        told = urlencode({"code": code, "state": asked["state"]})
        return f"{asked['redirect_uri']}?{told}"

    def token(self, form: dict[str, str], authorization: str) -> dict[str, Any]:
        """A token for a code, which counts once. Raises KeyError."""
        own = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        asked = self.codes.pop(form["code"])
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        if (
            authorization.removeprefix("Basic ") != own
            or challenge != asked["code_challenge"]
            or form["redirect_uri"] != asked["redirect_uri"]
        ):
            raise KeyError
        at = int(time.time())
        claims = {
            "iss": self.issuer,
            "sub": asked["subject"],
            "aud": CLIENT,
            "iat": at,
            "exp": at + 300,
            "nonce": asked["nonce"],
            **self.claims,
        }
        return {
            "access_token": "unused",
            "token_type": "Bearer",
            "id_token": self.signed(claims),
        }

    def signed(self, claims: dict[str, Any]) -> str:
        if not self.unsigned:
            return jwt.encode({"alg": "RS256", "kid": self.kid}, claims, self.key)
        parts = [{"alg": "none"}, claims]
        coded = [base64.urlsafe_b64encode(json.dumps(each).encode()) for each in parts]
        return ".".join(each.decode().rstrip("=") for each in coded) + "."


@contextmanager
def provider() -> Iterator[Provider]:
    """A provider that answers, until the end of the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            if parts.path == "/authorize":
                asked = {key: each[0] for key, each in parse_qs(parts.query).items()}
                self.send_response(302)
                self.send_header("Location", made.authorize(asked))
                self.send_header("Content-Length", "0")
                self.end_headers()
            elif parts.path == "/keys":
                self.answer(200, made.keys())
            else:
                self.answer(200, made.description())

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            form = {key: each[0] for key, each in parse_qs(body).items()}
            try:
                told = made.token(form, self.headers.get("Authorization", ""))
            except KeyError:
                self.answer(400, {"error": "invalid_grant"})
            else:
                self.answer(200, told)

        def answer(self, status: int, body: Any) -> None:
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *arguments: object) -> None:
            pass

    own = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made = Provider(f"http://127.0.0.1:{own.server_address[1]}")
    thread = threading.Thread(target=own.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield made
    finally:
        own.shutdown()
        thread.join()
        own.server_close()
