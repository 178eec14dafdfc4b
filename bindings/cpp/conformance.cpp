// Answers the requests of Tests/Conformance/hosts.py.
#include <calque.hpp>
#include <cstdio>
#include <iostream>
#include <map>

static std::string in_quotes(std::string_view text) {
    std::string out = "\"";
    for (unsigned char byte : text) {
        char escaped[8];
        if (byte < 0x20 || byte == '"' || byte == '\\') {
            std::snprintf(escaped, sizeof escaped, "\\u%04x", byte);
            out += escaped;
        } else {
            out += static_cast<char>(byte);
        }
    }
    return out + '"';
}

// The text that a JSON text is, by way of a translator: its only value.
static std::string plain(const std::string &json) {
    auto values = calque::translator::create(
        CALQUE_FORMAT_V4,
        R"({"lng": "en", "interpolation": {"escapeValue": false},
            "resources": {"en": {"translation": {"v": "{{v}}"}}}})");
    return values.value()
        .t_json("v", "{\"v\": " + json + "}", CALQUE_RESULT_TEXT)
        .value();
}

static std::string answer(const std::vector<std::string> &fields) {
    static calque::translator translator;
    const std::string &method = fields[0];
    if (method == "open") {
        auto opened =
            calque::translator::create(std::stoi(fields[1]), fields[2]);
        if (!opened) return in_quotes(opened.message());
        translator = std::move(opened).value();
        return "null";
    }
    if (method == "t") {
        return translator.t_json(fields[1], fields[2], CALQUE_RESULT_DETAILS)
            .value();
    }
    if (method == "exists") {
        return translator.exists(fields[1], fields[2]).value() ? "true"
                                                               : "false";
    }
    if (method == "languages") return translator.languages().value();
    if (method == "dir") {
        return translator.dir(fields[1]) == CALQUE_RTL ? "\"rtl\"" : "\"ltr\"";
    }
    auto table = calque::messages::create().value();
    table.load(fields[1]).value();
    return in_quotes(table.decode(plain(fields[2])));
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::vector<std::string> fields(1);
        for (char byte : line) {
            if (byte == '\t')
                fields.emplace_back();
            else
                fields.back() += byte;
        }
        std::cout << answer(fields) << '\n';
    }
}
