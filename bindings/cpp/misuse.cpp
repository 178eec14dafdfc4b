// Does what Tests/Conformance/misuse.py describes by a case's name.
#include <atomic>
#include <calque.hpp>
#include <climits>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <thread>
#include <unistd.h>

static const char *const OPTIONS =
    R"({"lng": "en", "interpolation": {"escapeValue": false},
        "resources": {"en": {"translation": {"k": "v", "a": "<{{a}}>"}}}})";

static calque::translator made() {
    return calque::translator::create(CALQUE_FORMAT_V4, OPTIONS).value();
}

static calque::messages messages(const std::string &text) {
    auto table = calque::messages::create().value();
    table.load("{\"K\": \"" + text + "\"}").value();
    return table;
}

static calque::localization localization(const std::string &text) {
    auto texts = calque::localization::create().value();
    texts.load("{\"data\": {\"s\": {\"k\": \"" + text + "\"}}}", "en").value();
    return texts;
}

[[noreturn]] static void fail(const std::string &why) {
    std::cerr << why << '\n';
    std::exit(1);
}

static void same(std::string_view expected, std::string_view found) {
    if (expected != found) fail(std::string(found) + " was not expected");
}

template <class Call> static void refused(Call call) {
    try {
        call();
    } catch (const calque::error &) {
        return;
    }
    fail("it was not refused");
}

static void beside(const std::function<void()> &other,
                   const std::function<void()> &calls) {
    std::atomic<bool> done{false};
    std::thread thread([&] {
        while (!done)
            other();
    });
    calls();
    done = true;
    thread.join();
}

static long resident() {
    long all = 0, pages = 0;
    std::ifstream("/proc/self/statm") >> all >> pages;
    return pages / 256;
}

static void closed() {
    calque::translator translator = made();
    calque::view view = translator.fixed("en").value();
    calque::translator moved = std::move(translator);
    refused([&] { translator.t("k"); });
    refused([&] { translator.languages().value(); });
    refused([&] { translator.fixed("en").value(); });
    refused([&] { translator.exists("k").value(); });
    moved = calque::translator();
    same("v", view.t("k"));
    refused([&] { calque::view().t("k"); });
    refused([&] { calque::messages().decode("k"); });
    refused([&] { calque::localization().text("k"); });
}

static void threads() {
    calque::translator translator = made();
    for (int at = 0; at < 500; ++at) {
        std::thread one([&] { same("v", translator.t("k")); });
        std::thread two([&] { same("v", translator.fixed().value().t("k")); });
        one.join(), two.join();
    }
}

static void types() {
    refused([] { calque::translator::create(4711).value(); });
    refused([] { calque::translator::create(CALQUE_FORMAT_V4, "[]").value(); });
    refused([] { made().t_json("k", "{}", 4711).value(); });
    refused([] { made().t("a", {{"a", calque::decimal{"x"}}}); });
    refused([] { made().t("a", {{"a", calque::json{"{"}}}); });
}

static void numbers() {
    calque::translator translator = made();
    same("<9223372036854775807>", translator.t("a", {{"a", INT64_MAX}}));
    same("<-9223372036854775808>", translator.t("a", {{"a", INT64_MIN}}));
    same("<9223372036854775807>",
         translator.t("a", {{"a", std::uint64_t{INT64_MAX}}}));
    same("<4294967295>", translator.t("a", {{"a", UINT_MAX}}));
    same("<-1>", translator.t("a", {{"a", -1}}));
    refused([&] { translator.t("a", {{"a", UINT64_MAX}}); });
    refused([&] { translator.t("a", {{"count", UINT64_MAX}}); });
}

static void utf8() {
    calque::translator translator = made();
    refused([&] { translator.t("a", {{"a", "x\xff"}}); });
    refused([&] { translator.t("k\xff"); });
    refused([&] { messages("v").decode("\xff"); });
    same("<é>", translator.t("a", {{"a", "é"}}));
}

static void nul() {
    using namespace std::string_literals;
    calque::translator translator = made();
    refused([&] { translator.add_file("en", "x", "/dev/null\0x"s).value(); });
    refused([&] { calque::catalog::open("/dev/null\0x"s).value(); });
    same("<x\0y>"s, translator.t("a", {{"a", "x\0y"s}}));
    same("x\0y"s, localization("x\\u0000y").text("s.k"));
}

static void released() {
    long before = resident();
    for (int at = 0; at < 50000; ++at)
        made();
    if (resident() - before > 250) fail("it holds too much");
}

static void replaced() {
    calque::translator translator = made();
    std::string small(300, 'x'), large(20000, 'y');
    beside(
        [&] {
            for (const std::string &text : {small, large}) {
                translator
                    .add_resource_bundle(
                        "en", "translation", "{\"k\": \"" + text + "\"}",
                        CALQUE_BUNDLE_DEEP | CALQUE_BUNDLE_OVERWRITE)
                    .value();
            }
        },
        [&] {
            for (int at = 0; at < 200000; ++at) {
                std::string text = translator.t("k");
                if (text != "v" && text != small && text != large)
                    fail("a text of two");
            }
        });
}

static void events() {
    int lines = 0, keys = 0;
    auto translator =
        calque::translator::create(
            CALQUE_FORMAT_V4,
            R"({"lng": "en", "saveMissing": true, "debug": true})",
            [&](std::string_view) { ++lines; })
            .value();
    auto key = [&](std::string_view, std::string_view arguments) {
        keys += arguments.find("\"absent\"") != std::string_view::npos;
    };
    translator.on("missingKey", key).value();
    translator.t("absent");
    if (lines == 0 || keys != 1) fail("a missing key was not told of");
    auto wrong = translator.add_resource_bundle("en", "x", "{\n  \"a\": }");
    if (wrong || wrong.where().line != 2) fail("the error has another line");
}

static void kept() {
    static auto *all = new auto(std::make_tuple(
        made(), made().fixed().value(), messages("v"), localization("v")));
    same("v", std::get<0>(*all).t("k"));
}

int main(int, char **arguments) {
    const std::map<std::string, void (*)()> cases = {
        {"closed", closed},     {"threads", threads},   {"types", types},
        {"numbers", numbers},   {"utf8", utf8},         {"nul", nul},
        {"released", released}, {"replaced", replaced}, {"exit", kept},
        {"events", events},
    };
    auto found = cases.find(arguments[1]);
    if (found != cases.end()) found->second();
    std::cout << (found != cases.end() ? "ok" : "none") << std::endl;
}
