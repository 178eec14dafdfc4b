"""Promises of i18next-ios's README; its own words stand above each test."""

from __future__ import annotations

import json
import queue
from pathlib import Path
from typing import Any

import pytest

from calque import InvalidOptionError, Status, Translator
from calque.transport import MemoryTransport, Request, Response

SERVER = "http://example.com"


def bundle(folder: Path, lng: str, **texts: str) -> None:
    """Write the `lproj` folder of a language, as an application's bundle has it."""
    place = folder / f"{lng}.lproj"
    place.mkdir()
    (place / "i18next.json").write_text(json.dumps({"translation": texts}))


class Recorder:
    """A transport that notes what it is asked, and answers with a text of the file."""

    def __init__(self, *, is_offline: bool = False) -> None:
        self.is_offline = is_offline
        self.asked: queue.Queue[Request] = queue.Queue()

    def __call__(self, request: Request) -> Response:
        self.asked.put(request)
        if self.is_offline:
            raise ConnectionError("nothing answers")
        text = {"key": "from " + request.url.rsplit("/", 2)[-2]}
        return Response(200, body=json.dumps(text).encode())

    def urls(self) -> list[str]:
        return [self.asked.get_nowait().url for _ in range(self.asked.qsize())]


# "当您提供资源时,完成块将立即触发,不会加载任何外部资源!"
# When you provide resources the completion fires at once; nothing else is loaded.
def test_resources_that_are_given_are_all() -> None:
    transport = Recorder()
    store = {"en-US": {"translation": {"key": "value"}}}
    with Translator("ios", transport=transport) as i18n:
        report = i18n.load_with_options(
            {"lang": "en-US", "resourcesStore": store, "resourcesBaseURL": SERVER}
        )
        assert report.status == Status.OK
        assert i18n.t("key") == "value"
    assert transport.urls() == []


# "如果语言设置为'en-US',以下资源文件将逐个加载"
# If the language is en-US, the following resource files are loaded one by one.
def test_files_are_loaded_one_by_one_in_the_order_of_the_chain() -> None:
    transport = Recorder()
    options = {"lang": "en-US", "resourcesBaseURL": SERVER}
    with Translator("ios", options, transport=transport) as i18n:
        i18n.load()
        assert i18n.t("key") == "from en-US"
    assert transport.urls() == [
        f"{SERVER}/locales/{lng}/translation.json" for lng in ("en-US", "en", "dev")
    ]


# "将请求'http://example.com/resources.json?lng=en-US+en+dev&ns=translation'。"
# Requests http://example.com/resources.json?lng=en-US+en+dev&ns=translation.
def test_one_request_for_all() -> None:
    url = f"{SERVER}/resources.json?lng=en-US+en+dev&ns=translation"
    body = {"en-US": {"translation": {"key": "value"}}}
    transport = MemoryTransport({url: Response(200, body=json.dumps(body).encode())})
    options = {
        "lang": "en-US",
        "resourcesBaseURL": SERVER,
        "resourcesGetPathTemplate": "resources.json?lng=__lng__&ns=__ns__",
        "dynamicLoad": True,
    }
    with Translator("ios", options, transport=transport) as i18n:
        i18n.load()
        assert i18n.t("key") == "value"


# "从应用程序包的lproj文件夹中加载资源:en.lproj/i18next.json"
# Loads resources from the lproj folders of the application's bundle.
def test_an_offline_start_counts_local_texts_at_once(tmp_path: Path) -> None:
    bundle(tmp_path, "en", key="from the bundle")
    transport = Recorder(is_offline=True)
    loaded: queue.Queue[Any] = queue.Queue()
    options = {
        "lang": "en",
        "fallbackLang": None,
        "resourcesBaseURL": SERVER,
        "loadFromLanguageBundles": True,
        "basePath": str(tmp_path),
        "retryTimeout": 1,
    }
    with Translator("ios", options, transport=transport) as i18n:
        report = i18n.load()
        # The failure is told after one attempt, and the texts at hand count.
        assert [file.attempts for file in report.files if file.attempts] == [1]
        assert report.status == Status.PARTIAL
        assert i18n.t("key") == "from the bundle"
        # Attempts go on behind.
        i18n.on("loaded", lambda *_: loaded.put(i18n.t("key")))
        transport.is_offline = False
        assert loaded.get(timeout=10) == "from en"


