// calque.hpp in a program of two translation units.
#include <calque.hpp>
#include <cstdio>
#include <cstring>

std::string said_elsewhere(const calque::translator &translator);

static int failed = 0, passed = 0;

static void check(bool holds, const char *what) {
    ++(holds ? passed : failed);
    if (!holds) std::printf("FAILED: %s\n", what);
}

int main() {
    static_assert(!std::is_copy_constructible_v<calque::translator>);
    static_assert(std::is_nothrow_move_constructible_v<calque::view>);
    auto made = calque::translator::create(
        CALQUE_FORMAT_V4,
        R"({"lng": "en", "resources": {"en": {"translation": {
            "one": "{{n}} and {{t}}", "file_one": "{{count}} file",
            "file_other": "{{count}} files", "empty": ""}}}})");
    check(made.ok() && made.status() == CALQUE_OK, "a translator is made");
    calque::translator translator = std::move(made).value();
    check(translator.t("one", {{"n", 2.5}, {"t", std::string("x")}}) ==
              "2.5 and x",
          "doubles and strings are variables");
    check(translator.t("file", {{"count", 1}}) == "1 file",
          "an integer is a count");
    check(translator.t("file", {{"count", calque::decimal{"1.0"}}}) ==
              "1.0 files",
          "a decimal keeps its digits");
    check(translator.t("one", {{"n", true}, {"t", nullptr}}) == "true and ",
          "booleans and null are variables");
    std::string longer(1000, 'x');
    check(translator.t("one", {{"n", 1}, {"t", longer}}) == "1 and " + longer,
          "a text longer than the first buffer is whole");
    char small[4];
    std::size_t length = 0;
    check(translator.t("file", {{"count", 5}}, small, sizeof small, &length) ==
                  CALQUE_TRUNCATED &&
              length == 7 && std::strcmp(small, "5 f") == 0,
          "a buffer that is too small is told of");
    check(translator.t("absent") == "absent", "a missing key shows itself");
    check(translator.exists("file").value() == false,
          "a form alone is not a key");
    check(translator.t("empty", {}).empty(), "an empty text is empty");

    auto refused = calque::translator::create(CALQUE_FORMAT_V4, "{\"lng\": 5}");
    check(!refused && !refused.message().empty(), "a wrong option is refused");
    try {
        (void)refused.value();
        check(false, "the value of a failure throws");
    } catch (const calque::error &error) {
        check(error.status() == refused.status() &&
                  error.what() == refused.message(),
              "the exception has the status and the message");
    }
    refused = calque::translator::create(CALQUE_FORMAT_V4, "{\n \"lng\"");
    check(refused.where().line == 2 && refused.where().column > 0 &&
              refused.message().find("line 2, column ") != std::string::npos,
          "a message says the line and the column");
    calque::view view = translator.fixed().value();
    translator = calque::translator();
    check(view.t("file", {{"count", 2}}) == "2 files",
          "a view outlives its translator");
    auto again = calque::translator::create(CALQUE_FORMAT_V4).value();
    check(said_elsewhere(again) == "key", "two translation units link");
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
