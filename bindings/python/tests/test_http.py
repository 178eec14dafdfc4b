from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from email.utils import formatdate
from pathlib import Path
from urllib.parse import quote

import pytest
from servers import BadServer, Certificate, Nginx, bad_server, make_certificate, nginx

from calque import (
    BadResponseError,
    DeadlineError,
    InsecureError,
    InvalidOptionError,
    LimitExceededError,
    UnreachableError,
    UnsupportedError,
    __version__,
)
from calque.http import HTTPTransport
from calque.transport import fetch


@pytest.fixture(scope="module")
def good(
    tmp_path_factory: pytest.TempPathFactory, certificate: Certificate
) -> Iterator[Nginx]:
    with nginx(tmp_path_factory.mktemp("nginx"), certificate) as server:
        (server.root / "de.json").write_text('{"key": "' + "Wert " * 200 + '"}')
        yield server


def test_a_file_of_nginx(good: Nginx, http: HTTPTransport) -> None:
    response = fetch(good.url("/de.json"), transport=http)
    assert response.status == 200
    assert json.loads(response.body)["key"].startswith("Wert Wert")
    assert response.header("content-type") == "application/json"
    assert response.header("Content-Encoding") == "gzip"


def test_nginx_says_not_modified(good: Nginx, http: HTTPTransport) -> None:
    first = fetch(good.url("/de.json"), transport=http)
    tag, date = first.header("ETag"), first.header("Last-Modified")
    assert tag is not None
    assert date is not None
    for name, value in (("If-None-Match", tag), ("If-Modified-Since", date)):
        again = fetch(good.url("/de.json"), transport=http, headers={name: value})
        assert (again.status, again.body) == (304, b"")
    old = formatdate(0, usegmt=True)
    changed = {"If-Modified-Since": old}
    assert fetch(good.url("/de.json"), transport=http, headers=changed).status == 200


def test_nginx_says_not_found(good: Nginx, http: HTTPTransport) -> None:
    assert fetch(good.url("/fr.json"), transport=http).status == 404


def test_an_untrusted_certificate_is_refused(good: Nginx, http: HTTPTransport) -> None:
    with pytest.raises(InsecureError) as raised:
        fetch(good.tls_url("/de.json"), transport=http)
    assert raised.value.source == good.tls_url("/de.json")


def test_a_certificate_can_be_trusted(good: Nginx, certificate: Certificate) -> None:
    with HTTPTransport(ca_file=certificate.file, proxy="") as http:
        assert fetch(good.tls_url("/de.json"), transport=http).status == 200


def test_a_certificate_of_another_host_is_refused(tmp_path: Path) -> None:
    other = make_certificate(tmp_path, "DNS:example.org")
    with (
        bad_server(other.context()) as server,
        HTTPTransport(ca_file=other.file, proxy="") as http,
        pytest.raises(InsecureError),
    ):
        fetch(server.url("/ok"), transport=http)


def test_a_file_of_certificates_that_is_not_there(good: Nginx, tmp_path: Path) -> None:
    with (
        HTTPTransport(ca_file=tmp_path / "none.pem", proxy="") as http,
        pytest.raises(InsecureError),
    ):
        fetch(good.tls_url("/de.json"), transport=http)


def test_no_redirect_from_https_to_http(good: Nginx, certificate: Certificate) -> None:
    with (
        HTTPTransport(ca_file=certificate.file, proxy="") as http,
        pytest.raises(InsecureError),
    ):
        fetch(good.tls_url("/down"), transport=http)