# "将加载'http://example.com/locales/en-US/translation.json'。"
# Loads http://example.com/locales/en-US/translation.json.
def test_a_url_without_a_transport_is_told_when_the_translator_is_made() -> None:
    with pytest.raises(InvalidOptionError, match="transport") as told:
        Translator("ios", {"lang": "en-US", "resourcesBaseURL": SERVER})
    assert told.value.path == "resourcesBaseURL"


# The default fallback is dev, for which there is no file.
FALLBACKS: list[tuple[str, dict[str, object]]] = [
    ("ios", {"fallbackLang": None}),
    ("ios", {}),
    ("v4", {}),
    ("v4", {"fallbackLng": ["fr", "dev"]}),
]


# "将同步加载本地资源(仅针对语言包或本地缓存)。这对于应用程序初始化很有用"
# Loads local resources synchronously (language bundles or the local cache only), so
# that the next call that translates a key succeeds.
@pytest.mark.parametrize(("format_", "fallback"), FALLBACKS)
def test_a_changed_language_is_there_when_the_call_returns(
    format_: str, fallback: dict[str, object], tmp_path: Path
) -> None:
    bundle(tmp_path, "en", key="value")
    bundle(tmp_path, "da", key="værdi")
    options = {
        "lang" if format_ == "ios" else "lng": "en",
        "loadFromLanguageBundles": True,
        "synchronousLocalLoad" if format_ == "ios" else "initAsync": format_ == "ios",
        "basePath": str(tmp_path),
        **fallback,
    }
    with Translator(format_, options) as i18n:
        assert i18n.t("key") == "value"
        i18n.change_language("da")
        assert (i18n.language, i18n.t("key")) == ("da", "værdi")


# "如果没有设置,它将默认为'dev'。如果开启,所有缺失的键/值将会发送到该语言。"
# The default is dev; all missing keys and values are sent to that language. "因为回退
# Lang默认为'dev',您可以通过将选项值设置为nil来关闭它。": nil turns it off.
@pytest.mark.parametrize(("fallback", "sent_to"), [("dev", "dev"), (None, "en")])
def test_missing_keys_are_sent(fallback: str | None, sent_to: str) -> None:
    transport = Recorder()
    options = {
        "lang": "en",
        "langLoadType": "current",
        "fallbackLang": fallback,
        "saveMissing": True,
        "resourcesBaseURL": SERVER,
    }
    with Translator("ios", options, transport=transport) as i18n:
        i18n.load()
        transport.urls()
        assert i18n.t("absent") == "absent"
        i18n.flush_missing_keys()
    (posted,) = [transport.asked.get_nowait() for _ in range(transport.asked.qsize())]
    assert (posted.method, posted.url) == (
        "POST",
        f"{SERVER}/locales/add/{sent_to}/translation",
    )


# "使用options.defaultNamespace = @"myNamespace" 指定默认命名空间。"
# The default namespace is given by options.defaultNamespace.
@pytest.mark.parametrize(
    ("options", "found"),
    [
        ({"namespaces": ["one", "two"], "defaultNamespace": "two"}, "text of two"),
        ({"namespace": "one"}, "text of one"),
        ({"namespaces": ["one", "two"]}, "key"),
        ({"namespaces": ["one", "translation"]}, "text of translation"),
    ],
)
def test_the_default_namespace(options: dict[str, object], found: str) -> None:
    names = ("one", "two", "translation")
    store = {"en": {ns: {"key": f"text of {ns}"} for ns in names}}
    if "translation" not in str(options):
        del store["en"]["translation"]
    with Translator("ios", {"lang": "en", "resourcesStore": store, **options}) as i18n:
        assert i18n.t("key") == found


