// usage: calls FOLDER
#include <calque.hpp>
#include <algorithm>
#include <clocale>
#include <cstdio>
#include <ctime>
#include <libintl.h>

static std::string plain[500], plural[100], one[100], other[100];
static std::size_t total = 0;

template <class Call>
void measure(const char *library, const char *row, Call call) {
    double best = 1e9;
    for (int round = 0; round < 9; ++round) {
        std::clock_t start = std::clock();
        for (int at = 0; at < 200'000; ++at)
            total += call(at);
        double spent = 1e9 / CLOCKS_PER_SEC * double(std::clock() - start);
        best = std::min(best, spent / 200'000);
    }
    std::printf("%s\t%s\t%.0f\n", library, row, best);
}

int main(int, char **arguments) {
    std::string folder = arguments[1];
    for (int at = 0; at < 500; ++at)
        plain[at] = "message " + std::to_string(at);
    for (int at = 0; at < 100; ++at) {
        plural[at] = std::to_string(at) + " file";
        one[at] = "%d " + plural[at];
        other[at] = one[at] + "s";
    }
    auto made = calque::translator::create(
        CALQUE_FORMAT_V4,
        R"({"lng": "en", "keySeparator": false, "nsSeparator": false})");
    calque::translator translator = std::move(made).value();
    translator.add_file("en", "translation", folder + "/en.json").value();
    calque::view view = translator.fixed("en").value();
    measure("Calque", "plain",
            [&](int at) { return view.t(plain[at % 500]).size(); });
    measure("Calque", "plural", [&](int at) {
        return view.t(plural[at % 100], {{"count", at % 201}}).size();
    });
    std::setlocale(LC_ALL, "C.UTF-8");
    bindtextdomain("messages", folder.c_str());
    textdomain("messages");
    measure("gettext (glibc)", "plain", [&](int at) {
        return std::string(gettext(plain[at % 500].c_str())).size();
    });
    measure("gettext (glibc)", "plural", [&](int at) {
        char text[64];
        int number = at % 201;
        int length = std::snprintf(
            text, sizeof text,
            ngettext(one[at % 100].c_str(), other[at % 100].c_str(), number),
            number);
        return std::string(text, length).size();
    });
    if (std::string(gettext("message 7")) == "message 7")
        return std::puts("no catalog"), 1;
    return total == 0;
}