def test_what_is_sent(bad: BadServer, http: HTTPTransport) -> None:
    response = fetch(
        bad.url("/echo"),
        transport=http,
        method="POST",
        headers={"X-Key": "a b", "X-Empty": "", "Content-Type": "application/json"},
        body=b'{"a": 1}',
    )
    told = json.loads(response.body)
    assert told["method"] == "POST"
    assert told["body"] == '{"a": 1}'
    sent = told["headers"]
    assert sent["x-key"] == "a b"
    assert sent["x-empty"] == ""
    assert sent["content-type"] == "application/json"
    assert sent["user-agent"] == f"calque/{__version__}"
    assert "gzip" in sent["accept-encoding"]
    assert "cookie" not in sent
    assert "authorization" not in sent


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("body", [None, b"", b"some"])
def test_methods(
    bad: BadServer, http: HTTPTransport, method: str, body: bytes | None
) -> None:
    response = fetch(bad.url("/echo"), transport=http, method=method, body=body)
    told = json.loads(response.body)
    assert (told["method"], told["body"]) == (method, (body or b"").decode())


def test_head_and_empty_post(bad: BadServer, http: HTTPTransport) -> None:
    response = fetch(bad.url("/ok"), transport=http, method="HEAD")
    assert (response.status, response.body) == (200, b"")
    assert json.loads(fetch(bad.url("/echo"), transport=http, method="POST").body) | {
        "headers": {}
    } == {"method": "POST", "headers": {}, "body": ""}


@pytest.mark.parametrize(
    "field", [("X", "a\r\nY: b"), ("X\nY", "b"), ("X", "\0"), ("", "a"), ("a:b", "c")]
)
def test_header_fields_cannot_smuggle_others(
    bad: BadServer, http: HTTPTransport, field: tuple[str, str]
) -> None:
    with pytest.raises(UnsupportedError):
        fetch(bad.url("/echo"), transport=http, headers=[field])
    assert bad.asked == []


@pytest.mark.parametrize("method", ["GET / HTTP/1.1\r\nX:", "G T", "GÉT", "A\n"])
def test_methods_cannot_smuggle_requests(
    bad: BadServer, http: HTTPTransport, method: str
) -> None:
    with pytest.raises(UnsupportedError):
        fetch(bad.url("/echo"), transport=http, method=method)
    assert bad.asked == []


@pytest.mark.parametrize("code", [204, 404, 410, 429, 500, 503])
def test_statuses(bad: BadServer, http: HTTPTransport, code: int) -> None:
    assert fetch(bad.url(f"/status?code={code}"), transport=http).status == code


def test_500_then_200(bad: BadServer, http: HTTPTransport) -> None:
    statuses = [fetch(bad.url("/flaky"), transport=http).status for _ in range(3)]
    assert statuses == [500, 200, 200]


@pytest.mark.parametrize("target", ["/hold", "/half"])
def test_slower_than_the_timeout(
    bad: BadServer, http: HTTPTransport, target: str
) -> None:
    with pytest.raises(DeadlineError):
        fetch(bad.url(target), transport=http, timeout=0.05)


@pytest.mark.parametrize(
    "target",
    [
        "/truncated",
        "/truncated-chunks",
        "/closed-in-header",
        "/bad-gzip",
        "/loop",
        "/not-http",
    ],
)
def test_bad_responses(bad: BadServer, http: HTTPTransport, target: str) -> None:
    with pytest.raises(BadResponseError):
        fetch(bad.url(target), transport=http)


def test_closed_without_an_answer(bad: BadServer, http: HTTPTransport) -> None:
    with pytest.raises(UnreachableError):
        fetch(bad.url("/closed"), transport=http)


def test_bytes_after_the_length_are_not_read(
    bad: BadServer, http: HTTPTransport
) -> None:
    assert fetch(bad.url("/short-length"), transport=http).body == b"abc"


@pytest.mark.parametrize("target", ["/big", "/gzip"])
@pytest.mark.parametrize("size", [4095, 4096, 4097])
def test_bodies_have_a_limit(
    bad: BadServer, http: HTTPTransport, target: str, size: int
) -> None:
    url = bad.url(f"{target}?bytes={size}")
    if size <= 4096:
        assert fetch(url, transport=http, maximum_bytes=4096).body == b"x" * size
    else:
        with pytest.raises(LimitExceededError):
            fetch(url, transport=http, maximum_bytes=4096)