# "从应用程序包的lproj文件夹中加载资源": bundles and paths start from one folder.
def test_relative_paths_start_from_the_base_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    home.mkdir()
    elsewhere.mkdir()
    (home / "resources").mkdir()
    bundle(home / "resources", "en", bundled="in the bundle")
    (home / "files" / "en").mkdir(parents=True)
    (home / "files" / "en" / "translation.json").write_text('{"filed": "in a file"}')
    monkeypatch.chdir(elsewhere)
    options = {
        "lang": "en",
        "fallbackLang": None,
        "basePath": str(home),
        "loadFromLanguageBundles": True,
        "languageBundlesPath": "resources",
        "resourcesBaseURL": "files",
        "resourcesGetPathTemplate": "__lng__/__ns__.json",
    }
    with Translator("ios", options) as i18n:
        i18n.load()
        assert i18n.t("bundled") == "in the bundle"
        assert i18n.t("filed") == "in a file"


# "或获取一个共享实例 I18Next *i18n = [I18Next sharedInstance];"
# Or get a shared instance.
def test_the_shared_instance_is_one() -> None:
    Translator.set_shared(None)
    store = {"en": {"translation": {"key": "value"}}}
    Translator.shared().load_with_options({"lang": "en", "resourcesStore": store})
    assert Translator.shared().t("key") == "value"
    Translator.set_shared(None)
    assert Translator.shared().t("key") == "key"


KEYS = {"2": "value of key 2", "3": "value of key 3"}
NAMESPACES = {
    "namespace1": {"key1": "value of key 1 - ns1"},
    "namespace2": {
        "key1": "value of key 1 - ns2",
        "key2": "value of key 2 - ns2",
        "keys": KEYS,
    },
    "namespace3": {"keys": KEYS},
}


# "如果资源在命名空间中找不到,将查找默认命名空间。默认情况下,此选项是关闭的。"
# A resource that its namespace does not have is looked up in the default namespace.
# This option is off by default.
@pytest.mark.parametrize(
    ("options", "key", "found"),
    [
        ({}, "namespace3:key1", "namespace3:key1"),
        (
            {"fallbackToDefaultNamespace": True},
            "namespace3:key1",
            "value of key 1 - ns1",
        ),
        (
            {"fallbackNamespace": "namespace2"},
            "namespace3:key1",
            "value of key 1 - ns2",
        ),
        # "I18NEXT(@"namespace1.key1"); // -> value of key 1"
        ({}, "namespace1.key1", "value of key 1 - ns1"),
        # "I18NEXT(@"keys.2"); // -> missing key"
        ({}, "keys.2", "keys.2"),
        ({}, "namespace2:keys.2", "value of key 2"),
    ],
)
def test_namespaces_fall_back(options: dict[str, object], key: str, found: str) -> None:
    given = {
        "lang": "en",
        "namespaces": list(NAMESPACES),
        "defaultNamespace": "namespace1",
        "resourcesStore": {"en": NAMESPACES},
        **options,
    }
    with Translator("ios", given) as i18n:
        assert i18n.t(key) == found


# "此功能在iOS库中没有实现": not implemented in the iOS library, but here: empty texts
# that fall back, arrays of objects, and indefinite forms.
def test_features_that_the_original_lacks() -> None:
    texts = {
        "empty": "",
        "people": [{"name": "tom"}, {"name": "steve"}],
        "key": "__count__ child",
        "key_plural": "__count__ children",
        "key_indefinite": "a child",
        "key_plural_indefinite": "some children",
    }
    options = {
        "lang": "en-US",
        "fallbackOnEmpty": True,
        "returnObjectTrees": True,
        "resourcesStore": {
            "dev": {"translation": {"empty": "fallback"}},
            "en-US": {"translation": texts},
        },
    }
    with Translator("ios", options) as i18n:
        assert i18n.t("empty") == "fallback"
        assert i18n.t_object("people") == texts["people"]
        assert i18n.t("key", count=1, indefinite_article=True) == "a child"
        assert i18n.t("key", indefinite_article=True) == "a child"
