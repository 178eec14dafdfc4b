/*
 * Look-ups through Qt's translator, text copied out as UTF-8, beside the floor:
 * one line of JSON for each row.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <QCoreApplication>
#include <QTemporaryDir>
#include <QTranslator>

extern "C" {
#include "catalog.h"
#include "floor.h"
#include "memory.h"
#include "timing.h"
}

namespace {

constexpr size_t messages = 5000;
constexpr int rounds = 11;
constexpr size_t countLimit = 201;

/* The keys to look up, in order. */
struct Subject {
    std::vector<const char *> keys;
    const struct floor *floor;
    std::vector<int> counts;
};

size_t written(const QString &text, char *buffer) {
    const QByteArray bytes = text.toUtf8();
    memcpy(buffer, bytes.constData(), static_cast<size_t>(bytes.size()) + 1);
    return static_cast<size_t>(bytes.size());
}

template <typename Call>
uint64_t loop(const void *given, size_t calls, Call call) {
    const auto &subject = *static_cast<const Subject *>(given);
    char buffer[1024];
    uint64_t total = 0;
    size_t at = 0;
    for (size_t number = 0; number < calls; number += 1) {
        const int count = subject.counts[number % subject.counts.size()];
        total += call(subject, subject.keys[at], count, buffer);
        at = at + 1 < subject.keys.size() ? at + 1 : 0;
    }
    return total;
}

uint64_t qtPlain(const void *given, size_t calls) {
    return loop(given, calls, [](auto &, auto key, int, auto buffer) {
        return written(QCoreApplication::translate("c", key), buffer);
    });
}

uint64_t qtVariable(const void *given, size_t calls) {
    return loop(given, calls, [](auto &, auto key, int, auto buffer) {
        const QString text = QCoreApplication::translate("c", key);
        return written(text.arg(QLatin1String("Alice")), buffer);
    });
}

uint64_t qtPlural(const void *given, size_t calls) {
    return loop(given, calls, [](auto &, auto key, int count, auto buffer) {
        return written(QCoreApplication::translate("c", key, nullptr, count),
                       buffer);
    });
}

uint64_t floorPlain(const void *given, size_t calls) {
    return loop(given, calls, [](auto &subject, auto key, int, auto buffer) {
        return floor_text(subject.floor, key, buffer);
    });
}

uint64_t floorVariable(const void *given, size_t calls) {
    return loop(given, calls, [](auto &subject, auto key, int, auto buffer) {
        return floor_variable(subject.floor, key, floor_name("name"), "Alice",
                              buffer);
    });
}

uint64_t floorPlural(const void *given, size_t calls) {
    return loop(given, calls,
                [](auto &subject, auto key, int count, auto buffer) {
                    return floor_plural(subject.floor, key,
                                        static_cast<uint64_t>(count), buffer);
                });
}

/* The messages as Qt's source of translations. */
void writeSource(const struct catalog &catalog, enum catalog_language language,
                 const std::string &path) {
    FILE *file = fopen(path.c_str(), "w");
    if (file == nullptr) exit(1);
    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE TS>\n"
            "<TS version=\"2.1\" language=\"%s\">\n"
            "<context><name>c</name>\n",
            LANGUAGE_TAGS[language]);
    for (size_t message = 0; message < catalog.count; message += 1) {
        const enum message_kind kind = catalog_kind(message);
        struct text text;
        if (kind > MESSAGE_PLURAL) continue;
        fprintf(file, "<message%s><source>%s</source><translation>",
                kind == MESSAGE_PLURAL ? " numerus=\"yes\"" : "",
                catalog.keys[message]);
        for (int form = 0; kind == MESSAGE_PLURAL && form < PLURAL_FORMS;
             form += 1) {
            if (!catalog_has_form(language, plural_form(form))) continue;
            catalog_text(language, message, form, &text);
            fprintf(file, "<numerusform>%s%%n%s</numerusform>", text.before,
                    text.after);
        }
        if (kind != MESSAGE_PLURAL) {
            catalog_text(language, message, 0, &text);
            fprintf(file, "%s%s%s", text.before,
                    kind == MESSAGE_VARIABLE ? "%1" : "", text.after);
        }
        fputs("</translation></message>\n", file);
    }
    fputs("</context></TS>\n", file);
    fclose(file);
}

void measure(const struct catalog &catalog, const struct floor *floor,
             enum message_kind kind, const char *row, workload *qt,
             workload *hand) {
    Subject subject = {{}, floor, {}};
    uint64_t seed = 7;
    for (size_t message = 0; message < catalog.count; message += 1) {
        if (catalog_kind(message) != kind) continue;
        subject.keys.push_back(catalog.keys[message]);
    }
    for (size_t left = subject.keys.size(); left > 1; left -= 1) {
        const size_t other = next_random(&seed) % left;
        std::swap(subject.keys[left - 1], subject.keys[other]);
    }
    for (int at = 0; at < 4096; at += 1) {
        subject.counts.push_back(int(next_random(&seed) % countLimit));
    }
    if (qt(&subject, 4096) != hand(&subject, 4096)) {
        fprintf(stderr, "%s: Qt does not write what the floor does\n", row);
        exit(1);
    }
    struct timed timed = {qt, &subject, 0, 0, 0};
    time_loops(&timed, 1, rounds);
    printf("{\"size\": %zu, \"row\": \"%s\", \"qt\": %.1f}\n", catalog.count,
           row, timed.ns);
}

void measureLanguage(const struct catalog &catalog,
                     enum catalog_language language, const QString &folder) {
    const std::string source = (folder + "/catalog.ts").toStdString();
    const std::string compiled = (folder + "/catalog.qm").toStdString();
    writeSource(catalog, language, source);
    const std::string command = std::string(BENCHMARK_LRELEASE) + " -silent " +
                                source + " -qm " + compiled;
    QTranslator translator;
    if (system(command.c_str()) != 0 ||
        !translator.load(QString::fromStdString(compiled))) {
        exit(1);
    }
    QCoreApplication::installTranslator(&translator);
    struct floor *floor = floor_create(&catalog, language);
    const std::string row = std::string("plural, ") + LANGUAGE_TAGS[language];
    if (language == LANGUAGE_EN) {
        measure(catalog, floor, MESSAGE_PLAIN, "plain", qtPlain, floorPlain);
        measure(catalog, floor, MESSAGE_VARIABLE, "one variable", qtVariable,
                floorVariable);
    }
    measure(catalog, floor, MESSAGE_PLURAL, row.c_str(), qtPlural, floorPlural);
    floor_free(floor);
    QCoreApplication::removeTranslator(&translator);
}

} // namespace

int main(int argc, char **argv) {
    QCoreApplication application(argc, argv);
    QTemporaryDir folder;
    struct catalog catalog = catalog_create(messages);
    for (int language = 0; language < LANGUAGES; language += 1) {
        measureLanguage(catalog, catalog_language(language), folder.path());
    }
    catalog_free(&catalog);
    return 0;
}