def test_what_gets_large_by_decompression_is_stopped(
    bad: BadServer, http: HTTPTransport
) -> None:
    with pytest.raises(LimitExceededError):
        fetch(bad.url("/gzip?bytes=50000000"), transport=http, maximum_bytes=100_000)


@pytest.mark.parametrize("framing", ["length", "chunked", "close"])
@pytest.mark.parametrize("count", [0, 1, 10, 1000, -8, -1])
def test_a_compressed_body_that_is_cut_is_refused(
    bad: BadServer, http: HTTPTransport, framing: str, count: int
) -> None:
    whole = fetch(bad.url(f"/cut-gzip?framing={framing}"), transport=http).body
    assert json.loads(whole) == list(range(2000))
    size = len(gzip.compress(whole))
    url = bad.url(f"/cut-gzip?framing={framing}&bytes={count % size}")
    with pytest.raises(BadResponseError, match="truncated"):
        fetch(url, transport=http)


def test_compressed_bodies_may_follow_each_other(
    bad: BadServer, http: HTTPTransport
) -> None:
    assert fetch(bad.url("/two-gzips"), transport=http).body == b"one two"
    for target in ("/two-gzips?after=x", "/twice-gzip"):
        with pytest.raises(BadResponseError):
            fetch(bad.url(target), transport=http)


def test_a_compressed_response_without_a_body(
    bad: BadServer, http: HTTPTransport
) -> None:
    url = bad.url("/cut-gzip?framing=length")
    response = fetch(url, transport=http, method="HEAD")
    assert (response.status, response.body) == (200, b"")


@pytest.mark.parametrize("lengths", ["12,5", "5,12", "12abc", "+12", "-1", "12 5", ""])
def test_contradictory_lengths_are_refused(
    bad: BadServer, http: HTTPTransport, lengths: str
) -> None:
    with pytest.raises(BadResponseError):
        fetch(bad.url(f"/lengths?of={quote(lengths)}"), transport=http)


def test_a_length_that_is_said_twice(bad: BadServer, http: HTTPTransport) -> None:
    response = fetch(bad.url("/lengths?of=12,12"), transport=http)
    assert response.body == b"hello, world"


def test_an_endless_body_is_stopped(bad: BadServer, http: HTTPTransport) -> None:
    with pytest.raises(LimitExceededError):
        fetch(bad.url("/endless"), transport=http, maximum_bytes=1_000_000)
    assert bad.arrived.acquire(timeout=30)


def test_brotli(bad: BadServer, http: HTTPTransport) -> None:
    fetch(bad.url("/ok"), transport=http)
    if "br" not in bad.asked[-1].headers["accept-encoding"].split(", "):
        with pytest.raises(BadResponseError):
            fetch(bad.url("/brotli"), transport=http)
    else:
        assert fetch(bad.url("/brotli"), transport=http).body == b"hello"


def test_types_are_not_the_transports_business(
    bad: BadServer, http: HTTPTransport
) -> None:
    response = fetch(bad.url("/wrong-type"), transport=http)
    assert response.header("Content-Type") == "text/html"


@pytest.mark.parametrize(("times", "allowed"), [(1, 1), (2, 2), (3, 2)])
def test_redirects_have_a_limit(
    bad: BadServer, http: HTTPTransport, times: int, allowed: int
) -> None:
    url = bad.url(f"/redirect?times={times}")
    if times <= allowed:
        response = fetch(url, transport=http, maximum_redirects=allowed)
        assert response.body == b'{"ok": true}'
        assert response.header("Location") is None
    else:
        with pytest.raises(BadResponseError):
            fetch(url, transport=http, maximum_redirects=allowed)


def test_secrets_stay_with_the_host_they_are_for(
    bad: BadServer, http: HTTPTransport
) -> None:
    secrets = {"Authorization": "Bearer x", "Cookie": "a=b", "X-Other": "c"}
    with bad_server() as other:
        url = bad.url(f"/redirect?to={other.url('/echo')}")
        told = json.loads(fetch(url, transport=http, headers=secrets).body)["headers"]
    assert bad.asked[0].headers["authorization"] == "Bearer x"
    assert bad.asked[0].headers["cookie"] == "a=b"
    assert "authorization" not in told
    assert "cookie" not in told
    assert told["x-other"] == "c"


