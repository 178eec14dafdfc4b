// calque.hpp in a program of two translation units.
#include <calque.hpp>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <vector>

std::string said_elsewhere(const calque::translator &translator);

static int failed = 0, passed = 0;

static void check(bool holds, const char *what) {
    ++(holds ? passed : failed);
    if (!holds) std::printf("FAILED: %s\n", what);
}

// Catalogs of a folder in its two layouts, which a second call loads again.
static void folders(calque::translator &translator) {
    namespace fs = std::filesystem;
    char name[] = "/tmp/calque-folders-XXXXXX";
    fs::path folder = mkdtemp(name);
    fs::create_directory(folder / "de");
    std::ofstream(folder / "en.json") << R"({"a": "A", "b": "B"})";
    std::ofstream(folder / "de" / "menu.json") << R"({"open": "Öffnen"})";
    std::ofstream(folder / "notes.txt") << "none of them";
    translator.add_folder(folder.string()).value();
    translator.change_language("de").value();
    check(translator.t("menu:open") == "Öffnen", "a folder is added");
    calque::view english = translator.fixed("en").value();
    check(english.t("b") == "B", "a file of a folder is added");
    std::ofstream(folder / "en.json") << R"({"a": "C"})";
    translator.add_folder(folder.string()).value();
    english = translator.fixed("en").value();
    check(english.t("a") == "C" && english.t("b") == "b",
          "a folder that is added again replaces its texts");
    std::ofstream(folder / "de" / "menu.json") << "{\n]";
    auto broken = translator.add_folder(folder.string());
    check(broken.status() == CALQUE_INVALID_JSON && broken.where().line == 2 &&
              broken.where().file == (folder / "de" / "menu.json").string(),
          "a mistake in a folder has its file and line");
    std::ofstream(folder / "de.calque") << "no catalog";
    check(translator.add_folder(folder.string()).status() ==
              CALQUE_INVALID_JSON,
          "files are added by their names");
    fs::remove(folder / "de" / "menu.json");
    check(translator.add_folder(folder.string()).status() == CALQUE_CORRUPT,
          "a file that is no catalog is told of");
    fs::remove_all(folder);
    auto absent = translator.add_folder(folder.string());
    check(absent.status() == CALQUE_IO_ERROR &&
              absent.message().find(folder.string()) == 0,
          "a folder that is absent is told of");
}

// A log and handlers of events.
static void functions() {
    std::vector<std::string> lines, events;
    auto log = [&](std::string_view line) { lines.emplace_back(line); };
    auto translator =
        calque::translator::create(
            CALQUE_FORMAT_V4,
            R"({"lng": "en", "saveMissing": true, "debug": true})", log)
            .value();
    auto number = translator
                      .on("missingKey",
                          [&](std::string_view event, std::string_view given) {
                              events.emplace_back(event);
                              events.emplace_back(given);
                          })
                      .value();
    translator.t("absent");
    check(!lines.empty(), "the log is told of a missing key");
    check(events.size() == 2 && events[0] == "missingKey" &&
              events[1].find("\"absent\"") != std::string::npos,
          "a handler is told of a missing key");
    check(translator.off(number) == CALQUE_OK, "a handler is taken back");
    translator.t("another");
    check(events.size() == 2, "it is not called any more");
    auto kept = std::make_shared<int>();
    translator.on("*", [kept](auto, auto) {}).value();
    check(!translator.on("\xff", [kept](auto, auto) {}),
          "names that are not UTF-8 are refused");
    auto refused = calque::translator::create(CALQUE_FORMAT_V4, "[]",
                                              [kept](std::string_view) {});
    check(!refused && kept.use_count() == 2,
          "functions that are refused are freed");
    translator = calque::translator();
    check(kept.use_count() == 1, "functions are freed with their translator");
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
    folders(again);
    functions();
    check(said_elsewhere(again) == "key", "two translation units link");
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
