"""A browser, and a program's page on an origin of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

LIBRARIES = Path("/usr/share/javascript")
PAGE = """<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Shop</title>
<script src="/i18next.js"></script><script src="/i18nextHttpBackend.js"></script>
<script src="/app.js" defer></script></head><body><main></main></body></html>
"""
APP = """
const t = i18next.t.bind(i18next);
window.missed = [];
function render() {
  const main = document.querySelector("main");
  main.replaceChildren();
  const add = (name, text, attributes = {}) => {
    const made = document.createElement(name);
    made.textContent = text;
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    main.append(made);
  };
  add("h1", t("home:title"), { id: "title" });
  add("p", t("home:greeting", { name: "Ada" }), { id: "greeting" });
  add("p", t("books:book", { count: 3 }), { id: "books" });
  add("img", "", { alt: t("home:title"), id: "picture" });
  add("p", t("home:farewell", "Goodbye"), { id: "farewell" });
  document.documentElement.dir = i18next.dir();
}
i18next.use(i18nextHttpBackend).init({
  lng: "LANGUAGE", fallbackLng: "en", ns: ["home", "books"], defaultNS: "home",
  load: "currentOnly", saveMissing: true, postProcess: undefined,
  backend: {
    loadPath: "SERVER/p/demo/CHANNEL/locales/{{lng}}/{{ns}}.json",
    addPath: "SERVER/p/demo/CHANNEL/locales/add/{{lng}}/{{ns}}",
    crossDomain: true,
  },
}).then(() => { render(); window.ready = true; });
i18next.on("languageChanged", () => { if (window.ready) render(); });
const stream = new EventSource("SERVER/p/demo/CHANNEL/events");
for (const name of ["published", "texts"]) {
  stream.addEventListener(name, async () => {
    await i18next.reloadResources();
    i18next.emit("languageChanged", i18next.language);
  });
}
// A better text, as a page sends it; the status of the response.
window.propose = async (key, value) => {
  const of = { section: "home", key, locale: i18next.language, value, guid: "a page" };
  const body = new URLSearchParams(of);
  const url = "SERVER/p/demo/api/v2/content/localize/proposals";
  return (await fetch(url, { method: "POST", body })).status;
};
"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, driven by Playwright."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        yield browser
        browser.close()


@contextmanager
def program(
    server: str,
    *,
    language: str = "de",
    channel: str = "production",
) -> Iterator[str]:
    """The address of a program's page; it has the strictest content policy."""
    files = {
        "/": ("text/html", PAGE),
        "/app.js": (
            "text/javascript",
            APP.replace("SERVER", server)
            .replace("LANGUAGE", language)
            .replace("CHANNEL", channel),
        ),
        "/i18next.js": ("text/javascript", _library("i18next/i18next.js")),
        "/i18nextHttpBackend.js": ("text/javascript", _http_backend()),
    }
    policy = (
        f"default-src 'none'; script-src 'self'; connect-src {server}; "
        "style-src 'none'; require-trusted-types-for 'script'"
    )

    class Handler(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            type_, text = files.get(self.path, ("text/plain", ""))
            data = text.encode()
            self.send_response(200 if text else 404)
            self.send_header("Content-Type", f"{type_}; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Content-Security-Policy", policy)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *arguments: object) -> None:
            pass

    own = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=own.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{own.server_address[1]}/"
    finally:
        own.shutdown()
        thread.join()
        own.server_close()


# Debian's bundle of the HTTP backend leaves its module request.js out. This one does
# the same: GET, or POST of JSON, and the callback with an error or status and data.
REQUEST = """2: [function (require, module, exports) {
module.exports = function (options, url, payload, callback) {
  const post = { method: "POST", body: JSON.stringify(payload),
    headers: { "Content-Type": "application/json" } };
  fetch(url, payload ? post : {}).then(async (answer) => {
    const data = await answer.text();
    const told = { status: answer.status, data };
    callback(answer.ok ? null : answer.statusText || "Error", told);
  }).catch(callback);
};
}, {}],}, {}, 0);"""


def _http_backend() -> str:
    bundle = _library("i18next-http-backend/i18nextHttpBackend.js")
    bundle = bundle.replace('{"./utils.js":1}]', '{"./utils.js":1,"./request.js":2}]')
    return bundle.replace("}, {}, 0);", REQUEST)


def _library(path: str) -> str:
    return (LIBRARIES / path).read_text("utf-8")