@pytest.mark.parametrize(
    ("code", "method", "then"),
    [(302, "POST", "GET"), (303, "POST", "GET"), (307, "POST", "POST")],
)
def test_methods_of_redirected_requests(
    bad: BadServer, http: HTTPTransport, code: int, method: str, then: str
) -> None:
    url = bad.url(f"/redirect?code={code}&to=/echo")
    told = json.loads(fetch(url, transport=http, method=method, body=b"x").body)
    assert (told["method"], told["body"]) == (then, "x" if then == "POST" else "")


def test_without_redirects_the_answer_is_the_redirect(
    bad: BadServer, http: HTTPTransport
) -> None:
    response = fetch(bad.url("/redirect"), transport=http, maximum_redirects=0)
    assert (response.status, response.header("Location")) == (302, "/ok")


@pytest.mark.parametrize("to", ["file:///etc/hostname", "ftp://127.0.0.1/", "http://"])
def test_redirects_lead_to_http_only(
    bad: BadServer, http: HTTPTransport, to: str
) -> None:
    with pytest.raises(BadResponseError):
        fetch(bad.url(f"/redirect?to={to}"), transport=http)


@pytest.mark.parametrize(
    ("target", "fits"),
    [
        ("/flood?fields=255", True),
        ("/flood?fields=256", False),
        ("/flood?fields=10&bytes=6000", True),
        ("/flood?fields=11&bytes=6000", False),
        ("/flood?fields=100000", False),
        ("/flood?fields=1&bytes=90000", False),
        ("/flood?fields=1&bytes=500000", False),
    ],
)
def test_header_floods(
    bad: BadServer, http: HTTPTransport, target: str, fits: bool
) -> None:
    if fits:
        assert fetch(bad.url(target), transport=http).status == 200
    else:
        with pytest.raises(LimitExceededError):
            fetch(bad.url(target), transport=http)


def test_conditional_requests(bad: BadServer, http: HTTPTransport) -> None:
    assert fetch(bad.url("/etag"), transport=http).body == b"content"
    same = fetch(bad.url("/etag"), transport=http, headers={"If-None-Match": '"one"'})
    assert (same.status, same.body, same.header("etag")) == (304, b"", '"one"')


def test_connection_refused(http: HTTPTransport) -> None:
    with bad_server() as server:
        url = server.url("/ok")
    with pytest.raises(UnreachableError):
        fetch(url, transport=http)


def test_a_host_that_does_not_exist(http: HTTPTransport) -> None:
    with pytest.raises(UnreachableError):
        fetch("http://nowhere.invalid/", transport=http)


@pytest.mark.parametrize(
    "url", ["ftp://127.0.0.1/", "a.json", "http://", "http://a b/"]
)
def test_other_urls(http: HTTPTransport, url: str) -> None:
    with pytest.raises(UnsupportedError):
        fetch(url, transport=http)


def test_the_proxy_of_an_option(bad: BadServer) -> None:
    with HTTPTransport(proxy=bad.url("")) as http:
        response = fetch("http://nowhere.invalid/a", transport=http)
    assert response.body == b"by proxy"
    assert bad.asked[0].target == "http://nowhere.invalid/a"


def test_the_proxy_of_the_environment(
    bad: BadServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", bad.url(""))
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    with HTTPTransport() as http:
        assert fetch("http://nowhere.invalid/a", transport=http).body == b"by proxy"
    with HTTPTransport(proxy="") as http, pytest.raises(UnreachableError):
        fetch("http://nowhere.invalid/a", transport=http)


@pytest.mark.parametrize(
    "options",
    [{"max_connections_per_host": 0}, {"proxy": 3}, {"ca_file": "a\0b"}],
)
def test_wrong_options(options: dict[str, object]) -> None:
    with pytest.raises(InvalidOptionError):
        HTTPTransport(**options)  # type: ignore[arg-type]
