"""Servers on loopback that the tests start: a good one and one that misbehaves.

Both listen before they are given to a test, on ports that the system chose.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import socket
import socketserver
import ssl
import subprocess
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit


@dataclass
class Asked:
    """A request as the misbehaving server read it."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    def query(self, name: str, default: str = "") -> str:
        return parse_qs(urlsplit(self.target).query).get(name, [default])[0]


Answer = Callable[["BadServer", Asked], bytes]
_ANSWERS: dict[str, Answer] = {}


def path(name: str) -> Callable[[Answer], Answer]:
    """Register what a path is answered with: all bytes that are sent.

    An answer that begins with ``close:`` ends the connection after the rest.
    """

    def register(answer: Answer) -> Answer:
        _ANSWERS[name] = answer
        return answer

    return register


def whole(
    body: bytes, status: int = 200, headers: tuple[tuple[str, str], ...] = ()
) -> bytes:
    """A well-formed answer."""
    lines = [f"HTTP/1.1 {status} Some", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@path("/ok")
def _ok(server: BadServer, asked: Asked) -> bytes:
    return whole(b'{"ok": true}', headers=(("Content-Type", "application/json"),))


@path("/echo")
def _echo(server: BadServer, asked: Asked) -> bytes:
    told = {"method": asked.method, "headers": asked.headers}
    return whole(json.dumps({**told, "body": asked.body.decode()}).encode())


@path("/status")
def _status(server: BadServer, asked: Asked) -> bytes:
    return whole(b"no", int(asked.query("code", "404")))


@path("/flaky")
def _flaky(server: BadServer, asked: Asked) -> bytes:
    """500 for the first `times` requests, then 200."""
    first = server.counts[asked.target] <= int(asked.query("times", "1"))
    return whole(b"down", 500) if first else whole(b'{"up": true}')


@path("/hold")
def _hold(server: BadServer, asked: Asked) -> bytes:
    """Nothing until the server is released."""
    server.arrived.release()
    server.released.wait()
    return whole(b"late")


@path("/half")
def _half(server: BadServer, asked: Asked) -> bytes:
    """A header and half a body, then nothing until the server is released."""
    server.send_now(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf.")
    server.arrived.release()
    server.released.wait()
    return b"close:"


@path("/truncated")
def _truncated(server: BadServer, asked: Asked) -> bytes:
    return b"close:HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + b"x" * 10


@path("/truncated-chunks")
def _truncated_chunks(server: BadServer, asked: Asked) -> bytes:
    head = b"close:HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    return head + b"5\r\nabcde\r\n"


@path("/short-length")
def _short_length(server: BadServer, asked: Asked) -> bytes:
    """More bytes than Content-Length says."""
    return b"close:HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcdef"


@path("/closed")
def _closed(server: BadServer, asked: Asked) -> bytes:
    return b"close:"


@path("/closed-in-header")
def _closed_in_header(server: BadServer, asked: Asked) -> bytes:
    return b"close:HTTP/1.1 200 OK\r\nContent-Le"


@path("/not-http")
def _not_http(server: BadServer, asked: Asked) -> bytes:
    return b"close:220 mail.example.org ready\r\n"


@path("/big")
def _big(server: BadServer, asked: Asked) -> bytes:
    return whole(b"x" * int(asked.query("bytes")))


@path("/endless")
def _endless(server: BadServer, asked: Asked) -> bytes:
    """A body without a length, as long as anyone reads."""
    server.send_now(b"HTTP/1.1 200 OK\r\n\r\n")
    try:
        while not server.released.is_set():
            server.send_now(b"x" * 65536)
    except OSError:
        server.arrived.release()
    return b"close:"


@path("/gzip")
def _gzip(server: BadServer, asked: Asked) -> bytes:
    body = gzip.compress(b"x" * int(asked.query("bytes", "1000")))
    return whole(body, headers=(("Content-Encoding", "gzip"),))


@path("/bad-gzip")
def _bad_gzip(server: BadServer, asked: Asked) -> bytes:
    return whole(b"this is no gzip", headers=(("Content-Encoding", "gzip"),))


@path("/cut-gzip")
def _cut_gzip(server: BadServer, asked: Asked) -> bytes:
    """The first `bytes` of a compressed body, framed as if they were all."""
    body = gzip.compress(json.dumps(list(range(2000))).encode())
    body = body[: int(asked.query("bytes", str(len(body))))]
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
    match asked.query("framing"):
        case "chunked":
            chunk = b"%x\r\n%b\r\n" % (len(body), body) if body else b""
            return head + b"Transfer-Encoding: chunked\r\n\r\n" + chunk + b"0\r\n\r\n"
        case "close":
            return b"close:" + head + b"\r\n" + body
        case _:
            head += b"Content-Length: %d\r\n\r\n" % len(body)
            return head if asked.method == "HEAD" else head + body


@path("/two-gzips")
def _two_gzips(server: BadServer, asked: Asked) -> bytes:
    body = (
        gzip.compress(b"one") + gzip.compress(b" two") + asked.query("after").encode()
    )
    return whole(body, headers=(("Content-Encoding", "x-gzip"),))


@path("/twice-gzip")
def _twice_gzip(server: BadServer, asked: Asked) -> bytes:
    body = gzip.compress(gzip.compress(b"x"))
    return whole(body, headers=(("Content-Encoding", "gzip"),) * 2)


@path("/lengths")
def _lengths(server: BadServer, asked: Asked) -> bytes:
    """A header with the lengths of `of`, of which one is right."""
    lengths = asked.query("of").split(",")
    head = "".join(f"Content-Length: {each}\r\n" for each in lengths)
    return b"close:HTTP/1.1 200 OK\r\n" + head.encode() + b"\r\nhello, world"


@path("/brotli")
def _brotli(server: BadServer, asked: Asked) -> bytes:
    # A stream of one block that is not compressed.
    body = b"\x0b\x02\x80hello\x03"
    return whole(body, headers=(("Content-Encoding", "br"),))


@path("/wrong-type")
def _wrong_type(server: BadServer, asked: Asked) -> bytes:
    return whole(b"<html>Log in</html>", headers=(("Content-Type", "text/html"),))


@path("/redirect")
def _redirect(server: BadServer, asked: Asked) -> bytes:
    """`times` redirects, then `to`."""
    times = int(asked.query("times", "1"))
    to = asked.query("to", "/ok")
    target = to if times <= 1 else f"/redirect?times={times - 1}&to={to}"
    return whole(b"", int(asked.query("code", "302")), (("Location", target),))


@path("/loop")
def _loop(server: BadServer, asked: Asked) -> bytes:
    return whole(b"", 301, (("Location", "/loop"),))


@path("/flood")
def _flood(server: BadServer, asked: Asked) -> bytes:
    """So many header fields, each of so many bytes."""
    fields, size = int(asked.query("fields", "1")), int(asked.query("bytes", "1"))
    return whole(b"", headers=tuple((f"X-{at}", "y" * size) for at in range(fields)))


@path("/etag")
def _etag(server: BadServer, asked: Asked) -> bytes:
    tag = ("ETag", '"one"')
    if asked.headers.get("if-none-match") == '"one"':
        return b"HTTP/1.1 304 Not Modified\r\n" + b'ETag: "one"\r\n\r\n'
    return whole(b"content", headers=(tag,))


class _Handler(socketserver.StreamRequestHandler):
    server: BadServer

    def handle(self) -> None:
        with self.server.lock:
            self.server.connections += 1
            self.server.open.add(self.connection)
        self.server.local.send = self.wfile.write
        while asked := self._read():
            self.server.asked.append(asked)
            self.server.counts[asked.target] += 1
            answer = self._answer(asked)
            try:
                self.wfile.write(answer.removeprefix(b"close:"))
            except OSError:
                return
            if answer.startswith(b"close:"):
                return

    def finish(self) -> None:
        with self.server.lock:
            self.server.open.discard(self.connection)
        super().finish()

    def _answer(self, asked: Asked) -> bytes:
        if not asked.target.startswith("/"):
            return whole(b"by proxy")
        answer = _ANSWERS.get(asked.path)
        return whole(b"no", 404) if answer is None else answer(self.server, asked)

    def _read(self) -> Asked | None:
        try:
            line = self.rfile.readline().decode("latin-1").split()
            headers = {}
            while (field := self.rfile.readline().decode("latin-1").strip()) != "":
                name, _, value = field.partition(":")
                headers[name.lower()] = value.strip()
            length = int(headers.get("content-length", "0"))
            return Asked(line[0], line[1], headers, self.rfile.read(length))
        except (OSError, IndexError):
            return None


class BadServer(socketserver.ThreadingTCPServer):
    """Answers by path in ways that servers should not; see the functions above."""

    daemon_threads = False
    request_queue_size = 128

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        if context is not None:
            self.socket = context.wrap_socket(self.socket, server_side=True)
        self.scheme = "http" if context is None else "https"
        self.asked: list[Asked] = []
        self.counts: Counter[str] = Counter()
        self.connections = 0
        self.lock = threading.Lock()
        self.open: set[socket.socket] = set()
        self.arrived = threading.Semaphore(0)
        self.released = threading.Event()
        self.local: Any = threading.local()

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def url(self, target: str) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}{target}"

    def send_now(self, data: bytes) -> None:
        """Send part of an answer, from the function that answers."""
        self.local.send(data)

    def hang_up(self) -> None:
        """End what clients keep open, so that their threads end."""
        self.released.set()
        with self.lock:
            for connection in self.open:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that go away are what some tests are about."""


@contextmanager
def bad_server(context: ssl.SSLContext | None = None) -> Iterator[BadServer]:
    """A misbehaving server, until the end of the block."""
    with BadServer(context) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
            server.hang_up()


@dataclass(frozen=True)
class Certificate:
    """A certificate for 127.0.0.1 that nobody signed but itself."""

    file: Path
    key: Path

    def context(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.file, self.key)
        return context


def make_certificate(folder: Path, host: str = "IP:127.0.0.1") -> Certificate:
    """A self-signed certificate, made by openssl."""
    made = Certificate(folder / "certificate.pem", folder / "key.pem")
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
    subprocess.run(
        [
            *command.split(),
            *("-days", "2", "-subj", "/CN=calque test"),
            *("-addext", f"subjectAltName={host}"),
            *("-keyout", str(made.key), "-out", str(made.file)),
        ],
        check=True,
        capture_output=True,
    )
    return made


@dataclass(frozen=True)
class Nginx:
    """A running nginx that serves the files of `root`."""

    root: Path
    port: int
    tls_port: int

    def url(self, target: str) -> str:
        return f"http://127.0.0.1:{self.port}{target}"

    def tls_url(self, target: str) -> str:
        return f"https://127.0.0.1:{self.tls_port}{target}"


_NGINX = """
daemon off; worker_processes 1; {user}
pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
  access_log off;
  types {{ application/json json; text/html html; }}
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  gzip on; gzip_types application/json; gzip_min_length 1;
  server {{
    listen 127.0.0.1:{port};
    listen 127.0.0.1:{tls_port} ssl;
    ssl_certificate {certificate}; ssl_certificate_key {key};
    root {root};
    location = /down {{ return 302 http://127.0.0.1:{port}/; }}
  }}
}}
"""


@contextmanager
def nginx(folder: Path, certificate: Certificate) -> Iterator[Nginx]:
    """nginx with a folder of files, until the end of the block.

    It is handed sockets that listen already, so nobody has to wait for it.
    """
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if program is None:
        raise RuntimeError("nginx is not installed; scripts/setup.sh does that")
    sockets = [socket.create_server(("127.0.0.1", 0), backlog=128) for _ in range(2)]
    ports = [one.getsockname()[1] for one in sockets]
    root = folder / "root"
    root.mkdir()
    (folder / "nginx.conf").write_text(
        _NGINX.format(
            folder=folder,
            # Files of tests are for their owner alone, who may be root.
            user="user root;" if os.geteuid() == 0 else "",
            port=ports[0],
            tls_port=ports[1],
            certificate=certificate.file,
            key=certificate.key,
            root=root,
        )
    )
    for one in sockets:
        one.setblocking(False)
    numbers = [one.fileno() for one in sockets]
    process = subprocess.Popen(
        [program, "-p", str(folder), "-c", str(folder / "nginx.conf")],
        env={**os.environ, "NGINX": "".join(f"{number};" for number in numbers)},
        pass_fds=numbers,
        stderr=subprocess.PIPE,
    )
    for one in sockets:
        one.close()
    try:
        yield Nginx(root, *ports)
    finally:
        process.terminate()
        process.communicate()
