/* Calls that bring lists along: of counts, languages, namespaces, options of
 * references. Each ends in the right text; how many steps it takes for lists
 * twice as long is counted by tools/checks/check_growth.py, which has this run
 * one:
 *
 * test_growth              all of them, short
 * test_growth list         their names, one a line
 * test_growth NAME COUNT   one, its call in `growth_measured` */
#include <stdarg.h>
#include <stdlib.h>

#include "check.h"

enum { MOST = 4000, SIZE = MOST * 64 };

/* A text that is put together. */
static char *begin(void) { return calloc(1, SIZE); }

static void put(char *text, const char *format, ...) {
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, SIZE - length, format, arguments);
    va_end(arguments);
}

/* "unit0","unit1", ... */
static void put_list(char *text, const char *unit, size_t count) {
    put(text, "[");
    char *end = text + strlen(text);
    for (size_t at = 0; at < count; at++) {
        end += sprintf(end, "%s\"%s%zu\"", at == 0 ? "" : ",", unit, at);
    }
    put(text, "]");
}

/* Options of a translator, a tree, and what it is called with. */
typedef struct {
    const char *name;
    calque_format format;
    void (*fill)(char *options, char *tree, char *call, size_t count);
    calque_status status;
    /* Ends the result. */
    const char *expected;
} growth;

static void counts(char *options, char *tree, char *call, size_t count) {
    put(options, "{\"lng\":\"en\",\"multipleCounts\":true}");
    put(tree, "{\"k\":\"found\"}");
    put(call, "{\"counts\":{");
    char *end = call + strlen(call);
    for (size_t at = 0; at < count; at++)
        end += sprintf(end, "%s\"c%zu\":%zu", at == 0 ? "" : ",", at, at);
    put(call, "}}");
}

static void languages(char *options, char *tree, char *call, size_t count) {
    put(options, "{\"lng\":\"en\"}");
    put(tree, "{\"k\":\"found\"}");
    put(call, "{\"lng\":\"en\",\"fallbackLng\":");
    put_list(call, "x", count);
    put(call, "}");
}

static void namespaces(char *options, char *tree, char *call, size_t count) {
    put(options, "{\"lng\":\"en\",\"fallbackLng\":false,\"fallbackNS\":");
    put_list(options, "n", count);
    put(options, "}");
    put(tree, "{\"other\":\"found\"}");
    put(call, "{\"count\":2,\"context\":\"c\"}");
}

static void references(char *options, char *tree, char *call, size_t count) {
    put(options, "{\"lng\":\"en\",\"fallbackLng\":false}");
    put(tree, "{\"word\":\"found\",\"k\":\"");
    char *end = tree + strlen(tree);
    for (size_t at = 0; at < count; at++)
        end += sprintf(end, "$t(word, {\\\"v%zu\\\": 1}) ", at);
    put(tree, "found\"}");
    put(call, "{}");
}

static const growth growths[] = {
    {"counts", CALQUE_FORMAT_V4, counts, CALQUE_OK, "found"},
    {"languages", CALQUE_FORMAT_V4, languages, CALQUE_OK, "found"},
    {"namespaces", CALQUE_FORMAT_V1, namespaces, CALQUE_MISSING_KEY, "k"},
    {"references", CALQUE_FORMAT_V1, references, CALQUE_OK, "found"},
};

__attribute__((noinline)) static calque_status
growth_measured(const calque_translator *translator, const char *call,
                calque_string *text) {
    return calque_translator_translate_json(
        translator, "k", 1, call, CALQUE_NTS, CALQUE_RESULT_TEXT, text, NULL);
}

static void run(const growth *one, size_t count) {
    char *options = begin(), *tree = begin(), *call = begin();
    one->fill(options, tree, call, count);
    calque_translator *translator = NULL;
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_create(one->format, options, CALQUE_NTS,
                                          NULL, &translator, NULL));
    CHECK_STATUS(CALQUE_OK, calque_translator_add_resource_bundle(
                                translator, "en", 2, "translation", CALQUE_NTS,
                                tree, CALQUE_NTS, 0, NULL));
    calque_string text = {0};
    CHECK_STATUS(one->status, growth_measured(translator, call, &text));
    size_t length = strlen(one->expected);
    CHECK(text.length >= length);
    CHECK_TEXT(one->expected, text.data + text.length - length);
    calque_string_dispose(&text);
    calque_translator_release(translator);
    free(options);
    free(tree);
    free(call);
}

int main(int count, char **arguments) {
    for (size_t at = 0; at < COUNT_OF(growths); at++) {
        if (count == 1) run(&growths[at], 10);
        if (count == 2) puts(growths[at].name);
        if (count == 3 && strcmp(arguments[1], growths[at].name) == 0) {
            size_t size = strtoul(arguments[2], NULL, 10);
            run(&growths[at], size < MOST ? size : MOST);
        }
    }
    return count == 2 ? 0 : check_end();
}
