"""Flask: the language of each request, in templates and in code.

flask --app flask_app run
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from flask import Flask, g, render_template_string, request

from calque import Translator

TEMPLATE = "<h1>{{ t('title') }}</h1><p>{{ t('greeting', name=name) }}</p>"

translator = Translator.from_folder(
    Path(__file__).parent / "locales", "en", options={"fallbackLng": "en"}
)

app = Flask(__name__)
app.jinja_env.add_extension("calque.integrations.jinja.CalqueExtension")
app.jinja_env.install_translator(translator)  # type: ignore[attr-defined]


@app.before_request
def choose_language() -> None:
    """Translate into the best language for as long as the request takes."""
    wanted = request.headers.get("Accept-Language", "")
    lng = translator.best_language(wanted, closest=True)
    g.language = ExitStack()
    g.language.enter_context(translator.using(lng or "en"))


@app.teardown_request
def forget_language(error: BaseException | None) -> None:
    """End the language of the request."""
    language = g.pop("language", None)
    if language is not None:
        language.close()


@app.get("/")
def index() -> str:
    """A page with a template."""
    return render_template_string(TEMPLATE, name=request.args.get("name", "Ada"))


@app.get("/files/<int:count>")
def files(count: int) -> str:
    """A plural from code."""
    return translator.t("files", count=count)
