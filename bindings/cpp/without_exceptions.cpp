// calque.hpp in a program of two translation units that is compiled without
// exceptions.
#include <calque.hpp>
#include <csignal>
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

std::string said_elsewhere(const calque::translator &translator);

static int failed = 0, passed = 0;

static void check(bool holds, const char *what) {
    ++(holds ? passed : failed);
    if (!holds) std::printf("FAILED: %s\n", what);
}

// Whether the value of a failure ends the process: asked in a child.
static bool
ends_the_process(const calque::result<calque::translator> &refused) {
    pid_t child = fork();
    if (child == 0) {
        (void)refused.value();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

int main() {
    auto made = calque::translator::create(
        CALQUE_FORMAT_V4,
        R"({"lng": "en", "resources": {"en": {"translation": {"key": "Text"}}}})");
    check(made.ok(), "a translator is made");
    calque::translator translator = std::move(made).value();
    check(said_elsewhere(translator) == "Text", "two translation units link");
    auto added = translator.add_resource_bundle("en", "translation",
                                                R"({"other": "Other"})");
    check(added && added.message().empty(), "a success has no message");
    check(translator.t("other") == "Other", "a bundle is added");

    auto refused = calque::translator::create(CALQUE_FORMAT_V4, "{\"lng\": 5}");
    check(!refused && refused.status() == CALQUE_INVALID_OPTION,
          "a failure has its status");
    check(refused.path() == "lng" && !refused.message().empty(),
          "a failure has its message and its path");
    check(ends_the_process(refused), "the value of a failure ends the process");
    auto broken = translator.t_json("key", "{");
    check(broken.status() == CALQUE_INVALID_JSON, "broken JSON is reported");
    auto absent = translator.add_file("en", "translation", "/nowhere.json");
    check(absent.status() == CALQUE_IO_ERROR, "an absent file is reported");
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
